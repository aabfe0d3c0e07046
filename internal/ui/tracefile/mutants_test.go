package tracefile

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check"
	"brim/internal/naming"
	"brim/internal/testkit/randnet"
	"brim/internal/ui/trace"
	"brim/petri"
	"brim/petri/nets"
)

var mutants = flag.Int("mutants", 150, "TestMutants changes so many traces")

// A judge fires by name, with maps: it shares no code with what it judges. It tells the step that cannot be taken, from
// 1, or one more than there are steps if the end is not as the trace says, or -1 if all is right.
type judge map[string]*rule

type rule struct{ takes, gives, below map[string]int64 }

func judgeOf(net *petri.Net) (judge, map[string]int64) {
	j, start := judge{}, map[string]int64{}
	for _, p := range net.Places {
		start[p.Name] = p.Initial
	}
	read := func(list []petri.Arc) map[string]int64 {
		m := map[string]int64{}
		for _, a := range list {
			m[net.Places[a.Place].Name] = a.Weight
		}
		return m
	}
	for _, t := range net.Transitions {
		j[t.Name] = &rule{read(t.Pre), read(t.Post), read(t.Inhibit)}
	}
	return j, start
}

func (r *rule) enabled(m map[string]int64) bool {
	for p, n := range r.takes {
		if m[p] < n {
			return false
		}
	}
	for p, n := range r.below {
		if m[p] >= n {
			return false
		}
	}
	return true
}

func (j judge) judge(m map[string]int64, w *trace.Witness) int {
	m = maps.Clone(m)
	passed := []map[string]int64{maps.Clone(m)}
	for i, f := range w.Steps {
		r := j[f.Transition]
		if r == nil || !r.enabled(m) {
			return i + 1
		}
		for _, c := range f.Changes {
			if n, ok := m[c.Place]; !ok || n != c.From {
				return i + 1
			}
		}
		for p, n := range r.takes {
			m[p] -= n
		}
		for p, n := range r.gives {
			m[p] += n
		}
		for _, c := range f.Changes {
			if m[c.Place] != c.To {
				return i + 1
			}
		}
		passed = append(passed, maps.Clone(m))
	}
	end := len(w.Steps) + 1
	if w.Loop != nil && !maps.Equal(passed[*w.Loop], m) {
		return end
	}
	for _, r := range j {
		if w.Dead && r.enabled(m) {
			return end
		}
	}
	return -1
}

// run makes a trace of steps at random, with what each changes in some, a loop where a marking comes back, and its end.
func run(net *petri.Net, rng *rand.Rand) *Trace {
	t := ofSteps()
	w := t.Witness
	m := net.Initial()
	seen := []petri.Marking{m.Clone()}
	changes := rng.IntN(2) == 0
	for range 1 + rng.IntN(12) {
		enabled := slices.Collect(net.EnabledTransitions(m))
		if len(enabled) == 0 {
			w.Dead = true
			break
		}
		k := enabled[rng.IntN(len(enabled))]
		before := m.Clone()
		if net.Fire(m, k) != nil {
			break
		}
		f := trace.Firing{Transition: net.Transitions[k].Name}
		for p := range m {
			if changes && m[p] != before[p] {
				f.Changes = append(f.Changes, trace.Difference{Place: net.Places[p].Name, From: before[p], To: m[p]})
			}
		}
		w.Steps = append(w.Steps, f)
		seen = append(seen, m.Clone())
	}
	if n := len(w.Steps); n > 0 {
		if i := slices.IndexFunc(seen[:n], m.Equal); i >= 0 {
			w.Loop = new(i)
		}
	}
	return t
}

// mutate changes one thing of a trace.
func mutate(w *trace.Witness, net *petri.Net, rng *rand.Rand) string {
	n := len(w.Steps)
	any := func() trace.Firing {
		return trace.Firing{Transition: net.Transitions[rng.IntN(len(net.Transitions))].Name}
	}
	if n == 0 {
		w.Steps = append(w.Steps, any())
		return "a step more"
	}
	i := rng.IntN(n)
	switch rng.IntN(8) {
	case 0:
		w.Steps[i] = any()
		return "another step"
	case 1:
		if w.Steps = slices.Delete(w.Steps, i, i+1); w.Loop != nil && *w.Loop >= len(w.Steps) {
			w.Loop = nil
		}
		return "a step less"
	case 2:
		w.Steps = slices.Insert(w.Steps, i, any())
		return "a step between"
	case 3:
		k := rng.IntN(n)
		w.Steps[i], w.Steps[k] = w.Steps[k], w.Steps[i]
		return "two steps exchanged"
	case 4:
		w.Loop = new(i)
		return "another loop"
	case 5:
		w.Dead = !w.Dead
		return "the end"
	case 6:
		w.Steps[i].Transition += "x"
		return "another name"
	}
	if list := w.Steps[i].Changes; len(list) > 0 {
		list[rng.IntN(len(list))].To++
		return "another number"
	}
	w.Steps = w.Steps[:i]
	w.Loop = nil
	return "the end cut off"
}

// written returns what a form keeps of a trace, read back.
func written(t *testing.T, x *Trace, form Form, m *check.Model) *Trace {
	t.Helper()
	var b bytes.Buffer
	if err := x.Write(&b, form, m); err != nil {
		t.Fatal(err)
	}
	got, err := Read(b.Bytes(), "written")
	if err != nil {
		t.Fatalf("%v\n%s", err, b.String())
	}
	return got
}

