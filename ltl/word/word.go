// Package word evaluates path formulas of LTL on lassos: runs that repeat their last part for ever, as counterexamples
// do. Each operator is computed by its fixed point over the positions of the run. The package knows neither nets nor
// automata, so it is an independent judge of the runs that techniques find.
package word

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
)

// Holds reports whether path holds on the run that has the positions 0 … positions−1 and goes on after the last one at
// position loop. state says whether an atom (deadlock, a comparison, what is enabled) holds at a position; it is asked
// once for each. A run that ends in a dead marking, and is read as staying there, has its last position as loop.
//
// All operators of LTL are understood, and negations anywhere. Holds panics if path has an operator of CTL, or A or E
// in it, or if there is no position loop. Cost: the different formulas in path × positions × a few, since going
// backwards each fixed point is there after two rounds.
func Holds(path *syntax.Formula, positions, loop int, state func(position int, atom *syntax.Formula) bool) bool {
	return Positions(path, positions, loop, state)[path][0]
}

// Positions returns, for path and each formula in it, at which positions it holds: for the run that begins there. See
// Holds.
func Positions(path *syntax.Formula, positions, loop int,
	state func(position int, atom *syntax.Formula) bool) map[*syntax.Formula][]bool {
	if loop < 0 || loop >= positions {
		panic(fmt.Sprintf("word: a run of %d positions that goes on at %d", positions, loop))
	}
	r := run{positions, loop}
	holds := map[*syntax.Formula][]bool{}
	for f := range path.All() {
		args := make([][]bool, len(f.Args))
		for k, a := range f.Args {
			args[k] = holds[a]
		}
		holds[f] = r.apply(f, args, state)
	}
	return holds
}

// A run is a lasso: after the last of its positions it goes on at position loop.
type run struct{ positions, loop int }

// next returns the position after position i.
func (r run) next(i int) int {
	if i == r.positions-1 {
		return r.loop
	}
	return i + 1
}

// apply returns the positions at which f holds, given those at which its operands do. With z for the truth of f at the
// next position,
//
//	F a = least z:    a | z            G a = greatest z: a & z
//	a U b = least z:  b | (a & z)      a R b = greatest z: b & (a | z)
//	                                   a W b = greatest z: b | (a & z)
func (r run) apply(f *syntax.Formula, args [][]bool, state func(int, *syntax.Formula) bool) []bool {
	var a, b []bool // the operands where there are one or two
	if len(args) > 0 {
		a = args[0]
	}
	if len(args) == 2 {
		b = args[1]
	}
	switch f.Op {
	case syntax.False, syntax.True:
		return r.where(func(int) bool { return f.Op == syntax.True })
	case syntax.Deadlock, syntax.Compare, syntax.Enabled:
		return r.where(func(i int) bool { return state(i, f) })
	case syntax.Not:
		return r.where(func(i int) bool { return !a[i] })
	case syntax.And:
		return r.where(func(i int) bool { return !slices.ContainsFunc(args, func(c []bool) bool { return !c[i] }) })
	case syntax.Or:
		return r.where(func(i int) bool { return slices.ContainsFunc(args, func(c []bool) bool { return c[i] }) })
	case syntax.Implies:
		return r.where(func(i int) bool { return !a[i] || b[i] })
	case syntax.Iff:
		return r.where(func(i int) bool { return a[i] == b[i] })
	case syntax.X:
		return r.where(func(i int) bool { return a[r.next(i)] })
	case syntax.F:
		return r.fixed(false, func(i int, z bool) bool { return a[i] || z })
	case syntax.G:
		return r.fixed(true, func(i int, z bool) bool { return a[i] && z })
	case syntax.U:
		return r.fixed(false, func(i int, z bool) bool { return b[i] || a[i] && z })
	case syntax.R:
		return r.fixed(true, func(i int, z bool) bool { return b[i] && (a[i] || z) })
	case syntax.W:
		return r.fixed(true, func(i int, z bool) bool { return b[i] || a[i] && z })
	}
	panic(fmt.Sprintf("word: Holds: %v in a path formula of LTL", f.Op))
}

// where returns the positions with a property.
func (r run) where(holds func(i int) bool) []bool {
	set := make([]bool, r.positions)
	for i := range set {
		set[i] = holds(i)
	}
	return set
}

// fixed returns the solution of set[i] = step(i, set[next(i)]) that is reached from the same value at all positions:
// the least one from false, the greatest from true.
func (r run) fixed(first bool, step func(i int, z bool) bool) []bool {
	set := slices.Repeat([]bool{first}, r.positions)
	for changed := true; changed; {
		changed = false
		for i := r.positions - 1; i >= 0; i-- {
			if now := step(i, set[r.next(i)]); now != set[i] {
				set[i], changed = now, true
			}
		}
	}
	return set
}
