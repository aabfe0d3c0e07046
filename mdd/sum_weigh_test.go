package mdd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"
	"time"
)

// weighedOneByOne computes Weigh by its definition, tuple by tuple.
func weighedOneByOne(list [][]int, w Weighing, variants []Variant) *big.Int {
	total := new(big.Int)
	for _, variant := range variants {
		for _, values := range list {
			product := new(big.Int).Set(cmp.Or(variant.Times, one))
			for i, v := range values {
				table := w.Base[i]
				for _, c := range variant.Changes {
					if c.Level == i+1 {
						table = c.Table
					}
				}
				if table != One {
					product.Mul(product, w.Tables[table](v))
				}
			}
			total.Add(total, product)
		}
	}
	return total
}

// randomWeighing draws tables, among them some that give 0 another weight than 1, large numbers, and weight 0 to most
// values.
func randomWeighing(rng *rand.Rand, levels int) Weighing {
	w := Weighing{Base: make([]int, levels)}
	for range 1 + rng.IntN(5) {
		zero, scale, need := rng.IntN(3), rng.IntN(4), rng.IntN(3)
		w.Tables = append(w.Tables, func(v int) *big.Int {
			switch {
			case v == 0:
				return big.NewInt(int64(zero))
			case v < need:
				return new(big.Int)
			case scale == 3:
				return power(int64(v)+1, 60)
			}
			return big.NewInt(int64(1 + v*scale))
		})
	}
	for k := range w.Base {
		w.Base[k] = rng.IntN(len(w.Tables)+1) - 1
		if rng.IntN(2) == 0 {
			w.Base[k] = One
		}
	}
	return w
}

func randomVariants(rng *rand.Rand, w Weighing) (list []Variant) {
	for range rng.IntN(8) {
		v := Variant{Times: []*big.Int{nil, new(big.Int), big.NewInt(2), power(7, 50)}[rng.IntN(4)]}
		for k := range w.Base {
			if rng.IntN(3) == 0 {
				v.Changes = append(v.Changes, Change{k + 1, rng.IntN(len(w.Tables)+1) - 1})
			}
		}
		rng.Shuffle(len(v.Changes), func(i, j int) { v.Changes[i], v.Changes[j] = v.Changes[j], v.Changes[i] })
		list = append(list, v)
	}
	return list
}

// Weigh is the sum over all tuples, for any tables and variants.
func TestWeigh(t *testing.T) {
	for seed := range uint64(2000) {
		rng := rand.New(rand.NewPCG(seed, 15))
		f := New(1+rng.IntN(7), everyOption[seed%4])
		s, tuples := randomSet(f, rng, rng.IntN(120), 1+rng.IntN(4))
		w := randomWeighing(rng, f.Levels())
		variants := randomVariants(rng, w)
		got, err := s.Weigh(context.Background(), w, variants...)
		if want := weighedOneByOne(tuples.Sorted(), w, variants); err != nil || got.Cmp(want) != 0 {
			t.Fatalf("seed %d: got %v, %v, want %v", seed, got, err, want)
		}
		f.Close()
	}
}

// With tables of 0 and 1, variants count the tuples in which events are enabled.
func TestWeighEnabled(t *testing.T) {
	f := New(8, Options{})
	defer f.Close()
	r, s := ring(f), compositions(f, 9)
	w := Weighing{Base: make([]int, 8),
		Tables: []func(int) *big.Int{func(v int) *big.Int { return big.NewInt(int64(min(v, 1))) }}}
	var variants []Variant
	for k := range w.Base {
		w.Base[k] = One
		variants = append(variants, Variant{[]Change{{k + 1, 0}}, nil})
	}
	got, err := s.Weigh(context.Background(), w, variants...)
	if want := r.CountEnabled(s); err != nil || got.Cmp(want) != 0 {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
}

// Weigh ends by its bound of memory and by its context.
func TestWeighLimits(t *testing.T) {
	f := New(60, Options{})
	defer f.Close()
	s := compositions(f, 60)
	w := Weighing{Base: make([]int, 60), Memory: 1 << 20}
	for k := range w.Base {
		w.Base[k] = One
	}
	want := s.Count()
	if got, err := s.Weigh(context.Background(), w, Variant{}); err != nil || got.Cmp(want) != 0 {
		t.Errorf("got %v, %v, want %v", got, err, want)
	}
	var limit *LimitError
	w.Memory = 1 << 10
	if _, err := s.Weigh(context.Background(), w, Variant{}); !errors.As(err, &limit) || limit.Kind != "memory" {
		t.Errorf("with little memory: %v", err)
	}
	w.Memory = 0
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := s.Weigh(ctx, w, Variant{}); !errors.As(err, &limit) || limit.Kind != "canceled" {
		t.Errorf("canceled: %v", err)
	}
	ctx, cancel = context.WithDeadline(context.Background(), time.Now().Add(-time.Second))
	defer cancel()
	if _, err := s.Weigh(ctx, w, Variant{}); !errors.As(err, &limit) || limit.Kind != "time" {
		t.Errorf("too late: %v", err)
	}
}

// Numbers are freed after their last use: memory follows the width of the diagram.
func TestWeighMemory(t *testing.T) {
	if MaxLevels < 3000 {
		t.Skip("fields are narrow")
	}
	f := New(3000, Options{})
	defer f.Close()
	s := noTwoOnes(f) // two nodes a level, numbers of 2,000 bits
	w := Weighing{Base: make([]int, 3000),
		Tables: []func(int) *big.Int{func(v int) *big.Int { return power(3, int64(v)) }}, Memory: 500_000}
	got, err := s.Weigh(context.Background(), w, Variant{})
	a, b := big.NewInt(1), big.NewInt(4) // by levels: 1, 4, then aₙ = aₙ₋₁ + 3·aₙ₋₂
	for range 2999 {
		a, b = b, a.Add(b, a.Mul(a, big.NewInt(3)))
	}
	if err != nil || got.Cmp(b) != 0 {
		t.Errorf("got %v, %v, want %v", got, err, b)
	}
}

func BenchmarkWeigh(b *testing.B) {
	for _, c := range []struct{ levels, tokens, variants int }{{20, 100, 0}, {20, 100, 20}, {1000, 1, 10000}} {
		b.Run(fmt.Sprintf("levels=%d/tokens=%d/variants=%d", c.levels, c.tokens, c.variants), func(b *testing.B) {
			f := New(c.levels, Options{})
			defer f.Close()
			s := compositions(f, c.tokens)
			w := Weighing{Base: make([]int, c.levels), Tables: []func(int) *big.Int{
				func(v int) *big.Int { return big.NewInt(int64(v + 1)) },
				func(v int) *big.Int { return big.NewInt(int64(v)) },
			}}
			variants := []Variant{{}}
			for i := range c.variants {
				at := 1 + i%(c.levels-1)
				variants = append(variants, Variant{[]Change{{at, 1}, {at + 1, 1}}, nil})
			}
			for b.Loop() {
				if _, err := s.Weigh(context.Background(), w, variants...); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(s.Arcs()), "arcs")
		})
	}
}
