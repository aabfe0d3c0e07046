package equation

import (
	"context"
	"errors"
	"math"
	"math/big"
)

// ErrSize says that the tableau would have more entries than it may.
var ErrSize = errors.New("the equations have too many entries")

// ErrWork says that a question needs more work than it may.
var ErrWork = errors.New("the equations take too much work")

const (
	freshAfter = 200 // moves after which values are computed anew
	blandAfter = 300 // pivots of one call after which the least index is taken, which cannot go round in circles
)

// solve moves free variables until all are within their bounds, or a row shows that this is impossible: then it returns
// the conflict. The error is that of ctx, or a limit.
func (t *tableau) solve(ctx context.Context, l *Limits) (*conflict, error) {
	var passed []int32 // beyond their bounds: by a rounding error, or for good
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

// pick takes out of the bad ones the variable with the shortest row, or definition, of these the one that is farthest
// beyond its bounds, or with least the first one. −1 says that there is none.
func (t *tableau) pick(least bool) int32 {
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
		if int(v) < t.firings {
			n = len(t.rows[v].cols)
		} else {
			n = len(t.sums[int(v)-t.firings])
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

// entering returns the column whose variable can move the row up, or down: the one in the fewest rows, or with least
// the first one. −1 says that there is none.
func (t *tableau) entering(r *row, up, least bool) int {
	best, cost := -1, int32(0)
	for i, j := range r.cols {
		if rise := (r.sign(i) > 0) == up; rise && !(t.hi[j] == unlimited || t.value[j] < float64(t.hi[j])) ||
			!rise && !(t.lo[j] == -unlimited || t.value[j] > float64(t.lo[j])) {
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

// pivot moves v, whose row is r, to the bound that it is beyond, and makes it free in place of the variable of column
// i.
func (t *tableau) pivot(v int32, r *row, i int, up bool) {
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
	if int(v) < t.firings {
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
	if int(j) < t.firings {
		t.rows[j] = p
		t.link(j, nil, p)
		t.size += p.words()
	}
	t.look(j)
}

// A conflict says why the bounds cannot be met: the bounds in it, times their factors, add up to a contradiction.
type conflict struct {
	bounds []multiple
}

// A multiple is a bound with a factor.
type multiple struct {
	v      int32
	by     *fact // nil if it is by nature
	factor *big.Int
}

// conflict returns why v cannot be moved up, or down, to its bound, nil if it can: the row, with each column at its
// extreme, does not reach it.
func (t *tableau) conflict(v int32, r *row, up bool) *conflict {
	w := r.exact()
	c := &conflict{}
	sum, bound, by := new(big.Int), t.hi[v], t.hiBy[v]
	if up {
		bound, by = t.lo[v], t.loBy[v]
	}
	c.bounds = append(c.bounds, multiple{v, by, new(big.Int).Set(w.den)})
	for i, j := range r.cols {
		extreme, why := t.lo[j], t.loBy[j]
		if (w.vals[i].Sign() > 0) == up {
			extreme, why = t.hi[j], t.hiBy[j]
		}
		if extreme == unlimited || extreme == -unlimited {
			return nil
		}
		sum.Add(sum, new(big.Int).Mul(w.vals[i], big.NewInt(extreme)))
		c.bounds = append(c.bounds, multiple{j, why, new(big.Int).Abs(w.vals[i])})
	}
	need := new(big.Int).Mul(w.den, big.NewInt(bound))
	if up && sum.Cmp(need) >= 0 || !up && sum.Cmp(need) <= 0 {
		return nil
	}
	return c
}

// clash returns the conflict of the two bounds of a variable.
func (t *tableau) clash(v int32) *conflict {
	one := big.NewInt(1)
	return &conflict{[]multiple{{v, t.loBy[v], one}, {v, t.hiBy[v], one}}}
}
