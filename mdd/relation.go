package mdd

import (
	"fmt"
	"slices"

	"brim/dd"
)

// Relations: events as chains of steps, kept once each, and the effects of steps.

// An Effect is the effect of an event on one variable: a relation from a local value to none, one or several. There are
// three: Shift, *Map and *Pairs.
type Effect interface{ effect() }

// A Shift adds Delta to a value v with Min ≤ v and, if Below > 0, v < Below: the effect of an ordinary
// Petri net transition on a place. It needs no domain, so it never has to be rebuilt when a domain grows.
type Shift struct{ Min, Below, Delta int }

// Pairs is a general relation on local values. Build it with NewPairs. It never changes, so forests in several
// goroutines may share it.
type Pairs struct {
	list [][2]int // from and to, ascending
	hash uint64   // of the list
}

func (Shift) effect()  {}
func (*Map) effect()   {}
func (*Pairs) effect() {}

// NewPairs returns the effect that relates from to to for every pair {from, to}. It panics if a value is not from 0 to
// MaxValue−2. Cost: that of sorting the pairs. Relations read them where they are.
func NewPairs(pairs ...[2]int) *Pairs {
	for _, ft := range pairs {
		if from, to := ft[0], ft[1]; from < 0 || to < 0 || to > MaxValue-2 || from > MaxValue-2 {
			panic(fmt.Sprintf("mdd: NewPairs: pair %v, expected values from 0 to %d", ft, MaxValue-2))
		}
	}
	return newPairs(slices.Clone(pairs))
}

// A Step is an event's effect on the variable of one level. Variables without a step do not change.
type Step struct {
	Level  int
	Effect Effect
}

// rel is a handle of a relation node; 0 is the identity.
type rel = Chain

const identity = Identity

// relNode is a node of an event's chain of steps, from its top level down, or a Matrix. Levels descend along next, and
// equal chains are one chain (M4), so events with the same lower steps share results. [BM19]
type relNode struct {
	level int32
	kind  relKind
	min   int32 // Shift
	below int32 // Shift: first disabled value
	delta int32 // Shift
	local int32 // index into maps or pairs, or the handle of a matrix
	next  rel   // what the levels below do; not of a matrix
}

// unlimited is above all values: relNode.below of a Shift that nothing disables, and relNode.min of one that is never
// enabled.
const unlimited = MaxValue + 1

type relKind uint8

const (
	shiftRel relKind = iota
	mapRel
	pairsRel
	matrixRel // made when a chain leads there
)

// relations are the relation nodes of a relation and of those derived from it, which share results. They live as long
// as the last of these.
type relations struct {
	f        *Forest
	ops      *dd.Ops
	opPart   dd.Op      // by part; 0 until used
	opWithin *dd.WideOp // by chain; nil until used
	opLeads  *dd.WideOp // by chain; nil until used
	opStuck  *dd.WideOp // by chain; nil until used
	opPairs  dd.Op      // by level; 0 until used
	nodes    []relNode
	index    relIndex
	maps     []*mapTable
	mapIndex map[*Map]int32
	pairs    []*pairsTable
	byHash   map[uint64][]int32 // Pairs by their hash
	held     []Matrix           // those that the matrix nodes are parts of
	domains  map[rel]rel        // of matrices, see gate
	asking   int                // functions of Maps that are running
}

func newRelations(f *Forest) *relations {
	return &relations{
		f: f, ops: f.s.NewOps(), nodes: []relNode{{}},
		mapIndex: map[*Map]int32{}, byHash: map[uint64][]int32{}, domains: map[rel]rel{},
	}
}

// part returns the operation that computes the given part.
func (r *relations) part(p part) dd.Op {
	if r.opPart == 0 {
		r.opPart = r.ops.New("image", dd.NodeA|dd.NodeResult)
	}
	return r.opPart.With(int(p))
}

// A part is a set computed from a node and a chain: the image, or the tuples in which the chain is enabled or disabled.
type part uint8

const (
	imagePart part = iota
	enabledPart
	disabledPart
)

