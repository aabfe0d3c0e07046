package ask_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/check/ask"
	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/internal/testkit/randtimed"
	"brim/petri"
	"brim/petri/extended"
	"brim/petri/timed"
)

// A clocked is a net with time, its states by definition, and what is answered about it.
type clocked struct {
	document *timed.Document
	space    *oracle.TimedSpace
	judge    *judge
	got      map[string]*ask.Answer
}

// spaceOf explores a net with time by definition, nil if it has too many states.
func spaceOf(d *timed.Document, most int) *oracle.TimedSpace {
	explore := func() (*oracle.TimedSpace, error) { return oracle.ExploreTimed(d.Timed, most) }
	if d.Arcs != nil {
		explore = func() (*oracle.TimedSpace, error) { return oracle.ExploreTimedArcs(d.Arcs, most) }
	}
	s, err := explore()
	if err != nil {
		return nil
	}
	return s
}

// judgeOfTime returns the judge whose states are those of a net with time.
func judgeOfTime(d *timed.Document, s *oracle.TimedSpace) *judge {
	net := &petri.Net{}
	for range d.Net().Transitions {
		net.Transitions = append(net.Transitions, petri.Transition{})
	}
	space := &oracle.Space{Net: net, Complete: true, Succ: s.Succ, Dead: s.Dead,
		MaxTokens: make([]int64, len(d.Net().Places))}
	for _, x := range s.States {
		space.States = append(space.States, x.Marking)
		for p, n := range x.Marking {
			space.MaxTokens[p] = max(space.MaxTokens[p], n)
		}
	}
	return judgeOf(space)
}

// askTimed answers all questions about a net with time; nil if that is too large for a system. states is the limit of
// single states.
func askTimed(t *testing.T, d *timed.Document, states int) map[string]*ask.Answer {
	t.Helper()
	begin := func() (*model.Model, error) { return model.OfTimed(d.Timed) }
	if d.Arcs != nil {
		begin = func() (*model.Model, error) { return model.OfTimedArcs(d.Arcs) }
	}
	m, err := begin()
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := m.Compile(t.Context(), nil); err != nil {
		return nil
	}
	o := board.Options{Limits: limit.Limits{Time: 2 * time.Second, Memory: 2 << 30, States: states}}
	answers, err := ask.Decide(t.Context(), m, every(), o, check.DecideAll)
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]*ask.Answer{}
	for _, a := range answers {
		got[a.Name] = a
	}
	return got
}

// text describes the net for messages.
func (x *clocked) text() string {
	if x.document.Timed != nil {
		return fmt.Sprintf("%+v %+v", x.document.Timed, x.document.Timed.Net)
	}
	return fmt.Sprintf("%+v %+v", x.document.Arcs, x.document.Arcs.Net)
}

// compare tells the differences between answers and those of the judge, and checks the runs.
func (x *clocked) compare(t *testing.T, what string, want map[string]engine.Result, count func(string)) {
	t.Helper()
	for name, a := range x.got {
		w := want[name]
		switch {
		case a.Result == engine.Unknown && a.Reason == "":
			t.Errorf("%s: %s is unknown for no reason", what, name)
		case a.Result == engine.Unknown && w != engine.Unknown:
			count("unknown " + name)
		case a.Result != engine.Unknown && w != engine.Unknown && a.Result != w:
			t.Errorf("%s: %s: %v, want %v: %s\n%s", what, name, a.Result, w, a.Summary, x.text())
		default:
			count(name + " " + a.Result.String())
		}
		for _, f := range a.Findings {
			if f.Run != nil {
				t.Errorf("%s: %s: a run without time", what, f.Text)
			}
			if f.Timed != nil {
				count("runs")
				x.checkRun(t, what+": "+name, f)
			}
		}
	}
}

// checkRun follows the run of a finding through the states of the net.
func (x *clocked) checkRun(t *testing.T, what string, f ask.Finding) {
	t.Helper()
	space := x.space
	if len(space.States) == 0 || !f.Timed.Start.Equal(space.States[0].Marking) {
		return // of a case that begins in another marking
	}
	at := map[int]bool{0: true}
	for _, s := range f.Timed.Steps {
		transition := oracle.Tick
		if s.Transition >= 0 {
			transition = s.Transition
		}
		for range max(s.Delay, 1) {
			next := map[int]bool{}
			for i := range at {
				for _, e := range space.Succ[i] {
					if e.Transition == transition {
						next[e.To] = true
					}
				}
			}
			at = next
		}
		for i := range at {
			if !space.States[i].Marking.Equal(s.Marking) {
				delete(at, i)
			}
		}
	}
	if len(at) == 0 {
		t.Errorf("%s: %s: there is no such run\n%s", what, f.Text, x.text())
	}
	ends := func(i int) bool {
		j := x.judge
		switch {
		case strings.Contains(f.Text, "timelock"):
			return slices.Contains(space.Stopped, i)
		case strings.Contains(f.Text, "nothing can fire"):
			return slices.Contains(space.Dead, i) && !slices.Contains(space.Stopped, i)
		case strings.Contains(f.Text, "both"):
			first, second := f.Transitions[0], f.Transitions[1]
			return j.fires(first, i) && j.fires(second, i) && slices.ContainsFunc(space.Succ[i],
				func(e oracle.Edge) bool {
					return e.Transition == first && !j.fires(second, e.To)
				})
		}
		return true
	}
	for i := range at {
		if ends(i) {
			return
		}
	}
	t.Errorf("%s: %s: it does not\n%s", what, f.Text, x.text())
}

