package dfs

import (
	"context"
	"encoding/binary"

	"brim/engine/kripke"
)

// A node is a state of a frontier [UDR11, Figure 8].
type node struct {
	parent *node        // the node of the last frontier that the trace begins in; nil if that is the initial state
	trace  []byte       // the numbers of the transitions from there, as unsigned varints
	state  kripke.State // with States only
	handle handle
	start  int32 // the number of the initial state
	depth  int32 // steps from there
	live   int32 // nodes of the current frontier, or before it with such, that have this one for parent
}

// nodeBytes is the size of a node without trace and state.
const nodeBytes = 80

func (n *node) bytes() int64 { return nodeBytes + int64(len(n.trace)) + int64(len(n.state))*8 }

// path returns the numbers of all transitions from the initial state.
func (n *node) path(list []int) []int {
	var chain []*node
	for m := n; m != nil; m = m.parent {
		chain = append(chain, m)
	}
	for i := len(chain) - 1; i >= 0; i-- {
		for rest := chain[i].trace; len(rest) > 0; {
			edge, size := binary.Uvarint(rest)
			list, rest = append(list, int(edge)), rest[size:]
		}
	}
	return list
}

// A walker makes states of nodes.
type walker struct {
	structure kripke.Structure
	initial   []kripke.State
	kind      Frontier
	here      *node // whose state it made last
	undo      steps // with Tree, from the initial state to there
	chain     []*node
	out       kripke.Successors
	every     int64 // steps between two looks at the context

	replayed, unwound int64 // steps
}

// restore sets state, which is that of w.here, to that of g. Cost: with Tree, the steps to the lowest common ancestor
// and from there to g; with Traces, all from the initial state. An error is that of the structure, or of ctx.
func (w *walker) restore(ctx context.Context, state kripke.State, g *node) error {
	if w.kind == States {
		copy(state, g.state)
		w.here = g
		return nil
	}
	w.chain = w.chain[:0]
	a := w.here
	if w.kind == Traces {
		a = nil
	}
	for b := g; ; {
		switch {
		case a == b:
		case b == nil || a != nil && a.depth > b.depth:
			a = a.parent
			continue
		case a == nil || b.depth > a.depth:
			w.chain = append(w.chain, b)
			b = b.parent
			continue
		default:
			w.chain = append(w.chain, b)
			a, b = a.parent, b.parent
			continue
		}
		break
	}
	if a == nil {
		copy(state, w.initial[g.start])
		w.undo.cut(0)
	} else {
		for n := len(w.undo.ends); n > int(a.depth); n-- {
			w.undo.apply(n-1, state)
			w.unwound++
		}
		w.undo.cut(int(a.depth))
	}
	for i := len(w.chain) - 1; i >= 0; i-- {
		for rest := w.chain[i].trace; len(rest) > 0; {
			edge, size := binary.Uvarint(rest)
			rest = rest[size:]
			if w.replayed%w.every == 0 && ctx.Err() != nil {
				return ctx.Err()
			}
			next, err := successor(w.structure, state, int(edge), &w.out)
			if err != nil {
				return err
			}
			if w.kind == Tree {
				w.undo.push(state, next)
				w.undo.apply(len(w.undo.ends)-1, state)
			} else {
				copy(state, next)
			}
			w.replayed++
		}
	}
	w.here = g
	return nil
}
