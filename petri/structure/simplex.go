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
// A choice of the least column and row that qualify keeps it from going round in circles [Bla77].
type tableau struct {
	rows   [][]*big.Rat
	basis  []int // column, by row
	places []int // by column
	work   *int
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
	// The reduced cost of the artificial variable of a row, which costs nothing in the program, is minus the row's weight.
	y := make([]*big.Rat, len(p.rows))
	for i := range y {
		y[i] = new(big.Rat).Neg(t.rows[len(p.rows)+1][len(t.places)+i])
	}
	return y
}

// cells returns the size of a tableau.
func cells(rows, places int) int { return (rows + 2) * (places + rows + 1) }

// tableau returns the tableau with the artificial variables as basis, nil if there is no work left or a place that costs less than
// nothing is in no row.
func (p *program) tableau() *tableau {
	t := &tableau{work: p.work}
	column := map[int]int{}
	add := func(place int) {
		if _, ok := column[place]; !ok {
			column[place] = len(t.places)
			t.places = append(t.places, place)
		}
	}
	for _, f := range p.rows {
		for _, place := range f.Places {
			add(place)
		}
	}
	for place := range p.cost {
		if _, ok := column[place]; !ok && p.cost[place].Sign() < 0 {
			return nil
		}
	}
	n := len(t.places)
	width := n + len(p.rows) + 1
	if *t.work -= cells(len(p.rows), n); *t.work < 0 {
		return nil
	}
	for range len(p.rows) + 2 {
		row := make([]*big.Rat, width)
		for j := range row {
			row[j] = new(big.Rat)
		}
		t.rows = append(t.rows, row)
	}
	artificial, costs := t.rows[len(p.rows)], t.rows[len(p.rows)+1]
	for place, c := range p.cost {
		if j, ok := column[place]; ok {
			costs[j].Set(c)
		}
	}
	for i, f := range p.rows {
		row := t.rows[i]
		for k, place := range f.Places {
			row[column[place]].SetInt64(f.Weights[k])
		}
		row[n+i].SetInt64(1)
		row[width-1].SetInt64(f.Constant)
		t.basis = append(t.basis, n+i)
		for j, x := range row {
			if j < n || j == width-1 {
				artificial[j].Sub(artificial[j], x)
			}
		}
	}
	return t
}

// minimise goes to a basis with the least value of a row of costs, by columns below most. It is false if there is no least value, or
// the work was not enough.
func (t *tableau) minimise(costs, most int) bool {
	for {
		enter := slices.IndexFunc(t.rows[costs][:most], func(c *big.Rat) bool { return c.Sign() < 0 })
		if enter < 0 {
			return true
		}
		leave := -1
		var best *big.Rat
		for i := range t.basis {
			if t.rows[i][enter].Sign() <= 0 {
				continue
			}
			ratio := new(big.Rat).Quo(t.rows[i][len(t.rows[i])-1], t.rows[i][enter])
			less := -1
			if leave >= 0 {
				less = cmp.Or(ratio.Cmp(best), t.basis[i]-t.basis[leave])
			}
			if less < 0 {
				leave, best = i, ratio
			}
		}
		if leave < 0 || !t.pivot(leave, enter) {
			return false
		}
	}
}

// expel takes the artificial variables out of the basis after the first phase, where they are 0. A row in which that cannot be done follows from
// the others: it is 0 in all places and stays as it is.
func (t *tableau) expel() {
	for i, b := range t.basis {
		if b < len(t.places) {
			continue
		}
		if j := slices.IndexFunc(t.rows[i][:len(t.places)], func(x *big.Rat) bool { return x.Sign() != 0 }); j >= 0 {
			t.pivot(i, j)
		}
	}
}

// pivot puts column j in place of the variable of row i into the basis. It is false when the work is used up.
func (t *tableau) pivot(i, j int) bool {
	row := t.rows[i]
	inverse := new(big.Rat).Inv(row[j])
	var entries []int
	for k, x := range row {
		if x.Sign() != 0 {
			x.Mul(x, inverse)
			entries = append(entries, k)
		}
	}
	product := new(big.Rat)
	for o, other := range t.rows {
		if o == i || other[j].Sign() == 0 {
			continue
		}
		factor := new(big.Rat).Set(other[j])
		for _, k := range entries {
			other[k].Sub(other[k], product.Mul(factor, row[k]))
		}
		*t.work -= len(entries)
	}
	t.basis[i] = j
	return *t.work > 0
}
