package product

import (
	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/ltl/automaton"
)

// A leaver leaves out transitions in some states of the automaton.
type leaver interface {
	// expand returns the successors that are left of a state.
	expand(x *Space, s uint32) ([]uint32, error)
	// left are the lists of these.
	left() *lists
	bytes() int64
}

// A waiting is what is left of the transitions while the automaton waits: it stays where it is whatever it reads, sees
// nothing there that counts, and goes on from some states of the structure, its goals. Transitions may be left out that
// no path to a goal needs, if each path to a goal of a state that is none has one that is left, which may come first.
// So all goals are found, each with all that follows it, and what a path looks like on the way does not matter. No
// cycle has to be looked at, since each step makes the rest of the path shorter.
type waiting struct {
	toward kripke.Structure
	next   lists
}

func (w *waiting) left() *lists { return &w.next }
func (w *waiting) bytes() int64 { return w.next.bytes() }

func (w *waiting) expand(x *Space, s uint32) ([]uint32, error) {
	if list, ok := w.next.of(s); ok {
		return list, nil
	}
	if err := w.toward.Successors(x.table.State(int(s)), &x.out); err != nil {
		return nil, err
	}
	return x.keep(&w.next, s, nil)
}

// goal returns what a state of the automaton waits for, nil if it does not wait. It waits if it is alone in a component
// that accepts nothing, and stays there by an arc that is always open; or if it stays wherever no other arc is open,
// and these lead to where everything is accepted, so that the first goal will do.
func (r *reader) goal(part automaton.Component) *syntax.Formula {
	if len(part.States) != 1 || part.Trivial || part.Accepting || len(r.a.Props) == 0 {
		return nil
	}
	q := part.States[0]
	pool := r.a.Props[0].Pool()
	var goals []*syntax.Formula
	var stay, open automaton.Guard
	last := true
	for _, arc := range r.a.States[q].Arcs {
		open = append(open, arc.Guard...)
		if arc.To == q {
			stay = append(stay, arc.Guard...)
			continue
		}
		last = last && r.universal(uint32(arc.To))
		for _, c := range arc.Guard {
			goals = append(goals, r.conjunction(pool, c))
		}
	}
	if !stay.Always() && !(last && open.Always()) {
		return nil
	}
	return pool.Or(goals...)
}

// conjunction returns a cube as a formula.
func (r *reader) conjunction(pool *syntax.Pool, c automaton.Cube) *syntax.Formula {
	var all []*syntax.Formula
	for i, p := range r.a.Props {
		if c.True>>i&1 == 1 {
			all = append(all, p)
		}
		if c.False>>i&1 == 1 {
			all = append(all, pool.Not(p))
		}
	}
	return pool.And(all...)
}
