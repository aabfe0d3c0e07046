package certify

import (
	"brim/ctl/syntax"
	"brim/engine"
)

// This file adds markings around those of runs, for formulas that no run shows, and evaluates formulas there by the
// rules of the checker.

// next shows that f holds after each firing in the marking at a position.
func (s *shower) next(f *syntax.Formula, at int) bool {
	m := s.part.marking(at)
	for t := range s.net.EnabledTransitions(m) {
		next, ok := s.part.fireIn(at, m, t)
		s.work--
		if s.room--; !ok || s.room < 0 || s.work < 0 || !s.show(f, next) {
			return false
		}
	}
	return true
}

// around adds what the checker looks at to decide f in the marking at a position, and reports whether f holds there by
// the markings that were added.
func (s *shower) around(f *syntax.Formula, at int) bool {
	r := &region{shower: s, index: map[int]int{}, known: map[*syntax.Formula][]bool{}}
	r.add(at)
	through, stop := s.limits(f)
	for i := 0; i < len(r.positions); i++ {
		if s.ctx.Err() != nil {
			return false
		}
		here := r.positions[i]
		m := s.part.marking(here)
		if stop != nil && engine.Eval(s.net, stop, m) {
			continue
		}
		if through != nil && !engine.Eval(s.net, through, m) {
			return false
		}
		for t := range s.net.EnabledTransitions(m) {
			size := s.part.size()
			next, ok := s.part.fireIn(here, m, t)
			s.work--
			if s.room -= s.part.size() - size; !ok || s.room < 0 || s.work < 0 || len(r.positions) > mostAround {
				return false
			}
			r.next[i] = append(r.next[i], r.add(next))
		}
		r.complete[i] = true
	}
	return r.holds(f)[0]
}

// limits returns formulas without path operators, or nil: what holds in all markings that the checker has to look at to
// decide f, and what holds where it need not look further.
func (s *shower) limits(f *syntax.Formula) (through, stop *syntax.Formula) {
	flat := func(g *syntax.Formula) *syntax.Formula {
		if g.Temporal() {
			return nil
		}
		return g
	}
	switch f.Op {
	case syntax.AF:
		stop = flat(f.Args[0])
	case syntax.AU:
		if stop = flat(f.Args[1]); stop != nil && flat(f.Args[0]) != nil {
			through = s.pool.Or(f.Args...)
		}
	case syntax.AG:
		through = flat(f.Args[0])
	case syntax.Not:
		if f.Args[0].Op == syntax.AU {
			break
		}
		// of E(f U g), which is A(!f R !g)
		first, second := flat(f.Args[0].Args[0]), flat(f.Args[0].Args[1])
		if second != nil {
			through = s.pool.Not(second)
		}
		if first != nil {
			stop = s.pool.And(s.pool.Not(first), s.pool.Not(f.Args[0].Args[1]))
			if second == nil {
				stop = nil
			}
		}
	}
	return through, stop
}

// A region is a graph of markings of the part, in which all successors of some are known.
type region struct {
	*shower
	positions []int
	index     map[int]int // by position
	next      [][]int
	complete  []bool // all successors are in next
	known     map[*syntax.Formula][]bool
}

// add returns the index of a position.
func (r *region) add(at int) int {
	i, known := r.index[at]
	if !known {
		i = len(r.positions)
		r.index[at] = i
		r.positions, r.next, r.complete = append(r.positions, at), append(r.next, nil), append(r.complete, false)
	}
	return i
}

// holds returns for each marking whether f holds there as far as the region shows it. Cost: the arcs of the region for
// each step of the longest way in it, for each path operator.
func (r *region) holds(f *syntax.Formula) []bool {
	if set, ok := r.known[f]; ok {
		return set
	}
	set := r.evaluate(f)
	r.known[f] = set
	return set
}

func (r *region) evaluate(f *syntax.Formula) []bool {
	if !f.Temporal() {
		return r.each(func(i int) bool { return engine.Eval(r.net, f, r.part.marking(r.positions[i])) })
	}
	if f.Op == syntax.Not { // of E(f U g), which is A(!f R !g), or of A(f U g), which is E(!f R !g)
		until := f.Args[0]
		goesOn := r.every
		if until.Op == syntax.AU {
			goesOn = r.goesOn
		}
		first, second := r.holds(normal(until.Args[0], true)), r.holds(normal(until.Args[1], true))
		return r.greatest(func(i int, in []bool) bool { return second[i] && (first[i] || goesOn(i, in)) })
	}
	args := make([][]bool, len(f.Args))
	for k, g := range f.Args {
		args[k] = r.holds(g)
	}
	last := args[len(args)-1]
	switch f.Op {
	case syntax.And:
		return r.each(func(i int) bool { return members(args, i) == len(args) })
	case syntax.Or:
		return r.each(func(i int) bool { return members(args, i) > 0 })
	case syntax.EX:
		return r.each(func(i int) bool { return r.some(i, last) })
	case syntax.AX:
		return r.each(func(i int) bool { return r.every(i, last) })
	case syntax.EF, syntax.EU:
		return r.least(func(i int, in []bool) bool {
			return last[i] || (f.Op == syntax.EF || args[0][i]) && r.some(i, in)
		})
	case syntax.AF, syntax.AU:
		return r.least(func(i int, in []bool) bool {
			goesOn := len(r.next[i]) > 0 || r.paths == syntax.Infinite
			return last[i] || (f.Op == syntax.AF || args[0][i]) && r.every(i, in) && goesOn
		})
	case syntax.EG:
		return r.greatest(func(i int, in []bool) bool { return last[i] && r.goesOn(i, in) })
	case syntax.AG:
		return r.greatest(func(i int, in []bool) bool { return last[i] && r.every(i, in) })
	}
	return make([]bool, len(r.positions))
}

// members returns how many of the sets have i in them.
func members(sets [][]bool, i int) (n int) {
	for _, set := range sets {
		if set[i] {
			n++
		}
	}
	return n
}

// some reports whether a known successor is in the set.
func (r *region) some(i int, in []bool) bool {
	for _, j := range r.next[i] {
		if in[j] {
			return true
		}
	}
	return false
}

// goesOn reports whether a known successor is in the set, or the marking is dead and a path may end there.
func (r *region) goesOn(i int, in []bool) bool {
	return r.some(i, in) || r.complete[i] && len(r.next[i]) == 0 && r.paths == syntax.Maximal
}

// every reports whether all successors are known and in the set.
func (r *region) every(i int, in []bool) bool {
	for _, j := range r.next[i] {
		if !in[j] {
			return false
		}
	}
	return r.complete[i]
}

func (r *region) each(holds func(int) bool) []bool {
	set := make([]bool, len(r.positions))
	for i := range set {
		set[i] = holds(i)
	}
	return set
}

// least returns the least fixed point of holds, which is monotone. Markings that were found late come first, since
// what is shown moves backward.
func (r *region) least(holds func(int, []bool) bool) []bool {
	return r.fixed(false, holds)
}

// greatest returns the greatest fixed point of holds.
func (r *region) greatest(holds func(int, []bool) bool) []bool {
	return r.fixed(true, holds)
}

func (r *region) fixed(from bool, holds func(int, []bool) bool) []bool {
	set := make([]bool, len(r.positions))
	for i := range set {
		set[i] = from
	}
	for changed := true; changed; {
		changed = false
		for i := len(set) - 1; i >= 0; i-- {
			if set[i] == from && holds(i, set) != from {
				set[i], changed = !from, true
			}
		}
	}
	return set
}
