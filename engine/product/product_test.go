package product_test

import (
	"context"
	"errors"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/engine/product"
	"brim/internal/testkit/randnet"
	"brim/ltl/automaton"
)

// netOf reads a net.
func netOf(t *testing.T, text string) *kripke.Net {
	t.Helper()
	net, err := randnet.ParseText("net", text)
	if err != nil {
		t.Fatal(err)
	}
	n, err := kripke.NewNet(net)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// atLeast is the proposition that a place has so many tokens.
func atLeast(t testing.TB, n *kripke.Net, pool *syntax.Pool, place int, tokens int64) *syntax.Formula {
	t.Helper()
	ref := syntax.Ref{Index: place, Name: n.Net().Places[place].Name}
	f, err := pool.Compare(syntax.Tokens(ref), syntax.GreaterEqual, syntax.Constant(tokens))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// eventually is the automaton of F f.
func eventually(f *syntax.Formula) *automaton.Automaton {
	return &automaton.Automaton{Props: []*syntax.Formula{f}, Marks: 1, States: []automaton.State{
		{Arcs: []automaton.Arc{{Guard: automaton.Guard{{}}, To: 0}, {Guard: automaton.Guard{{True: 1}}, To: 1}}},
		{Arcs: []automaton.Arc{{Guard: automaton.Guard{{}}, To: 1, Marks: 1}}},
	}}
}

// mutes says of all states that stuttering does not matter.
func mutes(a *automaton.Automaton) []bool {
	mute := make([]bool, len(a.States))
	for q := range mute {
		mute[q] = true
	}
	return mute
}

// A set with one visible transition has all of them. Here an invisible one, quiet, is in conflict with a visible one,
// first, and another visible one, second, with none: without it no run is left on which second comes before first.
func TestVisibleTogether(t *testing.T) {
	n := netOf(t, `p a 1
p b 1
p x 0
p y 0
p z 0
t quiet pre: a 1 post: z 1 inh:
t first pre: a 1 post: x 1 inh:
t second pre: b 1 post: y 1 inh:
`)
	pool := syntax.NewPool()
	x, y := atLeast(t, n, pool, 2, 1), atLeast(t, n, pool, 3, 1)
	for _, order := range [][2]*syntax.Formula{{x, y}, {y, x}} { // first one alone, then both
		a := &automaton.Automaton{Props: order[:], Marks: 1, States: []automaton.State{
			{Arcs: []automaton.Arc{{Guard: automaton.Guard{{False: 3}}, To: 0},
				{Guard: automaton.Guard{{True: 1, False: 2}}, To: 1}}},
			{Arcs: []automaton.Arc{{Guard: automaton.Guard{{True: 1, False: 2}}, To: 1},
				{Guard: automaton.Guard{{True: 3}}, To: 2}}},
			{Arcs: []automaton.Arc{{Guard: automaton.Guard{{}}, To: 2, Marks: 1}}},
		}}
		s, err := product.NewSpace(n).Search(a, product.Options{Reduce: reducing(n), Mute: mutes(a)})
		if err == nil {
			err = s.Run(t.Context(), kripke.Limits{})
		}
		if err != nil || !s.Found() {
			t.Errorf("%v and then %v: %t, error %v", order[0], order[1], s.Found(), err)
		}
	}
}

// An automaton that must go on at the first state where something holds, to where not all is accepted, does not wait:
// which of these states comes first matters. Here a run is asked for on which x comes last, and one on which the state
// after the first with x has z, while what makes x comes first in the net.
func TestNoWaiting(t *testing.T) {
	n := netOf(t, `p a 1
p b 1
p x 0
p y 0
p z 0
t first pre: a 1 post: x 1 inh:
t second pre: b 1 post: y 1 inh:
t third pre: y 1 post: z 1 inh:
`)
	pool := syntax.NewPool()
	props := []*syntax.Formula{atLeast(t, n, pool, 2, 1), atLeast(t, n, pool, 4, 1)}
	all := automaton.State{Arcs: []automaton.Arc{{Guard: automaton.Guard{{}}, To: 2, Marks: 1}}}
	until := automaton.Arc{Guard: automaton.Guard{{False: 1}}, To: 0}
	for i, states := range [][]automaton.State{
		{{Arcs: []automaton.Arc{until, {Guard: automaton.Guard{{True: 3}}, To: 2}}}, {}, all},
		{{Arcs: []automaton.Arc{until, {Guard: automaton.Guard{{True: 1}}, To: 1}}},
			{Arcs: []automaton.Arc{{Guard: automaton.Guard{{True: 2}}, To: 2}}}, all},
	} {
		a := &automaton.Automaton{Props: props, Marks: 1, States: states}
		s, err := product.NewSpace(n).Search(a, product.Options{Toward: toward(n)})
		if err == nil {
			err = s.Run(t.Context(), kripke.Limits{})
		}
		if err != nil || !s.Found() {
			t.Errorf("automaton %d: %t, error %v", i, s.Found(), err)
		}
	}
}

// In nets without bounds a lasso is found where there is one, though the first successors lead away from it; and that
// there is a run where none repeats itself is certain if runs are maximal, for then nothing more is asked of it.
func TestUnbounded(t *testing.T) {
	n := netOf(t, "p a 1\np b 0\np c 0\nt grow pre: a 1 post: a 1 b 1 inh:\nt stop pre: a 1 b 3 post: c 1 inh:\nt "+
		"turn pre: c 1 post: c 1 inh:\n")
	pool := syntax.NewPool()
	a := eventually(atLeast(t, n, pool, 2, 1))
	s, err := product.NewSpace(n).Search(a, product.Options{Paths: syntax.Infinite})
	if err != nil {
		t.Fatal(err)
	}
	var limit *kripke.LimitError
	if err := s.Run(t.Context(), kripke.Limits{States: 10_000}); !errors.As(err, &limit) || limit.Kind != "state" ||
		s.Found() {
		t.Errorf("the first transitions only: %t, %v", s.Found(), err)
	}
	if s, err = product.NewSpace(n).Search(a, product.Options{Paths: syntax.Infinite, Depth: 10}); err != nil {
		t.Fatal(err)
	}
	err = s.Run(t.Context(), kripke.Limits{})
	if p, wrong := s.Path(t.Context()); err != nil || wrong != nil || len(p.Labels) != p.Loop+1 ||
		p.Labels[p.Loop] != 2 {
		t.Errorf("within 10 steps: %+v, %v, %v", p, err, wrong)
	}

	n = netOf(t, "p a 1\np b 0\nt grow pre: a 1 post: a 1 b 1 inh:\n")
	a = eventually(atLeast(t, n, pool, 1, 3))
	for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
		s, err := product.NewSpace(n).Search(a, product.Options{Paths: paths})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Run(t.Context(), kripke.Limits{States: 1000})
		if s.Found() != (paths == syntax.Maximal) || !errors.As(err, &limit) {
			t.Errorf("%v paths: %t, %v", paths, s.Found(), err)
		}
		if p, err := s.Path(t.Context()); p != nil || err != nil {
			t.Errorf("%v paths: %v, %v", paths, p, err)
		}
	}
	s, err = product.NewSpace(n).Search(a, product.Options{Paths: syntax.Infinite, Depth: 100})
	if err == nil {
		err = s.Run(t.Context(), kripke.Limits{})
	}
	if !errors.As(err, &limit) || limit.Kind != "depth" || s.Found() {
		t.Errorf("within 100 steps: %t, %v", s.Found(), err)
	}
}

// A counter counts what a structure is asked.
type counter struct {
	kripke.Structure
	asked int
}

func (c *counter) Successors(s kripke.State, out *kripke.Successors) error {
	c.asked++
	return c.Structure.Successors(s, out)
}

// What one search has expanded, the next one in the same space does not expand.
func TestShared(t *testing.T) {
	n := netOf(t, "p a 3\np b 0\np c 0\nt go pre: a 1 post: b 1 inh:\nt on pre: b 1 post: c 1 inh:\nt back pre: c 1 "+
		"post: a 1 inh:\n")
	c := &counter{Structure: n}
	x, pool := product.NewSpace(c), syntax.NewPool()
	for i := range 3 {
		s, err := x.Search(eventually(atLeast(t, n, pool, i, 4)), product.Options{})
		if err == nil {
			err = s.Run(t.Context(), kripke.Limits{})
		}
		if err != nil || s.Found() || x.States() != 10 || c.asked != 10 {
			t.Errorf("search %d: %t, %v; %d states, asked %d times", i, s.Found(), err, x.States(), c.asked)
		}
	}
}

// Limits and an ended context end a search, which goes on afterwards; a state that cannot be packed ends it for good.
func TestStopped(t *testing.T) {
	n := netOf(t, "p a 1\np b 0\nt grow pre: a 1 post: a 1 b 1 inh:\n")
	a := eventually(atLeast(t, n, syntax.NewPool(), 1, 100_000))
	s, err := product.NewSpace(n).Search(a, product.Options{})
	if err != nil {
		t.Fatal(err)
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := s.Run(ended, kripke.Limits{}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	var limit *kripke.LimitError
	if err := s.Run(t.Context(), kripke.Limits{Memory: 1 << 20}); !errors.As(err, &limit) || limit.Kind != "memory" ||
		s.Found() {
		t.Error(s.Found(), err)
	}
	if err := s.Run(t.Context(), kripke.Limits{States: 200_000}); !errors.As(err, &limit) || limit.Kind != "state" ||
		!s.Found() {
		t.Error(s.Found(), err)
	}
	deadlock := eventually(syntax.NewPool().Deadlock())
	l, err := kripke.NewLTS("graph", 2, 0, []string{"a"}, []kripke.Edge{{From: 0, To: 1}})
	if err != nil {
		t.Fatal(err)
	}
	for _, paths := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
		s, err := product.NewSpace(l).Search(deadlock, product.Options{Paths: paths})
		if err == nil {
			err = s.Run(t.Context(), kripke.Limits{})
		}
		if err != nil || s.Found() != (paths == syntax.Maximal) {
			t.Errorf("%v paths: %t, %v", paths, s.Found(), err)
		}
		if p, err := s.Path(t.Context()); err != nil || s.Found() && (p.Loop != engine.NoLoop || len(p.Labels) != 1) {
			t.Errorf("%v paths: %+v, %v", paths, p, err)
		}
	}
	place := eventually(atLeast(t, n, syntax.NewPool(), 1, 1))
	if _, err := product.NewSpace(l).Search(place, product.Options{}); err == nil {
		t.Error("a graph without places has no tokens")
	}
}
