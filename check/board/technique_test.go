package board_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/internal/testkit/checktest"
	"brim/petri"
)

// A custom technique does what run does.
type custom struct {
	name string
	run  func(context.Context, *check.Turn) error
}

func (c custom) Name() string                                 { return c.name }
func (c custom) Takes(*check.Model, *check.Question) error    { return nil }
func (c custom) Run(ctx context.Context, t *check.Turn) error { return c.run(ctx, t) }

// without returns net without a transition.
func without(t *testing.T, net *petri.Net, dropped int) *petri.Net {
	b := petri.NewBuilder(net.Name)
	for _, p := range net.Places {
		b.Place(p.Name, p.Initial)
	}
	for i, tr := range net.Transitions {
		if i == dropped {
			continue
		}
		x := b.Transition(tr.Name)
		for _, a := range tr.Pre {
			b.In(x, a.Place, a.Weight)
		}
		for _, a := range tr.Post {
			b.Out(x, a.Place, a.Weight)
		}
	}
	small, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return small
}

// A technique may answer on another net: one without a transition can do less, so what it reaches is reached. Its trace
// is brought back.
func TestChangedNet(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	rel, _ := m.Net.TransitionIndex("Rel_1")
	smaller := custom{"smaller", func(ctx context.Context, turn *check.Turn) error {
		small := check.OfNet(without(t, turn.Net(), rel))
		for _, q := range turn.Open() {
			f := turn.Formula(q)
			inner, err := small.Ask(f.String(), q.Paths)
			if err != nil {
				return err
			}
			a, err := check.Decide(ctx, small, inner, check.Options{Limits: turn.Options().Limits})
			if err != nil || a.Result != check.Holds || a.Witness == nil {
				return err
			}
			w := *a.Witness
			w.Formula, w.Steps = check.Shown(f, check.Holds), slices.Clone(w.Steps)
			for i, x := range w.Steps {
				if x >= rel {
					w.Steps[i]++
				}
			}
			turn.Answer(q, check.Answer{Verdict: check.Verdict{Result: check.Holds, Witness: &w}})
		}
		return nil
	}}
	q := checktest.Ask(t, m, "EF eating_2")
	a, err := check.Decide(t.Context(), m, q, check.Options{Techniques: []check.Technique{smaller}})
	if err != nil {
		t.Fatal(err)
	}
	if a.Result != check.Holds || a.By != "smaller" || a.Witness == nil ||
		a.Witness.Check(m.Net, syntax.Maximal) != nil {
		t.Errorf("%v by %q, witness %v; want it to hold by smaller, with a witness of the net itself", a.Result, a.By,
			a.Witness)
	}
}

// A technique that says what is not true ends the run with a Fault: at once if it shows a witness that is none, and
// when another one knows better.
func TestLiar(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	lie := func(a func(*check.Turn, *check.Question) check.Answer) custom {
		return custom{"liar", func(_ context.Context, turn *check.Turn) error {
			for _, q := range turn.Open() {
				turn.Answer(q, a(turn, q))
			}
			return nil
		}}
	}
	for _, c := range []struct {
		name, want string
		technique  check.Technique
		all        bool
	}{
		{"another verdict", "two certain answers", lie(func(*check.Turn, *check.Question) check.Answer {
			return check.Answer{Verdict: check.Verdict{Result: check.Fails, Bound: check.Complete}}
		}), true},
		{"a witness that is none", "none of them|does not hold|is enabled|deadlock",
			lie(func(t *check.Turn, q *check.Question) check.Answer {
				w := &check.Witness{Formula: check.Shown(t.Formula(q), check.Holds), Start: t.Net().Initial(),
					Loop: check.NoLoop}
				return check.Answer{Verdict: check.Verdict{Result: check.Holds, Witness: w}}
			}), false},
		{"a witness of something else", "expected one of EF deadlock",
			lie(func(t *check.Turn, q *check.Question) check.Answer {
				f := t.Formula(q)
				w := &check.Witness{Formula: f.Pool().Bool(true), Start: t.Net().Initial(), Loop: check.NoLoop}
				return check.Answer{Verdict: check.Verdict{Result: check.Holds, Witness: w}}
			}), false},
	} {
		q := checktest.Ask(t, m, "EF deadlock")
		o := check.Options{Techniques: []check.Technique{c.technique}, All: c.all}
		if c.all {
			o.Techniques = append(o.Techniques, check.Symbolic{})
		}
		_, err := check.Decide(t.Context(), m, q, o)
		var fault *check.Fault
		if !errors.As(err, &fault) || !slices.ContainsFunc(strings.Split(c.want, "|"),
			func(s string) bool { return strings.Contains(err.Error(), s) }) {
			t.Errorf("%s: error %v; want a fault with %q", c.name, err, c.want)
		}
	}
}