// details compares degrees, bounds and the listed deadlocks.
func (x *clocked) details(t *testing.T, what string) {
	t.Helper()
	j := x.judge
	r := &ruled{net: x.document.Net(), got: x.got}
	r.degrees(t, what, j)
	type deadlock struct {
		marking string
		stopped bool
	}
	dead := map[deadlock]bool{}
	for _, i := range x.space.Dead {
		dead[deadlock{oracle.Key(j.States[i]), slices.Contains(x.space.Stopped, i)}] = true
	}
	n := len(x.got["deadlocks"].Findings)
	if all := strings.Contains(x.got["deadlocks"].Summary, "in all"); n > len(dead) || all && n != len(dead) {
		t.Errorf("%s: %d deadlocks are listed, want %d\n%s", what, n, len(dead), x.text())
	}
}

// Named questions about nets with time have the answers of the judge, by the graph of all states or by formulas.
func TestTimedAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 186))
		d := &timed.Document{Timed: randtimed.Generate(rng, randtimed.Small())}
		if seed%2 == 0 {
			d = &timed.Document{Arcs: randtimed.GenerateArcs(rng, randtimed.Small())}
		}
		x := &clocked{document: d, space: spaceOf(d, mostMarkings)}
		if x.space == nil {
			return
		}
		if x.got = askTimed(t, d, int(seed/2)%2); x.got == nil {
			count("refused")
			return
		}
		count("nets")
		x.judge = judgeOfTime(d, x.space)
		what := fmt.Sprint("seed ", seed)
		x.compare(t, what, x.judge.verdicts(), count)
		x.details(t, what)
	})
}

// Workflow nets with time, by the definitions of soundness for such nets [MSS15].
func TestTimedWorkflowsAgree(t *testing.T) {
	each(t, func(t *testing.T, seed uint64, count func(string)) {
		rng := rand.New(rand.NewPCG(seed, 187))
		plain := randnet.GenerateWorkflow(rng, randnet.Workflow{Tasks: 2 + rng.IntN(4), Defects: int(seed) % 3})
		d := &timed.Document{Timed: &timed.Net{Net: extended.Of(plain), Weak: rng.IntN(4) == 0}}
		interval := func() timed.Interval {
			low := rng.Int64N(3)
			return timed.Interval{Low: low, High: low + rng.Int64N(3)}
		}
		for range plain.Transitions {
			d.Timed.Intervals = append(d.Timed.Intervals, interval())
		}
		if seed%2 == 0 {
			d = arcsOf(rng, d.Timed, interval)
		}
		x := &clocked{document: d, space: spaceOf(d, mostMarkings)}
		want := map[string]engine.Result{}
		if x.space != nil {
			x.judge = judgeOfTime(d, x.space)
			want = x.judge.verdicts()
		}
		judgedTimed(plain, d, want)
		if x.got = askTimed(t, d, int(seed/8)%4/3); x.got == nil {
			count("refused")
			return
		}
		count("nets")
		if x.space == nil {
			x.space = &oracle.TimedSpace{}
		}
		x.compare(t, fmt.Sprint("seed ", seed), want, count)
	})
}

// arcsOf returns a timed-arc net whose input arcs have ages, and some of whose places have invariants.
func arcsOf(rng *rand.Rand, of *timed.Net, interval func() timed.Interval) *timed.Document {
	n := &timed.ArcNet{Net: of.Net, Urgent: make([]bool, len(of.Transitions))}
	for _, a := range n.Arcs {
		ages := timed.Always()
		if a.Kind == extended.Input && rng.IntN(2) == 0 {
			ages = interval()
		}
		n.Ages = append(n.Ages, ages)
	}
	for range n.Places {
		bound := timed.Bound{Most: timed.Infinite}
		if rng.IntN(4) == 0 {
			bound.Most = 1 + rng.Int64N(4)
		}
		n.Invariants = append(n.Invariants, bound)
	}
	return &timed.Document{Arcs: n}
}

// judgedTimed adds what the judge answers about a workflow with time whose net without time is plain.
func judgedTimed(plain *petri.Net, d *timed.Document, out map[string]engine.Result) {
	judgedBy(plain, out, func(source int, k int64) *judge {
		cases := d.Clone()
		for p := range cases.Net().Places {
			cases.Net().Places[p].Initial = 0
		}
		cases.Net().Places[source].Initial = k
		if space := spaceOf(cases, mostMarkings); space != nil {
			return judgeOfTime(cases, space)
		}
		return nil
	})
}
