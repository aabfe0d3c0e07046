package mdd

import (
	"math"
	"slices"

	"brim/dd"
)

// pairSums is the system of sums of CountEnabled. Each node n of level k has
//
//	the number of its tuples,
//	the number F of pairs with events of levels up to k: the sum over its values i of F(nᵢ) and, for each event of
//	    level k that is possible at i, of the tuples of nᵢ in which the rest of the event is enabled, and
//	for each relation node e that may be needed at level k the number of its tuples in which e is enabled.
//
// Where an edge skips a level at which events are possible at 0, a rung stands for the missing node; it has F alone.
type pairSums struct {
	*traversal
	g       *guards
	needs   [][]rel // by level: the relation nodes that may be needed, ascending
	items   []pairItem
	offset  []uint32 // by code: the node's first number
	rungs   dd.Numbering
	rungAt  []uint32            // by number of the rung: its own number
	rows    []byValue[pairRows] // by level and local value
	at      int                 // the item of the last call of terms
	buf     []uint32
	askedAt struct { // the last result of slot
		e     rel
		level int
		slot  int
	}
}

// A pairItem is a node, or a rung for it on a higher level.
type pairItem struct {
	code  uint32
	level int32
	rung  bool
	first uint32 // its first number
}

// pairRows lists, for children of a level, which of their numbers count the tuples in which the events of a level are
// enabled at a value.
type pairRows []struct {
	level int
	slots []uint32
}

const (
	slotTuples = iota
	slotPairs
	slotNeeds // the first of them
)

// newPairSums returns the numbers of a diagram for some events, none of them the identity or a matrix.
func newPairSums(d *traversal, r *relations, events []rel) *pairSums {
	f := d.f
	byTop := make([][]rel, f.levels+1)
	for _, e := range events {
		k := r.level(e)
		byTop[k] = append(byTop[k], e)
	}
	p := &pairSums{
		traversal: d, g: newGuards(r, byTop), needs: r.needs(f.levels, events),
		offset: make([]uint32, d.Codes()), rungs: dd.NewNumbering(), rows: make([]byValue[pairRows], f.levels+1),
	}
	for code := uint32(2); code < d.Codes(); code++ {
		p.items = append(p.items, pairItem{code: code, level: int32(d.Level(code))})
	}
	p.addRungs()
	p.offset[1] = 1
	next := uint32(2)
	p.rungAt = make([]uint32, p.rungs.Len())
	for i := range p.items {
		it := &p.items[i]
		it.first = next
		if it.rung {
			number, _ := p.rungs.Number(it.key())
			p.rungAt[number] = next
			next++
		} else {
			p.offset[it.code] = next
			more := uint32(slotNeeds + len(p.needs[it.level]))
			if next > math.MaxUint32-more {
				f.s.Exceed(&LimitError{Kind: "sums", At: int64(next) + int64(more), Max: math.MaxUint32})
			}
			next += more
		}
	}
	p.items = append(p.items, pairItem{first: next})
	return p
}

// needs lists for each level k the relation nodes whose numbers may be needed for nodes of level k: those that begin at
// k or below and continue an event, or a part of one, that begins above k.
func (r *relations) needs(levels int, events []rel) [][]rel {
	from := map[rel]int{} // the highest level that leads to a relation node
	var found []rel
	r.parts(events, func(e rel) {
		r.eachNext(e, func(next rel) {
			if next == identity {
				return
			}
			if from[next] == 0 {
				found = append(found, next)
			}
			from[next] = max(from[next], r.level(e))
		})
	})
	slices.Sort(found)
	list := make([][]rel, levels+1)
	for _, e := range found {
		for k := r.level(e); k < from[e]; k++ {
			list[k] = append(list[k], e)
		}
	}
	return list
}

// addRungs adds the rungs of all edges to the items.
func (p *pairSums) addRungs() {
	edge := func(child uint32, k int) { // child is a set over levels 1…k
		for {
			top := p.g.wake[k]
			if top <= p.Level(child) {
				return
			}
			it := pairItem{code: child, level: int32(top), rung: true}
			if _, isNew := p.rungs.Number(it.key()); !isNew {
				return
			}
			p.items = append(p.items, it)
			k = top - 1
		}
	}
	edge(p.Root, p.f.levels)
	for code := uint32(2); code < p.Codes(); code++ {
		k := p.Level(code)
		_, kids := p.Arcs(code)
		for _, c := range kids {
			if c != 0 {
				edge(c, k-1)
			}
		}
	}
	slices.SortStableFunc(p.items, func(a, b pairItem) int { return int(a.level - b.level) })
}

