package engine_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

func TestGoalOf(t *testing.T) {
	read := parser(t, mustNet(t, machine))
	for _, c := range []struct {
		f, path string
		found   engine.Result
		kind    engine.Kind
	}{
		{"!(p = 1)", "p != 1", engine.Holds, engine.State},
		{"EF p = 0", "EF(p = 0)", engine.Holds, engine.Reach},
		{"!EF p = 0", "EF(p = 0)", engine.Fails, engine.Reach},
		{"AG (p = 1 | q = 1)", "EF(p != 1 & q != 1)", engine.Fails, engine.Reach},
		{"!AG (p = 1 -> q = 0)", "EF(p = 1 & q != 0)", engine.Holds, engine.Reach},
		{"EG p = 1", "EG(p = 1)", engine.Holds, engine.Stay},
		{"AF p = 1", "EG(p != 1)", engine.Fails, engine.Stay},
		{"EF EG p = 1", "EF EG(p = 1)", engine.Holds, engine.ReachStay},
		{"AG AF p = 1", "EF EG(p != 1)", engine.Fails, engine.ReachStay},
		{"EF EF p = 0", "EF EF(p = 0)", engine.Holds, engine.Existential},
		{"EG EF p = 0", "EG EF(p = 0)", engine.Holds, engine.Existential},
		{"EF p = 1 & EF q = 1", "EF(p = 1) & EF(q = 1)", engine.Holds, engine.Existential},
		{"AX p = 1", "EX(p != 1)", engine.Fails, engine.Existential},
		{"A(p = 1 U q = 1)", "E(q != 1 U p != 1 & q != 1) | EG(q != 1)", engine.Fails, engine.Existential},
		{"!E(p = 1 U q = 1)", "E(p = 1 U q = 1)", engine.Fails, engine.Existential},
		{"EF AG p = 1", "EF AG(p = 1)", engine.Holds, engine.Other},
		{"AG EF p = 1", "AG EF(p = 1)", engine.Holds, engine.Other},
		{"EX !E(p = 1 U q = 1)", "EX !E(p = 1 U q = 1)", engine.Holds, engine.Other},
	} {
		f := read(c.f)
		g := engine.GoalOf(f)
		if g.Formula != f || g.Path.String() != c.path || g.Found != c.found || g.Kind != c.kind {
			t.Errorf("%s: %v, %v, kind %d; want %s, %v, kind %d", c.f, g.Path, g.Found, g.Kind, c.path, c.found, c.kind)
		}
	}
}

// Where the path of a goal holds in a marking, the formula has the verdict that the goal says, and where it does not,
// the other one; and the state of a goal makes its path.
func TestGoalDecides(t *testing.T) {
	seen := map[engine.Kind]int{}
	for seed := range uint64(200) {
		rng := rand.New(rand.NewPCG(seed, 7))
		net := randnet.Generate(rng, randnet.Config{States: 100})
		space, err := oracle.Explore(net, 100)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		for range 10 {
			f := randformula.Generate(rng, net, rng.IntN(4), pool)
			g := engine.GoalOf(f)
			seen[g.Kind]++
			paths := []syntax.Paths{syntax.Maximal, syntax.Infinite}[rng.IntN(2)]
			shown := space.Sat(g.Path, paths)
			for i, holds := range space.Sat(f, paths) {
				if (shown[i] == holds) != (g.Found == engine.Holds) {
					t.Fatalf("seed %d: %v in %s: %v, and its goal %v: %v", seed, f, net.Format(space.States[i]), holds,
						g.Path, shown[i])
				}
			}
			want := g.State()
			switch g.Kind {
			case engine.Existential, engine.Other:
				continue
			case engine.Reach:
				want = pool.Make(syntax.EF, want)
			case engine.Stay:
				want = pool.Make(syntax.EG, want)
			case engine.ReachStay:
				want = pool.Make(syntax.EF, pool.Make(syntax.EG, want))
			}
			if g.Path != want {
				t.Fatalf("seed %d: %v: path %v, state %v", seed, f, g.Path, g.State())
			}
		}
	}
	t.Logf("%v", seen)
	if len(seen) < 6 {
		t.Error("the formulas say too little")
	}
}

func TestGoalAmong(t *testing.T) {
	read := parser(t, mustNet(t, machine))
	goal := engine.GoalOf(read("EG EF(" + strings.Repeat("p = 1 -> ", 20) + "q = 1)"))
	err := goal.Among("some", engine.State, engine.Reach, engine.Stay)
	if want := "the engine some decides EF f, AG f, EG f and AF f where f has no path operators; found EG EF("; err == nil ||
		!strings.HasPrefix(err.Error(), want) || !strings.HasSuffix(err.Error(), "…") {
		t.Error(err)
	}
	if err := goal.Among("some", engine.Reach, engine.Existential); err != nil {
		t.Error(err)
	}
}
