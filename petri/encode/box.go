package encode

import "brim/mdd"

// Box returns the markings with at most so many tokens on each place, by index; reachable or not. It returns false if a
// level has several places, or its tokens are too far apart to be counted. Cost: the sum of the numbers.
func (m *Model) Box(most []int64) (s mdd.Set, ok bool) {
	b := m.Forest.NewBuilder()
	defer b.End()
	root := uint32(1)
	for i, places := range m.Order.Levels {
		l := &m.levels[i]
		if len(places) != 1 || l.space != nil {
			return s, false
		}
		var values []int
		var children []uint32
		for v := 0; v <= mdd.MaxValue && l.tokens(v, 0) <= most[places[0]]; v++ {
			values, children = append(values, v), append(children, root)
		}
		if len(values) == 0 {
			return s, false
		}
		root = b.Node(i+1, values, children)
	}
	return b.Set(root), true
}
