package gmc

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/structure"

	"github.com/dalzilio/rudd"
)

// most is the largest number of places of a net.
const most = 100_000

// A Net is a net as a model. Its states are the markings with at most one token in a place; a firing that would bring a second one is left out,
// so paths are always right, and of a safe net none is missing.
type Net struct {
	*Model
	net     *petri.Net
	enabled []rudd.Node // by transition
}

// NewNet returns the model of a net. The error says which place has more than one token from the beginning, or that there are too many. Time is
// proportional to the arcs times the bits of a transition's number.
func NewNet(net *petri.Net) (*Net, error) {
	if len(net.Places) > most {
		return nil, fmt.Errorf("the net has %d places; the most for gmc is %d", len(net.Places), most)
	}
	var names []string
	for _, t := range net.Transitions {
		names = append(names, t.Name)
	}
	m, err := newModel(names, len(net.Places))
	if err != nil {
		return nil, err
	}
	n := &Net{Model: m, net: net}
	first := make(State, m.bits)
	for i, p := range net.Places {
		if p.Initial > 1 {
			return nil, fmt.Errorf("place %s has %d tokens; gmc needs a safe net, with at most one token in each place", p.Name, p.Initial)
		}
		first[i] = uint8(p.Initial)
	}
	n.begin(first)
	n.relate()
	n.bound()
	m.step = n.fire
	return n, m.related()
}

// An effect is what a transition does to a place: for each number of tokens, 0 and 1, those after it, or −1 if it cannot fire.
type effect [2]int64

// effects returns the effects of a transition on all places that it looks at.
func effects(t *petri.Transition) map[int]effect {
	pre, post, inhibit, all := map[int]int64{}, map[int]int64{}, map[int]int64{}, map[int]effect{}
	note := func(weights map[int]int64, arcs []petri.Arc) {
		for _, a := range arcs {
			weights[a.Place] = min(a.Weight, 2)
			all[a.Place] = effect{}
		}
	}
	note(pre, t.Pre)
	note(post, t.Post)
	note(inhibit, t.Inhibit)
	for p := range all {
		var e effect
		for v := range e {
			e[v] = int64(v) - pre[p] + post[p]
			if int64(v) < pre[p] || inhibit[p] > 0 && int64(v) >= inhibit[p] {
				e[v] = -1
			}
		}
		all[p] = e
	}
	return all
}

// relate makes the relation: a part for the numbers of transitions, and one for each place.
func (n *Net) relate() {
	d := n.d
	n.parts = []rudd.Node{n.isEvent()}
	change := make([]rudd.Node, n.bits) // by place: how it changes by the transitions that look at it
	looks := make([]rudd.Node, n.bits)  // and their numbers
	for p := range n.bits {
		change[p], looks[p] = d.False(), d.False()
	}
	for i := range n.net.Transitions {
		t, event := effects(&n.net.Transitions[i]), n.event(i)
		enabled, over := d.True(), d.False()
		for p := n.bits - 1; p >= 0; p-- {
			e, ok := t[p]
			if !ok {
				continue
			}
			looks[p] = d.or(looks[p], event)
			can, step := d.False(), d.False()
			for v, after := range e {
				now := d.literal(n.now(p), v == 1)
				switch {
				case after > 1:
					over = d.or(over, now)
				case after >= 0:
					step = d.or(step, d.and(now, d.literal(n.next(p), after == 1)))
				}
				if after >= 0 {
					can = d.or(can, now)
				}
			}
			enabled = d.and(can, enabled)
			change[p] = d.or(change[p], d.and(event, step))
		}
		n.enabled = append(n.enabled, enabled)
		n.outside = append(n.outside, d.and(enabled, over))
	}
	for p := range n.bits {
		same := d.ite(n.now(p), d.Ithvar(n.next(p)), d.NIthvar(n.next(p)))
		n.parts = append(n.parts, d.or(change[p], d.and(d.not(looks[p]), same)))
	}
}

// mostTokens is the largest constant of an invariant that is used.
const mostTokens = 100

// bound makes the diagrams of the place invariants. Their size is at most their places times their constant.
func (n *Net) bound() {
	flows, _ := structure.Semiflows(n.net, structure.Limit{})
	for _, f := range flows {
		if f.Constant > mostTokens {
			continue
		}
		sums := make([]rudd.Node, f.Constant+1) // by what is left for the places from i on
		for s := range sums {
			sums[s] = n.d.From(s == 0)
		}
		for i := len(f.Places) - 1; i >= 0; i-- {
			for s := f.Constant; s >= 0; s-- {
				with := n.d.False()
				if w := f.Weights[i]; w <= s {
					with = sums[s-w]
				}
				sums[s] = n.d.ite(n.now(f.Places[i]), with, sums[s])
			}
		}
		n.invariants = append(n.invariants, sums[f.Constant])
	}
}

// Marking returns a state as a marking.
func (n *Net) Marking(s State) petri.Marking {
	m := make(petri.Marking, len(s))
	for i, v := range s {
		m[i] = int64(v)
	}
	return m
}

// fire is the step of the net, by its firing rule.
func (n *Net) fire(next, s State, t int) bool {
	m := n.Marking(s)
	if t >= len(n.net.Transitions) || !n.net.Enabled(m, t) || !n.net.FireInto(m, m, t) {
		return false
	}
	for i, v := range m {
		if v > 1 {
			return false
		}
		next[i] = uint8(v)
	}
	return true
}

// Goal returns the markings in which f holds. The error says that f has path operators.
func (n *Net) Goal(f *syntax.Formula) (*Goal, error) {
	if f.Temporal() {
		return nil, fmt.Errorf("a marking does not decide %v", f)
	}
	c := compiler{net: n, done: map[*syntax.Formula]rudd.Node{}}
	g := &Goal{holds: func(s State) bool { return engine.Eval(n.net, f, n.Marking(s)) }}
	g.now = c.formula(f)
	n.finish(g)
	return g, n.d.err()
}
