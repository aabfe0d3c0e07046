package oracle_test

import (
	"flag"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/ltl/word"
	"brim/petri"
)

var wordCount = flag.Int("words", 1000, "compare the tableau with the evaluator of words on so many random runs")

// The tableau, the evaluator by fixed points and the definition of the operators agree on random runs. A large run is
// -words 100000.
func TestTableauAgreesWithWords(t *testing.T) {
	holds := 0
	for seed := range uint64(*wordCount) {
		rng := rand.New(rand.NewPCG(seed, 180))
		p := syntax.NewPool()
		f := randformula.PathOver(rng, rng.IntN(7), seed%4 > 0, p, func() *syntax.Formula {
			i := rng.IntN(4)
			return p.Enabled(syntax.Ref{Index: i, Name: string(rune('a' + i))})
		})
		w := oracle.Word{Positions: 1 + rng.IntN(8)}
		w.Loop = rng.IntN(w.Positions)
		letters, odds := make([]int, w.Positions), 1+rng.IntN(9)
		for i := range letters {
			for k := range 4 {
				if rng.IntN(10) < odds {
					letters[i] |= 1 << k
				}
			}
		}
		w.Holds = func(i int, f *syntax.Formula) bool { return letters[i]>>f.Transitions[0].Index&1 == 1 }
		tableau, fixed, naive := w.Accepted(f), word.Holds(f, w.Positions, w.Loop, w.Holds), w.Satisfies(f)
		if tableau != fixed || fixed != naive {
			t.Errorf("seed %d: %v, letters %v from %d on: tableau %t, fixed points %t, definition %t", seed, f, letters,
				w.Loop, tableau, fixed, naive)
		}
		if naive {
			holds++
		}
	}
	t.Logf("%d of %d formulas hold", holds, *wordCount)
	if holds < *wordCount/4 || holds > *wordCount*3/4 {
		t.Errorf("%d of %d formulas hold; expected a quarter at least, three at most", holds, *wordCount)
	}
}

// Laws between path formulas, and between CTL and LTL, in every marking of random nets.
func TestLinearLaws(t *testing.T) {
	eachRandom(t, 13, 30, func(rng *rand.Rand, s *oracle.Space, fail func(string, ...any)) {
		p := syntax.NewPool()
		f, g := randformula.Path(rng, s.Net, rng.IntN(3), true, p), randformula.Path(rng, s.Net, rng.IntN(3), true, p)
		a, b := randformula.Path(rng, s.Net, 0, true, p), randformula.Path(rng, s.Net, 0, true, p)
		op := func(op syntax.Op, args ...*syntax.Formula) *syntax.Formula { return p.Make(op, args...) }
		not, yes := p.Not, p.Bool(true)
		X, F, G, U, R, W, A, E := syntax.X, syntax.F, syntax.G, syntax.U, syntax.R, syntax.W, syntax.A, syntax.E
		EF, EG, EU, AF, AG, AU := syntax.EF, syntax.EG, syntax.EU, syntax.AF, syntax.AG, syntax.AU
		for _, law := range [][2]*syntax.Formula{
			{op(A, f), not(op(E, not(f)))},
			{op(A, p.And(f, g)), p.And(op(A, f), op(A, g))},
			{op(E, p.Or(f, g)), p.Or(op(E, f), op(E, g))},
			{op(A, op(G, f)), op(A, not(op(F, not(f))))},
			{op(E, op(X, f)), op(E, not(op(X, not(f))))},
			{op(E, op(U, f, g)), op(E, p.Or(g, p.And(f, op(X, op(U, f, g)))))},
			{op(A, op(R, f, g)), op(A, p.And(g, p.Or(f, op(X, op(R, f, g)))))},
			{op(E, op(W, f, g)), op(E, p.Or(g, p.And(f, op(X, op(W, f, g)))))},
			{op(E, op(W, f, g)), op(E, not(op(U, not(g), p.And(not(f), not(g)))))},
			{op(A, op(F, f)), op(A, p.Or(f, op(X, op(F, f))))},
			// what CTL says of the same; X is another thing in dead markings
			{op(A, op(G, a)), op(AG, p.Or(a, not(op(E, yes))))},
			{op(A, op(F, a)), op(AF, a)},
			{op(A, op(U, a, b)), op(AU, p.Or(a, not(op(E, yes))), b)},
			{op(E, op(G, a)), op(EG, a)},
			{op(E, op(F, a)), op(EF, p.And(a, op(E, yes)))},
			{op(E, op(U, a, b)), op(EU, a, p.And(b, op(E, yes)))},
			{op(E, yes), op(EG, yes)},
			{op(A, op(G, op(F, a))), op(AG, op(AF, a))},
			{op(E, op(F, op(G, a))), op(EF, op(EG, a))},
			// formulas within formulas
			{op(E, op(F, op(A, op(G, a)))), op(EF, p.And(op(E, yes), op(A, op(G, a))))},
		} {
			for _, paths := range readings {
				if a, b := s.Sat(law[0], paths), s.Sat(law[1], paths); !slices.Equal(a, b) {
					fail("%v paths: %v holds in %v, %v in %v", paths, law[0], a, law[1], b)
				}
			}
		}
	})
}

