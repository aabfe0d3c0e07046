package product

import (
	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/ltl/automaton"
)

// A Reducer chooses, in one state after the other, transitions that may stand for all: of each run of the structure one
// is left that is the same up to stuttering, if each cycle of what is left has a state in which a wide set was chosen.
type Reducer interface {
	// Start looks at a state with all its transitions.
	Start(s kripke.State, all *kripke.Successors)
	// Next sets keep, which has as many values as there are transitions, to another set that is not all of them. false
	// says that there is none.
	Next(keep []bool) bool
	// Wide sets keep to a wide set: it has all transitions that a proposition can see.
	Wide(keep []bool)
}

// A reduction is what a Reducer has left.
//
// Invariant: in the lists each cycle has a state where a wide set was chosen. safe are states from which no cycle can
// be closed any more that has no such state.
type reduction struct {
	Reducer
	next       lists
	safe       []bool // by state
	keep, best []bool
	todo       []uint32
}

// newReduction returns what is left where a reads only some propositions any more, given by bits; nil is all.
func newReduction(reduce func([]*syntax.Formula) Reducer, a *automaton.Automaton, left uint64) leaver {
	var props []*syntax.Formula
	for i, p := range a.Props {
		if left>>i&1 == 1 {
			props = append(props, p)
		}
	}
	r := reduce(props)
	if r == nil {
		return nil
	}
	return &reduction{Reducer: r}
}

const (
	mostSets = 8  // that are looked at in a state
	mostSafe = 64 // states that are looked at to find out that one is safe
)

func (r *reduction) left() *lists { return &r.next }
func (r *reduction) bytes() int64 { return r.next.bytes() + int64(cap(r.safe)) }

// expand returns the successors of a state that the reduction leaves: the smallest of a few stubborn sets that are safe
// to use, or all successors. A state that keeps all of its successors is marked as safe. Results are kept by state.
func (r *reduction) expand(x *Space, s uint32) ([]uint32, error) {
	if list, ok := r.next.of(s); ok {
		return list, nil
	}
	state := x.table.State(int(s))
	if err := x.structure.Successors(state, &x.out); err != nil {
		return nil, err
	}
	n := x.out.Len()
	r.safe = grown(r.safe, int(s))
	if n < 2 {
		r.safe[s] = true
		return x.keep(&r.next, s, nil)
	}
	r.keep, r.best = room(r.keep, n), room(r.best, n)
	r.Start(state, &x.out)
	least := n
	for range mostSets {
		if least == 1 || !r.Next(r.keep) {
			break
		}
		if k := count(r.keep); k < least && r.may(x, s) {
			least = k
			copy(r.best, r.keep)
		}
	}
	if least == n {
		r.safe[s] = true
		r.Wide(r.best)
	}
	return x.keep(&r.next, s, r.best)
}

// may reports whether the transitions of s in keep can be taken for all: they close no cycle without a wide set.
func (r *reduction) may(x *Space, s uint32) bool {
	for i, kept := range r.keep {
		if !kept {
			continue
		}
		to, known := x.table.Find(x.out.State(i))
		if !known {
			continue
		}
		if uint32(to) == s {
			return false
		}
		if _, expanded := r.next.of(uint32(to)); expanded && !r.isSafe(uint32(to)) {
			return false
		}
	}
	return true
}

// isSafe reports whether a state that was expanded is safe, as far as a look at a few states tells: all that it leads
// to without a wide set are expanded.
func (r *reduction) isSafe(s uint32) bool {
	if r.safe[s] {
		return true
	}
	r.todo = append(r.todo[:0], s)
	for at := 0; at < len(r.todo); at++ {
		list, expanded := r.next.of(r.todo[at])
		if !expanded || len(r.todo) > mostSafe {
			return false
		}
		for _, to := range list {
			if int(to) >= len(r.safe) || !r.safe[to] {
				r.todo = append(r.todo, to)
			}
		}
	}
	for _, t := range r.todo {
		r.safe[t] = true
	}
	return true
}

// room returns a list of n values.
func room(list []bool, n int) []bool {
	if cap(list) < n {
		return make([]bool, n, 2*n)
	}
	return list[:n]
}

func count(list []bool) (n int) {
	for _, is := range list {
		if is {
			n++
		}
	}
	return n
}
