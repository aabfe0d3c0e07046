package mdd

import "slices"

// A gate is the enabling condition of an event below a local value of its top level: the chain next has to be enabled
// there.
type gate struct{ next rel }

// gate returns the gate of relation node e, not the identity, at local value v of its level; ok is false if it is
// disabled there.
func (r *relations) gate(e rel, v int) (g gate, ok bool) {
	n := &r.nodes[e]
	switch n.kind {
	case shiftRel:
		return gate{next: n.next}, v >= int(n.min) && v < int(n.below)
	case mapRel:
		next := n.next // at may move nodes: it calls a user's function
		_, ok = r.maps[n.local].at(v)
		return gate{next: next}, ok
	case pairsRel:
		return gate{next: n.next}, len(r.pairs[n.local].p.At(v)) > 0
	}
	d := r.domain(e)
	if r.level(d) < r.level(e) {
		return gate{d}, true
	}
	r.eachArrow(d, v, func(_ int, next rel) { g, ok = gate{next}, true })
	return g, ok
}

// A levelGates lists for each local value of a level the gates of the events with this top level, filled when first
// used.
type levelGates struct {
	events []rel
	rows   byValue[gateRow]
	last   int // as in levelRows

	classes []gateRow // a row of each class
}

type gateRow struct {
	known bool
	gates []gate
	class uint32 // see guards.class; 0: not known yet
}

func (l *levelGates) at(r *relations, v int) *gateRow {
	if l.last >= 0 {
		v = min(v, l.last)
	}
	if !l.rows.at(v).known {
		row := gateRow{known: true}
		for _, e := range l.events {
			if g, ok := r.gate(e, v); ok {
				row.gates = append(row.gates, g)
			}
		}
		*l.rows.at(v) = row // complete: no function of a user can end it half way any more
	}
	return l.rows.at(v)
}

// guards has the enabling conditions of events: the part of a relation that reads only.
type guards struct {
	f      *Forest
	rel    *relations
	levels []levelGates
	// wake[k] is the highest level ≤ k with an event that is enabled at local value 0, 0 if there is none. All are 0
	// unless the forest skips levels.
	wake    []int
	classes uint32 // used so far
}

// newGuards returns the guards of the events, listed by top level.
func newGuards(r *relations, byTop [][]rel) *guards {
	f := r.f
	g := &guards{f: f, rel: r, levels: make([]levelGates, f.levels+1), wake: make([]int, f.levels+1)}
	for k := 1; k <= f.levels; k++ {
		g.levels[k] = levelGates{events: byTop[k], last: newLevelRows(r, byTop[k]).last}
		g.wake[k] = g.wake[k-1]
		if f.rule == ZeroSuppressed && len(byTop[k]) > 0 && len(g.at(k, 0)) > 0 {
			g.wake[k] = k
		}
	}
	return g
}

// at returns the gates of the events with top level k at local value v.
func (g *guards) at(k, v int) []gate { return g.levels[k].at(g.rel, v).gates }

// class returns the gates as at does, and a number ≥ 1 that two values of a level share exactly if their gates are
// equal.
func (g *guards) class(k, v int) ([]gate, uint32) {
	l := &g.levels[k]
	row := l.at(g.rel, v)
	if row.class != 0 {
		return row.gates, row.class
	}
	for _, other := range l.classes {
		if slices.Equal(other.gates, row.gates) {
			row.class = other.class
			return row.gates, row.class
		}
	}
	g.classes++
	row.class = g.classes
	l.classes = append(l.classes, *row)
	return row.gates, row.class
}
