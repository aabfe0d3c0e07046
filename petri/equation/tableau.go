package equation

import (
	"math"
	"math/big"
	"slices"
)

// An entry is a variable with a coefficient.
type entry struct {
	v int32
	c int64
}

// A tableau is a system of linear equations with bounds, in the form of the general simplex [DM06]. Variables are
//
//	firings  of all transitions with the same effect, from 0 to firings−1
//	sums     of firings with coefficients: how much a place, a sum of places, or a set of transitions has changed
//
// Each variable has bounds, and a value as a floating-point number, which is a guide only. A variable is free if
// its value may be chosen; that of any other one follows. Every sum is an equation over the firings, so a system of
// equations says what follows from what: of a firing that is not free this is a row over free variables. Of a sum that
// is not free nothing is kept, since its row is made of those of its firings when it is wanted. So the tableau has as
// many rows as sums that are free, which are those that hold something in place: few, also if the net is large.
//
// Invariants:
//   - rows[x] is nil exactly if the firing x is free; the columns of rows are free variables;
//   - rows are consequences of the definitions of the sums, in exact numbers;
//   - the value of a free variable lies within its bounds;
//   - column[v] has all rows that have v, and possibly others; count[v] is their number;
//   - bad has all variables that are beyond their bounds, and possibly others; inBad says who is in it.
type tableau struct {
	merger
	was     []int32 // scratch
	firings int
	sums    [][]entry // by number of the sum: over firings
	uses    [][]entry // by firing: the sums that have it

	lo, hi     []int64
	loBy, hiBy []*fact // why; nil if by nature
	free       []bool
	value      []float64

	rows   []*row
	column [][]int32
	count  []int32
	size   int64 // of rows, see words, and of what sums were added to those of the places

	bad   []int32
	inBad []bool

	trail []saved
	stamp []int32 // by firing, of the pass that saw it last
	pass  int32
	dense []int64 // scratch by variable, all 0

	moves  int // of free variables since values were computed anew
	pivots int
}

// A saved is a bound as it was.
type saved struct {
	v     int32
	upper bool
	bound int64
	by    *fact
}

// addVariable adds a variable between bounds.
func (t *tableau) addVariable(lo int64) int32 {
	t.lo, t.hi = append(t.lo, lo), append(t.hi, unlimited)
	t.loBy, t.hiBy = append(t.loBy, nil), append(t.hiBy, nil)
	t.free, t.value = append(t.free, false), append(t.value, 0)
	t.column, t.count = append(t.column, nil), append(t.count, 0)
	t.inBad, t.dense = append(t.inBad, false), append(t.dense, 0)
	return int32(len(t.lo) - 1)
}

// addFiring adds a firing, which is free.
func (t *tableau) addFiring() {
	v := t.addVariable(0)
	t.free[v] = true
	t.rows, t.uses, t.stamp = append(t.rows, nil), append(t.uses, nil), append(t.stamp, 0)
	t.firings++
}

// addSum adds a sum of firings, which ascend.
func (t *tableau) addSum(def []entry, lo int64) int32 {
	v := t.addVariable(lo)
	t.sums = append(t.sums, def)
	t.size += 4 * int64(len(def))
	x := 0.0
	for _, e := range def {
		t.uses[e.v] = append(t.uses[e.v], entry{v, e.c})
		x += float64(e.c) * t.value[e.v]
	}
	t.value[v] = x
	t.look(v)
	return v
}

// forget takes the latest sums away until there are so many, and begins anew. No bounds may be other than by nature.
func (t *tableau) forget(sums int) {
	for len(t.sums) > sums {
		for _, e := range t.sums[len(t.sums)-1] {
			t.uses[e.v] = t.uses[e.v][:len(t.uses[e.v])-1]
		}
		t.sums = t.sums[:len(t.sums)-1]
	}
	n := t.firings + sums
	t.lo, t.hi, t.loBy, t.hiBy = t.lo[:n], t.hi[:n], t.loBy[:n], t.hiBy[:n]
	t.free, t.value, t.column, t.count = t.free[:n], t.value[:n], t.column[:n], t.count[:n]
	for _, v := range t.bad {
		t.inBad[v] = false
	}
	t.bad, t.inBad, t.dense = t.bad[:0], t.inBad[:n], t.dense[:n]
	clear(t.value)
	clear(t.rows)
	clear(t.count)
	for v := range t.column {
		t.column[v] = nil
		t.free[v] = v < t.firings
	}
	t.size, t.moves = 0, 0
}

// bound tightens one. It is false if the two bounds of v are in conflict then.
func (t *tableau) bound(v int32, upper bool, to int64, by *fact) bool {
	at, why := &t.lo[v], &t.loBy[v]
	if upper {
		at, why = &t.hi[v], &t.hiBy[v]
	}
	if upper && to >= *at || !upper && to <= *at {
		return true
	}
	t.trail = append(t.trail, saved{v, upper, *at, *why})
	*at, *why = to, by
	if t.lo[v] > t.hi[v] {
		return false
	}
	x := t.value[v]
	if t.free[v] && (x < float64(t.lo[v]) || x > float64(t.hi[v])) {
		t.move(v, float64(to)-x)
		t.value[v] = float64(to)
	}
	t.look(v)
	return true
}

// back takes bounds back until the trail is as long as it was.
func (t *tableau) back(trail int) {
	for len(t.trail) > trail {
		s := t.trail[len(t.trail)-1]
		t.trail = t.trail[:len(t.trail)-1]
		if s.upper {
			t.hi[s.v], t.hiBy[s.v] = s.bound, s.by
		} else {
			t.lo[s.v], t.loBy[s.v] = s.bound, s.by
		}
	}
}

