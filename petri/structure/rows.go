package structure

import (
	"math/bits"
	"slices"

	"brim/internal/checked"
)

// A vector of the elimination: y ≥ 0 over the unknowns and c = yᵀC over the
// transitions, both sparse, c and then y at arena[at:].
type row struct {
	at    int
	nc    int32
	ny    int32
	seen  uint64 // bit (index mod 64) of every unknown in the support
	alive bool
}

// A link is one element of a list of rows.
type link struct{ row, next int32 }

// rows stores vectors and finds them by transition and by support.
//
// Invariants:
//   - the y of a live row has positive weights with greatest common divisor 1;
//   - a live row is in the list of every transition in its c, and in the watch
//     list of exactly one unknown of its support, so the rows whose support lies
//     within a set U are all found in the watch lists of U's elements;
//   - up[t] and down[t] count the live rows with positive and negative c(t).
//
// Dead rows stay in arena and lists until compact.
type rows struct {
	arena    []entry
	list     []row
	links    []link
	column   []int32 // by transition: first link, or -1
	watch    []int32 // by unknown: first link, or -1
	watched  []int32 // by unknown: length of the watch list, dead rows included
	up, down []int32
	live     int
	liveSize int // arena entries of live rows
}

func newRows(transitions, unknowns int) *rows {
	r := &rows{
		column: make([]int32, transitions), watch: make([]int32, unknowns), watched: make([]int32, unknowns),
		up: make([]int32, transitions), down: make([]int32, transitions),
	}
	r.clearLists()
	return r
}

func (r *rows) clearLists() {
	for i := range r.column {
		r.column[i] = -1
	}
	for i := range r.watch {
		r.watch[i], r.watched[i] = -1, 0
	}
	r.links = r.links[:0]
}

func (r *rows) c(i int32) []entry {
	x := &r.list[i]
	return r.arena[x.at : x.at+int(x.nc)]
}

func (r *rows) y(i int32) []entry {
	x := &r.list[i]
	return r.arena[x.at+int(x.nc) : x.at+int(x.nc)+int(x.ny)]
}

func (r *rows) size(i int32) int { return int(r.list[i].nc) + int(r.list[i].ny) }

// at returns c(t) of row i.
func (r *rows) at(i, t int32) int64 {
	c := r.c(i)
	lo, hi := 0, len(c)
	for lo < hi {
		mid := (lo + hi) / 2
		if c[mid].index < t {
			lo = mid + 1
		} else {
			hi = mid
		}
	}
	if lo < len(c) && c[lo].index == t {
		return c[lo].value
	}
	return 0
}

// add makes a row of the last entries of the arena, from index at on, of which
// the first nc are its c.
func (r *rows) add(at, nc int) int32 {
	i := int32(len(r.list))
	x := row{at: at, nc: int32(nc), ny: int32(len(r.arena) - at - nc), alive: true}
	for _, e := range r.arena[at+nc:] {
		x.seen |= 1 << (uint32(e.index) % 64)
	}
	r.list = append(r.list, x)
	r.live++
	r.liveSize += r.size(i)
	for _, e := range r.c(i) {
		if e.value > 0 {
			r.up[e.index]++
		} else {
			r.down[e.index]++
		}
	}
	r.enlist(i)
	return i
}

// enlist enters row i in its lists.
func (r *rows) enlist(i int32) {
	r.links = roomFor(r.links, int(r.list[i].nc)+1)
	for _, e := range r.c(i) {
		r.links = append(r.links, link{i, r.column[e.index]})
		r.column[e.index] = int32(len(r.links) - 1)
	}
	y := r.y(i)
	best := y[0].index
	for _, e := range y[1:] { // the shortest list keeps the adjacency test cheap
		if r.watched[e.index] < r.watched[best] {
			best = e.index
		}
	}
	r.links = append(r.links, link{i, r.watch[best]})
	r.watch[best] = int32(len(r.links) - 1)
	r.watched[best]++
}

func (r *rows) kill(i int32) {
	for _, e := range r.c(i) {
		if e.value > 0 {
			r.up[e.index]--
		} else {
			r.down[e.index]--
		}
	}
	r.list[i].alive = false
	r.live--
	r.liveSize -= r.size(i)
}

// wasteful reports whether dead rows fill more than half of the arena, by enough to
// pay for compact.
func (r *rows) wasteful() bool {
	return len(r.arena) > 2*r.liveSize+2*(len(r.column)+len(r.watch))
}

// compact drops the dead rows, in place, and renumbers the others in their order.
func (r *rows) compact() {
	arena, list := r.arena[:0], r.list[:0]
	for i := range r.list { // rows lie in the arena in the order of the list
		if x := r.list[i]; x.alive {
			from := r.arena[x.at : x.at+int(x.nc)+int(x.ny)]
			x.at = len(arena)
			arena = append(arena, from...)
			list = append(list, x)
		}
	}
	r.arena, r.list = arena, list
	r.clearLists()
	for i := range r.list {
		r.enlist(int32(i))
	}
}

// combine appends to the arena the vector a·row i + b·row j, a and b chosen so
// that its c(t) vanishes, divided by the greatest common divisor. vi and vj are
// the rows' c(t), of different sign. It returns the new vector's place and length
// of c; without success, because of 64 bits, the arena is as before.
func (r *rows) combine(i, j int32, vi, vj int64) (at, nc int, ok bool) {
	g := checked.GCD(vi, vj)
	a, b := int64(checked.Magnitude(vj/g)), int64(checked.Magnitude(vi/g))
	at = len(r.arena)
	if !r.merge(a, r.c(i), b, r.c(j)) {
		return at, 0, false
	}
	nc = len(r.arena) - at
	if !r.merge(a, r.y(i), b, r.y(j)) {
		r.arena = r.arena[:at]
		return at, 0, false
	}
	g = 0
	for _, e := range r.arena[at+nc:] {
		if g = checked.GCD(g, e.value); g == 1 {
			return at, nc, true
		}
	}
	for k := at; k < len(r.arena); k++ { // c = yᵀC is divisible as well
		r.arena[k].value /= g
	}
	return at, nc, true
}

// merge appends a·x + b·y without zeros; on overflow it restores the arena.
func (r *rows) merge(a int64, x []entry, b int64, y []entry) bool {
	to, before := roomFor(r.arena, len(x)+len(y)), len(r.arena)
	for len(x) > 0 || len(y) > 0 {
		var u, v int64
		var index int32
		switch {
		case len(y) == 0 || len(x) > 0 && x[0].index < y[0].index:
			index, u, x = x[0].index, x[0].value, x[1:]
		case len(x) == 0 || y[0].index < x[0].index:
			index, v, y = y[0].index, y[0].value, y[1:]
		default:
			index, u, v = x[0].index, x[0].value, y[0].value
			x, y = x[1:], y[1:]
		}
		sum, ok := checked.MulAdd(0, a, u)
		if ok {
			sum, ok = checked.MulAdd(sum, b, v)
		}
		if !ok {
			r.arena = to[:before]
			return false
		}
		if sum != 0 {
			to = append(to, entry{index, sum})
		}
	}
	r.arena = to
	return true
}

// roomFor returns the list with room for n more elements. It doubles the room, where append adds a quarter to that of a
// long list, so that the elements move less often, and so do first touches of pages.
func roomFor[T any](list []T, n int) []T {
	if cap(list)-len(list) < n {
		return slices.Grow(list, max(n, len(list)))
	}
	return list
}

// lengthClass is 0 for 0 or 1, and grows by one when n doubles.
func lengthClass(n int) int { return max(bits.Len(uint(n)), 1) - 1 }
