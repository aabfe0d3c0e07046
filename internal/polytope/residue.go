package polytope

import (
	"fmt"
	"math/big"
	"math/bits"
	"math/rand/v2"
)

// The terms of vertices, modulo a prime.

// primeBits is the size of the primes.
const primeBits = 62

// A part is the sum of all terms modulo a prime. With a general direction, in which function i of the points grows by
// slope[i], a vertex with the edges b and the classes of points C adds the constant term of the Laurent series
//
//	e^(value·τ) · Σ over c in C of e^(c·τ) · Π over b of 1/(1 − e^(b·τ))
//	= 1/Π(−b·τ) · e^(value·τ) · Σ e^(c·τ) · exp(Σ over k of l(k)·p(k)·τ^k),   p(k) = Σ over b of b^k
//
// where l(k) are the coefficients of log(x/(e^x − 1)): l(1) = −1/2, and l(k) = −B(k)/(k·k!) for k ≥ 2, with the numbers
// of Bernoulli, which are 0 for odd k. It is the same for all multiples of the direction.
type part struct {
	modulus
	dim     int
	slope   []uint64
	log     []uint64 // l(k)
	inverse []uint64 // 1/k
	total   uint64
	edges   []uint64 // of the vertex at hand
	power   []uint64
	series  []uint64
	exp     []uint64
}

// newPart returns a part for a prime.
func newPart(prime uint64, dim, functions int, rng *rand.Rand) *part {
	x := &part{modulus: modulus{prime}, dim: dim, slope: make([]uint64, functions)}
	for i := range x.slope {
		x.slope[i] = rng.Uint64N(prime)
	}
	x.inverse, x.log = make([]uint64, dim+1), make([]uint64, dim+1)
	factorial := big.NewInt(1)
	for k, b := range bernoulli(dim) {
		if k == 0 {
			continue
		}
		x.inverse[k] = x.invert(uint64(k))
		factorial.Mul(factorial, big.NewInt(int64(k)))
		l := big.NewRat(-1, 2)
		if k > 1 {
			l = b.Quo(b.Neg(b), new(big.Rat).SetInt(new(big.Int).Mul(factorial, big.NewInt(int64(k)))))
		}
		p := new(big.Int).SetUint64(prime)
		n := new(big.Int).Mul(l.Num(), new(big.Int).ModInverse(l.Denom(), p))
		x.log[k] = n.Mod(n, p).Uint64()
	}
	x.edges, x.power = make([]uint64, dim), make([]uint64, dim)
	x.series, x.exp = make([]uint64, dim+1), make([]uint64, dim+1)
	return x
}

// bernoulli returns the numbers of Bernoulli up to B(n).
func bernoulli(n int) []*big.Rat {
	var list []*big.Rat
	for m := range n + 1 {
		b := big.NewRat(0, 1)
		if m == 0 {
			b = big.NewRat(1, 1)
		}
		for k, x := range list { // Σ over k ≤ m of C(m+1, k)·B(k) = 0
			c := new(big.Rat).SetInt(new(big.Int).Binomial(int64(m+1), int64(k)))
			b.Sub(b, c.Mul(c, x))
		}
		if m > 0 {
			b.Quo(b, big.NewRat(int64(m+1), 1))
		}
		list = append(list, b)
	}
	return list
}

// add adds the term of the vertex of a table. It returns false if the direction is not general.
func (x *part) add(t *table, c *classes) bool {
	value := uint64(0)
	det := x.of(t.det)
	for j, f := range t.free {
		x.edges[j] = x.times(x.slope[f], det)
	}
	for i, b := range t.basic {
		if int(b) >= t.rows {
			continue
		}
		s := x.slope[b]
		value = x.plus(value, x.times(s, x.of(t.value[i])))
		for j, a := range t.at[i] {
			if a != 0 {
				x.edges[j] = x.plus(x.edges[j], x.times(s, x.of(a)))
			}
		}
	}
	points := c.series(x)
	for j, o := range c.order {
		if o > 1 {
			x.edges[j] = x.times(x.edges[j], uint64(o))
		}
	}
	below := uint64(1)
	for j, e := range x.edges {
		below = x.times(below, x.minus(0, e))
		x.power[j] = e
	}
	if below == 0 {
		return false
	}
	for k := 1; k <= x.dim; k++ {
		sum := uint64(0)
		if l := x.log[k]; l != 0 {
			for _, p := range x.power {
				sum = x.plus(sum, p)
			}
			sum = x.times(sum, l)
		}
		if k == 1 {
			sum = x.plus(sum, value)
		}
		x.series[k] = x.times(sum, uint64(k))
		if k < x.dim {
			for j, e := range x.edges {
				x.power[j] = x.times(x.power[j], e)
			}
		}
	}
	x.exp[0] = 1
	for n := 1; n <= x.dim; n++ {
		sum := uint64(0)
		for k := 1; k <= n; k++ {
			if s := x.series[k]; s != 0 {
				sum = x.plus(sum, x.times(s, x.exp[n-k]))
			}
		}
		x.exp[n] = x.times(sum, x.inverse[n])
	}
	top := x.exp[x.dim]
	if points != nil {
		top = 0
		for k, p := range points {
			top = x.plus(top, x.times(p, x.exp[x.dim-k]))
		}
	}
	x.total = x.plus(x.total, x.times(top, x.invert(below)))
	return true
}

