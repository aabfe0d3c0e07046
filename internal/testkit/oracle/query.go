package oracle

import (
	"slices"

	"brim/petri"
)

// Numbers of and paths to markings.

// Number returns the number of marking m and whether m is in the space.
func (s *Space) Number(m petri.Marking) (int, bool) {
	if len(m) != len(s.Net.Places) {
		return 0, false
	}
	i, ok := s.number[key(m)]
	return i, ok
}

// Layers returns how many markings lie at each distance 0 … Depth.
func (s *Space) Layers() []int {
	layers := make([]int, s.Depth+1)
	for _, d := range s.Dist {
		layers[d]++
	}
	return layers
}

// Within returns how many markings at most bound firings reach.
func (s *Space) Within(bound int) int {
	// The search finds markings by ascending distance.
	i, _ := slices.BinarySearchFunc(s.Dist, bound, func(dist, bound int) int {
		if dist <= bound {
			return -1
		}
		return 1
	})
	return i
}

// PathTo returns a shortest firing sequence from the initial marking to marking i.
func (s *Space) PathTo(i int) []int {
	var path []int
	for ; i != 0; i = s.parent[i] {
		for _, e := range s.Succ[s.parent[i]] {
			if e.To == i {
				path = append(path, e.Transition)
				break
			}
		}
	}
	slices.Reverse(path)
	return path
}