func (it *pairItem) key() uint64 { return uint64(it.code)<<32 | uint64(it.level) }

// total returns the number of the result.
func (p *pairSums) total() uint32 { return p.pairs(p.Root, p.f.levels) }

func (p *pairSums) size() uint32 { return p.items[len(p.items)-1].first }

// pairs returns the number of F of child as a set over levels 1…k.
func (p *pairSums) pairs(child uint32, k int) uint32 {
	switch top := p.g.wake[k]; {
	case top > p.Level(child):
		it := pairItem{code: child, level: int32(top)}
		number, _ := p.rungs.Number(it.key())
		return p.rungAt[number]
	case child < 2:
		return 0
	}
	return p.offset[child] + slotPairs
}

// slot returns which number of nodes of the given level counts the tuples in which e is enabled, −1 if there are none.
func (p *pairSums) slot(level int, e rel) int {
	last := &p.askedAt
	if last.e == e && last.level == level && e != identity {
		return last.slot
	}
	last.e, last.level, last.slot = e, level, -1
	for e != identity && p.g.rel.level(e) > level { // skipped: the value is 0
		g, ok := p.g.rel.gate(e, 0)
		if !ok {
			return -1
		}
		e = g.next
	}
	last.slot = slotTuples
	if e != identity {
		i, _ := slices.BinarySearch(p.needs[level], e)
		last.slot = slotNeeds + i
	}
	return last.slot
}

// slots returns which numbers of a child of the given level, at local value v of level k, count the tuples in which the
// events of level k are enabled.
func (p *pairSums) slots(k, v, level int) []uint32 {
	if last := p.g.levels[k].last; last >= 0 {
		v = min(v, last)
	}
	for _, r := range *p.rows[k].at(v) {
		if r.level == level {
			return r.slots
		}
	}
	var list []uint32
	for _, g := range p.g.at(k, v) {
		if slot := p.slot(level, g.next); slot >= 0 {
			list = append(list, uint32(slot))
		}
	}
	rows := p.rows[k].at(v)
	*rows = append(*rows, struct {
		level int
		slots []uint32
	}{level, list})
	return list
}

// terms implements system: it returns the numbers whose sum is number i.
func (p *pairSums) terms(i uint32) []uint32 {
	for i < p.items[p.at].first {
		p.at--
	}
	for i >= p.items[p.at+1].first {
		p.at++
	}
	p.buf = p.buf[:0]
	it := p.items[p.at]
	k := int(it.level)
	if it.rung {
		p.addPairs(it.code, k, 0)
		return p.buf
	}
	values, kids := p.Arcs(it.code)
	switch slot := i - it.first; slot {
	case slotTuples:
		for _, c := range kids {
			p.buf = append(p.buf, p.offset[c]+slotTuples)
		}
	case slotPairs:
		for j, c := range kids {
			if c != 0 {
				p.addPairs(c, k, values.At(j))
			}
		}
	default:
		p.addEnabled(p.needs[k][slot-slotNeeds], k, values, kids)
	}
	return p.buf
}

// addPairs adds the terms of the pairs with events of levels up to k at value v of level k, which leads to child.
func (p *pairSums) addPairs(child uint32, k, v int) {
	p.buf = append(p.buf, p.pairs(child, k-1))
	for _, slot := range p.slots(k, v, p.Level(child)) {
		p.buf = append(p.buf, p.offset[child]+slot)
	}
}

// addEnabled adds the terms of the tuples in which e is enabled, for a node of level k with these children.
func (p *pairSums) addEnabled(e rel, k int, values dd.Values, kids []uint32) {
	r := p.g.rel
	below := r.level(e) < k
	for j, c := range kids {
		next := e
		if c == 0 {
			continue
		}
		if !below {
			g, ok := r.gate(e, values.At(j))
			if !ok {
				continue
			}
			next = g.next
		}
		if slot := p.slot(p.Level(c), next); slot >= 0 {
			p.buf = append(p.buf, p.offset[c]+uint32(slot))
		}
	}
}
