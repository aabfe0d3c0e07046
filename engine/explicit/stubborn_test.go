package explicit_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// Searches with stubborn sets find the oracle's dead markings, all of them, the markings that random goals ask for if
// there are any, and the largest values of random sums, on nets with inhibitor and read arcs and weights; and they look
// at fewer markings.
func TestStubborn(t *testing.T) {
	full, reduced := [3]int{}, [3]int{}
	dead, reached, out := 0, 0, 0
	for seed := range uint64(5 * *netCount) { // an inhibitor arc that matters is rare
		rng := rand.New(rand.NewPCG(seed, 33))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: seed%3 == 0, Safe: seed%4 == 0})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		n, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		fail := func(format string, args ...any) {
			t.Helper()
			t.Fatalf("seed %d: "+format+"\n%s", append(append([]any{seed}, args...), randnet.Text(net))...)
		}
		explore := func(kind int, s kripke.Structure, goal kripke.Predicate) *kripke.Exploration {
			x, err := kripke.Explore(t.Context(), s, goal, kripke.Limits{})
			if err != nil || !x.Complete && x.Goal == nil {
				fail("%v, %v", err, x.Stopped)
			}
			if x.Goal == nil { // else it depends on luck
				full[kind] += len(space.States)
				reduced[kind] += x.States()
			}
			return x
		}
		m := net.Initial()
		x := explore(0, explicit.Deadlocks(n), nil)
		var found []int
		for i := range x.States() {
			n.Marking(m, x.Table.State(i))
			if s, _ := space.Number(m); slices.Contains(space.Dead, s) {
				found = append(found, s)
			}
		}
		if slices.Sort(found); !slices.Equal(found, space.Dead) {
			fail("dead markings %v, want %v", found, space.Dead)
		}
		if x.Deadlocks != len(found) {
			fail("%d markings without successors, of which %d are dead", x.Deadlocks, len(found))
		}
		dead += len(found)
		pool := syntax.NewPool()
		for range 8 {
			f := randformula.Generate(rng, net, 1+rng.IntN(3), pool)
			if f.Temporal() {
				f = syntax.NNF(pool.Not(first(f)))
			}
			goal, err := n.Predicate(f)
			if err != nil {
				fail("%v", err)
			}
			x := explore(1, explicit.Towards(n, f), goal)
			want := slices.Contains(space.Sat(f, syntax.Maximal), true)
			if (x.Goal != nil) != want {
				fail("EF %v: %t, want %t", f, !want, want)
			}
			if want {
				reached++
				if err := x.Found.Check(n); err != nil {
					fail("EF %v: %v", f, err)
				}
			} else {
				out++
			}
		}
		for range 4 {
			sum := syntax.Constant(rng.Int64N(5))
			for p := range net.Places {
				if rng.IntN(3) == 0 {
					sum.Terms = append(sum.Terms,
						syntax.Term{Place: syntax.Ref{Index: p, Name: net.Places[p].Name}, Weight: rng.Int64N(5) - 1})
				}
			}
			of, ok := n.Sum(&sum)
			if !ok {
				fail("a sum that is too large")
			}
			most, want := of(n.Initial()[0]), int64(-1<<62)
			explore(2, explicit.Upwards(n, &sum), func(s kripke.State) bool { most = max(most, of(s)); return false })
			for _, m := range space.States {
				v := sum.Const
				for _, x := range sum.Terms {
					v += x.Weight * m[x.Place.Index]
				}
				want = max(want, v)
			}
			if most != want {
				fail("at most %d in %v, want %d", most, sum, want)
			}
		}
	}
	t.Logf("markings for dead ones, goals that are out of reach, and sums: %v of %v; %d dead markings, %d goals "+
		"reached, %d out of reach",
		reduced, full, dead, reached, out)
	for i := range full {
		if reduced[i]*10 > full[i]*9 {
			t.Errorf("searches of kind %d look at %d of %d markings", i, reduced[i], full[i])
		}
	}
	if dead < *netCount/6 || reached < *netCount || out < *netCount {
		t.Errorf("too few of a kind")
	}
}

// first returns the first atom or formula without path operators in f.
func first(f *syntax.Formula) *syntax.Formula {
	for g := range f.All() {
		if !g.Temporal() {
			return g
		}
	}
	return f
}

// A goal that is false needs no marking but the first.
func TestStubbornAtOnce(t *testing.T) {
	net, err := randnet.ParseText("net", "p a 1\np b 0\nt go pre: a 1 post: b 1 inh:\nt back pre: b 1 post: a 1 inh:\n")
	if err != nil {
		t.Fatal(err)
	}
	n, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	f := syntax.NewPool().Bool(false)
	x, err := kripke.Explore(t.Context(), explicit.Towards(n, f), nil, kripke.Limits{})
	if err != nil || x.States() != 1 || !x.Complete || engine.Eval(net, f, net.Initial()) {
		t.Errorf("%d markings, %v", x.States(), err)
	}
}
