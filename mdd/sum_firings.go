package mdd

import (
	"math/big"
	"runtime"
)

// The number of enabled pairs of a tuple and an event: the arcs of a state graph.

// CountEnabled returns the number of pairs of a tuple of s and an event that is enabled in it: the arcs of the state
// graph if s is closed under r and every event is a partial function. Equal events count separately, and so does an
// event that leads back to the same tuple. An event with several successors of a tuple counts once for it.
//
// Cost: that of Count and, for each event, of the nodes of s between its top and bottom level; equal ends of events
// count once. The event of a Matrix costs what Enabled costs.
func (r *Relation) CountEnabled(s Set) *big.Int {
	r.check("CountEnabled", s)
	defer r.f.s.Release(r.f.s.Mark())
	total := new(big.Int)
	if s.IsEmpty() {
		return total
	}
	add := func(n *big.Int, times int) { total.Add(total, n.Mul(n, big.NewInt(int64(times)))) }
	repeats := map[rel]int{}
	byRepeats := map[int][]rel{} // the events that can be counted together
	var order []int              // the keys of byRepeats
	for _, e := range r.events {
		repeats[e]++
	}
	for _, level := range r.byTop {
		for _, e := range level {
			times := repeats[e]
			if e == identity || r.rel.nodes[e].kind == matrixRel {
				add(r.f.set(r.rel.enabled(e, s.node())).Count(), times)
				continue
			}
			if byRepeats[times] == nil {
				order = append(order, times)
			}
			byRepeats[times] = append(byRepeats[times], e)
		}
	}
	if len(order) == 0 {
		return total
	}
	d := s.traverse("CountEnabled")
	for _, times := range order {
		p := newPairSums(d, r.rel, byRepeats[times])
		add(evaluate(p, p.total()), times)
	}
	runtime.KeepAlive(s)
	return total
}
