package bmc

import (
	"fmt"
	"slices"

	"brim/petri"
	"brim/petri/structure"
)

// An UnboundedError says that a place has no bound, so that no number of bits is enough for it.
type UnboundedError struct{ Place string }

func (e *UnboundedError) Error() string {
	return fmt.Sprintf("place %s has no bound by invariants; expected a bound for such places", e.Place)
}

// A layout says how many bits each place takes, and what is known of all reachable markings.
type layout struct {
	net      *petri.Net
	most     []int64 // tokens, by place
	fixed    []bool  // no firing changes the place
	flows    []structure.Semiflow
	promised []bool           // places whose bound was given, by units or by the caller, and is not known to be right
	doubtful []int            // transitions that add to such places
	changes  [][]int          // by place: the transitions that change it
	reads    [][]int          // by place: those that touch it and do not change it
	effects  [][]petri.Effect // by transition: what it does, by place

	together    bool // independent transitions fire in one step
	rising      bool // of shortest paths, only those are looked for whose independent neighbours fire in rising order
	risingFirst bool // the same for paths from the initial marking
}

// newLayout finds the bounds of all places: by invariants, or 1 if the net's units promise that it is safe, or else tokens, if that is not 0.
func newLayout(net *petri.Net, tokens int64) (*layout, error) {
	n := len(net.Places)
	l := &layout{net: net, fixed: net.Fixed(), promised: make([]bool, n), changes: make([][]int, n), reads: make([][]int, n)}
	for t := range net.Transitions {
		l.effects = append(l.effects, slices.Collect(net.Transitions[t].Effects()))
		for _, e := range l.effects[t] {
			if e.Delta == 0 {
				l.reads[e.Place] = append(l.reads[e.Place], t)
			} else {
				l.changes[e.Place] = append(l.changes[e.Place], t)
			}
		}
	}
	l.flows, _ = structure.Semiflows(net, structure.Limit{})
	l.most = structure.Bounds(net, l.flows)
	l.flows = independent(l.flows)
	l.subflows()
	safe := net.Units != nil && net.Units.Safe
	for p := range l.most {
		initial := net.Places[p].Initial
		switch {
		case l.fixed[p]:
			l.most[p] = initial
		case l.most[p] != structure.NoBound:
		case safe && initial <= 1:
			l.most[p], l.promised[p] = 1, true
		case tokens == 0:
			return nil, &UnboundedError{net.Places[p].Name}
		case tokens < initial:
			return nil, fmt.Errorf("place %s holds %d tokens at first; expected a bound of no less, found %d", net.Places[p].Name, initial, tokens)
		default:
			l.most[p], l.promised[p] = tokens, true
		}
	}
	for t, effect := range l.effects {
		if l.exceeds(effect) {
			l.doubtful = append(l.doubtful, t)
		}
	}
	return l, nil
}

// exceeds tells whether effect adds to a place whose bound is only promised.
func (l *layout) exceeds(effect []petri.Effect) bool {
	return slices.ContainsFunc(effect, func(e petri.Effect) bool { return l.promised[e.Place] && e.Delta > 0 })
}

// effect returns what t does to place p; ok is false if there is no arc between them.
func (l *layout) effect(t, p int) (e petri.Effect, ok bool) {
	i, ok := slices.BinarySearchFunc(l.effects[t], p, func(e petri.Effect, p int) int { return e.Place - p })
	if ok {
		e = l.effects[t][i]
	}
	return e, ok
}

// delta returns what t adds to place p.
func (l *layout) delta(t, p int) int64 {
	e, _ := l.effect(t, p)
	return e.Delta
}

// subflows finds bounds of places that no semiflow covers.
func (l *layout) subflows() {
	for _, b := range l.most {
		if b != structure.NoBound {
			continue
		}
		flows, _ := structure.Subflows(l.net, structure.Limit{Work: 10_000_000})
		for p, b := range structure.Bounds(l.net, flows) {
			if l.most[p] == structure.NoBound {
				l.most[p] = b
			}
		}
		return
	}
}
