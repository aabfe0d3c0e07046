package dd

// Numbers of nodes by level.

// Widths returns how many nodes there are on each level of the diagram with this root, level k at index k−1, as far up
// as levels. Cost: O(arcs), and memory for the nodes alone.
func (s *Store) Widths(root Node, levels int) []int {
	widths := make([]int, levels)
	s.eachNode(root, func(n Node, _ int) {
		if k := s.Level(n); k <= levels {
			widths[k-1]++
		}
	})
	return widths
}

// AllWidths returns how many nodes the store has on each level, level k at index k−1, as far up as levels, garbage
// included. It may be called from Limits.Progress. Cost: O(nodes), a word of each.
func (s *Store) AllWidths(levels int) []int {
	widths := make([]int, levels)
	for n := uint32(firstNode); n < s.top; n += s.recordSize(n) {
		if k := s.arena.words[n+wordLevel]; k != freeLevel && int(k) <= levels {
			widths[k-1]++
		}
	}
	return widths
}
