package component

import (
	"context"

	"brim/internal/sat"
	"brim/petri"
)

// Covers, by satisfiability.

// Cover looks for components until they cover the net, or it is certain that they cannot: one for each place of S, or
// transition of T, that is not covered yet. The error is the cause for which ctx ended or that of the solver; the
// cover then has what was found before.
//
// Whether a place is in an S-component is NP-complete in general. The clauses say that each joint has one unit on
// each side or none. A model may have parts that no path joins with the unit that is looked for, which do not matter,
// and parts from which no path leads back: then a clause is learned which says that a path has to lead out of such a
// part.
func (k Kind) Cover(ctx context.Context, net *petri.Net) (*Cover, error) {
	s := newSearch(newView(net, k))
	c, covered := &Cover{}, make([]bool, len(s.units))
	for u := range s.units {
		if covered[u] || s.bare(u) {
			continue
		}
		units, err := s.find(ctx, int32(u))
		switch {
		case err != nil:
			for ; u < len(s.units); u++ {
				if !covered[u] && !s.bare(u) {
					c.Unknown = append(c.Unknown, u)
				}
			}
			return c, err
		case units == nil:
			c.Open = append(c.Open, u)
			continue
		}
		for _, x := range units {
			covered[x] = true
		}
		c.Components = append(c.Components, s.component(units))
	}
	return c, nil
}

// A search asks a solver for sets of units; variable u+1 says that unit u is in the set.
type search struct {
	*view
	solver *sat.Solver
	in     []bool // by unit: whether it is in the last model
}

func chosen(u int32) sat.Lit { return sat.Of(u + 1) }

func newSearch(v *view) *search {
	s := &search{view: v, solver: sat.New(), in: make([]bool, len(v.units))}
	s.solver.Grow(len(v.units))
	for u, no := range v.excluded {
		if no {
			s.solver.Add(chosen(int32(u)).Not())
		}
	}
	for j := range v.takes {
		here := sat.Of(int32(s.solver.Fresh()))
		for _, side := range [][]int32{v.takes[j], v.gives[j]} {
			some := []sat.Lit{here.Not()}
			for _, u := range side {
				some = append(some, chosen(u))
				s.solver.Add(chosen(u).Not(), here)
			}
			s.solver.Add(some...)
			s.atMostOne(some[1:])
		}
	}
	return s
}

// atMostOne forbids two of the literals together: each pair, or by a chain of variables which say that an earlier one
// is true.
func (s *search) atMostOne(list []sat.Lit) {
	if len(list) <= 5 {
		for i, a := range list {
			for _, b := range list[:i] {
				s.solver.Add(a.Not(), b.Not())
			}
		}
		return
	}
	before := list[0]
	for _, l := range list[1:] {
		s.solver.Add(before.Not(), l.Not())
		next := sat.Of(int32(s.solver.Fresh()))
		s.solver.Add(before.Not(), next)
		s.solver.Add(l.Not(), next)
		before = next
	}
}

// find returns the units of a component that has u, nil if there is none.
func (s *search) find(ctx context.Context, u int32) ([]int32, error) {
	for {
		found, err := s.solver.Solve(ctx, sat.Question{Assume: []sat.Lit{chosen(u)}})
		if err != nil || !found {
			return nil, err
		}
		for x := range s.in {
			s.in[x] = s.solver.Value(chosen(int32(x)))
		}
		after, before := s.reach(u, s.in, true), s.reach(u, s.in, false)
		lost, never := without(after, before), without(before, after)
		if len(lost)+len(never) == 0 {
			return after, nil
		}
		s.cut(u, lost, true)
		s.cut(u, never, false)
	}
}

// without lists the units of a that are not in b.
func without(a, b []int32) (list []int32) {
	in := map[int32]bool{}
	for _, u := range b {
		in[u] = true
	}
	for _, u := range a {
		if !in[u] {
			list = append(list, u)
		}
	}
	return list
}

// cut says that a component with u, which is not in the part, and with a unit of the part has a joint on the way out
// of it or, backwards, into it: it has a unit at the other end. No such unit is in the last model.
func (s *search) cut(u int32, part []int32, forward bool) {
	if len(part) == 0 {
		return
	}
	inside, clause := map[int32]bool{}, []sat.Lit{chosen(u).Not(), 0}
	for _, x := range part {
		inside[x] = true
	}
	for _, x := range part {
		joints, next := s.units[x].to, s.gives
		if !forward {
			joints, next = s.units[x].from, s.takes
		}
		for _, j := range joints {
			for _, y := range next[j] {
				if !inside[y] {
					clause = append(clause, chosen(y))
				}
			}
		}
	}
	for _, x := range part {
		clause[1] = chosen(x).Not()
		s.solver.Add(clause...)
		if len(clause) > longCut {
			return // one unit of the part is enough to exclude the model
		}
	}
}

// longCut is the length of a clause up to which it is added for each unit of the part.
const longCut = 20
