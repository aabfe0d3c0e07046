package mdd_test

import (
	"fmt"
	"maps"
	"math"
	"math/big"
	"slices"

	"brim/mdd"
)

// countOps are the queries for numbers of tuples, single tuples and weights, and recursions by Fold and Split: a part
// of the random tests.
var countOps = []op{
	{"Index", func(s *system) {
		a := s.anySet()
		weight, weights := s.indexWeights()
		x, err := a.set.Index(s.t.Context(), mdd.Indexing{Weight: weight})
		if err != nil {
			s.t.Error(err)
			return
		}
		marginals, err := x.Marginals(s.t.Context())
		if err != nil {
			s.t.Error(err)
		}
		total := int64(0)
		for _, values := range a.twin.Sorted() {
			rank, found := x.Rank(values...)
			ok := found && rank.Int64() == total
			w := weights(values)
			if w > 0 {
				ok = ok && slices.Equal(x.Nth(big.NewInt(total+w-1)), values)
			}
			for k, list := range marginals {
				i := slices.IndexFunc(list, func(m mdd.Marginal) bool { return m.Value == values[k] })
				if ok = ok && i >= 0; ok {
					list[i].Weight.Sub(list[i].Weight, big.NewInt(w)) // nothing is left in the end
				}
			}
			s.compared(ok, "%v of %v: rank %v, %v, want %d", values, a.twin.Sorted(), rank, found, total)
			total += w
		}
		s.compared(x.Total().Int64() == total, "total %v, want %d", x.Total(), total)
		for _, list := range marginals {
			for _, m := range list {
				if m.Weight.Sign() != 0 {
					s.t.Errorf("Marginals of %v: %v too many", a.twin.Sorted(), m)
				}
			}
		}
		if values := x.Sample(s.rng); total > 0 {
			s.compared(a.twin.Has(values) && weights(values) > 0, "%v is drawn of %v", values, a.twin.Sorted())
		}
		for range 3 {
			values := s.tuple()
			before := int64(0)
			for _, other := range a.twin {
				if mdd.FromTop(other, values) < 0 {
					before += weights(other)
				}
			}
			rank, found := x.Rank(values...)
			s.compared(found == a.twin.Has(values) && rank.Int64() == before, "rank %v, %v, want %d", rank, found,
				before)
		}
	}},
	{"Heaviest", func(s *system) {
		a, weight := s.anySet(), s.weights()
		var want []int
		most := int64(math.MinInt64)
		for _, values := range a.twin.Sorted() {
			if w := weigh(weight, values); w > most {
				want, most = values, w
			}
		}
		got, sum, ok := a.set.Heaviest(weight)
		s.compared(ok == (len(a.twin) > 0) && (!ok || sum == most && slices.Equal(got, want)), "got %v, want %v", got,
			want)
	}},
	{"Probability", func(s *system) {
		a, weight := s.anySet(), s.weights()
		p := func(level, value int) float64 { return float64(max(0, weight(level, value))) / 4 } // exact in few bits
		want := 0.0
		for _, values := range a.twin {
			w := 1.0
			for k, v := range values {
				w *= p(k+1, v)
			}
			want += w
		}
		got := a.set.Probability(p)
		s.compared(math.Abs(got-want) <= want*1e-12, "got %v, want %v", got, want)
	}},
	{"Each", func(s *system) {
		a := s.anySet()
		var list [][]int
		for values := range a.set.Each {
			list = append(list, slices.Clone(values))
		}
		s.compared(slices.EqualFunc(list, a.twin.Sorted(), slices.Equal), "got %v, want %v", list, a.twin.Sorted())
	}},
	{"Fold", func(s *system) {
		a, weight := s.anySet(), s.weights()
		sums := map[string]int{} // the sums of weights that occur, with their numbers
		for _, values := range a.twin {
			sums[fmt.Sprint(weigh(weight, values))]++
		}
		got, _ := mdd.Fold(a.set, map[int64]int{0: 1}, func(level int, arcs []mdd.Arc[map[int64]int]) map[int64]int {
			all := map[int64]int{}
			for _, arc := range arcs {
				for sum, n := range arc.Below {
					all[sum+weight(level, arc.Value)] += n
				}
			}
			return all
		}, func(below map[int64]int, from, to int) map[int64]int {
			more := int64(0)
			for k := from; k <= to; k++ {
				more += weight(k, 0)
			}
			all := map[int64]int{}
			for sum, n := range below {
				all[sum+more] += n
			}
			return all
		})
		same := len(got) == len(sums)
		for sum, n := range got {
			same = same && sums[fmt.Sprint(sum)] == n
		}
		s.compared(same, "got %v, want %v", got, sums)
	}},
	{"Split", func(s *system) {
		a := s.anySet()
		var level int
		var got mdd.Set
		s.attempt(func() {
			l, parts := a.set.Split()
			level = l
			if got = a.set; l > 0 {
				got = s.f.Assemble(l, parts)
			}
		})
		want := 0
		for _, values := range a.twin {
			for k, v := range values {
				if v != 0 {
					want = max(want, k+1)
				}
			}
		}
		s.compared(level == want, "level %d of %v", level, a.twin.Sorted())
		s.keep("assembled", got, a.twin)
	}},
	{"Assemble", func(s *system) {
		level := 1 + s.rng.IntN(s.levels)
		want := mdd.Tuples{}
		parts := map[int]mdd.Set{}
		for range s.rng.IntN(4) {
			v := s.number(level - 1).at(s.rng.IntN(s.domain))
			if _, ok := parts[v]; ok {
				continue
			}
			part := s.anySet().twin.Filter(func(values []int) bool {
				return !slices.ContainsFunc(values[level-1:], func(v int) bool { return v != 0 })
			})
			parts[v] = s.f.Tuples(part.Sorted())
			for _, values := range part {
				values = slices.Clone(values)
				values[level-1] = v
				want.Add(values)
			}
		}
		order := slices.Sorted(maps.Keys(parts))
		s.rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		var got mdd.Set
		s.attempt(func() {
			got = s.f.Assemble(level, func(yield func(int, mdd.Set) bool) {
				for _, v := range order {
					if !yield(v, parts[v]) {
						return
					}
				}
			})
		})
		s.keep("", got, want)
	}},
}

// indexWeights draws weights from 0 to 6 for an Index, or none, and returns the weight of a tuple.
func (s *system) indexWeights() (weight func(level, value int) *big.Int, of func(values []int) int64) {
	if s.rng.IntN(2) == 0 {
		return nil, func([]int) int64 { return 1 }
	}
	from := s.weights()
	at := func(level, value int) int64 { return max(0, from(level, value)) }
	return func(level, value int) *big.Int { return big.NewInt(at(level, value)) }, func(values []int) int64 {
		product := int64(1)
		for k, v := range values {
			product *= at(k+1, v)
		}
		return product
	}
}
