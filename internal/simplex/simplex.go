package simplex

import (
	"context"
	"errors"
	"math"
	"math/big"
)

// The search for a solution, and the proofs that there is none.

// ErrSize says that the tableau has become larger than Limits.Entries.
var ErrSize = errors.New("the equations have too many entries")

// ErrWork says that the work on a question exceeds a limit.
var ErrWork = errors.New("the equations take too much work")

const (
	freshAfter = 200 // moves after which values are recomputed
	blandAfter = 300 // pivots of one call after which Bland's rule, the least index, prevents cycling [Bla77]
)

// Limits end the work of Solve. Zero fields are none.
type Limits struct {
	Entries int64 // for Tableau.Size
	Pivots  int   // of one call
}

// Solve looks for values within all bounds. If there are none it returns a conflict, which is exact; if it returns
// none, Value has a solution, up to rounding errors. The error is that of ctx, ErrSize or ErrWork.
//
// As long as some basic variable is beyond a bound, it is moved to that bound and becomes free, in exchange for a free
// variable of its row that can still move in the right direction. If none can, the row is the conflict.
func (t *Tableau[R]) Solve(ctx context.Context, l Limits) (*Conflict[R], error) {
	var passed []int32 // beyond a bound with no way to move: by a rounding error, or there is a conflict
	defer func() {
		for _, v := range passed {
			t.inBad[v] = false
			t.look(v)
		}
	}()
	for step := 0; ; step++ {
		switch {
		case ctx.Err() != nil:
			return nil, context.Cause(ctx)
		case l.Entries > 0 && t.size > l.Entries:
			return nil, ErrSize
		case l.Pivots > 0 && step >= l.Pivots:
			return nil, ErrWork
		case t.moves >= freshAfter:
			t.refresh()
		}
		v := t.pick(step >= blandAfter)
		if v < 0 {
			if t.moves == 0 {
				return nil, nil
			}
			t.refresh()
			continue
		}
		r := t.rowOf(v)
		up := t.excess(v) < 0
		i := t.entering(r, up, step >= blandAfter)
		if i < 0 {
			passed = append(passed, v) // still marked as bad, but not in the list
			if c := t.conflict(v, r, up); c != nil {
				return c, nil
			}
			continue
		}
		t.pivot(v, r, i, up)
	}
}

// pick removes a variable that violates a bound from the list bad and returns it, −1 if there is none: one with the
// shortest row or definition and, among these, the one farthest beyond its bound; or, if least, the one with the least
// index (Bland's rule).
func (t *Tableau[R]) pick(least bool) int32 {
	best, at, length, score := int32(-1), 0, 0, 0.0
	list := t.bad[:0]
	for _, v := range t.bad {
		x := math.Abs(t.excess(v))
		if x == 0 || t.free[v] {
			t.inBad[v] = false
			continue
		}
		list = append(list, v)
		n := 0
		if int(v) < t.unknowns {
			n = len(t.rows[v].cols)
		} else {
			n = len(t.sums[int(v)-t.unknowns])
		}
		better := best < 0 || n < length || n == length && (x > score || x == score && v < best)
		if least {
			better = best < 0 || v < best
		}
		if better {
			best, at, length, score = v, len(list)-1, n, x
		}
	}
	t.bad = list
	if best >= 0 { // it stays marked until pivot or solve is done with it
		list[at] = list[len(list)-1]
		t.bad = list[:len(list)-1]
	}
	return best
}

// entering returns the column of r whose variable can move in the direction that moves the row up, or down: the one in
// the fewest rows, or with least the first one. It returns −1 if there is none.
func (t *Tableau[R]) entering(r *row, up, least bool) int {
	best, cost := -1, int32(0)
	for i, j := range r.cols {
		if rise := (r.sign(i) > 0) == up; rise && !(t.hi[j] == Unlimited || t.value[j] < float64(t.hi[j])) ||
			!rise && !(t.lo[j] == -Unlimited || t.value[j] > float64(t.lo[j])) {
			continue
		}
		if least {
			return i
		}
		c := t.count[j]
		if best < 0 || c < cost {
			best, cost = i, c
		}
	}
	return best
}

// pivot moves the basic variable v, whose row is r, to the bound that it violates, and exchanges it with the free
// variable in column i: v becomes free, that variable becomes basic, and its row is substituted into all rows that
// contain it. up says that v lies below its lower bound.
func (t *Tableau[R]) pivot(v int32, r *row, i int, up bool) {
	t.pivots++
	j := r.cols[i]
	target := float64(t.hi[v])
	if up {
		target = float64(t.lo[v])
	}
	d := target - t.value[v]
	dj := d / r.slope(i)
	t.move(j, dj)
	t.value[j] += dj
	t.value[v] = target
	t.inBad[v] = false

	p := r.solved(v, i)
	if int(v) < t.unknowns {
		t.size -= r.words()
		t.rows[v] = nil
		t.link(v, r.cols, &row{})
	}
	for _, b := range t.column[j] {
		if b == v {
			continue
		}
		x := t.rows[b]
		k, ok := x.find(j)
		if !ok {
			continue
		}
		t.size -= x.words()
		was := append(t.was[:0], x.cols...)
		t.replace(x, k, p)
		t.was = was
		t.link(b, was, x)
		t.size += x.words()
	}
	t.column[j] = nil
	t.free[v], t.free[j] = true, false
	if int(j) < t.unknowns {
		t.rows[j] = p
		t.link(j, nil, p)
		t.size += p.words()
	}
	t.look(j)
}

// A Conflict shows that the bounds cannot all be met: those in it, multiplied by their positive factors and added up,
// are a contradiction. It is a solution of the dual system, as Farkas' lemma has it.
type Conflict[R any] struct {
	Bounds []Multiple[R]
}

// A Multiple is a bound with a factor.
type Multiple[R any] struct {
	V      int32
	Upper  bool
	By     *R // its reason; nil if it holds by nature
	Factor *big.Int
}

// conflict returns the conflict that v cannot be moved up, or down, to its bound, since its row does not reach that
// with each column at its extreme. It returns nil if, in exact numbers, the row does.
func (t *Tableau[R]) conflict(v int32, r *row, up bool) *Conflict[R] {
	w := r.exact()
	c := &Conflict[R]{}
	sum, bound, by := new(big.Int), t.hi[v], t.hiBy[v]
	if up {
		bound, by = t.lo[v], t.loBy[v]
	}
	c.Bounds = append(c.Bounds, Multiple[R]{v, !up, by, new(big.Int).Set(w.den)})
	for i, j := range r.cols {
		extreme, why := t.lo[j], t.loBy[j]
		upper := (w.vals[i].Sign() > 0) == up
		if upper {
			extreme, why = t.hi[j], t.hiBy[j]
		}
		if upper && extreme == Unlimited || !upper && extreme == -Unlimited {
			return nil
		}
		sum.Add(sum, new(big.Int).Mul(w.vals[i], big.NewInt(extreme)))
		c.Bounds = append(c.Bounds, Multiple[R]{j, upper, why, new(big.Int).Abs(w.vals[i])})
	}
	need := new(big.Int).Mul(w.den, big.NewInt(bound))
	if up && sum.Cmp(need) >= 0 || !up && sum.Cmp(need) <= 0 {
		return nil
	}
	return c
}

// Clash returns the conflict of the two bounds of a variable that contradict each other.
func (t *Tableau[R]) Clash(v int32) *Conflict[R] {
	one := big.NewInt(1)
	return &Conflict[R]{[]Multiple[R]{{v, false, t.loBy[v], one}, {v, true, t.hiBy[v], one}}}
}
