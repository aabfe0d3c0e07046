package bmc

import (
	"context"
	"math/rand/v2"
	"testing"
)

// variables returns a number of n free bits.
func variables(c *gates, n int) number {
	x := make(number, n)
	for i := range x {
		x[i] = c.input()
	}
	return x
}

// given returns the assumptions that x is n.
func given(x number, n uint64) []Lit {
	var list []Lit
	for i, l := range x {
		if n>>i&1 == 0 {
			l = -l
		}
		list = append(list, l)
	}
	return list
}

// valueOf returns the number that x is in the last model.
func valueOf(s solver, x number) uint64 {
	n := uint64(0)
	for i, l := range x {
		if l == yes || l != no && s.value(l) {
			n |= 1 << i
		}
	}
	return n
}

// Arithmetic agrees with that of the machine, on all pairs of small numbers, free or fixed.
func TestArithmetic(t *testing.T) {
	for _, constant := range []bool{false, true} {
		c := newGates(context.Background())
		x, y := variables(c, 4), variables(c, 3)
		s := newIncremental()
		for a := range uint64(16) {
			if constant {
				x = fixed(a)
			}
			sum, product := c.add(x, y), c.times(y, 11)
			equal, less, more := c.equal(x, y), c.less(x, y), c.less(y, x)
			for b := range uint64(8) {
				assumed := given(y, b)
				if !constant {
					assumed = append(assumed, given(x, a)...)
				}
				if sat, err := s.solve(context.Background(), c.ask("", assumed...)); err != nil || !sat {
					t.Fatalf("%d, %d: %v, %v", a, b, sat, err)
				}
				if got := valueOf(s, sum); got != a+b {
					t.Errorf("%d + %d = %d", a, b, got)
				}
				if got := valueOf(s, product); got != 11*b {
					t.Errorf("11 * %d = %d", b, got)
				}
				for _, r := range []struct {
					got  Lit
					want bool
				}{{equal, a == b}, {less, a < b}, {more, a > b}} {
					if got := valueOf(s, number{r.got}) == 1; got != r.want {
						t.Errorf("%d and %d: comparisons %d, %d, %d", a, b, valueOf(s, number{equal}), valueOf(s, number{less}), valueOf(s, number{more}))
					}
				}
			}
		}
	}
}

// Gates agree with their definitions, with constants and equal or opposite inputs among the operands.
func TestGates(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	for range 300 {
		c := newGates(context.Background())
		inputs := variables(c, 4)
		pool := []Lit{yes, no}
		for _, l := range inputs {
			pool = append(pool, l, -l)
		}
		in := make([]Lit, rng.IntN(5))
		for i := range in {
			in[i] = pool[rng.IntN(len(pool))]
		}
		and, or, one := c.and(in...), c.or(in...), c.atMostOne(in)
		a, b := pool[rng.IntN(len(pool))], pool[rng.IntN(len(pool))]
		xor := c.xor(a, b)
		s := newIncremental()
		for n := range uint64(16) {
			if sat, err := s.solve(context.Background(), c.ask("", given(inputs, n)...)); err != nil || !sat {
				t.Fatalf("%v: %v, %v", in, sat, err)
			}
			is := func(l Lit) bool { return valueOf(s, number{l}) == 1 }
			trues := 0
			for _, l := range in {
				if is(l) {
					trues++
				}
			}
			if is(and) != (trues == len(in)) || is(or) != (trues > 0) || is(one) != (trues <= 1) || is(xor) != (is(a) != is(b)) {
				t.Fatalf("%v with inputs %d: and %v, or %v, at most one %v; %d xor %d: %v", in, n, is(and), is(or), is(one), a, b, is(xor))
			}
		}
	}
}
