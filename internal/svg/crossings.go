package svg

import (
	"cmp"
	"slices"
)

// sweeps is the number of times the layers are sorted, down and up in turn.
const sweeps = 24

// reduceCrossings sorts each layer by the mean position of its neighbours, and keeps the best of several sweeps.
func (l *layout) reduceCrossings() {
	best, fewest := l.positions(), l.crossings()
	for i := range sweeps {
		if i%2 == 0 {
			for k := 1; k < len(l.layers); k++ {
				l.sortLayer(k, func(s *spot) []*spot { return s.up })
			}
		} else {
			for k := len(l.layers) - 2; k >= 0; k-- {
				l.sortLayer(k, func(s *spot) []*spot { return s.down })
			}
		}
		if c := l.crossings(); c < fewest {
			best, fewest = l.positions(), c
		}
	}
	for k := range l.layers {
		copy(l.layers[k], best[k])
		l.number(k)
	}
}

func (l *layout) positions() [][]*spot {
	all := make([][]*spot, len(l.layers))
	for k := range l.layers {
		all[k] = slices.Clone(l.layers[k])
	}
	return all
}

func (l *layout) number(k int) {
	for i, s := range l.layers[k] {
		s.at = i
	}
}

// sortLayer sorts layer k by the means of the neighbours that beside returns; spots without any stay where they are.
func (l *layout) sortLayer(k int, beside func(*spot) []*spot) {
	mean := map[*spot]float64{}
	for _, s := range l.layers[k] {
		mean[s] = float64(s.at)
		if list := beside(s); len(list) > 0 {
			sum := 0
			for _, o := range list {
				sum += o.at
			}
			mean[s] = float64(sum) / float64(len(list))
		}
	}
	slices.SortStableFunc(l.layers[k], func(a, b *spot) int { return cmp.Compare(mean[a], mean[b]) })
	l.number(k)
}

// crossings counts the pairs of edges between neighbouring layers that cross.
func (l *layout) crossings() int {
	total := 0
	for _, layer := range l.layers {
		var seen []int // positions of the lower ends of edges from further left
		for _, s := range layer {
			from := len(seen)
			for _, below := range s.down {
				for _, at := range seen[:from] {
					if at > below.at {
						total++
					}
				}
			}
			for _, below := range s.down {
				seen = append(seen, below.at)
			}
		}
	}
	return total
}
