package product

import (
	"context"
	"math"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/internal/watch"
	"brim/ltl/automaton"
)

// This file searches the product of a structure and an automaton for an accepted run.

// Options of a search.
type Options struct {
	Paths syntax.Paths // whether a run may end in a dead state
	// Reduce returns what leaves out transitions where the automaton reads no other propositions any more, or nil. It
	// is asked for the states of the automaton, by number, from which stuttering does not matter; see Insensitive.
	Reduce func(props []*syntax.Formula) Reducer
	Mute   []bool // by state of the automaton, what Insensitive says; nil says it of none
	// Toward returns the structure as far as each path to a goal from a state that is none has a transition in it that
	// may come first, or is nil.
	Toward func(goal *syntax.Formula) kripke.Structure
	Seed   uint64 // from which of the successors on they are taken; 0 is the first one
	Depth  int    // steps from the initial state after which the search does not go on; 0 is no limit
}

// A Search looks for a run of a structure that an automaton accepts.
//
// Invariant: live are the states of the product that were found and whose component is not known to be complete, in the
// order in which they were found. They are parted by roots into those of one component each as far as arcs were looked
// at, and each of these leads to the next. The path goes through all roots, which are the first of their part.
type Search struct {
	*Space
	o       Options
	reader  reader
	leavers []leaver // by state of the automaton; nil if all transitions are taken

	nodes []node
	heads []uint32 // by state of the structure: 1 + the last node of it; 0 is none
	live  []uint32 // nodes
	roots []root
	path  []frame
	list  []uint32 // of successors and moves of the last state on the path
	moves []move

	begun     int   // initial states
	cut       bool  // some state was not gone on from, being too deep
	work      int   // until the next look at limits
	expansion int   // the work of one
	certain   int64 // steps since it is certain that there is a run; 0 if it is not
	closed    bool  // the last component has all marks
}

// A node is a state of the product.
type node struct {
	state, q uint32
	before   uint32 // 1 + the node of the same state that was found before
	order    uint32 // 1 + its place in live; gone if it is in a complete component
}

const gone = math.MaxUint32

// A root begins a part of the live states.
type root struct {
	at    uint32 // in live
	marks uint64 // of arcs inside of the part
	into  uint64 // of the arc that leads to it from the part before
}

// A frame is a state on the path with the arcs that were looked at: those for the first moves, and of the next move
// those to some successors.
type frame struct{ node, move, next uint32 }

// spareSteps is how long a loop is looked for where some run is certain: in unbounded nets there may be none.
const spareSteps = 1 << 20

// Search returns a search for a run that a accepts. The error says which proposition has no meaning in the structure.
func (x *Space) Search(a *automaton.Automaton, o Options) (*Search, error) {
	r, err := newReader(a, x.structure)
	if err != nil {
		return nil, err
	}
	s := &Search{Space: x, o: o, reader: r, leavers: make([]leaver, len(a.States)),
		expansion: len(x.structure.Labels()) / 16}
	if o.Reduce != nil {
		s.reduce()
	}
	if o.Toward != nil {
		s.wait()
	}
	return s, nil
}

// reduce has transitions left out in the states of the automaton from which stuttering does not matter.
func (x *Search) reduce() {
	a := x.reader.a
	x.expansion = len(x.structure.Labels())
	of := map[uint64]leaver{} // by the propositions that are still read
	for q, left := range remaining(a) {
		if !x.o.Mute[q] {
			continue
		}
		if _, known := of[left]; !known {
			of[left] = newReduction(x.o.Reduce, a, left)
		}
		x.leavers[q] = of[left]
	}
}

// wait has transitions left out in the states of the automaton that wait.
func (x *Search) wait() {
	x.expansion = len(x.structure.Labels())
	for _, part := range x.reader.a.Components() {
		if goal := x.reader.goal(part); goal != nil {
			x.leavers[part.States[0]] = &waiting{toward: x.o.Toward(goal)}
		}
	}
}

// pollEvery is the work between two looks at the limits: a step is 1.
const pollEvery = 1 << 12

