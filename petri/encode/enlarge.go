package encode

import (
	"fmt"
	"math"
	"math/bits"

	"brim/mdd"
	"brim/petri"
	"brim/petri/order"
)

// NewEnlarged encodes a coverability abstraction of net [GRV06], a net that allows more: a place p that would get more
// than most[p] tokens, and more than its initial ones, gets petri.Omega, and keeps it whatever is taken. It then counts
// as enough for every input arc and as few enough for every inhibitor arc. Where most[p] is petri.Omega itself, p has
// no bound; invariants that bound it in net may not hold.
//
// Every reachable marking of net is one that Moves reaches, with Omega in place of some of the numbers. With bounds
// that grow, the sets of these describe ever fewer markings. There is no inverse of the relations. Possible and
// MostPossible ask about the markings that are described; of the other questions only Enabled, PlaceBounds and those
// about tuples have a meaning.
func NewEnlarged(net *petri.Net, most []int64, d order.Decomposition, o mdd.Options) (*Model, error) {
	m, err := newModel(net, d)
	if err != nil {
		return nil, err
	}
	e := m.effects(net.Transitions)
	m.makeLevels(e, most, o)
	m.All = m.events(e)
	m.Moves = m.All.Only(func(t int) bool { return e.moves[t] })
	return m, nil
}

// Possible returns the markings of s, a set of an enlarged model, in which the weighted sum of tokens may lie between
// lo and hi where petri.Omega stands for any number: those for which the interval from its least to its largest value
// meets the one from lo to hi. math.MinInt64 and math.MaxInt64 stand for no bound. Each place may occur once. It is an
// error if the sums are too large for 64 bits.
func (m *Model) Possible(s mdd.Set, sum []Weighted, lo, hi int64) (mdd.Set, error) {
	if s.IsEmpty() {
		return s, nil
	}
	beyond, err := m.beyond(s, sum)
	if err != nil {
		return mdd.Set{}, err
	}
	if lo != math.MinInt64 {
		s = s.Between(m.stretched(sum, beyond, true), max(min(lo, beyond), -beyond), math.MaxInt64)
	}
	if hi != math.MaxInt64 && !s.IsEmpty() {
		s = s.Between(m.stretched(sum, beyond, false), math.MinInt64, max(min(hi, beyond), -beyond))
	}
	return s, nil
}

// MostPossible returns the largest value that the weighted sum of tokens may have in a marking of s, which must not be
// empty, as Possible does, or petri.Omega if there is none.
func (m *Model) MostPossible(s mdd.Set, sum []Weighted) (int64, error) {
	beyond, err := m.beyond(s, sum)
	if err != nil {
		return 0, err
	}
	most, _ := s.MaxSum(m.stretched(sum, beyond, true))
	if most >= beyond {
		most = petri.Omega
	}
	return most, nil
}

// beyond returns a number that the sum, where Omega is left out, is below in every marking of s, whatever its sign.
func (m *Model) beyond(s mdd.Set, sum []Weighted) (int64, error) {
	bounds := make([]int64, len(m.Net.Places))
	for i, values := range s.AllValues() {
		for j, p := range m.Order.Levels[i] {
			for _, v := range values {
				if x := m.levels[i].tokens(v, j); x != petri.Omega {
					bounds[p] = max(bounds[p], x)
				}
			}
		}
	}
	most := uint64(math.MaxInt64) / uint64(4*(len(sum)+1))
	total := uint64(0)
	for _, w := range sum {
		// −2^63 stays itself, which is right as unsigned
		over, x := bits.Mul64(uint64(max(w.Weight, -w.Weight)), uint64(bounds[w.Place]))
		if total += min(x, most); over != 0 || x > most || total > most {
			return 0, fmt.Errorf("net %s: a sum with place %s is too large for 64 bits", m.Net.Name,
				m.Net.Places[w.Place].Name)
		}
	}
	return int64(total + 1), nil
}

// stretched returns what each local value adds to the sum at most, or at least if up is false, where Omega adds so much
// or takes so much that the sum passes beyond.
func (m *Model) stretched(sum []Weighted, beyond int64, up bool) func(level, v int) int64 {
	return m.weigh(sum, func(w, tokens int64) int64 {
		switch {
		case tokens != petri.Omega:
			return w * tokens
		case up && w > 0:
			return 2 * beyond
		case !up && w < 0:
			return -2 * beyond
		}
		return 0
	})
}
