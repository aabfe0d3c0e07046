package bmc

import (
	"context"
	"errors"
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
						t.Errorf("%d and %d: comparisons %d, %d, %d", a, b, valueOf(s, number{equal}),
							valueOf(s, number{less}), valueOf(s, number{more}))
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
			if is(and) != (trues == len(in)) || is(or) != (trues > 0) || is(one) != (trues <= 1) ||
				is(xor) != (is(a) != is(b)) {
				t.Fatalf("%v with inputs %d: and %v, or %v, at most one %v; %d xor %d: %v", in, n, is(and), is(or),
					is(one), a, b, is(xor))
			}
		}
	}
}

// Counters count, in binary and in unary, whatever is chosen.
func TestCounters(t *testing.T) {
	const most = 6
	for _, unary := range []bool{false, true} {
		for from := range int64(most + 1) {
			g := newGates(context.Background())
			x := counted(from, most)
			if !unary {
				x = counter{fixed(uint64(from)), false}
				for len(x.lits) < 3 {
					x.lits = append(x.lits, no)
				}
			}
			a, b := g.input(), g.input()
			now := from
			// Two rounds: by a choice of no change, +1 and +2, then of none, −2 and −1, where they stay in bounds.
			for choice := range 9 {
				up, down := int64(choice%3), -int64(choice/3)
				if from+up > most || from+up+down < 0 {
					continue
				}
				y := g.changed(x, []change{{g.and(a, -b), 1}, {g.and(a, b), 2}})
				c, d := g.input(), g.input()
				z := g.changed(y, []change{{g.and(c, -d), -2}, {g.and(c, d), -1}})
				now = from + up + down
				assumed := []Lit{a, b, c, d}
				for i, set := range []bool{up > 0, up == 2, down < 0, down == -1} {
					if !set {
						assumed[i] = -assumed[i]
					}
				}
				value := g.binary(z)
				var least []Lit
				for n := range int64(most + 2) {
					least = append(least, g.atLeast(z, n))
				}
				s := newIncremental()
				if sat, err := s.solve(context.Background(), g.ask("", assumed...)); err != nil || !sat {
					t.Fatal(sat, err)
				}
				if got := valueOf(s, value); got != uint64(now) {
					t.Errorf("unary %v: %d %+d %+d is %d", unary, from, up, down, got)
				}
				for n, l := range least {
					if got := l == yes || l != no && s.value(l); got != (now >= int64(n)) {
						t.Errorf("unary %v: %d ≥ %d is %v", unary, now, n, got)
					}
				}
			}
		}
	}
}

// Gates end when their context does.
func TestHalt(t *testing.T) {
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(context.Background())
	g := newGates(ctx)
	cancel(cause)
	defer func() {
		if h, ok := recover().(halt); !ok || h.cause != cause {
			t.Errorf("ended with %v", h)
		}
	}()
	for range 1_000_000 {
		g.and2(g.input(), g.input())
	}
	t.Error("a million gates after the end")
}
