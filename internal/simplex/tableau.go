package simplex

import (
	"math"
	"math/big"
	"slices"

	"brim/internal/checked"
)

// The tableau: its variables, bounds, rows and values.

// Unlimited is the upper bound of a variable that has none; −Unlimited is the lower one.
const Unlimited = math.MaxInt64

// An Entry is a variable with a coefficient.
type Entry struct {
	V int32
	C int64
}

// A Tableau is a system of linear equations with bounds. Its variables are numbered:
//
//	unknowns  from 0 on, at first with the lower bound 0
//	sums      of unknowns with coefficients, numbered after all unknowns
//
// Each variable has bounds, and a value as a floating-point number, which is a guide only. A bound has a reason R,
// which a Conflict returns; nil is the reason of bounds that hold by nature.
//
// A variable is nonbasic, here called free, if its value may be chosen; the values of all others follow from these. A
// basic unknown has a row, an exact equation over free variables. A basic sum has none: its row is computed from those
// of its unknowns when it is wanted. So there are as many rows as free sums, which are those held at a bound: few, even
// if the system is large.
//
// Invariants:
//   - rows[x] is nil exactly if the unknown x is free; the columns of rows are free variables;
//   - rows are consequences of the definitions of the sums, in exact numbers;
//   - the value of a free variable lies within its bounds;
//   - column[v] has all rows that contain v, and possibly others; count[v] is their number;
//   - bad has all variables that are beyond their bounds, and possibly others; inBad says which are in it.
type Tableau[R any] struct {
	merger
	was      []int32 // scratch
	unknowns int
	sums     [][]Entry // by number of the sum: over unknowns
	uses     [][]Entry // by unknown: the sums that contain it
	base     int       // sums that Forget keeps

	lo, hi     []int64
	loBy, hiBy []*R // reasons; nil if by nature
	free       []bool
	value      []float64

	rows   []*row
	column [][]int32
	count  []int32
	size   int64 // see Size

	bad   []int32
	inBad []bool

	trail []saved[R]
	stamp []int32 // by unknown: the pass that saw it last
	pass  int32
	dense []int64 // scratch by variable, all 0

	moves  int // of free variables since values were computed afresh
	pivots int
}

// A saved bound is one that a tighter one replaced.
type saved[R any] struct {
	v     int32
	upper bool
	bound int64
	by    *R
}

// addVariable adds a basic variable with a lower bound.
func (t *Tableau[R]) addVariable(lo int64) int32 {
	t.lo, t.hi = append(t.lo, lo), append(t.hi, Unlimited)
	t.loBy, t.hiBy = append(t.loBy, nil), append(t.hiBy, nil)
	t.free, t.value = append(t.free, false), append(t.value, 0)
	t.column, t.count = append(t.column, nil), append(t.count, 0)
	t.inBad, t.dense = append(t.inBad, false), append(t.dense, 0)
	return int32(len(t.lo) - 1)
}

// AddUnknown adds an unknown, which is at least 0, and returns it. All unknowns have to be added before the first sum.
func (t *Tableau[R]) AddUnknown() int32 {
	v := t.addVariable(0)
	t.free[v] = true
	t.rows, t.uses, t.stamp = append(t.rows, nil), append(t.uses, nil), append(t.stamp, 0)
	t.unknowns++
	return v
}

// AddSum adds a sum of unknowns, in ascending order and with coefficients other than 0, with a lower bound that holds
// by nature, and returns it.
func (t *Tableau[R]) AddSum(def []Entry, lo int64) int32 {
	v := t.addVariable(lo)
	t.sums = append(t.sums, def)
	t.size += 4 * int64(len(def))
	x := 0.0
	for _, e := range def {
		t.uses[e.V] = append(t.uses[e.V], Entry{v, e.C})
		x += float64(e.C) * t.value[e.V]
	}
	t.value[v] = x
	t.look(v)
	return v
}

// Settle makes the sums that there are the base: Forget keeps them, and Size does not count them.
func (t *Tableau[R]) Settle() { t.base, t.size = len(t.sums), 0 }

// Forget removes the sums that were added after Settle, and all rows. Only bounds by nature may be left.
func (t *Tableau[R]) Forget() {
	for len(t.sums) > t.base {
		for _, e := range t.sums[len(t.sums)-1] {
			t.uses[e.V] = t.uses[e.V][:len(t.uses[e.V])-1]
		}
		t.sums = t.sums[:len(t.sums)-1]
	}
	n := t.unknowns + t.base
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
		t.free[v] = v < t.unknowns
	}
	t.size, t.moves = 0, 0
}

// Unknowns returns the number of unknowns.
func (t *Tableau[R]) Unknowns() int { return t.unknowns }

// Sums returns the number of sums.
func (t *Tableau[R]) Sums() int { return len(t.sums) }

// Value returns the value of a variable, up to rounding errors.
func (t *Tableau[R]) Value(v int32) float64 { return t.value[v] }

// Size returns about how much memory rows and sums take that came after Settle, in words of 8 bytes.
func (t *Tableau[R]) Size() int64 { return t.size }

// Pivots returns how many pivots there were so far.
func (t *Tableau[R]) Pivots() int { return t.pivots }

// Combine returns the definition of a linear combination of sums, which are given by the order in which they were
// added; fits is false if a coefficient exceeds 63 bits.
func (t *Tableau[R]) Combine(sums []Entry) (def []Entry, fits bool) {
	fits = true
	for _, s := range sums {
		for _, e := range t.sums[s.V] {
			if t.dense[e.V] == 0 {
				def = append(def, Entry{V: e.V})
			}
			var ok bool
			t.dense[e.V], ok = checked.MulAdd(t.dense[e.V], s.C, e.C)
			fits = fits && ok
		}
	}
	slices.SortFunc(def, func(a, b Entry) int { return int(a.V - b.V) })
	kept := def[:0]
	for _, e := range def {
		if c := t.dense[e.V]; c != 0 {
			kept = append(kept, Entry{e.V, c})
		}
		t.dense[e.V] = 0
	}
	return kept, fits
}