// Run goes on until it is known whether there is a run; see Found. Otherwise the error is the limit or that of ctx,
// after which it may be called again, or says that a state cannot be packed. Limits of memory are for the search and
// its space, those of states for the space; others are not looked at. While it works, this memory is charged to the
// account of ctx.
func (x *Search) Run(ctx context.Context, l kripke.Limits) error {
	held := watch.Charge(ctx)
	defer held.Set(0)
	for !x.closed {
		if x.work <= 0 {
			held.Set(x.Space.Bytes() + x.Bytes())
			if err := x.limit(ctx, l); err != nil {
				return err
			}
			x.work = pollEvery
		}
		x.work--
		if x.certain > 0 {
			if x.certain++; x.certain > spareSteps {
				return nil
			}
		}
		more, err := x.step()
		if err != nil || !more {
			return err
		}
	}
	return nil
}

// step looks at an arc, or leaves a state whose arcs were all looked at, or goes on with the next initial state. If
// there is none left there is no run, or the depth was the limit. What ends with an error is done again by the next
// call.
func (x *Search) step() (more bool, err error) {
	last := len(x.path) - 1
	if last < 0 {
		initial := x.structure.Initial()
		if x.begun == len(initial) {
			if x.cut {
				err = &kripke.LimitError{Kind: "depth", Max: int64(x.o.Depth)}
			}
			return false, err
		}
		n, err := x.add(initial[x.begun])
		if err == nil {
			err = x.visit(n, move{to: uint32(x.reader.a.Initial)})
		}
		if err == nil {
			x.begun++
		}
		return true, err
	}
	f := &x.path[last]
	if int(f.next) == len(x.list) {
		f.next = 0
		f.move++
	}
	if len(x.list) == 0 || int(f.move) == len(x.moves) {
		x.leave()
		return true, nil
	}
	to, m := x.list[x.turned(f)], x.moves[f.move]
	f.next++
	if err = x.visit(to, m); err != nil {
		f.next--
	}
	return true, err
}

// turned returns the place of the next successor: with a seed, they begin somewhere else in each state.
func (x *Search) turned(f *frame) int {
	if x.o.Seed == 0 {
		return int(f.next)
	}
	h := kripke.Hash([]uint64{uint64(f.node)}, x.o.Seed)
	return int((h + uint64(f.next)) % uint64(len(x.list)))
}

// Found reports whether there is a run, as far as it is known. With Run's nil, it is.
func (x *Search) Found() bool { return x.closed || x.certain > 0 }

// Leaves reports whether transitions may be left out, by Reduce or Toward.
func (x *Search) Leaves() bool {
	return slices.ContainsFunc(x.leavers, func(l leaver) bool { return l != nil })
}

// Products returns how many states of the product were found.
func (x *Search) Products() int { return len(x.nodes) }

// Bytes returns the memory that the search takes in addition to its space, and will need when it grows.
func (x *Search) Bytes() int64 {
	bytes := int64(cap(x.nodes))*16 + int64(cap(x.heads)+cap(x.live))*4 + int64(cap(x.roots))*24 + int64(cap(x.path))*12
	bytes += bytes/4 + x.reader.bytes()
	for q, r := range x.leavers {
		if r != nil && !slices.Contains(x.leavers[:q], r) {
			bytes += r.bytes()
		}
	}
	return bytes
}

// limit returns the limit that has been reached.
func (x *Search) limit(ctx context.Context, l kripke.Limits) error {
	if most := l.States; most > 0 && x.table.Len() > most {
		return &kripke.LimitError{Kind: "state", Max: int64(most)}
	}
	if most := l.Memory; most > 0 && x.Space.Bytes()+x.Bytes() > most {
		return &kripke.LimitError{Kind: "memory", Max: most}
	}
	return ctx.Err()
}

// find returns the node of a state of the product, if it was found.
func (x *Search) find(state, q uint32) (uint32, bool) {
	if int(state) >= len(x.heads) {
		return 0, false
	}
	for n := x.heads[state]; n != 0; n = x.nodes[n-1].before {
		if x.nodes[n-1].q == q {
			return n - 1, true
		}
	}
	return 0, false
}