// TestMutants replays runs of random nets and of unfoldings, and runs that are changed in one place, in all forms. What
// the naive judge refuses is refused, at its step, and nothing else.
func TestMutants(t *testing.T) {
	coloured := unfolding(t, "dphil-col:3")
	refused, kinds := 0, map[string]int{}
	for i := range *mutants {
		rng := rand.New(rand.NewPCG(uint64(i), 107))
		m := coloured
		if i%4 > 0 {
			m = check.OfNet(randnet.Loose(rng))
		}
		j, start := judgeOf(m.Net)
		right := run(m.Net, rng)
		changed := ofSteps()
		if text, err := json.Marshal(right.Witness); err != nil || json.Unmarshal(text, changed.Witness) != nil {
			t.Fatal("a witness that cannot be copied")
		}
		kind := mutate(changed.Witness, m.Net, rng)
		for k, x := range []*Trace{right, changed} {
			form := Form(rng.IntN(3))
			if form != JSON && len(x.Witness.Steps) == 0 {
				form = JSON
			}
			x := written(t, x, form, m)
			if form == XML && k == 1 {
				x.taken = nil // they are those of the net, whatever was changed
			}
			want := j.judge(start, x.Witness)
			r, err := x.Replay(t.Context(), m, nil)
			if err != nil {
				t.Fatal(err)
			}
			got := -1
			if r.Failed != nil {
				got = r.Failed.Step
			}
			if got != want || k == 0 && got >= 0 {
				t.Errorf("run %d, form %d, %s: refused at %d (%v), expected %d", i, form, kind, got, r.Failed, want)
			}
			if k == 1 && want >= 0 {
				refused++
				kinds[kind]++
			}
		}
	}
	t.Logf("%d mutants, %d of them impossible: %v", *mutants, refused, kinds)
	if refused < *mutants/10 {
		t.Errorf("%d impossible ones, expected more", refused)
	}
}

// unfolding returns a net of a coloured family, unfolded.
func unfolding(t *testing.T, spec string) *check.Model {
	t.Helper()
	c, err := nets.ParseColoured(spec)
	if err != nil {
		t.Fatal(err)
	}
	m, _, err := check.OfColoured(c).Unfold(t.Context(), nil, check.UnfoldOptions{Whole: true, AllColours: true})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// Traces of answers are valid in all forms, of nets, of runs of LTL and of coloured nets, and with another formula,
// verdict, start or branch they are not.
func TestAnswers(t *testing.T) {
	for _, c := range []struct{ model, formula string }{
		{"dphil:3", "EF deadlock"}, {"dphil:3", "AG !deadlock"}, {"dphil:3", "A G(Idle_1 -> F HasL_1)"},
		{"dphil:3", "EG(EF HasL_1 & EX Fork_1)"}, {"dphil:2", "E F G deadlock"},
		{"kanban:1", "EF(pout1 >= 1 & EG pm2 = 0)"},
		{"dphil-col:3", "EF deadlock"}, {"dphil-col:3", "EF EG HasL(2)"},
	} {
		m, q := asked(t, c.model, c.formula)
		a, err := check.Decide(t.Context(), m, q, check.Options{})
		if err != nil {
			t.Fatal(err)
		}
		x := Of(m, q, a)
		if x == nil {
			t.Fatalf("%s %s: no trace", c.model, c.formula)
		}
		for _, form := range []Form{JSON, XML, List} {
			r, err := written(t, x, form, m).Replay(t.Context(), m, q)
			if err != nil || r.Failed != nil || (form == JSON) != (r.Shows != "") {
				t.Errorf("%s %s, form %d: %v, %+v", c.model, c.formula, form, err, r)
			}
		}
		for what, change := range map[string]func(*Trace){
			"verdict": func(t *Trace) { t.Result = map[string]string{"holds": "fails", "fails": "holds"}[t.Result] },
			"start":   func(t *Trace) { t.Witness.Start = map[string]int64{} },
			"formula": func(t *Trace) { t.Witness.Formula = "EF false" },
		} {
			y := written(t, x, JSON, m)
			change(y)
			if r, err := y.Replay(t.Context(), m, q); err != nil || r.Failed == nil {
				t.Errorf("%s %s, another %s: %v, %+v", c.model, c.formula, what, err, r)
			}
		}
	}
}

// asked returns a model, unfolded, and a question about it.
func asked(t *testing.T, model, formula string) (*check.Model, *check.Question) {
	t.Helper()
	m, err := check.Load(t.Context(), model)
	if err != nil {
		t.Fatal(err)
	}
	q, err := m.Ask(formula, check.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	if m.Coloured != nil {
		var list []*check.Question
		if m, list, err = m.Unfold(t.Context(), []*check.Question{q},
			check.UnfoldOptions{Whole: true, AllColours: true}); err != nil {
			t.Fatal(err)
		}
		q = list[0]
	}
	return m, q
}

// Transitions are found by all names that they have.
func TestNames(t *testing.T) {
	m := unfolding(t, "dphil-col:3")
	x := newIndex(m)
	for i := range m.Net.Transitions {
		coloured, values := naming.ValuesOf(m.Unfolding, i)
		for _, f := range []trace.Firing{
			{Transition: m.Net.Transitions[i].Name}, {Transition: x.names.Transition(i)},
			{Coloured: coloured, Binding: naming.Binding(values)},
			{Transition: fmt.Sprintf("%s( %s = %s )", coloured, values[0].Variable, values[0].Colour)},
		} {
			if got, err := x.transition(f); err != nil || got != i {
				t.Errorf("%v is %d (%v), expected %d", f, got, err, i)
			}
		}
	}
}