// A modulus calculates modulo a prime below 2^63.
type modulus struct{ prime uint64 }

func (m modulus) of(a int64) uint64 {
	if a < 0 {
		return m.minus(0, uint64(-a)%m.prime)
	}
	return uint64(a) % m.prime
}

func (m modulus) plus(a, b uint64) uint64 {
	if a += b; a >= m.prime {
		a -= m.prime
	}
	return a
}

func (m modulus) minus(a, b uint64) uint64 {
	if a < b {
		a += m.prime
	}
	return a - b
}

func (m modulus) times(a, b uint64) uint64 {
	hi, lo := bits.Mul64(a, b)
	return bits.Rem64(hi, lo, m.prime)
}

// invert returns 1/a, by Euclid's algorithm; 0 for 0.
func (m modulus) invert(a uint64) uint64 {
	if a == 0 {
		return 0
	}
	r, s := m.prime, a
	x, y := int64(0), int64(1) // r ≡ x·a, s ≡ y·a, at most the prime
	for s != 0 {
		q := r / s
		r, s = s, r-q*s
		x, y = y, x-int64(q)*y
	}
	return m.of(x)
}

// The classes of a vertex are the points of the cone that are not reached from others of them by its edges.
type classes struct {
	table *table
	order []int // of each edge: the least number of steps to an integer point
}

// classes returns the classes of the vertex of the table.
func (t *table) classes(l Limits) (*classes, error) {
	c := &classes{table: t}
	if t.det == 1 {
		return c, nil
	}
	if l.Index > 0 && t.det > int64(l.Index) {
		return nil, ErrLimit
	}
	c.order = make([]int, t.dim)
	for j := range c.order {
		g := t.det
		for i := range t.at {
			a := t.at[i][j]
			for a != 0 {
				g, a = a, g%a
			}
			g = max(g, -g)
		}
		c.order[j] = int(t.det / g)
	}
	return c, nil
}

// series returns the sum of e^(c·τ) over all classes, up to τ^dim, nil if it is 1. A class is the number of steps along
// each edge, less than its order, such that all functions are integers there. So the steps are added edge by edge, and
// what is known of those so far is the remainders of the functions: a group with as many elements as the determinant.
func (c *classes) series(x *part) []uint64 {
	t := c.table
	if t.det == 1 {
		return nil
	}
	rest := make([]int64, len(t.at))
	for i, v := range t.value {
		rest[i] = remainder(v, t.det)
	}
	type sum struct {
		rest   []int64
		series []uint64
	}
	one := make([]uint64, x.dim+1)
	one[0] = 1
	sums := map[string]*sum{fmt.Sprint(rest): {rest, one}}
	names := []string{fmt.Sprint(rest)}
	for j, o := range c.order {
		if o == 1 {
			continue
		}
		next := map[string]*sum{}
		var order []string
		for _, name := range names {
			s := sums[name]
			for k := range o {
				rest := make([]int64, len(t.at))
				for i := range rest {
					rest[i] = remainder(s.rest[i]+int64(k)*(t.at[i][j]%t.det), t.det)
				}
				name := fmt.Sprint(rest)
				n := next[name]
				if n == nil {
					n = &sum{rest, make([]uint64, x.dim+1)}
					next[name] = n
					order = append(order, name)
				}
				by := x.times(x.edges[j], uint64(k)) // times e^(by·τ)
				factor := uint64(1)
				for e := 0; e <= x.dim; e++ {
					for d := 0; d+e <= x.dim; d++ {
						n.series[d+e] = x.plus(n.series[d+e], x.times(s.series[d], factor))
					}
					if e < x.dim {
						factor = x.times(x.times(factor, by), x.inverse[e+1])
					}
				}
			}
		}
		sums, names = next, order
	}
	for _, name := range names {
		s := sums[name]
		zero := true
		for _, r := range s.rest {
			zero = zero && r == 0
		}
		if zero {
			return s.series
		}
	}
	return make([]uint64, x.dim+1)
}

// remainder returns a modulo m, which is not negative.
func remainder(a, m int64) int64 {
	if a %= m; a < 0 {
		a += m
	}
	return a
}
