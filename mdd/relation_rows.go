package mdd

// Rows: which events are enabled at each local value, for saturation here and in other kinds of diagrams.

// A Chain is the handle of the remaining steps of an event below some level. Equal chains have equal
// handles, and Identity is the one without steps.
type Chain = uint32

// Identity is the Chain that changes nothing.
const Identity Chain = 0

// A Hop is the effect of an event at a local value of its top level: the value moves by Delta, and Next happens below.
type Hop struct {
	Delta int32
	Next  Chain
	Event Chain // all of the event, see Relation.ChainOf
}

// hops are the hops that are possible at one local value.
type hops struct {
	known bool
	list  []Hop
}

// A levelRows lists for each local value of a level the events with this top level that are enabled there, so that
// firing costs nothing for the others. Rows are filled when first used.
type levelRows struct {
	events []rel
	rows   byValue[hops]
	// The row of last is that of all larger values, too: no Shift has a threshold above it. −1: there is no such value.
	last int
}

// manyValues is the value from which on filling a row counts as work. A level with that many values may be filled by
// moves within it alone, for which nothing else counts, and limits would not end it.
const manyValues = 4096

// newLevelRows returns the rows of the events, none of them filled.
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
func (l *levelRows) at(r *relations, v int) []Hop {
	if l.last >= 0 {
		v = min(v, l.last)
	}
	if v < len(l.rows.dense) && l.rows.dense[v].known {
		return l.rows.dense[v].list
	}
	return l.fill(r, v)
}

// fill fills the row of v and returns it.
func (l *levelRows) fill(r *relations, v int) []Hop {
	if v > MaxValue { // of a node that a Shift has moved, before it is made
		r.f.s.Exceed(&LimitError{Kind: "values", At: int64(v), Max: MaxValue})
	}
	if h := l.rows.at(v); h.known { // a large value
		return h.list
	}
	if v >= manyValues {
		r.f.s.Spend(len(l.events))
	}
	h := hops{known: true}
	for _, e := range l.events {
		r.eachArrow(e, v, func(to int, next rel) { h.add(Hop{int32(to - v), next, e}) })
	}
	*l.rows.at(v) = h // now that no function of a user can end it half way
	return h.list
}

// add adds a hop, unless it leaves every tuple as it is.
func (h *hops) add(hop Hop) {
	if hop.Delta != 0 || hop.Next != identity {
		h.list = append(h.list, hop)
	}
}

// rows returns the rows of all levels, by level.
func (r *Relation) rows() []levelRows {
	if r.hops == nil {
		r.hops = make([]levelRows, r.f.levels+1)
		for k := range r.hops {
			r.hops[k] = newLevelRows(r.rel, r.byTop[k])
		}
	}
	return r.hops
}

// A HopList is a read-only list of hops.
type HopList struct{ list []Hop }

// Len returns the number of hops.
func (l HopList) Len() int { return len(l.list) }

// At returns the hop of the given number, counted from 0.
func (l HopList) At(i int) Hop { return l.list[i] }

// Hops returns the hops of the events with the given top level at local value v of it, without those that change
// nothing. Other kinds of diagrams work with a relation by them; see also EachHop.
func (r *Relation) Hops(level, v int) HopList {
	r.use("Hops").checkLevel("Hops", level)
	checkValue("Hops", v, level)
	return HopList{r.rows()[level].at(r.rel, v)}
}

// ChainOf returns the chain of all steps of the event of the given number. Equal events have equal chains.
func (r *Relation) ChainOf(event int) Chain { return r.event("ChainOf", event) }

// EachHop calls visit for each value that chain c, which is not Identity, leads to from local value v of its level,
// with the chain for the levels below.
func (r *Relation) EachHop(c Chain, v int, visit func(to int, next Chain)) {
	if c == Identity || int(c) >= len(r.rel.nodes) || v < 0 {
		r.use("EachHop")
		inRange("EachHop", "chain", int(c), 1, r.Chains()-1)
		checkValue("EachHop", v, r.ChainLevel(c))
	}
	r.rel.eachArrow(c, v, visit)
}

// Chains returns a bound of the handles of all chains of r: they are less. It grows while the event of a Matrix is
// used.
func (r *Relation) Chains() int { return len(r.rel.nodes) }

// ChainLevel returns the highest level that chain c touches, 0 for Identity.
func (r *Relation) ChainLevel(c Chain) int {
	if int(c) >= len(r.rel.nodes) {
		inRange("ChainLevel", "chain", int(c), 0, r.Chains()-1)
	}
	return r.rel.level(c)
}
