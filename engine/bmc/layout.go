package bmc

import (
	"fmt"
	"maps"
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
	promised []bool          // places whose bound was given, by units or by the caller, and is not known to be right
	doubtful []int           // transitions that add to such places
	changes  [][]int         // by place: the transitions that change it
	reads    [][]int         // by place: those that touch it and do not change it
	effects  []map[int]int64 // by transition: what it adds to the places that it changes
	touches  [][]int         // by transition: the places with an arc, ascending

	together    bool // independent transitions fire in one step
	rising      bool // of shortest paths, only those are looked for whose independent neighbours fire in rising order
	risingFirst bool // the same for paths from the initial marking
}

// newLayout finds the bounds of all places: by invariants, or 1 if the net's units promise that it is safe, or else tokens, if that is not 0.
func newLayout(net *petri.Net, tokens int64) (*layout, error) {
	n := len(net.Places)
	l := &layout{net: net, fixed: make([]bool, n), promised: make([]bool, n), changes: make([][]int, n), reads: make([][]int, n)}
	for p := range l.fixed {
		l.fixed[p] = true
	}
	for t := range net.Transitions {
		l.touch(t)
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
func (l *layout) exceeds(effect map[int]int64) bool {
	for p, delta := range effect {
		if l.promised[p] && delta > 0 {
			return true
		}
	}
	return false
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

// touch notes which places t changes and which it only looks at.
func (l *layout) touch(t int) {
	tr := &l.net.Transitions[t]
	effect := map[int]int64{}
	for _, a := range tr.Inhibit {
		effect[a.Place] = 0
	}
	for _, a := range tr.Pre {
		effect[a.Place] -= a.Weight
	}
	for _, a := range tr.Post {
		effect[a.Place] += a.Weight
	}
	l.touches = append(l.touches, slices.Sorted(maps.Keys(effect)))
	for p, delta := range effect {
		if delta == 0 {
			l.reads[p] = append(l.reads[p], t)
			delete(effect, p)
			continue
		}
		l.changes[p] = append(l.changes[p], t)
		l.fixed[p] = false
	}
	l.effects = append(l.effects, effect)
}
