package structure

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

// newElimination starts with one row for each row of vectors, its c, over so many
// columns, and one for each slack entry, the c of which is that entry alone.
func newElimination(vectors *sparse, columns int, slack []entry, limit Limit) *elimination {
	given := len(vectors.start) - 1
	unknowns := given + len(slack)
	e := &elimination{
		rows: newRows(columns, unknowns), queue: newQueue(columns),
		limit: limit, unknowns: unknowns, complete: true,
		todo: make([]bool, columns), covered: make([]bool, unknowns), mark: make([]int32, unknowns),
		isNew: make([]bool, columns),
	}
	e.list = make([]row, 0, 3*unknowns)
	e.arena = make([]entry, 0, 3*(len(vectors.all)+unknowns))
	e.links = make([]link, 0, 3*(len(vectors.all)+unknowns))
	for u := range unknowns {
		at := len(e.arena)
		if u < given {
			e.arena = append(e.arena, vectors.row(u)...)
		} else {
			e.arena = append(e.arena, slack[u-given])
		}
		nc := len(e.arena) - at
		e.arena = append(e.arena, entry{int32(u), 1})
		e.add(at, nc)
		e.covered[u] = nc == 0
	}
	e.firstSize = e.liveSize
	for t := range columns {
		e.todo[t] = e.up[t] > 0 || e.down[t] > 0
		if e.todo[t] {
			e.queue.put(int32(t), bucketOf(growth(e.up[t], e.down[t]), 0))
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
		if e.limit.done() {
			return false
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
	if !e.complete { // small supports first: they decide which others are minimal
		e.sortOperands()
	}
	if !e.pairAll(t) {
		e.complete = false
		e.sortOperands()
		e.pos, e.neg = e.essential(e.pos), e.essential(e.neg)
		e.pairSparingly(t, e.pos, e.neg)
		e.pairSparingly(t, e.neg, e.pos)
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
	e.work += 3*int64(len(e.arena)-at) + 4
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

// finished returns the rows whose c is zero, and how many entries their y have in all. In an
// incomplete elimination some may contain the support of another; these are left out.
func (e *elimination) finished() (list []int32, entries int) {
	for i := range e.list {
		if e.list[i].alive && e.list[i].nc > 0 {
			e.kill(int32(i))
		}
	}
	list = make([]int32, 0, e.live)
	for i := range e.list {
		k := int32(i)
		if !e.list[i].alive {
			continue
		}
		if !e.complete && !e.adjacent(k, k, 0) {
			e.kill(k)
			continue
		}
		list = append(list, k)
		entries += int(e.list[i].ny)
	}
	return list, entries
}
