package walk_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/internal/testkit/oracle"
	"brim/ltl/automaton"
	"brim/petri"
)

var runCount = flag.Int("runs", 400, "how many random nets and automata for TestAcceptedRuns")

// A run that a walk finds is one of the firing rule, and the automaton accepts it; there is none where the product of
// all markings and the automaton has none. In small nets walks find nearly all. A large run is -runs 100000.
func TestAcceptedRuns(t *testing.T) {
	some, found, none, certain := 0, 0, 0, 0
	for seed := range uint64(*runCount) {
		rng := rand.New(rand.NewPCG(seed, 95))
		net := randomNet(rng)
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		a := randomAutomaton(rng, net)
		paths := syntax.Maximal
		if rng.IntN(3) == 0 {
			paths = syntax.Infinite
		}
		w, err := walk.New(net, seed)
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.Accept(a, paths)
		if err != nil {
			continue // numbers near 2^63
		}
		if err := w.TowardRun(t.Context(), r, walk.Limits{Firings: 20_000}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		can := hasRun(space, net, a, paths)
		steps, loop, ok := r.Found()
		if ok {
			if err := accepted(net, a, paths, steps, loop); err != nil {
				t.Errorf("seed %d: %s", seed, err)
			}
		}
		switch {
		case r.Certain() && !can:
			t.Errorf("seed %d: a run that the net does not have", seed)
		case r.Never() && can:
			t.Errorf("seed %d: no run, but there is one", seed)
		case r.Certain() && !ok:
			certain++
		case ok:
			found++
		}
		if can {
			some++
		} else {
			none++
		}
	}
	t.Logf("%d with a run: %d found, %d certain; %d without", some, found, certain, none)
	if found*20 < some*19 || none*10 < *runCount {
		t.Errorf("walks find too little, or there is too little to find")
	}
}

// Runs of a net of which a place counts the firings never come back to a marking. Those that are accepted are found
// nevertheless, and they are those of the net without this place.
func TestGrowingRuns(t *testing.T) {
	some, found, none := 0, 0, 0
	for seed := range uint64(*runCount) {
		rng := rand.New(rand.NewPCG(seed, 143))
		net := randomNet(rng)
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		a := randomAutomaton(rng, net)
		paths := syntax.Maximal
		if rng.IntN(3) == 0 {
			paths = syntax.Infinite
		}
		w, err := walk.New(counting(t, net), seed)
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.Accept(a, paths)
		if err != nil {
			continue // numbers near 2^63
		}
		if err := w.TowardRun(t.Context(), r, walk.Limits{Firings: 8_000}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		can := hasRun(space, net, a, paths)
		switch {
		case r.Certain() && !can:
			t.Errorf("seed %d: a run that the net does not have", seed)
		case r.Certain():
			found++
		}
		if can {
			some++
		} else {
			none++
		}
	}
	t.Logf("%d with a run: %d found; %d without", some, found, none)
	if found*20 < some*19 || none*10 < *runCount {
		t.Errorf("walks find too little, or there is too little to find")
	}
}

// Runs that begin with given firings are runs of the net that the automaton accepts.
func TestRunsAfter(t *testing.T) {
	found := 0
	for seed := range uint64(*runCount) {
		rng := rand.New(rand.NewPCG(seed, 144))
		net := randomNet(rng)
		space, err := oracle.Explore(net, 300)
		if err != nil {
			continue
		}
		var first []int
		for at := 0; len(first) < 6 && len(space.Succ[at]) > 0; {
			e := space.Succ[at][rng.IntN(len(space.Succ[at]))]
			first, at = append(first, e.Transition), e.To
		}
		a := randomAutomaton(rng, net)
		w, err := walk.New(net, seed)
		if err != nil {
			t.Fatal(err)
		}
		r, err := w.Accept(a, syntax.Maximal)
		if err != nil {
			continue // numbers near 2^63
		}
		if err := w.TowardRunAfter(t.Context(), r, first, walk.Limits{Firings: 4_000}); err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		steps, loop, ok := r.Found()
		switch {
		case r.Certain() && !hasRun(space, net, a, syntax.Maximal):
			t.Errorf("seed %d: a run that the net does not have", seed)
		case !ok:
			continue
		case len(steps) < len(first) || !slices.Equal(steps[:len(first)], first):
			t.Errorf("seed %d: %v does not begin with %v", seed, steps, first)
		}
		if err := accepted(net, a, syntax.Maximal, steps, loop); err != nil {
			t.Errorf("seed %d: %s", seed, err)
		}
		found++
	}
	if found*8 < *runCount {
		t.Errorf("only %d runs are found", found)
	}
}

// counting returns a net with one more place, the last one, to which each firing adds a token.
func counting(t *testing.T, net *petri.Net) *petri.Net {
	b := petri.NewBuilder(net.Name)
	for _, p := range net.Places {
		b.Place(p.Name, p.Initial)
	}
	count := b.Place(" firings", 0)
	for _, x := range net.Transitions {
		n := b.Transition(x.Name)
		for _, arc := range x.Pre {
			b.In(n, arc.Place, arc.Weight)
		}
		for _, arc := range x.Post {
			b.Out(n, arc.Place, arc.Weight)
		}
		for _, arc := range x.Inhibit {
			b.Inhibit(n, arc.Place, arc.Weight)
		}
		b.Out(n, count, 1)
	}
	with, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return with
}

// Nobody walks to a run that was dropped.
func TestDropRun(t *testing.T) {
	rng := rand.New(rand.NewPCG(95, 18))
	net := randomNet(rng)
	w, err := walk.New(net, 1)
	if err != nil {
		t.Fatal(err)
	}
	a := &automaton.Automaton{States: []automaton.State{{Arcs: []automaton.Arc{{Guard: automaton.Guard{{True: 1}}}}}}}
	a.Props = []*syntax.Formula{syntax.NewPool().Bool(true)}
	r, err := w.Accept(a, syntax.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	w.DropRun(r)
	if err := w.TowardRun(t.Context(), r, walk.Limits{Firings: 1000}); err != nil || r.Certain() || w.Firings() > 0 {
		t.Errorf("%v, %v after %d firings", err, r.Certain(), w.Firings())
	}
}

// randomAutomaton draws an automaton over state formulas of the net. Its states need not be of use.
func randomAutomaton(rng *rand.Rand, net *petri.Net) *automaton.Automaton {
	pool := syntax.NewPool()
	a := &automaton.Automaton{Marks: rng.IntN(3)}
	for range 1 + rng.IntN(3) {
		a.Props = append(a.Props, stateFormula(rng, net, pool))
	}
	n := 1 + rng.IntN(4)
	a.States = make([]automaton.State, n)
	for q := range a.States {
		for range 1 + rng.IntN(3) {
			cube := automaton.Cube{}
			for i := range a.Props {
				switch rng.IntN(4) {
				case 0:
					cube.True |= 1 << i
				case 1:
					cube.False |= 1 << i
				}
			}
			arc := automaton.Arc{Guard: automaton.Guard{cube}, To: rng.IntN(n), Marks: rng.Uint64() & a.All()}
			a.States[q].Arcs = append(a.States[q].Arcs, arc)
		}
	}
	return a
}

// valuesIn returns the propositions that hold in a marking.
func valuesIn(net *petri.Net, a *automaton.Automaton, m petri.Marking) (values uint64) {
	for i, f := range a.Props {
		if engine.Eval(net, f, m) {
			values |= 1 << i
		}
	}
	return values
}

// A productEdge leads to a node of the product of all markings and an automaton.
type productEdge struct {
	to    int
	marks uint64
}

// hasRun reports whether the product of all markings and the automaton has a cycle with all marks: from some node that
// is reached, the marks on edges between nodes that it reaches and that reach it.
func hasRun(space *oracle.Space, net *petri.Net, a *automaton.Automaton, paths syntax.Paths) bool {
	n := len(a.States)
	edges, back := make([][]productEdge, len(space.States)*n), make([][]productEdge, len(space.States)*n)
	for s, m := range space.States {
		values := valuesIn(net, a, m)
		var next []int
		for _, e := range space.Succ[s] {
			next = append(next, e.To)
		}
		if next == nil && paths == syntax.Maximal {
			next = []int{s}
		}
		for q := range n {
			for arc := range a.From(q, values) {
				for _, to := range next {
					x, y := s*n+q, to*n+arc.To
					edges[x] = append(edges[x], productEdge{y, arc.Marks})
					back[y] = append(back[y], productEdge{x, arc.Marks})
				}
			}
		}
	}
	reach := func(edges [][]productEdge, from int) []bool {
		seen, stack := make([]bool, len(edges)), []int{from}
		seen[from] = true
		for len(stack) > 0 {
			x := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			for _, e := range edges[x] {
				if !seen[e.to] {
					seen[e.to] = true
					stack = append(stack, e.to)
				}
			}
		}
		return seen
	}
	reached, done := reach(edges, a.Initial), make([]bool, len(edges))
	for x := range edges {
		if !reached[x] || done[x] {
			continue
		}
		from, to := reach(edges, x), reach(back, x)
		cycle, marks := false, uint64(0)
		for y := range edges {
			if from[y] && to[y] {
				done[y] = true
				for _, e := range edges[y] {
					if from[e.to] && to[e.to] {
						cycle = true
						marks |= e.marks
					}
				}
			}
		}
		if cycle && marks == a.All() {
			return true
		}
	}
	return false
}

// accepted fires a run by the rule of the net and has the automaton read it.
func accepted(net *petri.Net, a *automaton.Automaton, paths syntax.Paths, steps []int, loop int) error {
	var word []uint64
	var markings []petri.Marking
	for m, err := range net.Markings(steps) {
		if err != nil {
			return err
		}
		word, markings = append(word, valuesIn(net, a, m)), append(markings, m.Clone())
	}
	last := markings[len(steps)]
	first := len(steps)
	switch dead := !hasEnabled(net, last); {
	case loop == engine.NoLoop && !dead:
		return errors.New("it ends in a marking that is not dead")
	case loop == engine.NoLoop && paths != syntax.Maximal:
		return errors.New("it ends")
	case loop != engine.NoLoop && !last.Equal(markings[loop]):
		return errors.New("the loop does not close")
	case loop != engine.NoLoop:
		first, word = loop, word[:len(steps)]
	}
	if !a.Accepts(word[:first], word[first:]) {
		return errors.New("the automaton does not accept it")
	}
	return nil
}

func hasEnabled(net *petri.Net, m petri.Marking) bool {
	for range net.EnabledTransitions(m) {
		return true
	}
	return false
}
