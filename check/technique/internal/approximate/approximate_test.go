package approximate_test

import (
	"flag"
	"math/rand/v2"
	"testing"

	"brim/check"
	"brim/check/model"
	"brim/check/technique/internal/approximate"
	"brim/ctl/syntax"
	"brim/internal/testkit/checktest"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randcoloured"
	"brim/internal/testkit/randformula"
	"brim/petri/coloured/skeleton"
)

var nets = flag.Int("approximate", 300, "random coloured nets for TestSkeletonShows and TestFragmentShows")

// A pair is a random coloured net with its markings, and questions about it.
type pair struct {
	rng   *rand.Rand
	model *model.Model
	space *oracle.ColouredSpace
}

// each calls f for random coloured nets.
func each(t *testing.T, seed uint64, f func(seed uint64, p pair)) {
	for i, done := uint64(0), 0; done < *nets; i++ {
		rng := rand.New(rand.NewPCG(i, seed))
		net := randcoloured.Generate(rng, randcoloured.Config{})
		space, err := oracle.ExploreColoured(net, 200)
		if err != nil {
			continue
		}
		done++
		f(i, pair{rng, check.OfColoured(net), space})
	}
}

// formula returns a random formula of CTL or LTL over the coloured net.
func (p *pair) formula(t *testing.T) (*syntax.Formula, model.Paths) {
	names, pool := checktest.Uncoloured(t, p.model.Coloured), syntax.NewPool()
	paths := []model.Paths{model.Maximal, model.Infinite}[p.rng.IntN(2)]
	if p.rng.IntN(3) == 0 {
		op := []syntax.Op{syntax.A, syntax.E}[p.rng.IntN(2)]
		return pool.Make(op, randformula.Path(p.rng, names, p.rng.IntN(4), p.rng.IntN(2) == 0, pool)), paths
	}
	return randformula.Generate(p.rng, names, 1+p.rng.IntN(3), pool), paths
}

// judge compares what a formula that holds on an approximation shows with what the interpreter says.
func (p *pair) judge(t *testing.T, seed uint64, f, g *syntax.Formula, paths model.Paths, shows model.Result) {
	if holds := p.space.Sat(f, paths)[0]; holds != (shows == model.Holds) {
		t.Fatalf("seed %d: %v, %v paths: %v by %v, but the interpreter says %v\n%s", seed, f, paths, shows, g, holds,
			randcoloured.Text(p.model.Coloured))
	}
}

// What the skeleton shows by a formula is what the interpreter of coloured nets says, on random nets and formulas; each
// marking of the coloured net is one of the skeleton, and transitions that are exact are enabled in both.
// A large run is -approximate 30000.
func TestSkeletonShows(t *testing.T) {
	shown := map[bool]int{}
	each(t, 140, func(seed uint64, p pair) {
		for _, ends := range []bool{false, true} {
			s, err := skeleton.Of(p.model.Coloured, ends)
			if err != nil {
				t.Fatal(err)
			}
			space, err := oracle.Explore(s.Net, 2000)
			if err != nil {
				continue
			}
			a := approximate.Approximation{More: true, Transitions: p.model.ColouredTransitions(),
				Sure: func(t int) bool { return s.Exact[t] }, Maybe: true}
			for range 6 {
				f, paths := p.formula(t)
				for _, r := range []model.Result{model.Holds, model.Fails} {
					g := a.Formula(f, r, paths)
					if !ends && paths == model.Maximal && approximate.Ending(g) {
						continue
					}
					if space.Sat(g, paths)[0] {
						shown[g.Temporal()]++
						p.judge(t, seed, f, g, paths, r)
					}
				}
			}
		}
	})
	if t.Logf("%d shown by formulas without path operators, %d by others", shown[false],
		shown[true]); shown[true] < *nets/10 {
		t.Error("there is too little to see")
	}
}

// What a part of the unfolding shows by a formula is what the interpreter says, whatever the number of bindings is.
func TestFragmentShows(t *testing.T) {
	shown, partial := 0, 0
	each(t, 141, func(seed uint64, p pair) {
		for most := 1; most < 4; most++ {
			m, _, err := p.model.Unfold(t.Context(), nil, model.UnfoldOptions{Most: most, AllColours: most == 2})
			if err != nil {
				t.Fatal(err)
			}
			space, err := oracle.Explore(m.Net, 2000)
			if err != nil {
				continue
			}
			if !m.Unfolding.Partial && p.space.Complete && m.Unfolding.Coarsening == nil &&
				len(space.States) != len(p.space.States) {
				t.Fatalf("seed %d: %d markings of an unfolding that is not partial, expected %d", seed,
					len(space.States), len(p.space.States))
			}
			if m.Unfolding.Partial {
				partial++
			}
			a := approximate.Approximation{Transitions: p.model.ColouredTransitions(),
				Sure: func(int) bool { return true }}
			for range 4 {
				f, paths := p.formula(t)
				for _, r := range []model.Result{model.Holds, model.Fails} {
					g := a.Formula(f, r, model.Infinite)
					if q := m.About(g, model.Infinite); space.Sat(q.Asks(), model.Infinite)[0] {
						shown++
						p.judge(t, seed, f, g, paths, r)
					}
				}
			}
		}
	})
	if t.Logf("%d parts, %d shown", partial, shown); partial < *nets/4 || shown < *nets/4 {
		t.Error("there is too little to see")
	}
}
