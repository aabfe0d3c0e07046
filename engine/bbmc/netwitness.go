package bbmc

import (
	"fmt"

	"brim/ctl/mu"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/petri"
)

// This file turns a witness that was found in a part of the state space into one of a formula of CTL on a net.

// mostSteps is how many steps the witnesses of operands have together before the rest is cut.
const mostSteps = 20_000

// OfNet returns w as a witness of a formula of CTL in the form of syntax.NNF, for a net: as short a path as the part
// has for each operator, but for loops. It was replayed by the firing rule of the net.
func (w *Witness) OfNet(n *kripke.Net, f *syntax.Formula, paths syntax.Paths) (*engine.Witness, error) {
	b := &builder{w: w, net: n, paths: paths, known: map[*syntax.Formula][]bool{}, done: map[subgoal]*engine.Witness{}}
	root := b.witness(f, 0)
	if b.err != nil {
		return nil, b.err
	}
	if err := root.Check(n.Net(), paths); err != nil {
		return nil, fmt.Errorf("bbmc: %w", err)
	}
	return root, nil
}

// A builder makes witnesses of operands.
type builder struct {
	w     *Witness
	net   *kripke.Net
	paths syntax.Paths
	known map[*syntax.Formula][]bool
	done  map[subgoal]*engine.Witness
	steps int
	err   error // the first
}

// A subgoal is a formula that has to be shown in a state.
type subgoal struct {
	f     *syntax.Formula
	state int
}

// holding returns the states of the part in which f holds.
func (b *builder) holding(f *syntax.Formula) []bool {
	if z, ok := b.known[f]; ok {
		return z
	}
	z := make([]bool, b.w.Graph.States())
	g, err := mu.FromCTL(f, b.paths)
	if err == nil {
		var bound *mu.Bound
		if bound, err = g.Bind(b.net.Labels()); err == nil {
			var a *atoms
			if a, err = newAtoms(b.net, bound, b.w.Table); err == nil {
				z = bound.Sat(b.w.Graph, a.holds)
			}
		}
	}
	if err != nil && b.err == nil {
		b.err = err
	}
	b.known[f] = z
	return z
}

// witness builds a witness of f in state s, in which f holds, by recursion on the operators. It searches the finite
// part that was explored: for a shortest path for EX, EF and EU, and for a lasso for EG. Each formula and state has one
// witness, so the recursion ends and nothing is built twice.
func (b *builder) witness(f *syntax.Formula, s int) *engine.Witness {
	p := subgoal{f, s}
	if w := b.done[p]; w != nil {
		return w
	}
	w := &engine.Witness{Formula: f, Start: make(petri.Marking, len(b.net.Net().Places)), Loop: engine.NoLoop}
	b.net.Marking(w.Start, b.w.Table.State(s))
	b.done[p] = w
	switch f.Op {
	case syntax.And:
		for _, g := range f.Args {
			b.branch(w, g, 0, s)
		}
	case syntax.Or:
		for _, g := range f.Args {
			if b.holding(g)[s] {
				b.branch(w, g, 0, s)
				break
			}
		}
	case syntax.EX:
		b.reach(w, s, nil, b.holding(f.Args[0]), 1)
	case syntax.EF:
		b.reach(w, s, nil, b.holding(f.Args[0]), 0)
	case syntax.EU:
		b.reach(w, s, f.Args[0], b.holding(f.Args[1]), 0)
	case syntax.EG:
		b.lasso(w, s)
	}
	return w
}

// branch adds a witness of an operand, if it needs one, in the marking before a step. The rest is cut when there are
// too many.
func (b *builder) branch(w *engine.Witness, g *syntax.Formula, at, s int) {
	switch {
	case !g.Temporal():
	case b.steps > mostSteps:
		w.Cut = true
	default:
		w.Branches = append(w.Branches, engine.Branch{At: at, Witness: b.witness(g, s)})
	}
}

// reach sets the steps of w to a shortest path from s to a state of the goal, found breadth-first, through states in
// which within holds; nil stands for true. The path has at least the given number of steps, 0 or 1. It adds the
// witnesses of the operands along the path.
func (b *builder) reach(w *engine.Witness, s int, within *syntax.Formula, goal []bool, least int) {
	g := b.w.Graph
	before := make([]mu.Edge, g.States()) // the edge by which a state was found
	found := make([]bool, g.States())
	queue, last := []int{s}, -1
	if found[s] = true; least == 0 && goal[s] {
		last = s
	}
	var inside []bool
	if within != nil {
		inside = b.holding(within)
	}
	var end mu.Edge // the last one
	for len(queue) > 0 && last < 0 {
		x := queue[0]
		queue = queue[1:]
		if inside != nil && !inside[x] {
			continue
		}
		for _, e := range g.From(x) {
			if goal[e.To] {
				last, end = int(e.To), e
				break
			}
			if !found[e.To] && least == 0 {
				found[e.To], before[e.To] = true, e
				queue = append(queue, int(e.To))
			}
		}
	}
	if last < 0 {
		b.fail(w, s)
		return
	}
	var edges []mu.Edge
	if least > 0 || !goal[s] {
		edges = append(edges, end)
		for x := int(end.From); x != s; x = int(before[x].From) {
			edges = append(edges, before[x])
		}
	}
	states := []int{s}
	for i := len(edges) - 1; i >= 0; i-- {
		w.Steps = append(w.Steps, int(edges[i].Label))
		states = append(states, int(edges[i].To))
	}
	b.steps += len(w.Steps)
	if within != nil {
		for i, x := range states[:len(w.Steps)] {
			b.branch(w, within, i, x)
		}
	}
	b.branch(w, w.Formula.Args[len(w.Formula.Args)-1], len(w.Steps), last)
}

// lasso sets the steps of w, a witness of EG, to a path from s through states in which its formula holds, until a state
// comes again or a state is dead. It adds the witnesses of the operand in all states of the path.
func (b *builder) lasso(w *engine.Witness, s int) {
	z := b.holding(w.Formula)
	if !z[s] {
		b.fail(w, s)
		return
	}
	at := map[int]int{} // positions of states
	states := []int{s}
	for x := s; w.Loop == engine.NoLoop; {
		at[x] = len(w.Steps)
		next := -1
		for _, e := range b.w.Graph.From(x) {
			if z[e.To] {
				w.Steps = append(w.Steps, int(e.Label))
				next = int(e.To)
				break
			}
		}
		if next < 0 {
			break // dead, which Check looks at
		}
		if position, met := at[next]; met {
			w.Loop = position
			break
		}
		states = append(states, next)
		x = next
	}
	b.steps += len(w.Steps)
	for i, x := range states {
		b.branch(w, w.Formula.Args[0], i, x)
	}
}

func (b *builder) fail(w *engine.Witness, s int) {
	if b.err == nil {
		b.err = fmt.Errorf("bbmc: no witness of %v in state %d of a part in which it holds", w.Formula, s)
	}
}
