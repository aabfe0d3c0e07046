package polytope

import (
	"cmp"
	"context"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"brim/internal/checked"
)

// Tables of a simplex method in integers.

const (
	mostEntry = 1 << 31 // of |entry|
	mostValue = 1 << 62 // of |value|
)

// A table writes all functions as functions of dim of them, which are 0 at the vertex where the others have the values
// of the table:
//
//	function(basic[i]) = (value[i] + Σ at[i][j]·function(free[j])) / det
//
// There is a function for each row of the polytope, moved outwards by less than anything that is not 0: value and shift
// are compared as pairs. The functions after those are coordinates of the points, which may have any value.
//
// Invariant: det > 0 is the absolute value of the determinant of the free functions, so all numbers are integers, by
// Cramer's rule, and divisions are exact.
type table struct {
	dim   int
	rows  int // of the polytope
	basic []int32
	free  []int32
	at    [][]int64
	value []int64
	shift []int64
	det   int64
}

// newTable returns the table of the first vertex that it finds, of all hyperplanes, be it in the polytope or not.
// Coordinates stay in it if the functions are not enough to tell integer points from others.
func newTable(dim int, rows []Row, style style, rng *rand.Rand) (*table, error) {
	t := &table{dim: dim, rows: len(rows), det: 1}
	for i, r := range rows {
		for _, c := range r.Of {
			if max(c, -c) >= mostEntry {
				return nil, ErrRange
			}
		}
		if max(r.Plus, -r.Plus) >= mostValue {
			return nil, ErrRange
		}
		t.basic = append(t.basic, int32(i))
		t.at = append(t.at, append([]int64(nil), r.Of...))
		t.value = append(t.value, r.Plus)
		t.shift = append(t.shift, style.shift(r, rng))
	}
	for k := range dim {
		t.free = append(t.free, int32(len(rows)+k))
	}
	for j := range dim {
		row := -1
		for i, b := range t.basic {
			if c := t.at[i][j]; int(b) < t.rows && c != 0 &&
				(row < 0 || max(c, -c) < max(t.at[row][j], -t.at[row][j])) {
				row = i
			}
		}
		if row < 0 {
			return nil, ErrUnbounded
		}
		if !t.pivot(row, j) {
			return nil, ErrRange
		}
	}
	if t.det == 1 { // the functions that are free are integers exactly at integer points
		n := 0
		for i, b := range t.basic {
			if int(b) < t.rows {
				t.basic[n], t.at[n], t.value[n], t.shift[n] = b, t.at[i], t.value[i], t.shift[i]
				n++
			}
		}
		t.basic, t.at, t.value, t.shift = t.basic[:n], t.at[:n], t.value[:n], t.shift[:n]
	}
	return t, nil
}

// pivot exchanges the function of a row with that of a column. It returns false if numbers become too large; then the
// table means nothing.
func (t *table) pivot(row, col int) bool {
	r, pivot := t.at[row], t.at[row][col]
	if pivot < 0 { // as if the function of the row was its opposite
		t.oppose(row)
	}
	for i := range t.at {
		if i != row && !t.subtract(i, row, col, pivot) {
			return false
		}
	}
	t.oppose(row)
	r[col] = t.det
	if pivot < 0 {
		r[col] = -t.det
	}
	t.det = max(pivot, -pivot)
	t.basic[row], t.free[col] = t.free[col], t.basic[row]
	return true
}

// oppose replaces a row by its opposite.
func (t *table) oppose(row int) {
	r := t.at[row]
	for j := range r {
		r[j] = -r[j]
	}
	t.value[row], t.shift[row] = -t.value[row], -t.shift[row]
}

// subtract replaces row i by what a pivot in the given row, whose pivot is positive by now, makes of it. It returns
// false if numbers become too large.
func (t *table) subtract(i, row, col int, pivot int64) bool {
	x, r, c := t.at[i], t.at[row], t.at[i][col]
	by := max(pivot, -pivot)
	if c != 0 || by != t.det {
		for j := range x {
			x[j] = (x[j]*by - c*r[j]) / t.det
			if max(x[j], -x[j]) >= mostEntry {
				return false
			}
		}
		t.value[i] = combine(by, t.value[i], c, t.value[row], t.det)
		t.shift[i] = combine(by, t.shift[i], c, t.shift[row], t.det)
	}
	x[col] = c
	if pivot < 0 {
		x[col] = -c
	}
	return max(t.value[i], -t.value[i], t.shift[i], -t.shift[i]) < mostValue
}