// slack is how far a value may be beyond a bound without notice.
func slack(bound float64) float64 { return 1e-6 + 1e-14*math.Abs(bound) }

// excess is how far the value of v is beyond its bounds: negative if it is too small. 0 is within.
func (t *tableau) excess(v int32) float64 {
	x := t.value[v]
	if lo := float64(t.lo[v]); t.lo[v] != -unlimited && x < lo-slack(lo) {
		return x - lo
	}
	if hi := float64(t.hi[v]); t.hi[v] != unlimited && x > hi+slack(hi) {
		return x - hi
	}
	return 0
}

// look notes v if it is beyond its bounds.
func (t *tableau) look(v int32) {
	if !t.inBad[v] && t.excess(v) != 0 {
		t.inBad[v] = true
		t.bad = append(t.bad, v)
	}
}

// move has what follows from v, which is free, follow a change of it by d.
func (t *tableau) move(v int32, d float64) {
	t.moves++
	t.spread(v, d)
	t.live(v)
	for _, b := range t.column[v] {
		r := t.rows[b]
		i, _ := r.find(v)
		t.shift(b, r.slope(i)*d)
	}
}

// shift changes the value of a firing that is not free.
func (t *tableau) shift(x int32, d float64) {
	t.value[x] += d
	t.look(x)
	t.spread(x, d)
}

// spread changes the sums that have a firing whose value changed by d. Those that are free stay.
func (t *tableau) spread(x int32, d float64) {
	if int(x) >= t.firings {
		return
	}
	for _, e := range t.uses[x] {
		if !t.free[e.v] {
			t.value[e.v] += float64(e.c) * d
			t.look(e.v)
		}
	}
}

// live takes from the list of v's rows those that do not have it any more, and repetitions.
func (t *tableau) live(v int32) {
	t.pass++
	list := t.column[v][:0]
	for _, b := range t.column[v] {
		if r := t.rows[b]; r != nil && t.stamp[b] != t.pass {
			if _, ok := r.find(v); ok {
				t.stamp[b] = t.pass
				list = append(list, b)
			}
		}
	}
	t.column[v] = list
}

// link counts a row of b in its columns; was is what it had before.
func (t *tableau) link(b int32, was []int32, r *row) {
	i := 0
	for _, c := range r.cols {
		for i < len(was) && was[i] < c {
			t.count[was[i]]--
			i++
		}
		if i < len(was) && was[i] == c {
			i++
			continue
		}
		t.count[c]++
		t.column[c] = append(t.column[c], b)
	}
	for ; i < len(was); i++ {
		t.count[was[i]]--
	}
}

// rowOf returns the row of a variable that is not free. That of a sum is made anew.
func (t *tableau) rowOf(v int32) *row {
	if int(v) < t.firings {
		return t.rows[v]
	}
	def := t.sums[int(v)-t.firings]
	r := &row{}
	if !t.gather(def, r) {
		t.gatherWide(def, r)
	}
	return r
}

// gather makes the row of a sum. It is false if a number does not fit.
func (t *tableau) gather(def []entry, r *row) bool {
	den := int64(1)
	for _, e := range def {
		if x := t.rows[e.v]; x != nil {
			if x.wide != nil {
				return false
			}
			var ok bool
			if den, ok = mulAdd(0, den, x.den/gcd(den, x.den)); !ok {
				return false
			}
		}
	}
	fits := true
	cols := t.cols[:0]
	put := func(c int32, a, x int64) {
		if t.dense[c] == 0 { // again if it came back to 0
			cols = append(cols, c)
		}
		var ok bool
		t.dense[c], ok = mulAdd(t.dense[c], a, x)
		fits = fits && ok
	}
	for _, e := range def {
		x := t.rows[e.v]
		if x == nil {
			put(e.v, den, e.c)
			continue
		}
		f, ok := mulAdd(0, den/x.den, e.c)
		fits = fits && ok
		for i, c := range x.cols {
			put(c, f, x.vals[i])
		}
	}
	slices.Sort(cols)
	t.cols = cols
	r.den = den
	for _, c := range cols {
		if v := t.dense[c]; v != 0 && fits {
			r.cols, r.vals = append(r.cols, c), append(r.vals, v)
		}
		t.dense[c] = 0
	}
	r.reduce()
	return fits
}

// gatherWide is gather for numbers of any size.
func (t *tableau) gatherWide(def []entry, r *row) {
	den := big.NewInt(1)
	for _, e := range def {
		if x := t.rows[e.v]; x != nil {
			den.Mul(den, x.exact().den)
		}
	}
	sum := newWideSum()
	for _, e := range def {
		c := big.NewInt(e.c)
		x := t.rows[e.v]
		if x == nil {
			sum.add(e.v, den, c)
			continue
		}
		w := x.exact()
		f := new(big.Int).Quo(den, w.den)
		f.Mul(f, c)
		for i, col := range x.cols {
			sum.add(col, f, w.vals[i])
		}
	}
	r.set(sum.row(den))
}

// refresh computes the values of all that is not free from those that are.
func (t *tableau) refresh() {
	t.moves = 0
	for x, r := range t.rows {
		if r == nil {
			continue
		}
		sum := 0.0
		for i, c := range r.cols {
			sum += r.slope(i) * t.value[c]
		}
		t.value[x] = sum
		t.look(int32(x))
	}
	for i, def := range t.sums {
		v := int32(t.firings + i)
		if t.free[v] {
			continue
		}
		sum := 0.0
		for _, e := range def {
			sum += float64(e.c) * t.value[e.v]
		}
		t.value[v] = sum
		t.look(v)
	}
}