// In a dead marking, X f is f if the run goes on there; if it is none, all runs satisfy everything and none anything.
func TestLinearInDeadMarkings(t *testing.T) {
	dead := 0
	eachRandom(t, 14, 60, func(rng *rand.Rand, s *oracle.Space, fail func(string, ...any)) {
		p := syntax.NewPool()
		f := randformula.Path(rng, s.Net, rng.IntN(4), true, p)
		never, some, next := p.Make(syntax.A, f), p.Make(syntax.E, f), p.Make(syntax.E, p.Make(syntax.X, f))
		all, one := s.Sat(never, syntax.Infinite), s.Sat(some, syntax.Infinite)
		staying, after, each := s.Sat(some, syntax.Maximal), s.Sat(next, syntax.Maximal), s.Sat(never, syntax.Maximal)
		for _, i := range s.Dead {
			dead++
			if !all[i] || one[i] {
				fail("%v in the dead marking %v, without runs: A %t, E %t", f, s.States[i], all[i], one[i])
			}
			if staying[i] != after[i] || staying[i] != each[i] {
				fail("%v in the dead marking %v: E %t, E X %t, A %t", f, s.States[i], staying[i], after[i], each[i])
			}
		}
	})
	if dead == 0 {
		t.Error("no dead marking")
	}
}

// A run of a space shows that some run satisfies a formula, or that not all do, and does what its word does.
func TestRunsShow(t *testing.T) {
	lassos, ends, shown := 0, 0, 0
	eachRandom(t, 15, 30, func(rng *rand.Rand, s *oracle.Space, fail func(string, ...any)) {
		f := randformula.Path(rng, s.Net, rng.IntN(5), true, syntax.NewPool())
		r := s.Wander(rng)
		shows := r.Shows(s.Net, f, syntax.Maximal)
		with, without := s.Sat(f.Pool().Make(syntax.E, f), syntax.Maximal)[0],
			!s.Sat(f.Pool().Make(syntax.A, f), syntax.Maximal)[0]
		if shows && !with || !shows && !without {
			fail("%v: the run %v to %d: %t; some run satisfies it: %t, some does not: %t", f, r.Steps, r.Loop, shows,
				with, without)
		}
		if infinite := r.Shows(s.Net, f, syntax.Infinite); infinite != (shows && r.Loop >= 0) {
			fail("%v: the run %v to %d: %t, in infinite paths %t", f, r.Steps, r.Loop, shows, infinite)
		}
		if shows {
			shown++
		}
		if r.Loop >= 0 {
			lassos++
		} else {
			ends++
		}
	})
	if min(lassos, ends, shown) < 5 {
		t.Errorf("%d lassos, %d runs that end, %d of all shown; expected five of each", lassos, ends, shown)
	}
}

// What is no run shows nothing.
func TestRunsThatAreNone(t *testing.T) {
	b := petri.NewBuilder("there and back, or away")
	here, there := b.Place("here", 1), b.Place("there", 0)
	go_, back, away := b.Transition("go"), b.Transition("back"), b.Transition("away")
	b.In(go_, here, 1)
	b.Out(go_, there, 1)
	b.In(back, there, 1)
	b.Out(back, here, 1)
	b.In(away, there, 1)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	yes, start := syntax.NewPool().Bool(true), petri.Marking{1, 0}
	for name, c := range map[string]struct {
		run  oracle.Run
		want [2]bool // by reading
	}{
		"a lasso": {oracle.Run{Start: start, Steps: []int{go_, back}, Loop: 0}, [2]bool{true, true}},
		"a dead end": {oracle.Run{Start: start, Steps: []int{go_, away}, Loop: -1},
			[2]bool{true, false}},
		"no dead end":                {oracle.Run{Start: start, Steps: []int{go_, back}, Loop: -1}, [2]bool{}},
		"a loop that does not close": {oracle.Run{Start: start, Steps: []int{go_, back}, Loop: 1}, [2]bool{}},
		"a loop without steps":       {oracle.Run{Start: start, Steps: []int{go_, back}, Loop: 2}, [2]bool{}},
		"a step not enabled":         {oracle.Run{Start: start, Steps: []int{back, go_}, Loop: 0}, [2]bool{}},
		"no such transition":         {oracle.Run{Start: start, Steps: []int{3}, Loop: 0}, [2]bool{}},
		"a start of one place": {oracle.Run{Start: petri.Marking{1}, Steps: []int{go_, back}, Loop: 0},
			[2]bool{}},
		"a start below zero": {oracle.Run{Start: petri.Marking{1, -1}, Steps: []int{go_, back}, Loop: 0},
			[2]bool{}},
	} {
		for i, paths := range readings {
			if got := c.run.Shows(net, yes, paths); got != c.want[i] {
				t.Errorf("%s, %v paths: %t", name, paths, got)
			}
		}
	}
}
