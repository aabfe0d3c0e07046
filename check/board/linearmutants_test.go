package board_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcircuit"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

var mutants = flag.Int("mutants", 1000, "judge so many changed runs")

// A mutator changes witnesses of LTL.
type mutator struct {
	*linearRun
	rng *rand.Rand
}

// mutate returns w with one change, and what it is. Some leave it right.
func (x mutator) mutate(w model.Witness) (model.Witness, string) {
	w.Start, w.Steps = slices.Clone(w.Start), slices.Clone(w.Steps)
	any := func(n int) int { return x.rng.IntN(max(n, 1)) }
	at, n := any(len(w.Steps)), len(w.Steps)
	switch kind := x.rng.IntN(12); {
	case kind == 0 && n > 0 && len(x.net.Transitions) > 0:
		w.Steps[at] = any(len(x.net.Transitions))
		return w, "another transition"
	case kind == 1 && n > 0:
		w.Steps = slices.Delete(w.Steps, at, at+1)
		return w, "a step less"
	case kind == 2 && len(x.net.Transitions) > 0:
		w.Steps = slices.Insert(w.Steps, at, any(len(x.net.Transitions)))
		return w, "a step more"
	case kind == 3 && n > 1:
		other := any(n)
		w.Steps[at], w.Steps[other] = w.Steps[other], w.Steps[at]
		return w, "two steps the other way round"
	case kind == 4:
		w.Loop = any(n+3) - 2
		return w, "another loop"
	case kind == 5:
		if w.Loop == model.NoLoop {
			w.Loop = at
		} else {
			w.Loop = model.NoLoop
		}
		return w, "no loop, or one"
	case kind == 6 && len(w.Start) > 0:
		w.Start[any(len(w.Start))] += int64(1 - 2*any(2))
		return w, "another start"
	case kind == 7 && w.Loop != model.NoLoop: // still right
		w.Steps = append(w.Steps, w.Steps[w.Loop])
		w.Loop++
		return w, "the loop begun later"
	case kind == 8 && w.Loop != model.NoLoop: // still right
		w.Steps = append(w.Steps, w.Steps[w.Loop:]...)
		return w, "the loop twice"
	case kind == 9:
		w.Formula = x.formula(w.Formula)
		return w, "an operator changed"
	case kind == 10:
		pool := w.Formula.Pool()
		w.Formula = pool.Make(syntax.E, randformula.Path(x.rng, x.net, x.rng.IntN(5), true, pool))
		return w, "another formula"
	case kind == 11:
		return w, "nothing"
	}
	return w, "nothing"
}

// formula returns f with some of its operators changed.
func (x mutator) formula(f *syntax.Formula) *syntax.Formula {
	pool, done := f.Pool(), map[*syntax.Formula]*syntax.Formula{}
	others := map[syntax.Op][]syntax.Op{
		syntax.F: {syntax.G, syntax.X}, syntax.G: {syntax.F, syntax.X}, syntax.X: {syntax.F, syntax.G, syntax.Not},
		syntax.Not: {syntax.X},
		syntax.U:   {syntax.R, syntax.W}, syntax.R: {syntax.U, syntax.W}, syntax.W: {syntax.U, syntax.R},
		syntax.And: {syntax.Or}, syntax.Or: {syntax.And},
	}
	for g := range f.All() {
		if g.Op < syntax.Not {
			done[g] = g
			continue
		}
		args, op := []*syntax.Formula{}, g.Op
		for _, a := range g.Args {
			args = append(args, done[a])
		}
		if list := others[op]; list != nil && x.rng.IntN(3) == 0 {
			op = list[x.rng.IntN(len(list))]
		}
		done[g] = pool.Make(op, args...)
	}
	return done[f]
}

// runs returns right witnesses: what techniques answer with, and random runs with formulas that hold on them.
func (x mutator) runs(t *testing.T) (list []model.Witness, shown int) {
	s, err := oracle.Explore(x.net, 250)
	if err != nil {
		return nil, 0
	}
	for range 4 {
		r := s.Wander(x.rng)
		f := randformula.Path(x.rng, x.net, x.rng.IntN(6), true, syntax.NewPool())
		if !r.Shows(x.net, f, model.Maximal) {
			f = f.Pool().Not(f)
		}
		list = append(list, model.Witness{Formula: f.Pool().Make(syntax.E, f), Start: r.Start, Steps: r.Steps,
			Loop: r.Loop})
	}
	m := model.OfNet(x.net)
	techniques := linearTechniques(m)
	if len(techniques) == 0 {
		return list, 0
	}
	for _, q := range x.questions {
		q.Trace = true
	}
	r, err := decideAll(t.Context(), m, x.questions, techniques, false, map[string]int{})
	if err := x.look(r.Answers, err); err != nil {
		t.Error(err)
	}
	for _, a := range r.Answers {
		if a.Witness != nil && a.Witness.Formula.Op == syntax.E {
			list, shown = append(list, *a.Witness), shown+1
		}
	}
	return list, shown
}

