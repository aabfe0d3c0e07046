package extended

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"brim/petri"
)

// mostArcs is how many read and inhibitor arcs priorities may become.
const mostArcs = 10_000_000

// Of returns a place/transition net as a document, without positions and capacities. A place in both Pre and Post of a
// transition has an input and an output arc there.
func Of(net *petri.Net) *Net {
	n := &Net{Name: net.Name, Units: net.Units}
	for _, p := range net.Places {
		n.Places = append(n.Places, Place{ID: p.Name, Label: p.Alias, Initial: p.Initial, Capacity: Unlimited})
	}
	for t := range net.Transitions {
		tr := &net.Transitions[t]
		n.Transitions = append(n.Transitions, Transition{ID: tr.Name, Label: tr.Alias})
		for _, of := range [...]struct {
			kind Kind
			arcs []petri.Arc
		}{{Input, tr.Pre}, {Output, tr.Post}, {Inhibitor, tr.Inhibit}} {
			for _, a := range of.arcs {
				n.Arcs = append(n.Arcs, Arc{Place: a.Place, Transition: t, Kind: of.kind, Weight: a.Weight})
			}
		}
	}
	return n
}

// Plain returns the place/transition net with the same places, transitions, markings and firings.
//
// A capacity K of a place becomes inhibitor arcs: what adds d tokens can fire while the place holds fewer than K+1−d.
// A transition u with priority over t becomes a read or an inhibitor arc of t, if whether u could fire depends on the
// tokens of one place where t could. A transition that can never fire has a read and an inhibitor arc that contradict
// each other.
//
// The error is that of Check, or an *ExtendedError: the net has a reset arc, or a priority that depends on several
// places. Cost: the arcs, and for priorities those of each transition with each that has priority over it.
func (n *Net) Plain() (*petri.Net, error) {
	if err := n.Check(); err != nil {
		return nil, err
	}
	for _, a := range n.Arcs {
		if a.Kind == Reset {
			return nil, &ExtendedError{n.Transitions[a.Transition].ID, "empties place " + n.Places[a.Place].ID}
		}
	}
	all, err := n.Needs()
	if err != nil {
		return nil, err
	}
	b := petri.NewBuilder(n.Name)
	for p := range n.Places {
		b.Place(n.Places[p].ID, n.Places[p].Initial)
		b.AliasPlace(p, n.Places[p].Label)
	}
	above, arcs := n.above(), 0
	for t := range n.Transitions {
		b.Transition(n.Transitions[t].ID)
		b.AliasTransition(t, n.Transitions[t].Label)
		own := all[t]
		if !dead(own) { // else its own arcs say that it never fires
			list, on, ok := n.cases(all, t, above[t], 1)
			switch {
			case !ok:
				return nil, &ExtendedError{n.Transitions[t].ID,
					"waits while " + n.Transitions[on].ID + " could fire, which depends on several places"}
			case len(list) == 1:
				own = list[0]
			case len(n.Places) == 0:
				return nil, errors.New("a transition never fires, but the net has no place for an arc that says so")
			default:
				own = never(slices.Clone(own))
			}
		}
		if arcs += len(own) - len(all[t]); arcs > mostArcs {
			return nil, fmt.Errorf("the priorities of transitions need more than %d arcs", mostArcs)
		}
		for _, d := range own {
			d.build(b, t)
		}
	}
	if n.Units != nil {
		b.Units(n.Units)
	}
	return b.Net()
}

// An ExtendedError says that a net has no place/transition net with the same behaviour, as far as Plain can tell.
type ExtendedError struct {
	Transition string
	Does       string // what it does that no such transition does
}

func (e *ExtendedError) Error() string {
	return fmt.Sprintf("transition %s %s, so this is no place/transition net", e.Transition, e.Does)
}

// dead reports whether needs are such that no marking is enough.
func dead(needs []Need) bool {
	return slices.ContainsFunc(needs, func(d Need) bool { return !d.has() })
}

// narrowed returns needs with another one: that w holds.
func narrowed(needs []Need, w way) []Need {
	i, ok := slices.BinarySearchFunc(needs, w.place, func(d Need, p int) int { return d.Place - p })
	if !ok {
		needs = slices.Insert(needs, i, Need{Place: w.place, Most: math.MaxInt64})
	}
	d := &needs[i]
	if w.most == math.MaxInt64 {
		d.Most = min(d.Most, w.least-1) // fewer than least
	} else {
		d.Least = max(d.Least, w.most+1) // more than most
	}
	return needs
}

// never returns needs that no marking meets.
func never(needs []Need) []Need {
	if len(needs) == 0 {
		needs = append(needs, Need{})
	}
	needs[0].Most = -1
	return needs
}

// build adds the arcs between t and the place.
func (d Need) build(b *petri.Builder, t int) {
	if d.Most < 0 { // an inhibitor arc has a weight of 1 at least, so a token is asked for
		d.Most, d.Least = 0, max(d.Least, 1)
	}
	if d.Take > 0 {
		b.In(t, d.Place, d.Take)
	}
	if d.Least > d.Take {
		b.Read(t, d.Place, d.Least)
	}
	if d.Give > 0 {
		b.Out(t, d.Place, d.Give)
	}
	if d.Most < math.MaxInt64 {
		b.Inhibit(t, d.Place, d.Most+1)
	}
}
