package mdd

// A hop is what an event does at a local value of its top level: the value moves by delta, and next happens below.
type hop struct {
	delta int32
	next  rel
}

// hops are the hops that are possible at one local value.
type hops struct {
	known bool
	list  []hop
}

// A levelRows tells for each local value of a level which of the events with this top level it
// enables, so that firing costs nothing for those that it does not. Rows are filled when first asked for.
type levelRows struct {
	events []rel
	rows   []hops
	// For values from last on the answer is that for last: no Shift has a threshold above it. −1: no such value.
	last int
}

func newLevelRows(r *relations, events []rel) levelRows {
	l := levelRows{events: events}
	for _, e := range events {
		n := &r.nodes[e]
		if n.kind != shiftRel {
			l.last = -1
			break
		}
		l.last = max(l.last, int(n.min))
		if n.below != unlimited {
			l.last = max(l.last, int(n.below))
		}
	}
	return l
}

// at returns the hops that are possible at v.
func (l *levelRows) at(r *relations, v int) []hop {
	if l.last >= 0 {
		v = min(v, l.last)
	}
	if v < len(l.rows) && l.rows[v].known {
		return l.rows[v].list
	}
	return l.fill(r, v)
}

func (l *levelRows) fill(r *relations, v int) []hop {
	if v >= len(l.rows) {
		l.rows = append(l.rows, make([]hops, v+1-len(l.rows))...)
	}
	h := &l.rows[v]
	h.known = true
	for _, e := range l.events {
		r.eachArrow(e, v, func(to int, next rel) { h.add(to-v, next) })
	}
	return h.list
}

// add adds a hop, unless it leaves every tuple as it is.
func (h *hops) add(delta int, next rel) {
	if delta != 0 || next != identity {
		h.list = append(h.list, hop{int32(delta), next})
	}
}