// The check of a witness judges changed runs as a naive judge does: the oracle, which fires the transitions by its own
// rule and evaluates the formula by the definition.
func TestMutatedRuns(t *testing.T) {
	wrong, right, runs, answers, changes := 0, 0, 0, 0, map[string]int{}
	for seed := *linearSeed; wrong+right < *mutants; seed++ {
		x := mutator{newLinearRun(seed, 6), rand.New(rand.NewPCG(seed, 184))}
		list, shown := x.runs(t)
		runs, answers = runs+len(list), answers+shown
		for _, w := range list {
			for range 8 {
				changed, what := x.mutate(w)
				paths := []model.Paths{model.Maximal, model.Maximal, model.Maximal, model.Infinite}[x.rng.IntN(4)]
				r := oracle.Run{Start: changed.Start, Steps: changed.Steps, Loop: changed.Loop}
				want, err := r.Shows(x.net, changed.Formula.Args[0], paths), changed.Check(x.net, paths)
				if want != (err == nil) {
					t.Errorf("seed %d: %s: the run %v from %v to %d, of %v, %v paths: %v; the oracle: %t\n%s",
						seed, what, r.Steps, r.Start, r.Loop, changed.Formula, paths, err, want, randnet.Text(x.net))
				}
				if want {
					right++
				} else {
					wrong++
					changes[what]++
				}
			}
		}
	}
	t.Logf("%d runs, %d of them answers; changed %d times, %d of them wrong: %v", runs, answers, wrong+right, wrong,
		changes)
	if wrong < *mutants/5 || right < *mutants/5 {
		t.Errorf("%d are wrong and %d right; expected a fifth of each at least", wrong, right)
	}
}

// shows is the naive judge of runs of circuits: through moments that follow each other, by the words of the definition.
func shows(c *model.Circuit, all *randcircuit.Runs, w *model.CircuitTrace, path *syntax.Formula) bool {
	first, next := all.Moments()
	number := func(bits []bool) (n int) {
		for i, is := range bits {
			if is {
				n |= 1 << i
			}
		}
		return n
	}
	steps := len(w.Inputs) - 1
	if len(w.Latches) != len(c.Latches) || w.Loop < 0 || w.Loop >= steps {
		return false
	}
	state, states, moments := number(w.Latches), []int{}, []int{}
	for i, inputs := range w.Inputs {
		if len(inputs) != len(c.Inputs) {
			return false
		}
		m := state<<len(inputs) | number(inputs)
		if i == 0 && !slices.Contains(first, m) || i > 0 && !slices.Contains(next[moments[i-1]], m) {
			return false
		}
		states, moments = append(states, state), append(moments, m)
		if len(next[m]) > 0 {
			state = next[m][0] >> len(inputs)
		}
	}
	word := oracle.Word{Positions: steps, Loop: w.Loop,
		Holds: func(i int, f *syntax.Formula) bool { return all.Holds(moments[i], f) }}
	return states[steps] == states[w.Loop] && word.Satisfies(path)
}

// The check of a run of a circuit says of changed ones what a naive judge says.
func TestMutatedRunsOfCircuits(t *testing.T) {
	wrong, right := 0, 0
	for seed := *linearSeed; wrong+right < *mutants; seed++ {
		rng := rand.New(rand.NewPCG(seed, 185))
		c := randcircuit.Generate(rng, 4)
		x := newCircuitRun(t, rng, c)
		if x == nil {
			continue
		}
		techniques := linearTechniques(x.m)
		r, err := decideAll(t.Context(), x.m, x.questions, techniques, false, map[string]int{})
		if err != nil {
			t.Error(err)
		}
		for _, a := range r.Answers {
			for range 8 {
				if a.Trace == nil {
					break
				}
				w := model.CircuitTrace{Latches: slices.Clone(a.Trace.Latches), Loop: a.Trace.Loop}
				for _, inputs := range a.Trace.Inputs {
					w.Inputs = append(w.Inputs, slices.Clone(inputs))
				}
				path, at := a.Shows.Args[0], rng.IntN(len(w.Inputs))
				switch kind := rng.IntN(7); {
				case kind == 0:
					i := rng.IntN(len(w.Latches))
					w.Latches[i] = !w.Latches[i]
				case kind == 1 && len(c.Inputs) > 0:
					i := rng.IntN(len(c.Inputs))
					w.Inputs[at][i] = !w.Inputs[at][i]
				case kind == 2:
					w.Inputs = slices.Delete(w.Inputs, at, at+1)
				case kind == 3:
					w.Inputs = slices.Insert(w.Inputs, at, w.Inputs[at])
				case kind == 4:
					w.Loop = rng.IntN(len(w.Inputs)+2) - 1
				case kind == 5:
					path = mutator{rng: rng}.formula(path)
				}
				want, err := shows(c, x.all, &w, path), w.CheckLTL(c, path)
				if want != (err == nil) {
					t.Errorf("seed %d: the run %v %v to %d, of %v: %v; the oracle: %t", seed, w.Latches, w.Inputs,
						w.Loop, path, err, want)
				}
				if want {
					right++
				} else {
					wrong++
				}
			}
		}
	}
	t.Logf("%d changed runs, %d of them wrong", wrong+right, wrong)
	if wrong < *mutants/5 || right < *mutants/5 {
		t.Errorf("%d are wrong and %d right; expected a fifth of each at least", wrong, right)
	}
}
