package structure

import (
	"cmp"
	"math"
	"slices"
)

// An elimination turns the unit vectors of all unknowns into the extreme rays of
// {y ≥ 0 : yᵀC = 0}. A step takes one transition t, replaces the rows with
// c(t) ≠ 0 by those combinations of a positive and a negative one that are
// extreme rays of {y ≥ 0 : yᵀC = 0 at t and all transitions before}.
//
// Of a pair i, j the combination is extreme exactly when no third row has its
// support within the union of theirs [FP96, Prop. 7]. So no new row is ever
// compared with another new row, none is built in vain, and none comes twice.
// Once pairs have been left out for a limit the proposition no longer applies;
// from then on only rows with c(t) = 0, those made in this step among them, speak
// against a pair, which keeps supports minimal among those present.
type elimination struct {
	*rows
	queue     *queue
	limit     Limit
	unknowns  int
	firstSize int // entries at the beginning
	work      int64
	complete  bool
	todo      []bool // by transition
	covered   []bool // by unknown: in the support of a finished row
	mark      []int32
	stamp     int32
	pos, neg  []operand
	touched   []int32 // transitions whose counts changed in this step
	isNew     []bool  // by transition: already in touched
}

// An operand is a row that takes part in a step, with its c(t).
type operand struct {
	row   int32
	value int64
}

// newElimination starts with one row for each place and, if slack is set, one for
// each transition t with C(slack of t, t) = 1.
func newElimination(byPlace *sparse, transitions int, slack bool, limit Limit) *elimination {
	places := len(byPlace.start) - 1
	unknowns := places
	if slack {
		unknowns += transitions
	}
	e := &elimination{
		rows: newRows(transitions, unknowns), queue: newQueue(transitions),
		limit: limit, unknowns: unknowns, complete: true,
		todo: make([]bool, transitions), covered: make([]bool, unknowns), mark: make([]int32, unknowns), isNew: make([]bool, transitions),
	}
	e.list = make([]row, 0, 3*unknowns)
	e.arena = make([]entry, 0, 3*(len(byPlace.all)+unknowns))
	e.links = make([]link, 0, 3*(len(byPlace.all)+unknowns))
	for u := range unknowns {
		at := len(e.arena)
		if u < places {
			e.arena = append(e.arena, byPlace.row(u)...)
		} else {
			e.arena = append(e.arena, entry{int32(u - places), 1})
		}
		nc := len(e.arena) - at
		e.arena = append(e.arena, entry{int32(u), 1})
		e.add(at, nc)
		e.covered[u] = nc == 0
	}
	e.firstSize = e.liveSize
	for t := range transitions {
		e.todo[t] = e.up[t] > 0 || e.down[t] > 0
		if e.todo[t] {
			e.queue.push(int32(t), growth(e.up[t], e.down[t]), 0)
		}
	}
	return e
}

// growth is how many more rows there are at most after eliminating a transition.
func growth(up, down int32) int64 { return int64(up)*int64(down) - int64(up) - int64(down) }

// run eliminates every transition and reports whether nothing was lost.
func (e *elimination) run() bool {
	for e.work < e.limit.Work {
		t, ok := e.queue.pop()
		if !ok {
			return e.complete
		}
		if !e.todo[t] || !e.cheapest(t) {
			continue
		}
		e.step(t)
		if e.wasteful() {
			e.compact()
			e.work += int64(len(e.arena))
		}
	}
	return false
}

// cheapest reports whether t is as cheap as its place in the queue says, and
// collects its operands then; otherwise t is queued again or is done.
func (e *elimination) cheapest(t int32) bool {
	if e.up[t] == 0 && e.down[t] == 0 {
		e.todo[t] = false
		return false
	}
	length := 0
	e.column[t] = e.prune(e.column[t], func(i int32) { length += e.size(i) })
	if !e.queue.confirm(t, growth(e.up[t], e.down[t]), lengthClass(length)) {
		return false
	}
	e.pos, e.neg = e.pos[:0], e.neg[:0]
	for l := e.column[t]; l >= 0; l = e.links[l].next {
		i := e.links[l].row
		e.work += 8
		if v := e.at(i, t); v > 0 {
			e.pos = append(e.pos, operand{i, v})
		} else {
			e.neg = append(e.neg, operand{i, v})
		}
	}
	return true
}

// prune unlinks the dead rows of a list, visits the others and returns the list's
// new first link.
func (e *elimination) prune(first int32, visit func(i int32)) int32 {
	last := int32(-1)
	for l := first; l >= 0; l = e.links[l].next {
		e.work += 2
		if i := e.links[l].row; e.list[i].alive {
			visit(i)
			last = l
		} else if last < 0 {
			first = e.links[l].next
		} else {
			e.links[last].next = e.links[l].next
		}
	}
	return first
}

// step eliminates t, whose operands have been collected.
func (e *elimination) step(t int32) {
	e.todo[t] = false
	small := e.room() < len(e.pos)*len(e.neg)
	if small {
		e.complete = false
	}
	if !e.complete { // small supports first: they decide which others are minimal
		e.sortOperands()
	}
	if small {
		e.pos, e.neg = e.essential(e.pos), e.essential(e.neg)
		e.pairSparingly(t, e.pos, e.neg)
		e.pairSparingly(t, e.neg, e.pos)
	} else {
		for _, p := range e.pos {
			for _, n := range e.neg {
				e.pair(t, p, n)
			}
		}
	}
	for _, side := range [][]operand{e.pos, e.neg} {
		for _, o := range side {
			e.touch(o.row)
			e.kill(o.row)
		}
	}
	for _, u := range e.touched {
		e.isNew[u] = false
		if e.todo[u] {
			e.queue.changed(u, growth(e.up[u], e.down[u]))
		}
	}
	e.touched = e.touched[:0]
}

