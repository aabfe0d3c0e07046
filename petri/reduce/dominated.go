package reduce

import (
	"encoding/binary"
	"slices"
)

// mostCompared is how many transitions of the same effect one is compared with: there can be as many as transitions.
const mostCompared = 64

// dominated is T2: s with the effect of t that needs no more and is inhibited no sooner fires wherever t does. Groups
// of equal effect are found by hashing.
func (s *state) dominated() {
	for _, group := range s.byEffect(nil) {
		slices.SortStableFunc(group, func(a, b int) int {
			x, y := &s.transitions[a], &s.transitions[b]
			return len(x.pre) + len(x.inhibit) - len(y.pre) - len(y.inhibit)
		})
		var kept []int
		for i, t := range group {
			if s.stopped(i) {
				break
			}
			tr := &s.transitions[t]
			if slices.ContainsFunc(kept[:min(len(kept), mostCompared)], func(u int) bool {
				by := &s.transitions[u]
				return covers(tr.pre, by.pre) && tr.inhibitedBy(by)
			}) {
				s.dropTransition(Dominated, t)
				s.hit(Dominated)
			} else {
				kept = append(kept, t)
			}
		}
	}
	s.clean()
}

// byEffect groups the transitions by what they do to all places, in the order of the first of each group. If key is not
// nil it receives the group of each effect.
func (s *state) byEffect(key map[string]int) (groups [][]int) {
	if key == nil {
		key = map[string]int{}
	}
	var b []byte
	for i, t := range s.living() {
		b = b[:0]
		for p, d := range t.effect {
			b = appendWeight(b, p, d)
		}
		g, ok := key[string(b)]
		if !ok {
			g = len(groups)
			key[string(b)] = g
			groups = append(groups, nil)
		}
		groups[g] = append(groups[g], i)
	}
	return groups
}

// appendWeight appends a place with a number to a key by which equal effects or arcs are found.
func appendWeight(b []byte, p int, d int64) []byte {
	return binary.AppendVarint(binary.AppendUvarint(b, uint64(p)), d)
}
