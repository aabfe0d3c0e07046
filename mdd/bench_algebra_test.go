package mdd

import (
	"fmt"
	"iter"
	"slices"
	"testing"
	"time"
)

// Benchmarks of the algebra of sets: quantification, permutations of levels, inclusion, if-then-else.

// sums returns the 0-1 tuples whose sum of weights, which a small generator draws, lies in the middle third.
func sums(f *Forest, seed int) Set {
	weights := make([]int64, f.levels)
	total := int64(0)
	for i := range weights {
		seed = (seed*1103515245 + 12345) & (1<<31 - 1)
		weights[i] = int64(seed>>16) % 30
		total += weights[i]
	}
	all := f.Box(slices.Repeat([][]int{{0, 1}}, f.levels))
	return all.Between(func(level, value int) int64 { return weights[level-1] * int64(value) }, total/3, 2*total/3)
}

// anew runs do in a new forest each time, so that no results are remembered, and reports its time alone. The time for
// making the operands counts for the number of runs, or operations of microseconds would be run thousands of times.
func anew(b *testing.B, levels int, o Options, make func(f *Forest) (x, y Set), do func(f *Forest, x, y Set) Set) {
	var created, made, nodes int64
	var took time.Duration
	for b.Loop() {
		f := New(levels, o)
		x, y := make(f)
		before := f.Stats()
		start := time.Now()
		r := do(f, x, y)
		took += time.Since(start)
		created, made = int64(f.Stats().Created-before.Created), int64(f.Stats().Lookups-before.Lookups)
		nodes = int64(r.Nodes())
		f.Close()
	}
	b.ReportMetric(float64(took.Nanoseconds())/float64(b.N), "ns/op")
	b.ReportMetric(float64(created), "created")
	b.ReportMetric(float64(made), "lookups")
	b.ReportMetric(float64(nodes), "result-nodes")
}

// BenchmarkAndExists eliminates every second of the variables of two linear constraints.
func BenchmarkAndExists(b *testing.B) {
	const levels = 24
	var drop []int
	for k := 1; k <= levels; k += 2 {
		drop = append(drop, k)
	}
	operands := func(f *Forest) (x, y Set) { return sums(f, 1), sums(f, 2) }
	b.Run("op=and-exists", func(b *testing.B) {
		anew(b, levels, Options{}, operands, func(f *Forest, x, y Set) Set { return x.AndExists(y, drop...) })
	})
	b.Run("op=intersect+exists", func(b *testing.B) {
		anew(b, levels, Options{}, operands, func(f *Forest, x, y Set) Set { return x.Intersect(y).Exists(drop...) })
	})
}

// rotate returns the targets of levels that move down by some, the lowest ones to the top.
func rotate(levels, by int) []int {
	to := make([]int, levels)
	for i := range to {
		to[i] = (i+levels-by)%levels + 1
	}
	return to
}

// reverse returns the targets of levels whose order is reversed.
func reverse(levels int) []int {
	to := make([]int, levels)
	for i := range to {
		to[i] = levels - i
	}
	return to
}

// tuplesMoved yields the tuples of a with their values on other levels.
func tuplesMoved(a Set, to []int) iter.Seq[[]int] {
	return func(yield func([]int) bool) {
		moved := make([]int, len(to))
		for values := range a.All() {
			for i, k := range to {
				moved[k-1] = values[i]
			}
			if !yield(moved) {
				return
			}
		}
	}
}

// BenchmarkMove permutes the levels of sets, as diagrams and, where there are few tuples, one by one.
func BenchmarkMove(b *testing.B) {
	for _, set := range []struct {
		name   string
		levels int
		make   func(f *Forest) Set
		few    bool
	}{
		{"sums", 16, func(f *Forest) Set { return sums(f, 1) }, true},
		{"tokens", 8, func(f *Forest) Set { return compositions(f, 14) }, true},
		{"tokens", 20, func(f *Forest) Set { return compositions(f, 60) }, false},
		{"no-two-ones", 1000, noTwoOnes, false},
	} {
		for _, order := range []struct {
			name string
			to   []int
		}{
			{"same", rotate(set.levels, 0)}, {"rotated", rotate(set.levels, 1)},
			{"halves", rotate(set.levels, set.levels/2)}, {"reversed", reverse(set.levels)},
		} {
			for _, way := range []string{"move", "tuples"} {
				if way == "tuples" && !set.few {
					continue
				}
				b.Run(fmt.Sprintf("set=%s/levels=%d/order=%s/way=%s", set.name, set.levels, order.name, way),
					func(b *testing.B) {
						from := New(set.levels, Options{})
						defer from.Close()
						a := set.make(from)
						operands := func(f *Forest) (x, y Set) { return a, a }
						anew(b, set.levels, Options{}, operands, func(f *Forest, x, _ Set) Set {
							if way == "move" {
								return f.Move(x, order.to)
							}
							return f.FromSeq(tuplesMoved(x, order.to))
						})
					})
			}
		}
	}
}

// BenchmarkSubsetOf decides inclusion, which holds or fails early, by SubsetOf and by a difference.
func BenchmarkSubsetOf(b *testing.B) {
	const levels = 24
	for _, holds := range []bool{true, false} {
		operands := func(f *Forest) (x, y Set) {
			x, y = sums(f, 1), sums(f, 2)
			if holds {
				return x.Intersect(y), x
			}
			return x, y
		}
		b.Run(fmt.Sprintf("holds=%v/op=subset-of", holds), func(b *testing.B) {
			anew(b, levels, Options{}, operands, func(f *Forest, x, y Set) Set {
				if x.SubsetOf(y) != holds {
					b.Error("the wrong answer")
				}
				return f.Empty()
			})
		})
		b.Run(fmt.Sprintf("holds=%v/op=minus", holds), func(b *testing.B) {
			anew(b, levels, Options{}, operands, func(f *Forest, x, y Set) Set {
				if x.Minus(y).IsEmpty() != holds {
					b.Error("the wrong answer")
				}
				return f.Empty()
			})
		})
	}
}

// BenchmarkIte chooses between two sets, in one recursion and in three: unrelated sets, and sets that differ in one
// tuple.
func BenchmarkIte(b *testing.B) {
	const levels = 24
	for _, alike := range []bool{false, true} {
		var z Set
		operands := func(f *Forest) (x, y Set) {
			x, y, z = sums(f, 1), sums(f, 2), sums(f, 3)
			if alike {
				z = y.Xor(f.Tuple(slices.Repeat([]int{1, 1, 0, 0}, levels/4)...))
			}
			return x, y
		}
		b.Run(fmt.Sprintf("alike=%v/op=ite", alike), func(b *testing.B) {
			anew(b, levels, Options{}, operands, func(f *Forest, x, y Set) Set { return x.Ite(y, z) })
		})
		b.Run(fmt.Sprintf("alike=%v/op=three", alike), func(b *testing.B) {
			anew(b, levels, Options{}, operands,
				func(f *Forest, x, y Set) Set { return x.Intersect(y).Union(z.Minus(x)) })
		})
	}
}
