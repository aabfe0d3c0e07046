package simplex

import (
	"math/big"
	"slices"

	"brim/internal/checked"
)

// Rows of the tableau, exact linear equations, and their arithmetic.

// A row is an exact equation  den · (its variable) = Σ vals·cols  of a tableau.
//
// Invariant: cols ascends, no coefficient is 0, den is positive, and no number above 1 divides den and all
// coefficients. The numbers are in den and vals or, where these exceed 63 bits, in wide.
type row struct {
	den  int64
	cols []int32
	vals []int64
	wide *wideRow // nil if the numbers fit
}

type wideRow struct {
	den  *big.Int
	vals []*big.Int
}

func (r *row) find(col int32) (int, bool) { return slices.BinarySearch(r.cols, col) }

// words returns about how much memory the row takes, in words of 8 bytes.
func (r *row) words() int64 {
	if r.wide == nil {
		return int64(len(r.cols)) * 3 / 2
	}
	n := int64(len(r.cols)) * 8
	for _, v := range r.wide.vals {
		n += int64(len(v.Bits()))
	}
	return n
}

// sign returns the sign of a coefficient.
func (r *row) sign(i int) int {
	switch {
	case r.wide != nil:
		return r.wide.vals[i].Sign()
	case r.vals[i] < 0:
		return -1
	}
	return 1
}

// slope returns a coefficient divided by den: the change of the row's variable for each unit of the column's.
func (r *row) slope(i int) float64 {
	if r.wide != nil {
		return ratio(r.wide.vals[i], r.wide.den)
	}
	return float64(r.vals[i]) / float64(r.den)
}

// exact returns the numbers as those of package big, which must not be changed.
func (r *row) exact() *wideRow {
	if r.wide != nil {
		return r.wide
	}
	w := &wideRow{den: big.NewInt(r.den)}
	for _, v := range r.vals {
		w.vals = append(w.vals, big.NewInt(v))
	}
	return w
}

// reduce divides the row by the greatest common divisor of its numbers.
func (r *row) reduce() {
	g := r.den
	for _, v := range r.vals {
		if g == 1 {
			return
		}
		g = checked.GCD(g, v)
	}
	if g == 1 {
		return
	}
	r.den /= g
	for i := range r.vals {
		r.vals[i] /= g
	}
}

// set makes w the numbers of the row, reduced, and in 63 bits if they fit.
func (r *row) set(cols []int32, w *wideRow) {
	g := new(big.Int).Set(w.den)
	for _, v := range w.vals {
		g.GCD(nil, nil, g, new(big.Int).Abs(v))
	}
	w.den.Quo(w.den, g)
	fits := w.den.BitLen() < 63
	for _, v := range w.vals {
		v.Quo(v, g)
		fits = fits && v.BitLen() < 63
	}
	r.cols, r.vals, r.wide = append(r.cols[:0], cols...), r.vals[:0], w
	if !fits {
		return
	}
	r.wide, r.den = nil, w.den.Int64()
	for _, v := range w.vals {
		r.vals = append(r.vals, v.Int64())
	}
}

// solved solves the equation r, the row of variable v, for the variable in column i, and returns the result as a new
// row.
func (r *row) solved(v int32, i int) *row {
	// den·v = c·n + rest  ⇔  c·n = den·v − rest
	s := &row{cols: slices.Delete(slices.Clone(r.cols), i, i+1)}
	at, _ := slices.BinarySearch(s.cols, v)
	s.cols = slices.Insert(s.cols, at, v)
	if r.wide != nil {
		c := r.wide.vals[i]
		w := &wideRow{den: new(big.Int).Abs(c)}
		for k, x := range r.wide.vals {
			if k != i {
				y := new(big.Int).Set(x)
				if c.Sign() > 0 {
					y.Neg(y)
				}
				w.vals = append(w.vals, y)
			}
		}
		den := new(big.Int).Set(r.wide.den)
		if c.Sign() < 0 {
			den.Neg(den)
		}
		w.vals = slices.Insert(w.vals, at, den)
		s.wide = w
		return s
	}
	c, den := r.vals[i], r.den
	s.vals = slices.Delete(slices.Clone(r.vals), i, i+1)
	if c > 0 {
		for k := range s.vals {
			s.vals[k] = -s.vals[k]
		}
	} else {
		c, den = -c, -den
	}
	s.den, s.vals = c, slices.Insert(s.vals, at, den)
	return s
}