// combine returns (p·x − q·y)/d, which is an integer, mostValue or −mostValue if it is too large.
func combine(p, x, q, y, d int64) int64 {
	const smallEntry, smallValue = 1 << 20, 1 << 41
	if p < smallEntry && max(q, -q) < smallEntry && max(x, -x, y, -y) < smallValue {
		return (p*x - q*y) / d
	}
	z := new(big.Int).Mul(big.NewInt(p), big.NewInt(x))
	z.Sub(z, new(big.Int).Mul(big.NewInt(q), big.NewInt(y)))
	z.Quo(z, big.NewInt(d))
	if !z.IsInt64() {
		return mostValue
	}
	return min(max(z.Int64(), -mostValue), mostValue)
}

// sign returns the sign of the value of a row, with its shift.
func (t *table) sign(i int) int {
	switch v := t.value[i]; {
	case v != 0:
		return cmp.Compare(v, 0)
	default:
		return cmp.Compare(t.shift[i], 0)
	}
}

// feasible moves to a vertex of the polytope, and reports whether there is one. It pivots by the rule of Bland, that is
// by the least indices, in the dual program of one without a goal.
func (t *table) feasible(ctx context.Context) (bool, error) {
	for ctx.Err() == nil {
		row := -1
		for i, b := range t.basic {
			if int(b) < t.rows && t.sign(i) < 0 && (row < 0 || b < t.basic[row]) {
				row = i
			}
		}
		if row < 0 {
			return true, nil
		}
		col := -1
		for j, c := range t.at[row] {
			if c > 0 && (col < 0 || t.free[j] < t.free[col]) {
				col = j
			}
		}
		if col < 0 {
			return false, nil
		}
		if !t.pivot(row, col) {
			return false, ErrRange
		}
	}
	return false, ctx.Err()
}

// leaves returns the row of the function that is the first to become 0 on the edge of the vertex on which the function
// of a column grows. The error is ErrUnbounded if none is, or errGeneric if two are.
func (t *table) leaves(col int) (int, error) {
	row, tie := -1, false
	for i, b := range t.basic {
		c := t.at[i][col]
		if c >= 0 || int(b) >= t.rows {
			continue
		}
		if row < 0 {
			row = i
			continue
		}
		d := t.at[row][col]
		switch k := cross(t.value[i], d, t.value[row], c); { // value/−entry is less if value·other entry is more
		case k > 0:
			row, tie = i, false
		case k == 0:
			switch k := cross(t.shift[i], d, t.shift[row], c); {
			case k > 0:
				row, tie = i, false
			case k == 0:
				tie = true
			}
		}
	}
	switch {
	case row < 0:
		return 0, ErrUnbounded
	case tie:
		return 0, errGeneric
	}
	return row, nil
}

// cross returns the sign of a·b − c·d.
func cross(a, b, c, d int64) int {
	h, l := product(a, b)
	i, m := product(c, d)
	switch {
	case h != i:
		return cmp.Compare(h, i)
	case l < m:
		return -1
	case l > m:
		return 1
	}
	return 0
}

// product returns a·b in two's complement.
func product(a, b int64) (hi int64, lo uint64) {
	h, lo := bits.Mul64(checked.Magnitude(a), checked.Magnitude(b))
	if (a < 0) != (b < 0) {
		var borrow uint64
		lo, borrow = bits.Sub64(0, lo, 0)
		h, _ = bits.Sub64(0, h, borrow)
	}
	return int64(h), lo
}

// A style is a way to choose how far functions are moved outwards. What is a good choice depends on the polytope: for a
// product of 18 chains with ties between them the number of vertices is 6,000 with one, and 600,000 with another.
type style int

// The styles: all alike; bounds of coordinates further than others; nearer; and by random orders of magnitude.
const (
	alike style = iota
	boundsFar
	boundsNear
	scattered
	styles = scattered + 3
)

// shift returns how far a row is moved.
func (s style) shift(r Row, rng *rand.Rand) int64 {
	n := 1 + rng.Int64N(1<<20)
	terms := 0
	for _, c := range r.Of {
		if c != 0 {
			terms++
		}
	}
	switch {
	case s >= scattered:
		return n << rng.IntN(20)
	case s == boundsFar && terms == 1, s == boundsNear && terms > 1:
		return n << 15
	}
	return n
}