// make returns the handle of the relation node n, which it adds if there is no equal one.
func (r *relations) make(n relNode) rel {
	if 2*len(r.nodes) > len(r.index) {
		r.index = r.index.grown(r.nodes)
	}
	slot := r.index.find(r.nodes, &n)
	if *slot != 0 {
		return *slot
	}
	if len(r.nodes) > maxChains {
		r.f.s.Exceed(&LimitError{Kind: "chains", At: int64(len(r.nodes)), Max: maxChains})
	}
	id := rel(len(r.nodes))
	r.nodes = append(r.nodes, n)
	*slot = id
	return id
}

// level returns the level of a relation node, 0 for the identity.
func (r *relations) level(id rel) int { return int(r.nodes[id].level) }

// step returns the relation node that does effect at level k and next below.
func (r *relations) step(k int, e Effect, next rel) rel {
	n := relNode{level: int32(k), next: next}
	switch e := e.(type) {
	case Shift:
		if e.Min < 0 || e.Min > MaxValue || e.Below < 0 || e.Min+e.Delta < 0 || e.Delta > MaxValue ||
			e.Delta < -MaxValue {
			panic(fmt.Sprintf("mdd: Relation.Add: %+v on level %d, expected 0 ≤ Min, Below and Min+Delta, and Min "+
				"and |Delta| ≤ %d", e, k, MaxValue))
		}
		if e == (Shift{}) {
			return next
		}
		n.kind, n.min, n.below, n.delta = shiftRel, int32(e.Min), unlimited, int32(e.Delta)
		if e.Below > 0 && e.Below < unlimited {
			n.below = int32(e.Below)
		}
	case *Map:
		given(e != nil && e.next != nil, "Relation.Add", "Map")
		n.kind, n.local = mapRel, r.mapNumber(e)
	case *Pairs:
		given(e != nil, "Relation.Add", "Pairs")
		n.kind, n.local = pairsRel, r.pairsNumber(e)
	default:
		panic(fmt.Sprintf("mdd: Relation.Add: an effect of type %T on level %d, expected a Shift, a *Map or a *Pairs",
			e, k))
	}
	return r.make(n)
}

// mapNumber returns the index of m among the maps.
func (r *relations) mapNumber(m *Map) int32 {
	i, ok := r.mapIndex[m]
	if !ok {
		i = int32(len(r.maps))
		r.maps = append(r.maps, &mapTable{r: r, m: m})
		r.mapIndex[m] = i
	}
	return i
}

// A Relation is a set of events: a next-state relation, partitioned. A tuple's successors are those of all events
// together.
type Relation struct {
	f      *Forest
	rel    *relations
	events []rel
	byTop  [][]rel     // events by the highest level they touch, equal ones once
	known  []uint64    // a bit for each chain that is an event
	hops   []levelRows // see rows
	sat    *saturator

	con     *constrained
	step    *stepper
	guards  *deadGuards
	inverse *Relation
}

// use returns the forest of r. It panics if r is nil or the forest is closed; who names the operation.
func (r *Relation) use(who string) *Forest {
	given(r != nil && r.f != nil, who, "relation")
	r.f.use(who)
	return r.f
}

// check panics unless r and s belong to one forest that can be used.
func (r *Relation) check(who string, s Set) {
	if f := r.use(who); f != s.use(who) {
		panic("mdd: " + who + ": set and relation of different forests")
	}
}

// event returns the chain of the event of the given number.
func (r *Relation) event(who string, number int) rel {
	inRange(who, "event", number, 0, len(r.events)-1)
	return r.events[number]
}

// NewRelation returns a relation without events.
//
// A relation uses up to ten of the forest's 4095 operations for its closure, image and so on. It gives them back when
// Go's collector finds it unreachable, and takes new ones after it has got events. Where none is left, there is a
// LimitError of kind "operations".
func (f *Forest) NewRelation() *Relation {
	f.use("NewRelation")
	return newRelations(f).relation()
}

// relation returns a relation without events whose chains will be of r.
func (r *relations) relation() *Relation {
	return &Relation{f: r.f, rel: r, byTop: make([][]rel, r.f.levels+1)}
}

