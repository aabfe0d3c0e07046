package bmc

import (
	"context"
	"slices"

	"brim/petri"
	"brim/petri/structure"
)

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

	idle        bool  // in a dead marking there is a step that changes nothing
	visible     []int // of the transitions that fire in one step, at most one is one of these
	together    bool  // independent transitions fire in one step
	rising      bool  // peephole reduction: on shortest paths independent neighbours fire in rising order
	risingFirst bool  // the same for paths from the initial marking
}

// newLayout finds the bounds of all places: their capacities, where places without one are promised to have no more
// than tokens.
func newLayout(facts *structure.Profile, tokens int64) (*layout, error) {
	l := arcs(facts.Net())
	flows, _ := facts.Semiflows(context.Background())
	l.flows = independent(flows)
	capacities, err := facts.CapacitiesWithin(context.Background(), tokens)
	if err != nil {
		return nil, err
	}
	for _, c := range capacities {
		l.most, l.fixed, l.promised = append(l.most, c.Most), append(l.fixed, c.Fixed), append(l.promised, !c.Proved)
	}
	l.doubt()
	return l, nil
}

// arcs returns a layout that has the arcs of net alone.
func arcs(net *petri.Net) *layout {
	l := &layout{net: net, changes: make([][]int, len(net.Places)), reads: make([][]int, len(net.Places))}
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
	return l
}

// doubt finds the transitions that add to places whose bound is only promised.
func (l *layout) doubt() {
	for t, effect := range l.effects {
		if l.exceeds(effect) {
			l.doubtful = append(l.doubtful, t)
		}
	}
}

// exceeds reports whether effect adds to a place whose bound is only promised.
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
