package puzzles

import (
	"context"
	"fmt"
	"maps"
	"math/big"
	"slices"
	"time"

	"brim/mdd"
)

// Functions of bits whose levels are sifted, each with a level for a bit and a diagram under an order that is not the
// best one. Those of CUDD are in cudd_sift.c.

// A Sifting is what one sifting of all levels did to the diagrams of a problem.
type Sifting struct {
	Ones          *big.Int // valuations for which the functions are 1, one function after the other
	Before, After int      // nodes of all diagrams together
	Took          time.Duration
}

var functions = map[string]func(n int) []mdd.Set{
	"pairs": pairs, "adder": adder, "multiplier": multiplier, "hidden": hidden, "queens": placed,
}

// Sift makes the diagrams of a problem of size n, which is 2 at least, and reorders them with package mdd. The error
// says which problems there are.
func Sift(problem string, n int, o mdd.Reordering) (*Sifting, error) {
	build := functions[problem]
	if build == nil || n < 2 {
		return nil, fmt.Errorf("expected a problem, one of %v, and a size from 2 on",
			slices.Sorted(maps.Keys(functions)))
	}
	s := Sifting{Ones: new(big.Int)}
	sets := build(n)
	for _, a := range sets {
		s.Ones.Add(s.Ones, a.Count())
	}
	start := time.Now()
	r, err := sets[0].Forest().Reorder(context.Background(), o, sets...)
	if err != nil {
		return nil, err
	}
	s.Before, s.After, s.Took = r.Before, r.After, time.Since(start)
	return &s, nil
}

// bitSpace has functions of some bits: sets of tuples of 0 and 1.
type bitSpace struct{ all mdd.Set }

func newBits(n int) bitSpace { return bitSpace{mdd.New(n, mdd.Options{}).Box(below(2, n))} }

func (b bitSpace) none() mdd.Set { return b.all.Forest().Empty() }

// at is the bit of a level, which counts from 1.
func (b bitSpace) at(level int) mdd.Set {
	return b.all.Where(level, func(v int) bool { return v == 1 })
}

// pairs is x₁y₁ ∨ … ∨ xₙyₙ with all y above all x [Bry86]: 2ⁿ nodes, but few where each y follows its x.
func pairs(n int) []mdd.Set {
	b := newBits(2 * n)
	some := b.none()
	for i := range n {
		some = some.Union(b.at(1 + i).Intersect(b.at(n + 1 + i)))
	}
	return []mdd.Set{some}
}

// added returns the sum of three bits and its carry.
func added(x, y, carry mdd.Set) (sum, next mdd.Set) {
	one := x.Xor(y)
	return one.Xor(carry), x.Intersect(y).Union(one.Intersect(carry))
}

// adder adds two numbers of n bits, the lowest bits first, with the bits of one above those of the other.
func adder(n int) []mdd.Set {
	b := newBits(2 * n)
	sums, carry := make([]mdd.Set, n+1), b.none()
	for i := range n {
		sums[i], carry = added(b.at(1+i), b.at(n+1+i), carry)
	}
	sums[n] = carry
	return sums
}

// multiplier multiplies two numbers of n bits in the same way.
func multiplier(n int) []mdd.Set {
	b := newBits(2 * n)
	product := slices.Repeat([]mdd.Set{b.none()}, 2*n)
	for i := range n {
		carry := b.none()
		for j := range 2*n - i {
			x := b.none()
			if j < n {
				x = b.at(1 + j).Intersect(b.at(n + 1 + i))
			}
			product[i+j], carry = added(product[i+j], x, carry)
		}
	}
	return product
}

// hidden is the hidden weighted bit [Bry91]: 1 if w bits are 1, w > 0, and bit w is. No order has few nodes.
func hidden(n int) []mdd.Set {
	b := newBits(n)
	some := b.none()
	for w := 1; w <= n; w++ {
		weighs := b.all.Between(func(_, v int) int64 { return int64(v) }, int64(w), int64(w))
		some = some.Union(weighs.Intersect(b.at(w)))
	}
	return []mdd.Set{some}
}

// placed are the solutions of the problem of n queens with a bit for each square, in a random order.
func placed(n int) []mdd.Set {
	b := newBits(n * n)
	level := make([]int, n*n)
	for i := range level {
		level[i] = i + 1
	}
	x := uint32(1)
	for i := n*n - 1; i > 0; i-- {
		x = x*1664525 + 1013904223
		j := int(uint64(x) * uint64(i+1) >> 32)
		level[i], level[j] = level[j], level[i]
	}
	boards := b.all.Forest().Tuple(make([]int, n*n)...) // nothing is placed
	for r := range n {
		row := b.none()
		for c := range n {
			free := boards
			for r2 := range r {
				for _, c2 := range []int{c, c + r - r2, c - r + r2} {
					if 0 <= c2 && c2 < n {
						free = free.Restrict(level[r2*n+c2], 0)
					}
				}
			}
			here := make([][]int, n*n)
			for i := range here {
				here[i] = []int{0}
			}
			here[level[r*n+c]-1] = []int{1}
			row = row.Union(free.Join(b.all.Forest().Box(here)))
		}
		boards = row
	}
	return []mdd.Set{boards}
}
