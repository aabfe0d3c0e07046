package structure

import "math"

// adjacent reports whether no third row has its support within the union of the
// supports of rows i and j. Cost: the watch lists of the union.
func (e *elimination) adjacent(i, j, t int32) bool {
	e.nextStamp()
	yi, yj := e.y(i), e.y(j)
	e.work += int64(len(yi) + len(yj))
	for _, x := range yi {
		e.mark[x.index] = e.stamp
	}
	for _, x := range yj {
		e.mark[x.index] = e.stamp
	}
	seen := e.list[i].seen | e.list[j].seen
	return e.noneWithin(yi, seen, i, j, t) && e.noneWithin(yj, seen, i, j, t)
}

// nextStamp unmarks all unknowns.
func (e *elimination) nextStamp() {
	if e.stamp == math.MaxInt32 {
		clear(e.mark)
		e.stamp = 0
	}
	e.stamp++
}

// noneWithin is adjacent for the watch lists of one of the two supports.
func (e *elimination) noneWithin(support []entry, seen uint64, i, j, t int32) bool {
	for _, x := range support {
		for prev, l := int32(-1), e.watch[x.index]; l >= 0; l = e.links[l].next {
			k := e.links[l].row
			e.work++
			if !e.list[k].alive {
				if prev < 0 {
					e.watch[x.index] = e.links[l].next
				} else {
					e.links[prev].next = e.links[l].next
				}
				e.watched[x.index]--
				continue
			}
			prev = l
			if k == i || k == j || e.list[k].seen&^seen != 0 || !e.complete && e.at(k, t) != 0 {
				continue
			}
			if e.within(k) {
				return false
			}
		}
	}
	return true
}

// within reports whether the support of row k is marked with the present stamp.
func (e *elimination) within(k int32) bool {
	y := e.y(k)
	for n, x := range y {
		if e.mark[x.index] != e.stamp {
			e.work += int64(n)
			return false
		}
	}
	e.work += int64(len(y))
	return true
}
