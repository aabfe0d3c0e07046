package structure

import (
	"cmp"
	"math/big"
	"slices"
)

// A tableau solves a program by the simplex method in two phases, in exact fractions [Dan63]. Columns are places, then
// an artificial variable for each row, then the right-hand side. Rows are equations in the form in which the
// variables of basis stand alone; all right-hand sides are ≥ 0. The two last rows are the reduced costs: of the sum
// of the artificial variables, and of the program; their right-hand sides are the negated values.
//
// A choice of the least column and row that qualify keeps it from going round in circles [Bla77]. Numbers beyond 63
// bits end it.
type tableau struct {
	rows   [][]fraction
	basis  []int // column, by row
	places []int // by column
	work   *int
	fits   bool // nothing was beyond 63 bits
}

// solve returns an optimal solution of the dual program, a weight for each row, or nil if there is none, or none was
// found within the work. The optimum of the program may be −∞.
func (p *program) solve() []*big.Rat {
	t := p.tableau()
	if t == nil || !t.minimise(len(p.rows), len(t.places)+len(p.rows)) {
		return nil
	}
	t.expel()
	if !t.minimise(len(p.rows)+1, len(t.places)) {
		return nil
	}
	// The reduced cost of the artificial variable of a row, which costs nothing in the program, is minus the row's
	// weight.
	y := make([]*big.Rat, len(p.rows))
	for i := range y {
		x := t.rows[len(p.rows)+1][len(t.places)+i].rat()
		y[i] = x.Neg(x)
	}
	return y
}

// cells returns the size of a tableau.
func cells(rows, places int) int { return (rows + 2) * (places + rows + 1) }

// tableau returns the tableau with the artificial variables as basis, nil if there is no work left, a place that costs
// less than nothing is in no row, or a number is too large.
func (p *program) tableau() *tableau {
	t := &tableau{work: p.work, fits: true}
	column := map[int]int{}
	for _, f := range p.rows {
		for _, place := range f.Places {
			if _, ok := column[place]; !ok {
				column[place] = len(t.places)
				t.places = append(t.places, place)
			}
		}
	}
	n := len(t.places)
	width := n + len(p.rows) + 1
	if *t.work -= cells(len(p.rows), n); *t.work < 0 {
		return nil
	}
	for range len(p.rows) + 2 {
		t.rows = append(t.rows, make([]fraction, width))
	}
	artificial, costs := t.rows[len(p.rows)], t.rows[len(p.rows)+1]
	for place, c := range p.cost {
		j, ok := column[place]
		switch {
		case ok:
			costs[j] = whole(c)
		case c < 0:
			return nil
		}
	}
	for i, f := range p.rows {
		row := t.rows[i]
		for k, place := range f.Places {
			row[column[place]] = whole(f.Weights[k])
		}
		row[n+i] = whole(1)
		row[width-1] = whole(f.Constant)
		t.basis = append(t.basis, n+i)
		for j, x := range row {
			if j < n || j == width-1 {
				t.subtract(&artificial[j], x, whole(1))
			}
		}
	}
	return t
}

// subtract takes b·c from a.
func (t *tableau) subtract(a *fraction, b, c fraction) {
	d, ok := a.minusTimes(b, c)
	*a, t.fits = d, t.fits && ok
}

// minimise goes to a basis with the least value of a row of costs, by columns below most. It is false if there is no
// least value, a number was too large, or the work was not enough.
func (t *tableau) minimise(costs, most int) bool {
	for t.fits {
		enter := slices.IndexFunc(t.rows[costs][:most], func(c fraction) bool { return c.num < 0 })
		if enter < 0 {
			return true
		}
		leave := -1
		var best fraction
		for i := range t.basis {
			row := t.rows[i]
			if row[enter].num <= 0 {
				continue
			}
			ratio := fraction{0, 1}
			if right := row[len(row)-1]; !right.zero() {
				var ok bool
				if ratio, ok = right.times(row[enter].inverse()); !ok {
					return false
				}
			}
			less := -1
			if leave >= 0 {
				sign, ok := ratio.compare(best)
				if !ok {
					return false
				}
				less = cmp.Or(sign, t.basis[i]-t.basis[leave])
			}
			if less < 0 {
				leave, best = i, ratio
			}
		}
		if leave < 0 || !t.pivot(leave, enter) {
			return false
		}
	}
	return false
}

// expel takes the artificial variables out of the basis after the first phase, where they are 0. A row in which that
// cannot be done follows from the others: it is 0 in all places and stays as it is.
func (t *tableau) expel() {
	for i, b := range t.basis {
		if b < len(t.places) {
			continue
		}
		if j := slices.IndexFunc(t.rows[i][:len(t.places)], func(x fraction) bool { return !x.zero() }); j >= 0 {
			t.pivot(i, j)
		}
	}
}

// pivot puts column j in place of the variable of row i into the basis. It is false when the work is used up.
func (t *tableau) pivot(i, j int) bool {
	row := t.rows[i]
	inverse := row[j].inverse()
	var entries []int
	for k, x := range row {
		if !x.zero() {
			y, ok := x.times(inverse)
			row[k], t.fits = y, t.fits && ok
			entries = append(entries, k)
		}
	}
	for o, other := range t.rows {
		if o == i || other[j].zero() {
			continue
		}
		factor := other[j]
		for _, k := range entries {
			t.subtract(&other[k], factor, row[k])
		}
		*t.work -= len(entries)
	}
	t.basis[i] = j
	return *t.work > 0
}
