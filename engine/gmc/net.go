package gmc

import (
	"context"
	"fmt"
	"math/bits"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/order"
	"brim/petri/structure"

	"github.com/dalzilio/rudd"
)

// This file makes the model of a net: its variables, its relation, and its goals.

// mostPlaces is the largest number of places of a net.
const mostPlaces = 100_000

// A Net is a net as a model. Its states are the markings within the bounds of the places; a firing that leads out of
// them is left out, so paths are always right, and none is missing if the bounds are.
type Net struct {
	*Model
	net     *petri.Net
	most    []int64     // tokens, by place
	places  []number    // before a step and after it
	first   []int       // by place: its first bit; one more for the end
	enabled []rudd.Node // by transition
}

// NewNet returns the model of the net of facts. Places get as many bits as their bounds need: those that follow from
// invariants, or tokens, if it is not 0, for the others. The error is a *structure.UnboundedPlaceError if a place has
// no bound, or says what there is too much of. Time is proportional to the arcs times the bits of a place and of a
// transition's number.
func NewNet(facts *structure.Profile, tokens int64) (*Net, error) {
	net := facts.Net()
	if len(net.Places) > mostPlaces {
		return nil, fmt.Errorf("the net has %d places; the most is %d", len(net.Places), mostPlaces)
	}
	n := &Net{net: net}
	var err error
	if n.most, err = mostOf(facts, tokens); err != nil {
		return nil, err
	}
	flows, _ := facts.Semiflows(context.Background())
	if err := n.arrange(flows); err != nil {
		return nil, err
	}
	s := make(State, n.bits)
	for p := range net.Places {
		n.write(s, p, net.Places[p].Initial)
	}
	n.initial = n.only(s)
	n.bound(flows)
	n.relate()
	n.replay, n.isDead, n.dead = n.complete, n.noneEnabled, n.deadMarkings
	n.d.keep()
	return n, n.d.err()
}

// arrange gives variables to the bits: the number of the transition on top, and then the places in an order for
// decision diagrams.
func (n *Net) arrange(flows []structure.Semiflow) error {
	n.first = []int{0}
	for _, most := range n.most {
		n.first = append(n.first, n.first[len(n.first)-1]+width(most))
	}
	size, code := n.first[len(n.most)], bits.Len(uint(max(len(n.net.Transitions), 1)-1))
	event, now, next := make([]int, code), make([]int, size), make([]int, size)
	for i := range event {
		event[i] = i
	}
	v := code
	for _, p := range placeOrder(n.net, flows) {
		for i := n.first[p]; i < n.first[p+1]; i++ {
			now[i], next[i] = v, v+1
			v += 2
		}
	}
	d, err := newDiagrams(v)
	if err != nil {
		return err
	}
	for p := range n.most {
		n.places = append(n.places, number{d, now[n.first[p]:n.first[p+1]], next[n.first[p]:n.first[p+1]]})
	}
	n.Model, err = newModel(d, event, now, next)
	return err
}

// placeOrder returns the places from the top.
func placeOrder(net *petri.Net, flows []structure.Semiflow) []int {
	var list []int
	if best := order.Candidates(net, flows, order.Options{Most: 1}); len(best) > 0 {
		for _, level := range slices.Backward(best[0].Levels) {
			list = append(list, level...)
		}
	}
	return list
}

// fires returns the function that is true for a transition.
func (n *Net) fires(t int) rudd.Node {
	values := make([]uint8, len(n.event))
	for i := range values {
		values[i] = uint8(t >> i & 1)
	}
	return n.d.cube(n.event, values)
}

// relate makes the relation: for steps by walks a part for the numbers of transitions and one for each place, and for
// steps by sets one for each transition.
func (n *Net) relate() {
	d := n.d
	places := len(n.places)
	change := make([]rudd.Node, places) // by place: how it changes by the transitions that look at it
	looks := make([]rudd.Node, places)  // and their numbers
	for p := range places {
		change[p], looks[p] = d.False(), d.False()
	}
	some := d.False()
	x := &byTransition{Model: n.Model}
	for i := range n.net.Transitions {
		event := n.fires(i)
		some = d.or(some, event)
		enabled, over := d.True(), d.False()
		set := transitionSet{forward: d.True(), backward: d.True()}
		var now []int
		for _, e := range n.lowestFirst(i) {
			p, place := e.Place, n.places[e.Place]
			least, largest := e.Range()
			largest = min(largest, n.most[p])
			reads := place
			reads.to = nil
			enabled = d.and(reads.between(least, largest, 0), enabled)
			room := min(largest, n.most[p]-e.Delta)
			over = d.or(over, reads.between(max(least, room+1), largest, 0))
			step := place.between(least, room, e.Delta)
			looks[p] = d.or(looks[p], event)
			change[p] = d.or(change[p], d.and(event, step))
			if e.Delta == 0 {
				guard := reads.between(least, room, 0)
				set.forward, set.backward = d.and(guard, set.forward), d.and(guard, set.backward)
				continue
			}
			now = append(now, place.from...)
			set.forward = d.and(step, set.forward)
			set.backward = d.and(number{d, place.to, place.from}.between(least, room, e.Delta), set.backward)
		}
		n.enabled = append(n.enabled, enabled)
		n.outside = append(n.outside, d.and(enabled, over))
		if set.variables = d.set(now); len(now) > 0 {
			x.sets = append(x.sets, set)
		}
	}
	n.parts = []rudd.Node{some}
	for p, place := range n.places {
		same := place.between(0, n.most[p], 0)
		n.parts = append(n.parts, d.or(change[p], d.and(d.not(looks[p]), same)))
	}
	n.images = x
}