// Bound tightens a bound of v for a reason; a bound that is not tighter changes nothing. It returns false if the two
// bounds of v then contradict each other; see Clash.
func (t *Tableau[R]) Bound(v int32, upper bool, to int64, by *R) bool {
	at, why := &t.lo[v], &t.loBy[v]
	if upper {
		at, why = &t.hi[v], &t.hiBy[v]
	}
	if upper && to >= *at || !upper && to <= *at {
		return true
	}
	t.trail = append(t.trail, saved[R]{v, upper, *at, *why})
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

// Mark returns a mark of the bounds as they are, for Back.
func (t *Tableau[R]) Mark() int { return len(t.trail) }

// Back loosens all bounds that were tightened since the mark.
func (t *Tableau[R]) Back(mark int) {
	for len(t.trail) > mark {
		s := t.trail[len(t.trail)-1]
		t.trail = t.trail[:len(t.trail)-1]
		if s.upper {
			t.hi[s.v], t.hiBy[s.v] = s.bound, s.by
		} else {
			t.lo[s.v], t.loBy[s.v] = s.bound, s.by
		}
	}
}

// Slack is how far a value may lie beyond a bound before it counts as beyond it.
func Slack(bound float64) float64 { return 1e-6 + 1e-14*math.Abs(bound) }

// excess returns how far the value of v lies beyond its bounds: negative below the lower one, 0 within both.
func (t *Tableau[R]) excess(v int32) float64 {
	x := t.value[v]
	if lo := float64(t.lo[v]); t.lo[v] != -Unlimited && x < lo-Slack(lo) {
		return x - lo
	}
	if hi := float64(t.hi[v]); t.hi[v] != Unlimited && x > hi+Slack(hi) {
		return x - hi
	}
	return 0
}

// look adds v to bad if it is beyond its bounds.
func (t *Tableau[R]) look(v int32) {
	if !t.inBad[v] && t.excess(v) != 0 {
		t.inBad[v] = true
		t.bad = append(t.bad, v)
	}
}

// move updates the basic variables after a change of the free variable v by d.
func (t *Tableau[R]) move(v int32, d float64) {
	t.moves++
	t.spread(v, d)
	t.live(v)
	for _, b := range t.column[v] {
		r := t.rows[b]
		i, _ := r.find(v)
		t.shift(b, r.slope(i)*d)
	}
}

// shift changes the value of a basic unknown by d.
func (t *Tableau[R]) shift(x int32, d float64) {
	t.value[x] += d
	t.look(x)
	t.spread(x, d)
}

// spread updates the basic sums that contain the variable x, whose value changed by d, if it is an unknown.
func (t *Tableau[R]) spread(x int32, d float64) {
	if int(x) >= t.unknowns {
		return
	}
	for _, e := range t.uses[x] {
		if !t.free[e.V] {
			t.value[e.V] += float64(e.C) * d
			t.look(e.V)
		}
	}
}

// live removes from column[v] the rows that no longer contain v, and repetitions.
func (t *Tableau[R]) live(v int32) {
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

// link enters the row of b in the lists and counts of its columns; was are the columns that it had before.
func (t *Tableau[R]) link(b int32, was []int32, r *row) {
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

// rowOf returns the row of a basic variable. That of a sum is computed.
func (t *Tableau[R]) rowOf(v int32) *row {
	if int(v) < t.unknowns {
		return t.rows[v]
	}
	def := t.sums[int(v)-t.unknowns]
	r := &row{}
	if !t.gather(def, r) {
		t.gatherWide(def, r)
	}
	return r
}

// gather computes the row of a sum as the linear combination of the rows of its unknowns, over a common denominator, by
// adding up coefficients in the array dense. It returns false if a number exceeds 63 bits.
func (t *Tableau[R]) gather(def []Entry, r *row) bool {
	den := int64(1)
	for _, e := range def {
		if x := t.rows[e.V]; x != nil {
			if x.wide != nil {
				return false
			}
			var ok bool
			if den, ok = checked.MulAdd(0, den, x.den/checked.GCD(den, x.den)); !ok {
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
		t.dense[c], ok = checked.MulAdd(t.dense[c], a, x)
		fits = fits && ok
	}
	for _, e := range def {
		x := t.rows[e.V]
		if x == nil {
			put(e.V, den, e.C)
			continue
		}
		f, ok := checked.MulAdd(0, den/x.den, e.C)
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

// gatherWide is gather with numbers of any size.
func (t *Tableau[R]) gatherWide(def []Entry, r *row) {
	den := big.NewInt(1)
	for _, e := range def {
		if x := t.rows[e.V]; x != nil {
			den.Mul(den, x.exact().den)
		}
	}
	sum := wideSum{}
	for _, e := range def {
		c := big.NewInt(e.C)
		x := t.rows[e.V]
		if x == nil {
			sum.add(e.V, den, c)
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

// refresh recomputes the values of all basic variables from the free ones, which removes accumulated rounding errors.
func (t *Tableau[R]) refresh() {
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
		v := int32(t.unknowns + i)
		if t.free[v] {
			continue
		}
		sum := 0.0
		for _, e := range def {
			sum += float64(e.C) * t.value[e.V]
		}
		t.value[v] = sum
		t.look(v)
	}
}
