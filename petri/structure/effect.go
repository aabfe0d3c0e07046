package structure

import "brim/petri"

// An entry is one non-zero number of a sparse vector.
type entry struct {
	index int32
	value int64
}

// A sparse matrix stored row after row, each sorted by index.
type sparse struct {
	start []int // row i is entries[start[i]:start[i+1]]
	all   []entry
}

func (s *sparse) row(i int) []entry { return s.all[s.start[i]:s.start[i+1]] }

// effects returns the incidence matrix C twice: by transition (rows of places)
// and by place (rows of transitions). Read arcs cancel out. O(arcs).
func effects(net *petri.Net) (byTransition, byPlace sparse) {
	c := sparse{start: make([]int, 1, len(net.Transitions)+1), all: make([]entry, 0, net.ArcCount())}
	for i := range net.Transitions {
		for e := range net.Transitions[i].Effects() {
			if e.Delta != 0 {
				c.all = append(c.all, entry{int32(e.Place), e.Delta})
			}
		}
		c.start = append(c.start, len(c.all))
	}
	return c, c.transposed(len(net.Places))
}

// transposed returns the matrix with rows and columns exchanged; columns is the
// number of columns of s.
func (s *sparse) transposed(columns int) sparse {
	t := sparse{start: make([]int, columns+1), all: make([]entry, len(s.all))}
	for _, e := range s.all {
		t.start[e.index+1]++
	}
	for i := range columns {
		t.start[i+1] += t.start[i]
	}
	next := make([]int, columns)
	copy(next, t.start)
	for i := range len(s.start) - 1 {
		for _, e := range s.row(i) {
			t.all[next[e.index]] = entry{int32(i), e.value}
			next[e.index]++
		}
	}
	return t
}
