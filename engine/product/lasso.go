package product

import (
	"context"
	"fmt"
	"slices"

	"brim/engine"
	"brim/engine/kripke"
)

// This file finds the path of an accepted run in the part of the product that was searched.

// Path returns a run that the automaton accepts: a lasso, or with maximal runs one that ends in a dead state. It is nil
// if there is none, or if only that there is one is known. To the loop it is a shortest one among the states that the
// search has found; the loop goes from one mark to the nearest that is missing. The error is that of ctx. Cost: the
// arcs between the states that were found, and those of the loop's component once for each mark.
func (x *Search) Path(ctx context.Context) (*kripke.Path, error) {
	if !x.closed {
		return nil, nil
	}
	first := x.roots[len(x.roots)-1].at
	in := func(n uint32) bool { return x.nodes[n].order != gone && x.nodes[n].order > first }
	w := &way{Search: x, ctx: ctx, before: make([]step, len(x.nodes))}
	var starts []uint32
	for _, s := range x.structure.Initial() {
		state, _ := x.table.Find(s)
		if n, ok := x.find(uint32(state), uint32(x.reader.a.Initial)); ok && !slices.Contains(starts, n) {
			starts = append(starts, n)
		}
	}
	nodes, _, err := w.find(starts, nil, func(n uint32, _ uint64) bool { return in(n) })
	if err != nil {
		return nil, err
	}
	start, loop := nodes[len(nodes)-1], len(nodes)-1
	for missing, at := x.reader.all, start; missing != 0 || at != start || len(nodes) == loop+1; {
		part, marks, err := w.find([]uint32{at}, in, func(n uint32, marks uint64) bool {
			return marks&missing != 0 || missing == 0 && n == start
		})
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, part[1:]...)
		at, missing = part[len(part)-1], missing&^marks
	}
	return x.told(nodes, loop)
}

// A way is a breadth-first search among the nodes that a Search has found.
type way struct {
	*Search
	ctx    context.Context
	before []step // by node
	seen   []uint32
}

// A step is how a node was found.
type step struct {
	from  uint32 // 1 + the node before; 0 if it was not found
	marks uint64 // of the arc
}

// find returns the nodes of a shortest path that begins in one of starts and ends with an arc accepted by goal, and the
// union of the marks of its arcs. goal is called with the target and the marks of an arc. If in is not nil, the path
// visits only nodes that satisfy in. If in is nil, a start may itself be the goal.
func (w *way) find(starts []uint32, in func(uint32) bool, goal func(uint32, uint64) bool) (nodes []uint32, marks uint64,
	err error) {
	for _, n := range w.seen {
		w.before[n] = step{}
	}
	w.seen = w.seen[:0]
	for _, n := range starts {
		if in == nil && goal(n, 0) {
			return []uint32{n}, 0, nil
		}
		w.before[n] = step{from: n + 1}
		w.seen = append(w.seen, n)
	}
	for at := 0; at < len(w.seen); at++ {
		if at%pollEvery == 0 && w.ctx.Err() != nil {
			return nil, 0, w.ctx.Err()
		}
		n := w.seen[at]
		list, moves := w.arcs(n)
		for _, m := range moves {
			for _, state := range list {
				to, ok := w.Search.find(state, m.to)
				if !ok || in != nil && !in(to) {
					continue
				}
				if goal(to, m.marks) {
					nodes, marks = w.back(n)
					return append(nodes, to), marks | m.marks, nil
				}
				if w.before[to].from == 0 {
					w.before[to] = step{n + 1, m.marks}
					w.seen = append(w.seen, to)
				}
			}
		}
	}
	return nil, 0, fmt.Errorf("product: no way through the states that were found")
}

// back returns the nodes of the path by which the search found n, from a start to n, and the union of the marks of its
// arcs.
func (w *way) back(n uint32) (nodes []uint32, marks uint64) {
	for nodes = []uint32{n}; w.before[n].from != n+1; nodes = append(nodes, n) {
		marks |= w.before[n].marks
		n = w.before[n].from - 1
	}
	slices.Reverse(nodes)
	return nodes, marks
}

// told turns nodes, of which the last is the one at loop again, into a path of the structure. It expands each state
// once more to find the label of the transition to the next one. A path that ends in a dead state has no loop. Where
// the loop can be entered one step earlier, the path is shortened.
func (x *Search) told(nodes []uint32, loop int) (*kripke.Path, error) {
	p := &kripke.Path{Loop: loop}
	var out kripke.Successors
	for i, n := range nodes {
		s := x.table.State(int(x.nodes[n].state))
		p.States = append(p.States, s)
		if i+1 == len(nodes) {
			break
		}
		if err := x.structure.Successors(s, &out); err != nil {
			return nil, err
		}
		if out.Len() == 0 { // it goes on there for ever
			p.Loop = engine.NoLoop
			break
		}
		to := x.table.State(int(x.nodes[nodes[i+1]].state))
		at := 0
		for at < out.Len() && !slices.Equal(out.State(at), to) {
			at++
		}
		p.Labels = append(p.Labels, out.Label(at))
	}
	for last := len(p.Labels) - 1; p.Loop > 0 && p.Labels[p.Loop-1] == p.Labels[last] &&
		slices.Equal(p.States[p.Loop-1], p.States[last]); last-- {
		p.Loop-- // the loop can be entered one step before
		p.States, p.Labels = p.States[:last+1], p.Labels[:last]
	}
	return p, p.Check(x.structure)
}
