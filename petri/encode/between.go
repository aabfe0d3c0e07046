package encode

import (
	"fmt"
	"math"
	"math/bits"

	"brim/mdd"
)

// A Weighted place stands for its tokens times a weight.
type Weighted struct {
	Place  int
	Weight int64
}

// Between returns the markings of s in which the weighted sum of tokens is from lo to hi; math.MinInt64 and
// math.MaxInt64 stand for no bound. Each place may occur once. It is an error if the sums can pass 64 bits.
func (m *Model) Between(s mdd.Set, sum []Weighted, lo, hi int64) (mdd.Set, error) {
	if level := m.onlyLevel(sum); level > 0 {
		return m.where(s, level, sum, lo, hi)
	}
	if err := m.sumFits(s, sum); err != nil {
		return mdd.Set{}, err
	}
	return s.Between(m.weights(sum), lo, hi), nil
}

// BetweenBy is Between for a sum to which each of the places adds what of tells for its tokens. The sums must not pass
// 64 bits.
func (m *Model) BetweenBy(s mdd.Set, places []int, of func(place int, tokens int64) int64, lo, hi int64) mdd.Set {
	onLevel := make([][]int, len(m.levels))
	for _, p := range places {
		i := m.levelOf[p] - 1
		onLevel[i] = append(onLevel[i], p)
	}
	return s.Between(func(level, v int) int64 {
		x := int64(0)
		for _, p := range onLevel[level-1] {
			x += of(p, m.levels[level-1].tokens(v, int(m.indexOf[p])))
		}
		return x
	}, lo, hi)
}

// onlyLevel returns the level that all places of the sum lie on, 0 if there is none.
func (m *Model) onlyLevel(sum []Weighted) int {
	if len(sum) == 0 {
		return 0
	}
	level := m.levelOf[sum[0].Place]
	for _, w := range sum {
		if m.levelOf[w.Place] != level {
			return 0
		}
	}
	return int(level)
}

// where is Between for places of one level: nothing below it is looked at.
func (m *Model) where(s mdd.Set, level int, sum []Weighted, lo, hi int64) (mdd.Set, error) {
	weigh := m.weights(sum)
	var err error
	set := s.Where(level, func(v int) bool {
		total := uint64(0)
		for _, w := range sum {
			total = addSize(total, w.Weight, m.levels[level-1].tokens(v, int(m.indexOf[w.Place])))
		}
		if total > math.MaxInt64/2 {
			err = m.tooLarge(sum[0])
			return false
		}
		x := weigh(level, v)
		return lo <= x && x <= hi
	})
	return set, err
}

// MaxWeighted returns the largest weighted sum of tokens in a marking of s, which must not be empty. Each place may
// occur once. It is an error if the sums can pass 64 bits.
func (m *Model) MaxWeighted(s mdd.Set, sum []Weighted) (int64, error) {
	if err := m.sumFits(s, sum); err != nil {
		return 0, err
	}
	most, _ := s.MaxSum(m.weights(sum))
	return most, nil
}

// weights returns what each local value adds to the sum.
func (m *Model) weights(sum []Weighted) func(level, v int) int64 {
	return m.weigh(sum, func(weight, tokens int64) int64 { return weight * tokens })
}

// weigh returns what each local value adds up to, where a place adds of(its weight, its tokens).
func (m *Model) weigh(sum []Weighted, of func(weight, tokens int64) int64) func(level, v int) int64 {
	onLevel := make([][]Weighted, len(m.levels)) // with the index within the level in place of the place
	for _, w := range sum {
		i := m.levelOf[w.Place] - 1
		onLevel[i] = append(onLevel[i], Weighted{int(m.indexOf[w.Place]), w.Weight})
	}
	return func(level, v int) int64 {
		x := int64(0)
		for _, w := range onLevel[level-1] {
			x += of(w.Weight, m.levels[level-1].tokens(v, w.Place))
		}
		return x
	}
}

// sumFits returns an error unless the sum stays within 62 bits in every marking whose places hold no more than in some
// marking of s. It looks at s only if larger markings would not fit.
func (m *Model) sumFits(s mdd.Set, sum []Weighted) error {
	if m.alwaysFits(sum) {
		return nil
	}
	bounds := m.PlaceBounds(s)
	total := uint64(0)
	for _, w := range sum {
		if total = addSize(total, w.Weight, bounds[w.Place]); total > math.MaxInt64/2 {
			return m.tooLarge(w)
		}
	}
	return nil
}

// alwaysFits reports whether the sum stays within 62 bits in every marking that known local values stand for.
func (m *Model) alwaysFits(sum []Weighted) bool {
	total := uint64(0)
	for _, w := range sum {
		if total = addSize(total, w.Weight, m.levels[m.levelOf[w.Place]-1].largest()); total > math.MaxInt64/2 {
			return false
		}
	}
	return true
}

// addSize returns total and the size of weight · tokens, or a number beyond 62 bits if they pass these.
func addSize(total uint64, weight, tokens int64) uint64 {
	// −2^63 stays itself, which is right as unsigned
	over, x := bits.Mul64(uint64(max(weight, -weight)), uint64(tokens))
	if over != 0 {
		x = math.MaxInt64
	}
	return min(total, math.MaxInt64) + min(x, math.MaxInt64)
}

func (m *Model) tooLarge(w Weighted) error {
	return fmt.Errorf("net %s: a sum with place %s can pass 64 bits", m.Net.Name, m.Net.Places[w.Place].Name)
}