// A merger adds multiples of rows. It keeps its memory between calls.
type merger struct {
	cols []int32
	vals []int64
}

// replace substitutes p, the row of the variable in column i of r, for that variable in r.
func (m *merger) replace(r *row, i int, p *row) {
	if r.wide == nil && p.wide == nil {
		a, e := r.vals[i], p.den
		g := checked.GCD(a, e)
		a, e = a/g, e/g
		if den, ok := checked.MulAdd(0, r.den, e); ok && m.merge(e, r, i, a, p) {
			r.den = den
			r.cols, r.vals = append(r.cols[:0], m.cols...), append(r.vals[:0], m.vals...)
			r.reduce()
			return
		}
	}
	m.replaceWide(r, i, p)
}

// merge computes e·(r without column i) + a·p in the memory of m, in one pass through the sorted columns of both rows.
// It returns false if a number exceeds 63 bits.
func (m *merger) merge(e int64, r *row, i int, a int64, p *row) bool {
	cols, vals := m.cols[:0], m.vals[:0]
	defer func() { m.cols, m.vals = cols, vals }()
	k, l := 0, 0
	for {
		if k == i {
			k++
		}
		var c int32
		var x, y int64
		switch {
		case k >= len(r.cols) && l >= len(p.cols):
			return true
		case l >= len(p.cols) || k < len(r.cols) && r.cols[k] < p.cols[l]:
			c, x = r.cols[k], r.vals[k]
			k++
		case k >= len(r.cols) || p.cols[l] < r.cols[k]:
			c, y = p.cols[l], p.vals[l]
			l++
		default:
			c, x, y = r.cols[k], r.vals[k], p.vals[l]
			k, l = k+1, l+1
		}
		z, ok := checked.MulAdd(0, e, x)
		if ok {
			z, ok = checked.MulAdd(z, a, y)
		}
		if !ok {
			return false
		}
		if z != 0 {
			cols, vals = append(cols, c), append(vals, z)
		}
	}
}

// replaceWide is replace with numbers of any size.
func (m *merger) replaceWide(r *row, i int, p *row) {
	x, y := r.exact(), p.exact()
	a := new(big.Int).Set(x.vals[i])
	sum := wideSum{}
	for k, c := range r.cols {
		if k != i {
			sum.add(c, y.den, x.vals[k])
		}
	}
	for l, c := range p.cols {
		sum.add(c, a, y.vals[l])
	}
	r.set(sum.row(new(big.Int).Mul(x.den, y.den)))
}

// A wideSum is a sum of rows in numbers of any size, by column.
type wideSum map[int32]*big.Int

// add adds a·x to a column.
func (s wideSum) add(col int32, a, x *big.Int) {
	if s[col] == nil {
		s[col] = new(big.Int)
	}
	s[col].Add(s[col], new(big.Int).Mul(a, x))
}

// row returns the columns that are not 0, and their numbers as a row with that denominator.
func (s wideSum) row(den *big.Int) ([]int32, *wideRow) {
	var cols []int32
	for c, v := range s {
		if v.Sign() != 0 {
			cols = append(cols, c)
		}
	}
	slices.Sort(cols)
	w := &wideRow{den: den}
	for _, c := range cols {
		w.vals = append(w.vals, s[c])
	}
	return cols, w
}

func ratio(a, b *big.Int) float64 {
	f, _ := new(big.Rat).SetFrac(a, b).Float64()
	return f
}