// Add adds the event that does all steps at once, and returns its number, counted from 0. An event without steps is the
// identity. It panics if two steps are on one level, a level does not exist, or a step has no effect.
func (r *Relation) Add(steps ...Step) int {
	r.use("Relation.Add")
	r.changes("Relation.Add")
	id := identity
	for _, st := range r.f.sorted("Relation.Add", steps) {
		id = r.rel.step(st.Level, st.Effect, id)
	}
	return r.addNode(id)
}

// changes panics if r may not get events now.
func (r *Relation) changes(who string) {
	if r.rel.asking > 0 {
		panic("mdd: " + who + ": called from a function of a Map of the relation")
	}
}

// sorted returns the steps by level. It panics if a level does not exist or has two.
func (f *Forest) sorted(who string, steps []Step) []Step {
	steps = slices.Clone(steps)
	slices.SortFunc(steps, func(a, b Step) int { return a.Level - b.Level })
	for i, st := range steps {
		f.checkLevel(who, st.Level)
		if i > 0 && steps[i-1].Level == st.Level {
			panic(fmt.Sprintf("mdd: %s: two steps on level %d, expected one a level", who, st.Level))
		}
	}
	return steps
}

// addNode adds the event with the given chain and returns its number. What was computed for the events so far ends.
func (r *Relation) addNode(id rel) int {
	r.events = append(r.events, id)
	word, bit := int(id/64), uint64(1)<<(id%64)
	if room := word + 1 - len(r.known); room > 0 {
		r.known = append(r.known, make([]uint64, room)...)
	}
	if r.known[word]&bit == 0 {
		r.known[word] |= bit
		k := r.rel.level(id)
		r.byTop[k] = append(r.byTop[k], id)
	}
	if r.inverse != nil {
		r.inverse.inverse = nil
	}
	r.hops, r.sat, r.con, r.step, r.guards, r.inverse = nil, nil, nil, nil, nil, nil
	return len(r.events) - 1
}

// Forest returns the forest that r belongs to.
func (r *Relation) Forest() *Forest { return r.f }

// Len returns the number of events.
func (r *Relation) Len() int { return len(r.events) }

// Only returns the relation of those events for whose number keep is true, numbered anew.
func (r *Relation) Only(keep func(event int) bool) *Relation {
	r.use("Only")
	given(keep != nil, "Only", "function")
	o := r.rel.relation()
	for i, e := range r.events {
		if keep(i) {
			o.addNode(e)
		}
	}
	return o
}

// Top returns the highest level that an event touches, 0 for the identity.
func (r *Relation) Top(event int) int { return r.rel.level(r.event("Top", event)) }

// Steps returns the steps of an event, lower levels first; ok is false for an event that is a Matrix.
func (r *Relation) Steps(event int) (steps []Step, ok bool) {
	for e := r.event("Steps", event); e != identity; {
		n := r.rel.nodes[e]
		var effect Effect
		switch n.kind {
		case shiftRel:
			s := Shift{Min: int(n.min), Below: int(n.below), Delta: int(n.delta)}
			if n.below == unlimited {
				s.Below = 0
			}
			effect = s
		case mapRel:
			effect = r.rel.maps[n.local].m
		case pairsRel:
			effect = r.rel.pairs[n.local].p
		case matrixRel:
			return nil, false
		}
		steps = append(steps, Step{Level: int(n.level), Effect: effect})
		e = n.next
	}
	slices.Reverse(steps)
	return steps, true
}

// eachArrow calls visit for each value that e, a node but the identity, leads to from v on its level, with the chain
// for the levels below.
func (r *relations) eachArrow(e rel, v int, visit func(to int, next rel)) {
	n := r.nodes[e]
	switch n.kind {
	case shiftRel:
		if v >= int(n.min) && v < int(n.below) {
			visit(v+int(n.delta), n.next)
		}
	case mapRel:
		if to, ok := r.maps[n.local].at(v); ok {
			visit(to, n.next)
		}
	case pairsRel:
		for _, pair := range r.pairs[n.local].p.At(v) {
			visit(pair[1], n.next)
		}
	case matrixRel:
		r.eachEntry(&n, v, visit)
	}
}