// visit looks at an arc from the last state of the path.
func (x *Search) visit(state uint32, m move) error {
	n, ok := x.find(state, m.to)
	switch {
	case !ok:
		return x.enter(state, m)
	case x.nodes[n].order != gone:
		x.merge(x.nodes[n].order-1, m.marks)
	}
	return nil
}

// merge makes one part of all from that of a live state on, which the last state leads to.
func (x *Search) merge(at uint32, marks uint64) {
	for {
		last := &x.roots[len(x.roots)-1]
		if last.at <= at {
			last.marks |= marks
			x.closed = last.marks == x.reader.all
			return
		}
		marks |= last.marks | last.into
		x.roots = x.roots[:len(x.roots)-1]
	}
}

// enter puts a new state at the end of the path, unless the automaton cannot go on there.
func (x *Search) enter(state uint32, m move) error {
	moves := x.reader.read(x.reader.letter(state, x.table), m.to)
	if len(moves) == 0 {
		return nil
	}
	if x.o.Depth > 0 && len(x.path) > x.o.Depth {
		x.cut = true
		return nil
	}
	if len(x.nodes) == gone-1 {
		return &kripke.LimitError{Kind: "state", Max: int64(len(x.nodes))}
	}
	list, err := x.successors(state, m.to, moves)
	if err != nil {
		return err
	}
	x.heads = grown(x.heads, int(state))
	x.work -= x.expansion + 16*len(list)*x.structure.Words()/kripke.StepWords
	n := uint32(len(x.nodes))
	x.nodes = append(x.nodes, node{state, m.to, x.heads[state], uint32(len(x.live)) + 1})
	x.heads[state] = n + 1
	x.roots = append(x.roots, root{at: uint32(len(x.live)), into: m.marks})
	x.live = append(x.live, n)
	x.path = append(x.path, frame{node: n})
	x.list, x.moves = list, moves
	if x.o.Paths == syntax.Maximal && x.certain == 0 && x.reader.universal(m.to) {
		x.certain = 1
	}
	return nil
}

// leave takes the last state from the path. If it is a root, its component is complete, and no accepted run goes
// through there.
func (x *Search) leave() {
	n := x.path[len(x.path)-1].node
	x.path = x.path[:len(x.path)-1]
	if last := x.roots[len(x.roots)-1]; x.nodes[n].order == last.at+1 {
		for _, m := range x.live[last.at:] {
			x.nodes[m].order = gone
		}
		x.live = x.live[:last.at]
		x.roots = x.roots[:len(x.roots)-1]
	}
	if len(x.path) > 0 {
		x.list, x.moves = x.arcs(x.path[len(x.path)-1].node)
	}
}

// leaver returns what leaves out transitions where the automaton can do some moves, nil if none are left out: one that
// waits has come to a goal if it can go on.
func (x *Search) leaver(q uint32, moves []move) leaver {
	l := x.leavers[q]
	if _, ok := l.(*waiting); ok && slices.ContainsFunc(moves, func(m move) bool { return m.to != q }) {
		return nil
	}
	return l
}

// successors returns the successors of a state: a dead one steps to itself if runs are maximal.
func (x *Search) successors(state, q uint32, moves []move) (list []uint32, err error) {
	if l := x.leaver(q, moves); l != nil {
		list, err = l.expand(x.Space, state)
	} else {
		list, err = x.expand(state)
	}
	return x.stepping(list), err
}

func (x *Search) stepping(list []uint32) []uint32 {
	if len(list) == 0 && cap(list) > 0 && x.o.Paths == syntax.Maximal {
		return list[:1]
	}
	return list
}

// arcs returns the successors and moves of a node that was entered.
func (x *Search) arcs(n uint32) ([]uint32, []move) {
	state, q := x.nodes[n].state, x.nodes[n].q
	moves := x.reader.read(x.reader.letters[state]-1, q)
	next := &x.all
	if l := x.leaver(q, moves); l != nil {
		next = l.left()
	}
	list, _ := next.of(state)
	return x.stepping(list), moves
}