// A technique that does not come to an end is told so when others have decided, and is abandoned if it does not listen.
func TestHanging(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	begun, told := make(chan struct{}), make(chan struct{})
	hangs := custom{"hangs", func(ctx context.Context, _ *check.Turn) error {
		close(begun)
		<-ctx.Done()
		close(told)
		return ctx.Err()
	}}
	deaf := custom{"deaf", func(context.Context, *check.Turn) error { select {} }}
	knows := custom{"knows", func(ctx context.Context, turn *check.Turn) error {
		<-begun
		return check.Symbolic{}.Run(ctx, turn)
	}}
	list := []check.Technique{hangs, deaf, knows}
	a, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"), check.Options{Techniques: list})
	if err != nil || a.Result != check.Holds || a.By != "all" {
		t.Errorf("%v by %q, error %v; want it to hold by all", a.Result, a.By, err)
	}
	<-told
}

// A technique that panics is a fault, with its stack.
func TestPanicking(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	panics := custom{"panics", func(context.Context, *check.Turn) error { panic("no idea") }}
	_, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"),
		check.Options{Techniques: []check.Technique{panics}})
	var fault *check.Fault
	if !errors.As(err, &fault) || fault.Technique != "panics" || !strings.Contains(string(fault.Stack),
		"technique_test.go") {
		t.Errorf("error %v", err)
	}
}

// What one technique finds from below and another one from above is put together.
func TestNarrow(t *testing.T) {
	m := checktest.Load(t, "kanban:2")
	place, _ := m.Net.PlaceIndex("pm1")
	sum := syntax.Tokens(syntax.Ref{Index: place, Name: "pm1"})
	bound := func(name string, least, most int64) custom {
		return custom{name, func(_ context.Context, t *check.Turn) error {
			for _, q := range t.Open() {
				t.Narrow(q, least, most, name)
			}
			return nil
		}}
	}
	for _, c := range []struct {
		below, above int64
		want         string
	}{{2, 2, "2"}, {3, 2, "internal error"}, {1, 2, "unknown"}} {
		q := &check.Question{ID: "most", Kind: check.Bound, Sum: &sum}
		a, err := check.Decide(t.Context(), m, q, check.Options{Techniques: []check.Technique{
			bound("below", c.below, petri.Omega), bound("above", 0, c.above)}})
		got := "unknown"
		switch {
		case err != nil:
			got = "internal error"
		case a.Number != nil:
			got = a.Number.String()
		}
		if got != c.want {
			t.Errorf("from %d to %d: %s, want %s", c.below, c.above, got, c.want)
		}
	}
}

// Limits that are negative are refused.
func TestLimitsAreNotNegative(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	a, err := check.Decide(t.Context(), m, checktest.Ask(t, m, "EF deadlock"),
		check.Options{Limits: check.Limits{Nodes: -1}})
	if a != nil || err == nil || !strings.Contains(err.Error(), "Nodes:-1") {
		t.Errorf("%v, error %v", a, err)
	}
}

// Several techniques may show the same at the same time: formulas of a question are shared by goroutines, and what is
// made of them is not.
func TestAnswersAtTheSameTime(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	q := checktest.Ask(t, m, "!(AG !deadlock)")
	var list []check.Technique
	var ready sync.WaitGroup
	for range 8 {
		ready.Add(1)
		list = append(list, custom{"shows", func(ctx context.Context, turn *check.Turn) error {
			f := turn.Formula(q)
			a, err := check.Decide(ctx, m, &check.Question{Formula: f, Trace: true},
				check.Options{Techniques: []check.Technique{check.BFS{}}})
			ready.Done()
			ready.Wait()
			if err == nil {
				turn.Answer(q, check.Answer{Verdict: check.Verdict{Result: a.Result, Witness: a.Witness},
					Untraced: true})
			}
			return err
		}})
	}
	a, err := check.Decide(t.Context(), m, q, check.Options{Techniques: list, All: true})
	if err != nil || a.Result != check.Holds || a.Witness == nil {
		t.Errorf("%v with %v, error %v; want it to hold with a witness", a.Result, a.Witness, err)
	}
}

// An unknown answer took all of the run, also where the technique that gave up last had only begun.
func TestUnknownTookTheRun(t *testing.T) {
	m := checktest.Load(t, "dphil:3")
	const long = 30 * time.Millisecond
	gives := func(name string, after time.Duration) check.Technique {
		return custom{name, func(_ context.Context, turn *check.Turn) error {
			time.Sleep(after)
			for _, q := range turn.Open() {
				turn.Answer(q, check.Answer{Took: time.Microsecond})
				turn.Undecided(q, name+" knows nothing", nil)
			}
			return nil
		}}
	}
	q := checktest.Ask(t, m, "EF deadlock")
	for _, list := range [][]check.Technique{
		{gives("slow", long), gives("fast", 0)},
		{gives("fast", 0), gives("slow", long)},
	} {
		begun := time.Now()
		a, err := check.Decide(t.Context(), m, q, check.Options{Techniques: list})
		if most := time.Since(begun); err != nil || a.Known() || a.Took < long || a.Took > most {
			t.Errorf("%v after %v of %v, error %v; want unknown after %v or more", a.Result, a.Took, most, err, long)
		}
	}
}
