package equation

import (
	"math/big"
	"slices"
)

// A row says that  den · (its variable) = Σ vals·cols.
//
// Invariant: cols ascends, no coefficient is 0, den is positive, and no number above 1 divides den and all
// coefficients. The numbers are in den and vals, or where these do not fit 63 bits, in wide.
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

// words is about the memory that the row takes, in numbers.
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

// sign returns that of a coefficient.
func (r *row) sign(i int) int {
	switch {
	case r.wide != nil:
		return r.wide.vals[i].Sign()
	case r.vals[i] < 0:
		return -1
	}
	return 1
}

// slope returns a coefficient divided by den: by how much the variable changes with that of the column.
func (r *row) slope(i int) float64 {
	if r.wide != nil {
		return ratio(r.wide.vals[i], r.wide.den)
	}
	return float64(r.vals[i]) / float64(r.den)
}

// exact returns the numbers as those of package big. Nobody may change them.
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

// reduce divides by the greatest common divisor.
func (r *row) reduce() {
	g := r.den
	for _, v := range r.vals {
		if g == 1 {
			return
		}
		g = gcd(g, v)
	}
	if g == 1 {
		return
	}
	r.den /= g
	for i := range r.vals {
		r.vals[i] /= g
	}
}

// set takes over numbers of package big, reduced, in 63 bits if they fit.
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

// solved returns the equation of the row, which is that of variable v, in the form of variable r.cols[i].
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

// A merger puts rows together. It keeps memory for that.
type merger struct {
	cols []int32
	vals []int64
}

// replace puts p, which is the row of the variable in column i of r, in place of it.
func (m *merger) replace(r *row, i int, p *row) {
	if r.wide == nil && p.wide == nil {
		a, e := r.vals[i], p.den
		g := gcd(a, e)
		a, e = a/g, e/g
		if den, ok := mulAdd(0, r.den, e); ok && m.merge(e, r, i, a, p) {
			r.den = den
			r.cols, r.vals = append(r.cols[:0], m.cols...), append(r.vals[:0], m.vals...)
			r.reduce()
			return
		}
	}
	m.replaceWide(r, i, p)
}

// merge leaves e·(r without column i) + a·p in the memory of m. It is false if a number does not fit.
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
		z, ok := mulAdd(0, e, x)
		if ok {
			z, ok = mulAdd(z, a, y)
		}
		if !ok {
			return false
		}
		if z != 0 {
			cols, vals = append(cols, c), append(vals, z)
		}
	}
}

// replaceWide is replace for numbers of any size.
func (m *merger) replaceWide(r *row, i int, p *row) {
	x, y := r.exact(), p.exact()
	a := new(big.Int).Set(x.vals[i])
	sum := newWideSum()
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

// A wideSum is a sum of rows in the numbers of package big.
type wideSum map[int32]*big.Int

func newWideSum() wideSum { return wideSum{} }

// add adds a·x to a column.
func (s wideSum) add(col int32, a, x *big.Int) {
	if s[col] == nil {
		s[col] = new(big.Int)
	}
	s[col].Add(s[col], new(big.Int).Mul(a, x))
}

// row returns the columns that are not 0, and their numbers.
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
