package walk

import (
	"context"
	"math"

	"brim/ctl/syntax"
)

// A distance is an estimate of how far a marking is from a target: a tree in which a comparison that fails has the gap
// to where it holds, a conjunction the sum of its operands', a disjunction the least of them. That a transition is
// enabled is written as comparisons. A sum that should grow has the gap to a number that it never reaches.
//
// Invariant: the values are those of the walker's marking, but while one is tried.
type distance struct {
	nodes []estimate
	kids  []int32 // those of a node are kids[first:last]
	sums  []sum   // node is that of its comparison
	links [][]link
	start []estimate // the values in the initial marking
	sums0 []sum
	most  int64 // gaps are cut there
}

// restart sets the values of the initial marking.
func (d *distance) restart() {
	copy(d.nodes, d.start)
	copy(d.sums, d.sums0)
}

// An estimate is a node.
type estimate struct {
	value       int64
	parent      int32 // −1 of the root, which is the last node
	first, last int32
	least       bool // a disjunction
}

// Limits of a distance: the gaps of a formula are cut so that no sum of them passes 64 bits, and larger formulas have
// no distance.
const (
	widestGap  = 1 << 40
	mostLeaves = 1 << 20
)

// gap returns how far the value is from where the comparison holds.
func (s *sum) gap() int64 {
	switch {
	case s.out && s.value >= s.lo && s.value <= s.hi:
		return min(s.value-s.lo, s.hi-s.value) + 1
	case s.out:
		return 0
	case s.value < s.lo:
		return s.lo - s.value
	case s.value > s.hi:
		return s.value - s.hi
	}
	return 0
}

// distanceTo returns the distance to a target, nil if the formula is too large.
func (w *Walker) distanceTo(t *target) *distance {
	d := &distance{links: make([][]link, len(w.places)), most: widestGap}
	if t.formula == nil {
		d.most = math.MaxInt64
		d.compare(w, t.terms, sum{lo: 1 << 62, hi: math.MaxInt64})
	} else if !d.add(w, t.formula) {
		return nil
	}
	d.nodes[len(d.nodes)-1].parent = -1
	d.start, d.sums0 = append(d.start, d.nodes...), append(d.sums0, d.sums...)
	return d
}

// add adds the tree of a formula in the form of syntax.NNF, its root last. It reports false if it gets too large.
func (d *distance) add(w *Walker, f *syntax.Formula) bool {
	if len(d.nodes) > mostLeaves {
		return false
	}
	switch f.Op {
	case syntax.True, syntax.False:
		d.constant(f.Op == syntax.True)
	case syntax.Compare:
		s := sum{}
		s.lo, s.hi, s.out = rangeOf(f)
		d.compare(w, f.Terms, s)
	case syntax.Enabled:
		return d.join(len(f.Transitions), true, func(i int) bool { return d.fireable(w, f.Transitions[i].Index, true) })
	case syntax.Deadlock:
		return d.join(len(w.hooks), false, func(t int) bool { return d.fireable(w, t, false) })
	case syntax.Not: // of Enabled or Deadlock
		if g := f.Args[0]; g.Op == syntax.Enabled {
			return d.join(len(g.Transitions), false,
				func(i int) bool { return d.fireable(w, g.Transitions[i].Index, false) })
		}
		return d.join(len(w.hooks), true, func(t int) bool { return d.fireable(w, t, true) })
	default:
		return d.join(len(f.Args), f.Op == syntax.Or, func(i int) bool { return d.add(w, f.Args[i]) })
	}
	return true
}

// fireable adds the tree of a transition being enabled, or not.
func (d *distance) fireable(w *Walker, t int, enabled bool) bool {
	tests := w.net.Transitions[t]
	pre := len(tests.Pre)
	return d.join(pre+len(tests.Inhibit), !enabled, func(i int) bool {
		s := sum{lo: math.MinInt64, hi: math.MaxInt64}
		if i < pre {
			a := tests.Pre[i]
			if s.lo = a.Weight; !enabled {
				s.lo, s.hi = math.MinInt64, a.Weight-1
			}
			d.compare(w, []syntax.Term{{Place: syntax.Ref{Index: a.Place}, Weight: 1}}, s)
			return len(d.nodes) <= mostLeaves
		}
		a := tests.Inhibit[i-pre]
		if s.hi = a.Weight - 1; !enabled {
			s.lo, s.hi = a.Weight, math.MaxInt64
		}
		d.compare(w, []syntax.Term{{Place: syntax.Ref{Index: a.Place}, Weight: 1}}, s)
		return len(d.nodes) <= mostLeaves
	})
}

// constant adds a node that holds, or does not.
func (d *distance) constant(holds bool) {
	e := estimate{value: 1}
	if holds {
		e.value = 0
	}
	d.nodes = append(d.nodes, e)
}

// compare adds the node of a comparison.
func (d *distance) compare(w *Walker, terms []syntax.Term, s sum) {
	s.value = valueAt(terms, func(p int) int64 { return w.initial[p].tokens })
	s.node = int32(len(d.nodes))
	for _, t := range terms {
		d.links[t.Place.Index] = append(d.links[t.Place.Index], link{t.Weight, int32(len(d.sums))})
	}
	d.sums = append(d.sums, s)
	d.nodes = append(d.nodes, estimate{value: min(s.gap(), d.most)})
}

