package oracle_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// eachRandom calls check with the spaces of random nets, with and without
// dead markings. What check reports through fail is printed with the seed and the net.
func eachRandom(t *testing.T, stream uint64, states int,
	check func(rng *rand.Rand, s *oracle.Space, fail func(format string, args ...any))) {
	seeds, dead, alive := uint64(400), 0, 0
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		rng := rand.New(rand.NewPCG(seed, stream))
		net := randnet.Generate(rng, randnet.Config{States: states, Open: seed%2 == 0, Safe: seed%5 == 0})
		s, err := oracle.Explore(net, states)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		if len(s.Dead) > 0 {
			dead++
		}
		if len(s.Dead) < len(s.States) {
			alive++
		}
		check(rng, s, func(format string, args ...any) {
			t.Helper()
			t.Errorf("seed %d, stream %d: "+format+"\n%s",
				append(append([]any{seed, stream}, args...), randnet.Text(net))...)
		})
	}
	if dead < int(seeds/10) || alive < int(seeds/2) {
		t.Errorf("of %d spaces %d have dead markings, %d others", seeds, dead, alive)
	}
}

// The laws that join the operators, none of which Sat uses.
func TestSatDualities(t *testing.T) {
	eachRandom(t, 10, 150, func(rng *rand.Rand, s *oracle.Space, fail func(string, ...any)) {
		p := syntax.NewPool()
		f, g := randformula.Generate(rng, s.Net, 2, p), randformula.Generate(rng, s.Net, 2, p)
		op := func(op syntax.Op, args ...*syntax.Formula) *syntax.Formula { return p.Make(op, args...) }
		not, yes := p.Not, p.Bool(true)
		for _, law := range [][2]*syntax.Formula{
			{op(syntax.AX, f), not(op(syntax.EX, not(f)))},
			{op(syntax.AG, f), not(op(syntax.EF, not(f)))},
			{op(syntax.AF, f), not(op(syntax.EG, not(f)))},
			{op(syntax.EF, f), op(syntax.EU, yes, f)},
			{op(syntax.AF, f), op(syntax.AU, yes, f)},
			{op(syntax.AU, f, g), p.And(not(op(syntax.EU, not(g), p.And(not(f), not(g)))), not(op(syntax.EG, not(g))))},
			{p.Deadlock(), not(op(syntax.EX, yes))},
			{op(syntax.Implies, f, g), p.Or(not(f), g)},
			{op(syntax.Iff, f, g), p.And(op(syntax.Implies, f, g), op(syntax.Implies, g, f))},
			{p.And(f, g), not(p.Or(not(f), not(g)))},
		} {
			for _, paths := range readings {
				if a, b := s.Sat(law[0], paths), s.Sat(law[1], paths); !slices.Equal(a, b) {
					fail("%v paths: %v holds in %v, %v in %v", paths, law[0], a, law[1], b)
				}
			}
		}
	})
}

// The rewritings of formulas keep their meaning.
func TestSatOfRewritten(t *testing.T) {
	eachRandom(t, 11, 150, func(rng *rand.Rand, s *oracle.Space, fail func(string, ...any)) {
		for range 4 {
			f := randformula.Generate(rng, s.Net, 1+rng.IntN(5), syntax.NewPool())
			for _, paths := range readings {
				want := s.Sat(f, paths)
				for name, g := range map[string]*syntax.Formula{
					"Simplify":                syntax.Simplify(f, paths),
					"Existential":             syntax.Existential(f),
					"NNF":                     syntax.NNF(f),
					"Existential of Simplify": syntax.Existential(syntax.Simplify(f, paths)),
					"Simplify of NNF":         syntax.Simplify(syntax.NNF(f), paths),
				} {
					if got := s.Sat(g, paths); !slices.Equal(got, want) {
						fail("%s, %v paths: %v holds in %v, %v in %v", name, paths, f, want, g, got)
					}
				}
			}
		}
	})
}

// The fixed points mean what is said of paths: search for the paths instead.
func TestSatAgainstPaths(t *testing.T) {
	eachRandom(t, 12, 60, func(rng *rand.Rand, s *oracle.Space, fail func(string, ...any)) {
		p := syntax.NewPool()
		f, g := randformula.Generate(rng, s.Net, 1, p), randformula.Generate(rng, s.Net, 1, p)
		for _, paths := range readings {
			a, b := s.Sat(f, paths), s.Sat(g, paths)
			for op, want := range map[syntax.Op]func(i int) bool{
				syntax.EF: func(i int) bool { return until(s, i, all(a), a) },
				syntax.EU: func(i int) bool { return until(s, i, a, b) },
				syntax.EG: func(i int) bool { return always(s, i, a, paths) },
				syntax.AG: func(i int) bool { return !until(s, i, all(a), complement(a)) },
				syntax.AF: func(i int) bool { return !always(s, i, complement(a), paths) },
				// What refutes A(f U g) is a way without g to where f fails as well, or a path
				// without g.
				syntax.AU: func(i int) bool {
					neither := complement(a)
					for j := range neither {
						neither[j] = neither[j] && !b[j]
					}
					return !until(s, i, complement(b), neither) && !always(s, i, complement(b), paths)
				},
			} {
				args := []*syntax.Formula{f, g}
				if op != syntax.EU && op != syntax.AU {
					args = args[:1]
				}
				h := p.Make(op, args...)
				for i, got := range s.Sat(h, paths) {
					if got != want(i) {
						fail("%v paths: %v in marking %v: %t", paths, h, s.States[i], got)
					}
				}
			}
		}
	})
}

func complement(a []bool) []bool {
	b := make([]bool, len(a))
	for i := range a {
		b[i] = !a[i]
	}
	return b
}

// all returns the set of all markings, of as many as a is about.
func all(a []bool) []bool { return slices.Repeat([]bool{true}, len(a)) }

// walk returns the markings on the ways from i that stay in a.
func walk(s *oracle.Space, i int, a []bool) map[int]bool {
	seen := map[int]bool{}
	var visit func(i int)
	visit = func(i int) {
		if !a[i] || seen[i] {
			return
		}
		seen[i] = true
		for _, e := range s.Succ[i] {
			visit(e.To)
		}
	}
	visit(i)
	return seen
}

// until reports whether a way leads from i through a to b.
func until(s *oracle.Space, i int, a, b []bool) bool {
	for j := range walk(s, i, a) {
		if slices.ContainsFunc(s.Succ[j], func(e oracle.Edge) bool { return b[e.To] }) {
			return true
		}
	}
	return b[i]
}

// always reports whether a path from i stays in a: one that comes back to where it has
// been, or one that ends where it may.
func always(s *oracle.Space, i int, a []bool, paths syntax.Paths) bool {
	for j := range walk(s, i, a) {
		if len(s.Succ[j]) == 0 && paths == syntax.Maximal {
			return true
		}
		for _, e := range s.Succ[j] {
			if walk(s, e.To, a)[j] {
				return true
			}
		}
	}
	return false
}
