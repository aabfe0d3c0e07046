package oracle

import (
	"fmt"
	"slices"

	"brim/ctl/syntax"
)

// Path formulas of LTL on words, by definition.

// A Word is a run of positions 0 … Positions−1 that goes on after the last one at position Loop, with what holds there.
type Word struct {
	Positions, Loop int
	Holds           func(position int, f *syntax.Formula) bool // of atoms: deadlock, comparisons and what is enabled
}

// Satisfies reports whether the path formula f holds on the word, by the words of the definition: it looks for the
// positions that F, G, U, R and W speak of, one by one. From any position on, Positions of them are all that follow.
// Cost: cubic in the positions for each different formula in f.
func (w Word) Satisfies(f *syntax.Formula) bool {
	u := unrolled{w, map[place]bool{}}
	return u.holds(f, 0)
}

// A place is a formula at a position.
type place struct {
	f        *syntax.Formula
	position int
}

// An unrolled word knows what it has found.
type unrolled struct {
	Word
	known map[place]bool
}

// holds reports whether f holds from position i on, which may lie beyond the last one.
func (u unrolled) holds(f *syntax.Formula, i int) bool {
	for i >= u.Positions {
		i -= u.Positions - u.Loop
	}
	holds, ok := u.known[place{f, i}]
	if !ok {
		holds = u.look(f, i)
		u.known[place{f, i}] = holds
	}
	return holds
}

// look computes holds for position i by the definition of the outermost operator of f, without the table of results. A
// future position ranges over one whole period of the word.
func (u unrolled) look(f *syntax.Formula, i int) bool {
	at := func(k int) func(int) bool { return func(j int) bool { return u.holds(f.Args[k], j) } }
	some := func(from, to int, a func(int) bool) bool {
		for j := from; j < to; j++ {
			if a(j) {
				return true
			}
		}
		return false
	}
	every := func(from, to int, a func(int) bool) bool { return !some(from, to, func(j int) bool { return !a(j) }) }
	end := i + u.Positions
	switch f.Op {
	case syntax.False:
		return false
	case syntax.True:
		return true
	case syntax.Deadlock, syntax.Compare, syntax.Enabled:
		return u.Holds(i, f)
	case syntax.Not:
		return !u.holds(f.Args[0], i)
	case syntax.And:
		return !slices.ContainsFunc(f.Args, func(a *syntax.Formula) bool { return !u.holds(a, i) })
	case syntax.Or:
		return slices.ContainsFunc(f.Args, func(a *syntax.Formula) bool { return u.holds(a, i) })
	case syntax.Implies:
		return !u.holds(f.Args[0], i) || u.holds(f.Args[1], i)
	case syntax.Iff:
		return u.holds(f.Args[0], i) == u.holds(f.Args[1], i)
	case syntax.X:
		return u.holds(f.Args[0], i+1)
	case syntax.F:
		return some(i, end, at(0))
	case syntax.G:
		return every(i, end, at(0))
	case syntax.U:
		return some(i, end, func(j int) bool { return at(1)(j) && every(i, j, at(0)) })
	case syntax.R:
		return every(i, end, func(j int) bool { return at(1)(j) || some(i, j, at(0)) })
	case syntax.W:
		return every(i, end, at(0)) || some(i, end, func(j int) bool { return at(1)(j) && every(i, j, at(0)) })
	}
	panic(fmt.Sprintf("oracle: Satisfies: %v in a path formula of LTL", f.Op))
}
