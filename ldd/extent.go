package ldd

import "brim/dd"

// The largest values of a set, and the largest sum of a tuple.

// Extents returns the largest value of each level in a tuple of a, level k at index k−1; all 0 if a has no tuple.
// Cost: O(nodes).
func (a Set) Extents() []int {
	f := a.f
	most := make([]int, f.levels)
	cells := dd.NewNumbering()
	var length []int // by cell: the distance from it to the end of the list
	var list []node
	for queue := []node{a.root.Node()}; len(queue) > 0; {
		n := queue[len(queue)-1]
		queue = queue[:len(queue)-1]
		if n <= unit {
			continue
		}
		first, cell := f.split(n)
		list = list[:0]
		total := 0
		for cell != empty {
			i, isNew := cells.Number(uint64(cell))
			if !isNew {
				total = length[i]
				break
			}
			length = append(length, 0)
			list = append(list, cell)
			queue = append(queue, f.follows(cell))
			_, cell = f.rest(cell)
		}
		for i := len(list) - 1; i >= 0; i-- {
			distance, _ := f.rest(list[i])
			total += distance
			length[len(length)-len(list)+i] = total
		}
		k := f.s.Level(n)
		most[k-1] = max(most[k-1], first+total)
	}
	return most
}

// MaxSum returns the largest sum of the values of a tuple of a; 0 if a has none. Cost: O(nodes).
func (a Set) MaxSum() int64 {
	m := &maxSums{f: a.f, cells: dd.NewNumbering()}
	return m.of(a.root.Node())
}

// maxSums is a table of the largest sums of lists, by their first cell, which counts as 0.
type maxSums struct {
	f     *Forest
	cells dd.Numbering
	sums  []int64
	list  []numbered // cells of lists that are being summed
}

// of returns the largest sum of n.
func (m *maxSums) of(n node) int64 {
	if n <= unit {
		return 0
	}
	first, cell := m.f.split(n)
	start, best := len(m.list), int64(0)
	for cell != empty {
		i, isNew := m.cells.Number(uint64(cell))
		if !isNew {
			best = m.sums[i]
			break
		}
		m.sums = append(m.sums, 0)
		m.list = append(m.list, numbered{cell, int(i)})
		_, cell = m.f.rest(cell)
	}
	for len(m.list) > start {
		c := m.list[len(m.list)-1]
		m.list = m.list[:len(m.list)-1]
		distance, _ := m.f.rest(c.cell)
		best = max(best+int64(distance), m.of(m.f.follows(c.cell)))
		m.sums[c.index] = best
	}
	return int64(first) + best
}
