package puzzles

import (
	"math/big"

	"brim/mdd"
)

// withMDD solves the puzzles with package mdd. It has a level for each row, option or component, whose local values are
// the columns, choices or states.
type withMDD struct{ saturation bool }

// below returns 0 … n−1, once for each level.
func below(n, levels int) [][]int {
	line := make([]int, n)
	for v := range line {
		line[v] = v
	}
	lists := make([][]int, levels)
	for k := range lists {
		lists[k] = line
	}
	return lists
}

// grown returns a with the values 0 … n−1 on a level that was 0 before.
func grown(a mdd.Set, level, n int) mdd.Set {
	lists := below(1, a.Forest().Levels())
	lists[level-1] = below(n, 1)[0]
	return a.Join(a.Forest().Box(lists))
}

// queens sets one row after the other, the lowest level first.
func (withMDD) queens(n int) *big.Int {
	f := mdd.New(n, mdd.Options{})
	boards := f.Tuple(make([]int, n)...)
	for j := 1; j <= n; j++ {
		boards = grown(boards, j, n)
		for i := 1; i < j; i++ {
			along := func(level, value int) int64 {
				switch level {
				case i:
					return int64(-value)
				case j:
					return int64(value)
				}
				return 0
			}
			for _, d := range []int{0, j - i, i - j} {
				boards = boards.Minus(boards.Between(along, int64(d), int64(d)))
			}
		}
	}
	return boards.Count()
}

// choices lets one option after the other take its four values, and removes an excluded pair as soon as both of its
// options have values.
func (withMDD) choices(n int, excluded []pair) *big.Int {
	f := mdd.New(n, mdd.Options{})
	all := f.Tuple(make([]int, n)...)
	is := func(x int) func(int) bool { return func(v int) bool { return v == x } }
	for j := range n {
		all = grown(all, j+1, 4)
		for ; len(excluded) > 0 && excluded[0].j == j; excluded = excluded[1:] {
			p := excluded[0]
			all = all.Minus(all.Where(p.j+1, is(p.w)).Where(p.i+1, is(p.v)))
		}
	}
	return all.Count()
}

// reach closes the initial state under the events: by saturation, or by images under the whole relation until nothing
// is new.
func (w withMDD) reach(s system) *big.Int {
	f := mdd.New(s.variables, mdd.Options{})
	start := f.Tuple(make([]int, s.variables)...)
	var events []mdd.Matrix
	for _, e := range s.events {
		events = append(events, f.Steps(lists(s, e), steps(e)...))
	}
	if w.saturation {
		r := f.NewRelation()
		for _, m := range events {
			r.AddMatrix(m)
		}
		return r.Saturate(start).Count()
	}
	step := f.NoPairs()
	for _, m := range events {
		step = step.Union(m)
	}
	reached := start
	for border := start; !border.IsEmpty(); {
		border = step.Image(border).Minus(reached)
		reached = reached.Union(border)
	}
	return reached.Count()
}

// lists are the values that the event allows, level by level.
func lists(s system, e event) [][]int {
	l := below(s.values, s.variables)
	for i, may := range e.may {
		l[i] = may
	}
	return l
}

// steps are the effects of the event: a variable that only has to have some value keeps it.
func steps(e event) []mdd.Step {
	var list []mdd.Step
	for i, may := range e.may {
		var moves [][2]int
		to, changes := e.to[i]
		for _, v := range may {
			if !changes {
				to = v
			}
			moves = append(moves, [2]int{v, to})
		}
		list = append(list, mdd.Step{Level: i + 1, Effect: mdd.NewPairs(moves...)})
	}
	return list
}
