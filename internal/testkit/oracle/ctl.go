package oracle

import (
	"fmt"
	"math/big"
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// Formulas of CTL on all markings, by fixed points.

// Sat tells for each marking of the space, by its number, whether f holds there, in
// the given reading of paths. f must speak of the net of the space.
//
// Each operator is computed from its own definition and none through another, so
// that Sat can judge the laws between them, too. The fixed points are iterated in
// rounds over all markings: time is the number of subformulas × rounds × firings,
// where there are at most as many rounds as markings and one more.
//
// A φ and E φ are so for path formulas φ of LTL, by the tableau of Graph.Runs: the run that ends in a dead marking goes
// on there for ever or is none, as paths says. Below them and above them formulas may be of CTL.
//
// Sat panics if the space is not complete: what lies behind the markings at its edge
// is not known then.
func (s *Space) Sat(f *syntax.Formula, paths syntax.Paths) []bool {
	if !s.Complete {
		panic("oracle: Sat: the space is not complete")
	}
	if paths != syntax.Maximal && paths != syntax.Infinite {
		panic(fmt.Sprintf("oracle: Sat: unknown reading %d of paths", uint8(paths)))
	}
	sat := map[*syntax.Formula][]bool{} // of the subformulas so far
	for g := range f.All() {
		switch {
		case g.Op == syntax.A || g.Op == syntax.E:
			sat[g] = s.runs(g, sat, paths)
			continue
		case onPath(g):
			continue // no marking decides it
		}
		args := make([][]bool, len(g.Args))
		for k, a := range g.Args {
			args[k] = sat[a]
		}
		sat[g] = s.apply(g, args, paths)
	}
	return sat[f]
}

// onPath reports whether f speaks of a run: whether an operator of path formulas is in it, but not below A or E.
func onPath(f *syntax.Formula) bool {
	return step(f.Op) || f.Op != syntax.A && f.Op != syntax.E && slices.ContainsFunc(f.Args, onPath)
}

// runs returns the markings in which f holds, which is A φ or E φ, given those in which the formulas in it do that
// markings decide.
func (s *Space) runs(f *syntax.Formula, sat map[*syntax.Formula][]bool, paths syntax.Paths) []bool {
	g := s.graph(paths)
	g.Holds = func(i int, f *syntax.Formula) bool { return sat[f][i] }
	with, without := g.Runs(f.Args[0])
	if f.Op == syntax.E {
		return with
	}
	return s.where(func(i int) bool { return !without[i] })
}

// graph returns the space as a graph, with edges from dead markings to themselves if paths may end there.
func (s *Space) graph(paths syntax.Paths) Graph {
	g := Graph{Succ: make([][]int, len(s.States))}
	for i, edges := range s.Succ {
		for _, e := range edges {
			g.Succ[i] = append(g.Succ[i], e.To)
		}
	}
	if paths == syntax.Maximal {
		for _, i := range s.Dead {
			g.Succ[i] = []int{i}
		}
	}
	return g
}

// Inside reports whether some run from the initial marking that stays in the space, which need not be complete,
// satisfies the path formula f of LTL, and whether some such run does not.
func (s *Space) Inside(f *syntax.Formula, paths syntax.Paths) (some, not bool) {
	g := s.graph(paths)
	g.Holds = func(i int, f *syntax.Formula) bool { return holdsIn(s.rule, len(s.Net.Transitions), f, s.States[i]) }
	with, without := g.Runs(f)
	return with[0], without[0]
}

// apply returns the markings in which f holds, given those in which its operands hold. It evaluates atoms and
// connectives, and passes path operators on to temporal.
func (s *Space) apply(f *syntax.Formula, args [][]bool, paths syntax.Paths) []bool {
	var a, b []bool // the operands where there are one or two
	if len(args) > 0 {
		a = args[0]
	}
	if len(args) == 2 {
		b = args[1]
	}
	switch f.Op {
	case syntax.False:
		return s.where(func(int) bool { return false })
	case syntax.True:
		return s.where(func(int) bool { return true })
	case syntax.Deadlock:
		return s.where(s.dead)
	case syntax.Compare:
		return s.where(func(i int) bool { return compare(f, s.States[i]) })
	case syntax.Enabled:
		return s.where(func(i int) bool { return s.someEnabled(f.Transitions, i) })

	case syntax.Not:
		return s.where(func(i int) bool { return !a[i] })
	case syntax.And:
		return s.where(func(i int) bool {
			return !slices.ContainsFunc(args, func(arg []bool) bool { return !arg[i] })
		})
	case syntax.Or:
		return s.where(func(i int) bool {
			return slices.ContainsFunc(args, func(arg []bool) bool { return arg[i] })
		})
	case syntax.Implies:
		return s.where(func(i int) bool { return !a[i] || b[i] })
	case syntax.Iff:
		return s.where(func(i int) bool { return a[i] == b[i] })
	}
	return s.temporal(f.Op, a, b, paths)
}

// temporal is apply for the path operators. With lfp and gfp for the least and the
// greatest solution, and ends for the markings in which a path may end, it computes
//
//	EX a                               AX a
//	EF a     = lfp Z. a | EX Z         AG a     = gfp Z. a & AX Z
//	EG a     = gfp Z. a & (EX Z | ends)
//	AF a     = lfp Z. a | (AX Z & !ends)
//	E(a U b) = lfp Z. b | (a & EX Z)
//	A(a U b) = lfp Z. b | (a & AX Z & !ends)
//
// where EX is false and AX true in dead markings. A path that has ended without
// having come to a or b never will: hence & !ends. Where no path ends, AX says all
// there is to say, also in dead markings: they have no path, so AF holds there.
func (s *Space) temporal(op syntax.Op, a, b []bool, paths syntax.Paths) []bool {
	ends := func(i int) bool { return s.dead(i) && paths == syntax.Maximal }
	switch op {
	case syntax.EX:
		return s.where(func(i int) bool { return s.some(i, a) })
	case syntax.EF:
		return s.least(func(i int, z []bool) bool { return a[i] || s.some(i, z) })
	case syntax.EG:
		return s.greatest(func(i int, z []bool) bool { return a[i] && (s.some(i, z) || ends(i)) })
	case syntax.EU:
		return s.least(func(i int, z []bool) bool { return b[i] || a[i] && s.some(i, z) })
	case syntax.AX:
		return s.where(func(i int) bool { return s.every(i, a) })
	case syntax.AF:
		return s.least(func(i int, z []bool) bool { return a[i] || s.every(i, z) && !ends(i) })
	case syntax.AG:
		return s.greatest(func(i int, z []bool) bool { return a[i] && s.every(i, z) })
	case syntax.AU:
		return s.least(func(i int, z []bool) bool { return b[i] || a[i] && s.every(i, z) && !ends(i) })
	}
	panic(fmt.Sprintf("oracle: Sat: unknown operator %v", op))
}

// where returns the markings with a property.
func (s *Space) where(holds func(i int) bool) []bool {
	set := make([]bool, len(s.States))
	for i := range set {
		set[i] = holds(i)
	}
	return set
}

// least returns the least z with z[i] = step(i, z) for all i; step must be monotonic
// in z.
func (s *Space) least(step func(i int, z []bool) bool) []bool {
	return s.iterate(s.where(func(int) bool { return false }), step)
}

// greatest returns the greatest z with z[i] = step(i, z) for all i; step must be
// monotonic in z.
func (s *Space) greatest(step func(i int, z []bool) bool) []bool {
	return s.iterate(s.where(func(int) bool { return true }), step)
}

// iterate applies step to all of z at once until nothing changes.
func (s *Space) iterate(z []bool, step func(i int, z []bool) bool) []bool {
	for {
		next := s.where(func(i int) bool { return step(i, z) })
		if slices.Equal(next, z) {
			return z
		}
		z = next
	}
}

// dead reports whether marking i enables no transition: the space is complete, so all
// its firings are in it.
func (s *Space) dead(i int) bool { return len(s.Succ[i]) == 0 }

// some reports whether a successor of marking i is in z.
func (s *Space) some(i int, z []bool) bool {
	return slices.ContainsFunc(s.Succ[i], func(e Edge) bool { return z[e.To] })
}

// every reports whether all successors of marking i are in z.
func (s *Space) every(i int, z []bool) bool {
	return !slices.ContainsFunc(s.Succ[i], func(e Edge) bool { return !z[e.To] })
}

// someEnabled reports whether at least one of ts is enabled in marking i.
func (s *Space) someEnabled(ts []syntax.Ref, i int) bool {
	return slices.ContainsFunc(s.Succ[i], func(e Edge) bool {
		return slices.ContainsFunc(ts, func(t syntax.Ref) bool { return t.Index == e.Transition })
	})
}

// compare reports whether the comparison f holds in m. It computes with numbers of any size, so that nothing overflows.
func compare(f *syntax.Formula, m petri.Marking) bool {
	sum, weight, tokens := new(big.Int), new(big.Int), new(big.Int)
	for _, t := range f.Terms {
		if m[t.Place.Index] == 0 {
			continue // adds nothing; most places are empty
		}
		weight.SetInt64(t.Weight)
		tokens.SetInt64(m[t.Place.Index])
		sum.Add(sum, weight.Mul(weight, tokens))
	}
	order := sum.Cmp(big.NewInt(f.Const))
	switch f.Rel {
	case syntax.Equal:
		return order == 0
	case syntax.NotEqual:
		return order != 0
	case syntax.Less:
		return order < 0
	case syntax.LessEqual:
		return order <= 0
	case syntax.Greater:
		return order > 0
	case syntax.GreaterEqual:
		return order >= 0
	}
	panic(fmt.Sprintf("oracle: Sat: unknown relation %v", f.Rel))
}