// touch notes the transitions of row i as changed.
func (e *elimination) touch(i int32) {
	for _, x := range e.c(i) {
		if !e.isNew[x.index] {
			e.isNew[x.index] = true
			e.touched = append(e.touched, x.index)
		}
	}
	e.work += int64(e.list[i].nc)
}

// pair adds the combination of p and n unless it is not extreme, and reports
// whether it did.
func (e *elimination) pair(t int32, p, n operand) bool {
	if !e.adjacent(p.row, n.row, t) {
		return false
	}
	at, nc, ok := e.combine(p.row, n.row, p.value, n.value)
	e.work += int64(len(e.arena)-at) + 4
	if !ok {
		e.complete = false
		return false
	}
	i := e.add(at, nc)
	e.touch(i)
	if nc == 0 {
		for _, x := range e.y(i) {
			e.covered[x.index] = true
		}
	}
	return true
}

// essential returns the smallest operand of the side, and each other one that
// contains an unknown which neither a finished row nor a smaller operand has.
func (e *elimination) essential(side []operand) []operand {
	e.nextStamp()
	kept := side[:0]
	for _, o := range side {
		adds := len(kept) == 0
		for _, x := range e.y(o.row) {
			if !e.covered[x.index] && e.mark[x.index] != e.stamp {
				e.mark[x.index] = e.stamp
				adds = true
			}
		}
		e.work += int64(e.list[o.row].ny)
		if adds {
			kept = append(kept, o)
			continue
		}
		e.touch(o.row)
		e.kill(o.row)
	}
	return kept
}

// pairSparingly pairs each of some with the smallest fitting one of others. So the
// number of rows does not grow, and what a row covers is seldom lost.
func (e *elimination) pairSparingly(t int32, some, others []operand) {
	const tries = 8
	for _, p := range some {
		for _, n := range others[:min(tries, len(others))] {
			if e.pair(t, p, n) {
				break
			}
		}
	}
}

// usualSize is the length of a vector, in entries, up to which Limit.Rows alone
// counts; there may be fewer vectors when they are longer.
const usualSize = 64

// room returns how many rows a step may make.
func (e *elimination) room() int {
	operands := len(e.pos) + len(e.neg)
	if e.work > e.limit.Work/2 {
		return operands
	}
	size := 0
	for _, side := range [][]operand{e.pos, e.neg} {
		for _, o := range side {
			size += e.size(o.row)
		}
	}
	rows := e.limit.Rows + e.unknowns - e.live
	entries := (e.limit.Rows*usualSize + e.firstSize - e.liveSize) / (2 * size / operands)
	return operands + max(min(rows, entries), 0)
}

func (e *elimination) sortOperands() {
	bySize := func(a, b operand) int {
		return cmp.Or(cmp.Compare(e.list[a.row].ny, e.list[b.row].ny), cmp.Compare(a.row, b.row))
	}
	slices.SortFunc(e.pos, bySize)
	slices.SortFunc(e.neg, bySize)
}

// adjacent reports whether no third row has its support within the union of the
// supports of rows i and j. Cost: the watch lists of the union.
func (e *elimination) adjacent(i, j, t int32) bool {
	e.nextStamp()
	yi, yj := e.y(i), e.y(j)
	for _, x := range yi {
		e.mark[x.index] = e.stamp
	}
	for _, x := range yj {
		e.mark[x.index] = e.stamp
	}
	seen := e.list[i].seen | e.list[j].seen
	return e.noneWithin(yi, seen, i, j, t) && e.noneWithin(yj, seen, i, j, t)
}

// nextStamp unmarks all unknowns.
func (e *elimination) nextStamp() {
	if e.stamp == math.MaxInt32 {
		clear(e.mark)
		e.stamp = 0
	}
	e.stamp++
}

// noneWithin is adjacent for the watch lists of one of the two supports.
func (e *elimination) noneWithin(support []entry, seen uint64, i, j, t int32) bool {
	for _, x := range support {
		for prev, l := int32(-1), e.watch[x.index]; l >= 0; l = e.links[l].next {
			k := e.links[l].row
			e.work++
			if !e.list[k].alive {
				if prev < 0 {
					e.watch[x.index] = e.links[l].next
				} else {
					e.links[prev].next = e.links[l].next
				}
				e.watched[x.index]--
				continue
			}
			prev = l
			if k == i || k == j || e.list[k].seen&^seen != 0 || !e.complete && e.at(k, t) != 0 {
				continue
			}
			if e.within(k) {
				return false
			}
		}
	}
	return true
}

// within reports whether the support of row k is marked with the present stamp.
func (e *elimination) within(k int32) bool {
	y := e.y(k)
	for n, x := range y {
		if e.mark[x.index] != e.stamp {
			e.work += int64(n)
			return false
		}
	}
	return true
}

// finished returns the vectors whose c is zero. In an incomplete elimination some
// may contain the support of another; these are left out.
func (e *elimination) finished() (vectors [][]entry) {
	for i := range e.list {
		if e.list[i].alive && e.list[i].nc > 0 {
			e.kill(int32(i))
		}
	}
	for i := range e.list {
		k := int32(i)
		if !e.list[i].alive {
			continue
		}
		if !e.complete && !e.adjacent(k, k, 0) {
			e.kill(k)
			continue
		}
		vectors = append(vectors, e.y(k))
	}
	return vectors
}
