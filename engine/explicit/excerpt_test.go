package explicit_test

import (
	"errors"
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
	"brim/petri"
	"brim/petri/nets"
)

// Excerpts decide as the oracle does, each state is one firing from an earlier one, successors are those of the net,
// and the states of the excerpt alone decide the formula, whatever the others satisfy.
func TestExcerpt(t *testing.T) {
	states, whole, formulas := 0, 0, 0
	for seed := range uint64(*netCount) {
		rng := rand.New(rand.NewPCG(seed, 41))
		net := randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%7 == 0})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		n, err := kripke.NewNet(net)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		for i := range 12 {
			paths := syntax.Paths(i % 2)
			f := randformula.Generate(rng, net, 1+rng.IntN(4), pool)
			x, err := explicit.NewLocal(n, paths, kripke.Limits{}, uint64(i%3)).Excerpt(t.Context(), f, n.Initial()[0],
				1000)
			if err != nil {
				t.Fatalf("seed %d: %v: %v", seed, f, err)
			}
			if want := space.Sat(f, paths)[0]; x.Holds != want {
				t.Fatalf("seed %d: %v, %v paths: %t, want %t\n%s", seed, f, paths, x.Holds, want, randnet.Text(net))
			}
			e := excerptOf(t, net, n, x)
			g := syntax.Existential(f)
			if e.satisfying(g, paths, x.Holds)[0] != x.Holds {
				t.Fatalf("seed %d: %v, %v paths, is not decided by %d states\n%s", seed, f, paths, len(e.next),
					randnet.Text(net))
			}
			formulas, states, whole = formulas+1, states+len(x.States), whole+len(space.States)
		}
	}
	t.Logf("%d formulas are decided by %d states, of %d", formulas, states, whole)
}

// The limits of states and of time end an excerpt with an error.
func TestExcerptLimit(t *testing.T) {
	net, err := nets.Parse("kanban:2")
	if err != nil {
		t.Fatal(err)
	}
	n, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	f := pool.Make(syntax.AG, pool.Not(pool.Deadlock()))
	_, err = explicit.NewLocal(n, syntax.Maximal, kripke.Limits{}, 0).Excerpt(t.Context(), f, n.Initial()[0], 5)
	if limit := new(kripke.LimitError); !errors.As(err, &limit) || limit.Max != 5 {
		t.Errorf("error %v; want a limit of 5 states", err)
	}
}

// A twin evaluates formulas on an excerpt slowly, by their definitions.
type twin struct {
	net      *petri.Net
	markings []petri.Marking
	next     [][]int
	complete []bool
}

// excerptOf reads an excerpt, and compares its steps with the net.
func excerptOf(t *testing.T, net *petri.Net, n *kripke.Net, x *explicit.Excerpt) *twin {
	t.Helper()
	e := &twin{net: net}
	for i, s := range x.States {
		m := make(petri.Marking, len(net.Places))
		n.Marking(m, s.State)
		if i > 0 {
			if to := fired(t, net, e.markings[s.From], s.Label); s.From >= i || !slices.Equal(to, m) {
				t.Fatalf("state %d is not after transition %d in state %d", i, s.Label, s.From)
			}
		}
		e.markings = append(e.markings, m)
	}
	for i, s := range x.States {
		after := map[string]bool{}
		for transition := range net.EnabledTransitions(e.markings[i]) {
			after[net.Format(fired(t, net, e.markings[i], transition))] = true
		}
		for _, k := range s.Next {
			if !after[net.Format(e.markings[k])] {
				t.Fatalf("state %d does not follow state %d", k, i)
			}
		}
		if s.Complete && len(s.Next) != len(after) {
			t.Fatalf("state %d has %d successors, of which %d are there", i, len(after), len(s.Next))
		}
		e.next, e.complete = append(e.next, s.Next), append(e.complete, s.Complete)
	}
	return e
}

// fired returns the marking after a firing.
func fired(t *testing.T, net *petri.Net, m petri.Marking, transition int) petri.Marking {
	t.Helper()
	to := slices.Clone(m)
	if err := net.Fire(to, transition); err != nil {
		t.Fatal(err)
	}
	return to
}

// satisfying returns the states that satisfy f, in existential form, whatever is outside of the excerpt; or, if not
// sure, those that may.
func (e *twin) satisfying(f *syntax.Formula, paths syntax.Paths, sure bool) []bool {
	set := make([]bool, len(e.next))
	each := func(is func(i int) bool) (changed bool) {
		for i := range set {
			if now := is(i); now != set[i] {
				set[i], changed = now, true
			}
		}
		return changed
	}
	if !f.Temporal() {
		each(func(i int) bool { return engine.Eval(e.net, f, e.markings[i]) })
		return set
	}
	args := make([][]bool, len(f.Args))
	for k, g := range f.Args {
		args[k] = e.satisfying(g, paths, sure != (f.Op == syntax.Not))
	}
	last := args[len(args)-1]
	leads := func(i int, in []bool) bool {
		return !sure && !e.complete[i] || slices.ContainsFunc(e.next[i], func(k int) bool { return in[k] })
	}
	all := func(i int) bool { return !slices.ContainsFunc(args, func(a []bool) bool { return !a[i] }) }
	some := func(i int) bool { return slices.ContainsFunc(args, func(a []bool) bool { return a[i] }) }
	switch f.Op {
	case syntax.Not:
		each(func(i int) bool { return !last[i] })
	case syntax.And:
		each(all)
	case syntax.Or:
		each(some)
	case syntax.EX:
		each(func(i int) bool { return leads(i, last) })
	case syntax.EU:
		for each(func(i int) bool { return last[i] || args[0][i] && leads(i, set) }) {
		}
	case syntax.EG:
		each(func(int) bool { return true })
		dead := func(i int) bool { return e.complete[i] && len(e.next[i]) == 0 && paths == syntax.Maximal }
		for each(func(i int) bool { return last[i] && (leads(i, set) || dead(i)) }) {
		}
	}
	return set
}