// join adds a conjunction, or with least a disjunction, of n operands.
func (d *distance) join(n int, least bool, operand func(i int) bool) bool {
	var kids []int32
	for i := range n {
		if !operand(i) {
			return false
		}
		kids = append(kids, int32(len(d.nodes)-1))
	}
	e := estimate{first: int32(len(d.kids)), least: least}
	d.kids = append(d.kids, kids...)
	e.last = int32(len(d.kids))
	for _, k := range kids {
		d.nodes[k].parent = int32(len(d.nodes))
		e.value += d.nodes[k].value
	}
	if least {
		e.value = d.least(&e)
	}
	d.nodes = append(d.nodes, e)
	return true
}

// least returns the least value of the operands, one more than any gap if there are none.
func (d *distance) least(e *estimate) int64 {
	value := int64(widestGap)
	for _, k := range d.kids[e.first:e.last] {
		value = min(value, d.nodes[k].value)
	}
	return value
}

// shift brings the distance up to date when the tokens of a place change.
func (d *distance) shift(p int32, delta int64) {
	for _, l := range d.links[p] {
		s := &d.sums[l.sum]
		s.value += l.weight * delta
		d.set(s.node, min(s.gap(), d.most))
	}
}

// set sets the value of a node, and what follows from it.
func (d *distance) set(n int32, value int64) {
	for {
		x := &d.nodes[n]
		by := value - x.value
		if by == 0 {
			return
		}
		old := x.value
		x.value = value
		if x.parent < 0 {
			return
		}
		n = x.parent
		switch y := &d.nodes[n]; {
		case !y.least:
			value = y.value + by
		case value < y.value:
		case old > y.value:
			return
		default:
			value = d.least(y)
		}
	}
}

// value is the distance of the present marking.
func (d *distance) value() int64 { return d.nodes[len(d.nodes)-1].value }

// after returns the distance after a firing.
func (d *distance) after(w *Walker, t int32) int64 {
	touched := false
	for _, c := range w.of(t) {
		touched = touched || len(d.links[c.place]) > 0
	}
	if !touched {
		return d.value()
	}
	d.fire(w, t, 1)
	value := d.value()
	d.fire(w, t, -1)
	return value
}

// fire follows a firing, or with −1 takes it back.
func (d *distance) fire(w *Walker, t int32, sign int64) {
	for _, c := range w.of(t) {
		d.shift(c.place, sign*c.delta)
	}
}

// Toward walks to a goal: by turns best-first, where of a few enabled transitions it fires the one after which the
// distance is least, and along relaxed plans, see planner. In half of the runs it fires any now and then, which leaves
// dead ends; the others come to targets that many tokens have to reach together. All other targets are looked for on
// the way. It ends when the goal is found, or if there is neither a distance nor a plan. The error is a defect of
// this package.
func (w *Walker) Toward(ctx context.Context, g *Goal, l Limits) error {
	return w.toward(ctx, g.target, l)
}

// TowardMore is Toward for larger values of a sum.
func (w *Walker) TowardMore(ctx context.Context, m *Maximum, l Limits) error {
	return w.toward(ctx, m.target, l)
}

func (w *Walker) toward(ctx context.Context, t *target, l Limits) error {
	if t.approach == nil {
		t.approach = &approach{distance: w.distanceTo(t), length: w.reaching(), longest: longest}
	}
	w.ready()
	defer w.leave()
	a := t.approach
	o := w.outing(ctx, l)
	for ; o.goesOn() && !t.done && !(a.distance == nil && a.hopeless); a.runs++ {
		calm := a.runs%4 >= 2
		choose := func() int32 { return w.planned(t, calm) }
		if best := a.hopeless || a.runs%2 == 0; best && a.distance != nil {
			a.distance.restart()
			choose = func() int32 { return w.nearest(a.distance, calm) }
		}
		w.leave()
		if err := o.run(a.length, choose); err != nil || len(w.begin.live) == 0 {
			return err
		}
		if a.runs%2 != 0 {
			a.hopeless = a.hopeless || len(w.path) == 0
			a.length, a.longest = w.lengthen(a.length, a.longest)
		}
	}
	return nil
}

// reaching is the length of the first run to a target: with many tokens in a place, about as many firings move them.
func (w *Walker) reaching() int {
	most := int64(w.least())
	for _, p := range w.initial {
		most = max(most, min(p.tokens, longest/2))
	}
	return int(most)
}

// An approach is what was done to come near to a target.
type approach struct {
	distance        *distance // nil if the formula is too large
	hopeless        bool      // there is no plan
	runs            int
	length, longest int // of runs, see Walker
}

// tried is how many transitions best-first search compares.
const tried = 12

// nearest chooses a transition after which the distance is small, now and then any if the run is not calm.
func (w *Walker) nearest(d *distance, calm bool) int32 {
	t := w.uniform()
	if calm || w.next()>>61 != 0 {
		t = w.best(d, t)
	}
	d.fire(w, t, 1)
	return t
}

// best returns t, or one of some other enabled transitions after which the distance is less.
func (w *Walker) best(d *distance, t int32) int32 {
	least := d.after(w, t)
	for range min(tried, len(w.live)) - 1 {
		u := w.uniform()
		if x := d.after(w, u); x < least {
			t, least = u, x
		}
	}
	return t
}