// lowestFirst returns the effects of a transition, of places from the bottom of the diagrams up.
func (n *Net) lowestFirst(t int) []petri.Effect {
	top := func(e petri.Effect) int {
		if len(n.places[e.Place].from) == 0 {
			return -1
		}
		return n.places[e.Place].from[0]
	}
	list := slices.Collect(n.net.Transitions[t].Effects())
	slices.SortStableFunc(list, func(a, b petri.Effect) int { return top(b) - top(a) })
	return list
}

// largestFlow is the largest constant of an invariant that is used.
const largestFlow = 100

// bound makes the diagrams of the bounds that the bits do not give, and of the place invariants. The size of the latter
// is at most their bits times their constant.
func (n *Net) bound(flows []structure.Semiflow) {
	for p, most := range n.most {
		if most != 1<<width(most)-1 {
			reads := n.places[p]
			reads.to = nil
			n.invariants = append(n.invariants, reads.between(0, most, 0))
		}
	}
	for _, f := range flows {
		if f.Constant > largestFlow {
			continue
		}
		var terms []term
		for i, p := range f.Places {
			terms = n.terms(terms, p, f.Weights[i])
		}
		n.invariants = append(n.invariants, compare(n.d, terms, syntax.Equal, f.Constant))
	}
}

// terms adds the bits of a place times a weight to a sum.
func (n *Net) terms(sum []term, place int, weight int64) []term {
	for i, v := range n.places[place].from {
		sum = append(sum, term{n.d.Ithvar(v), total{}.plus(weight).times(i)})
	}
	return sum
}

// write puts a number of tokens into a state.
func (n *Net) write(s State, place int, tokens int64) {
	for i := n.first[place]; i < n.first[place+1]; i++ {
		s[i] = uint8(tokens & 1)
		tokens >>= 1
	}
}

// Marking returns a state as a marking.
func (n *Net) Marking(s State) petri.Marking {
	m := make(petri.Marking, len(n.most))
	for p := range m {
		for i := n.first[p+1] - 1; i >= n.first[p]; i-- {
			m[p] = 2*m[p] + int64(s[i])
		}
	}
	return m
}

// Goal returns the markings in which f holds. The error says that f has path operators.
func (n *Net) Goal(f *syntax.Formula) (*Goal, error) {
	if f.Temporal() {
		return nil, fmt.Errorf("a marking does not decide %v", f)
	}
	c := compiler{d: n.d, deadlock: n.deadMarkings, enabled: n.enabled, done: map[*syntax.Formula]rudd.Node{}}
	c.compare = func(f *syntax.Formula) rudd.Node {
		var terms []term
		for _, t := range f.Terms {
			terms = n.terms(terms, t.Place.Index, t.Weight)
		}
		return compare(n.d, terms, f.Rel, f.Const)
	}
	g := &Goal{formula: f, now: c.formula(f)}
	g.moment = g.now
	return g, n.finish(g)
}

// deadMarkings returns the markings in which no transition is enabled.
func (n *Net) deadMarkings() rudd.Node {
	dead := n.d.True()
	for _, e := range n.enabled {
		dead = n.d.and(dead, n.d.not(e))
	}
	return dead
}

func (n *Net) noneEnabled(s State) bool {
	m := n.Marking(s)
	for range n.net.EnabledTransitions(m) {
		return false
	}
	return true
}

// complete adds the firings of a path, of several for one step the first, by the firing rule and not by diagrams.
func (n *Net) complete(p *Path, g *Goal, all bool) error {
	m := n.net.Initial()
	if !slices.Equal(m, n.Marking(p.States[0])) {
		return fmt.Errorf("gmc: a path of %d steps does not begin in the initial marking", p.Steps())
	}
	next := make(petri.Marking, len(m))
	holds := func(i int) error {
		if !engine.Eval(n.net, g.formula, m) {
			return fmt.Errorf("gmc: %v does not hold in marking %d of a path of %d steps", g.formula, i, p.Steps())
		}
		return nil
	}
	for i, s := range p.States[1:] {
		if all {
			if err := holds(i); err != nil {
				return err
			}
		}
		to, fired := n.Marking(s), -1
		for t := range n.net.EnabledTransitions(m) {
			if n.net.FireInto(next, m, t) && slices.Equal(next, to) {
				fired = t
				break
			}
		}
		if fired < 0 {
			return fmt.Errorf("gmc: no firing leads from marking %d to the next one of a path of %d steps", i,
				p.Steps())
		}
		p.Firings = append(p.Firings, fired)
		m, next = to, m
	}
	return holds(p.Steps())
}
