package timed

import (
	"errors"
	"fmt"

	"brim/petri/extended"
)

// Timed-arc nets.

// An ArcNet is a timed-arc net: a net with input, output and inhibitor arcs, without capacities and priorities, with
// intervals for the ages of the tokens that its input arcs take, and with transport arcs.
type ArcNet struct {
	*extended.Net
	Ages       []Interval // by arc, of input arcs; Always for the others
	Transports []Transport
	Invariants []Bound // by place
	Urgent     []bool  // by transition; such a one takes tokens of all ages
}

// A Transport is a transport arc: it takes tokens from one place and puts them on another, where they keep their ages.
type Transport struct {
	From, Transition, To int
	Weight               int64 // tokens, at least 1
	Ages                 Interval
	Before, After        []extended.Point // bends of the arc to the transition and of that from it, in a drawing
}

// A Bound is the invariant of a place: no token there is older than Most, or as old if Open.
type Bound struct {
	Most int64 // may be Infinite
	Open bool  // no meaning if Most is Infinite
}

// Last returns the largest integer age that the bound allows, or Infinite.
func (b Bound) Last() int64 { return Interval{High: b.Most, HighOpen: b.Open}.Last() }

// Check returns an error that says what is wrong with the net: what extended.Net.Check says, something that timed-arc
// nets do not have, an interval that is missing or empty, or an invariant that excludes new tokens.
func (n *ArcNet) Check() error {
	switch {
	case n.Net == nil:
		return errors.New("there is no net")
	case len(n.Ages) != len(n.Arcs):
		return fmt.Errorf("%d intervals, expected one for each of %d arcs", len(n.Ages), len(n.Arcs))
	case len(n.Invariants) != len(n.Places):
		return fmt.Errorf("%d invariants, expected one for each of %d places", len(n.Invariants), len(n.Places))
	case len(n.Urgent) != len(n.Transitions):
		return fmt.Errorf("%d marks of urgency, expected one for each of %d transitions", len(n.Urgent),
			len(n.Transitions))
	}
	if err := n.Net.Check(); err != nil {
		return err
	}
	if n.HasPriorities() {
		return errors.New("timed-arc nets have no priorities")
	}
	for p, b := range n.Invariants {
		switch {
		case n.Places[p].Capacity != extended.Unlimited:
			return fmt.Errorf("place %q: timed-arc nets have no capacities", n.Places[p].ID)
		case b.Most < 0 && b.Most != Infinite, b.Most == 0 && b.Open:
			return fmt.Errorf("place %q: its invariant excludes new tokens", n.Places[p].ID)
		}
	}
	return n.checkArcs()
}

func (n *ArcNet) checkArcs() error {
	for i, a := range n.Arcs {
		where := fmt.Sprintf("arc between place %s and transition %s", n.Places[a.Place].ID,
			n.Transitions[a.Transition].ID)
		switch err := n.Ages[i].Check(); {
		case err != nil:
			return fmt.Errorf("%s: %w", where, err)
		case a.Kind == extended.Read || a.Kind == extended.Reset:
			return fmt.Errorf("%s: timed-arc nets have no read arcs and no reset arcs", where)
		case n.Ages[i] != Always() && a.Kind != extended.Input:
			return fmt.Errorf("%s: it has the interval %v, which only input arcs may have", where, n.Ages[i])
		case n.Ages[i] != Always() && n.Urgent[a.Transition]:
			return fmt.Errorf("%s: it has the interval %v, and the transition is urgent", where, n.Ages[i])
		}
	}
	for i, a := range n.Transports {
		switch {
		case a.From < 0 || a.From >= len(n.Places) || a.To < 0 || a.To >= len(n.Places):
			return fmt.Errorf("transport arc %d: no place %d or %d", i, a.From, a.To)
		case a.Transition < 0 || a.Transition >= len(n.Transitions):
			return fmt.Errorf("transport arc %d: no transition %d", i, a.Transition)
		}
		where := fmt.Sprintf("transport arc from place %s by transition %s to place %s",
			n.Places[a.From].ID, n.Transitions[a.Transition].ID, n.Places[a.To].ID)
		switch err := a.Ages.Check(); {
		case err != nil:
			return fmt.Errorf("%s: %w", where, err)
		case a.Weight < 1:
			return fmt.Errorf("%s: weight %d, expected at least 1", where, a.Weight)
		case a.Ages != Always() && n.Urgent[a.Transition]:
			return fmt.Errorf("%s: it has the interval %v, and the transition is urgent", where, a.Ages)
		}
	}
	return nil
}

// Taken returns, for each list of ages in a Choice of a transition, the place from which its tokens are taken, and the
// one to which a transport arc moves them, else -1. Cost: one look at all arcs.
func (n *ArcNet) Taken(t int) (from, to []int) {
	for _, a := range n.Arcs {
		if a.Transition == t && a.Kind == extended.Input {
			from, to = append(from, a.Place), append(to, -1)
		}
	}
	for _, a := range n.Transports {
		if a.Transition == t {
			from, to = append(from, a.From), append(to, a.To)
		}
	}
	return from, to
}

// Exact is Net.Exact for timed-arc nets.
func (n *ArcNet) Exact() error {
	for i, a := range n.Arcs {
		if a.Kind == extended.Input && !n.Ages[i].Closed() {
			return fmt.Errorf("the interval %v of an arc to transition %q has an open end", n.Ages[i],
				n.Transitions[a.Transition].ID)
		}
	}
	for _, a := range n.Transports {
		switch t := n.Transitions[a.Transition].ID; {
		case !a.Ages.Closed():
			return fmt.Errorf("the interval %v of an arc to transition %q has an open end", a.Ages, t)
		case n.Urgent[a.Transition] && n.Invariants[a.To].Most != Infinite:
			return fmt.Errorf("transition %q is urgent, and moves tokens to place %q, which has an invariant", t,
				n.Places[a.To].ID)
		}
	}
	for p, b := range n.Invariants {
		if b.Most != Infinite && b.Open {
			return fmt.Errorf("the invariant of place %q has an open end", n.Places[p].ID)
		}
	}
	return nil
}
