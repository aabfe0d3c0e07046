package oracle

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"brim/petri/coloured"
)

// The firing rule of coloured nets.

// A ColouredMarking has the tokens of each place.
type ColouredMarking []Bag

// A ColouredStep is the firing of a transition with a colour for each of its Variables.
type ColouredStep struct {
	Transition int
	Binding    []int64
}

// A move is what a transition takes, gives and wants less of with one binding: a bag for each arc.
type move struct {
	binding    []int64
	take, give []Bag
	below      []Bag // of inhibitor arcs
}

// errNoMove says that a binding does not satisfy a guard, or that one of the transition's terms has no meaning with it.
var errNoMove = errors.New("the guard does not hold, or a term takes away more than there is")

// moveOf returns what transition t does with a binding, if that is one that satisfies the guard.
func moveOf(net *coloured.Net, t int, binding []int64) (*move, error) {
	tr := &net.Transitions[t]
	a := &assignment{net: net, colour: map[int64]int64{}}
	for i, v := range tr.Variables {
		a.colour[int64(v)] = binding[i]
	}
	if !a.holds(tr.Guard) {
		return nil, errNoMove
	}
	m := &move{binding: binding}
	for _, arc := range tr.Pre {
		m.take = append(m.take, a.bag(arc.Term))
	}
	for _, arc := range tr.Post {
		m.give = append(m.give, a.bag(arc.Term))
	}
	for _, arc := range tr.Inhibit {
		m.below = append(m.below, a.bag(arc.Term))
	}
	switch {
	case a.tooMany:
		return nil, fmt.Errorf("oracle: transition %s: more than 2^63−1 tokens of one colour", tr.Name)
	case a.negative:
		return nil, errNoMove
	}
	return m, nil
}

// initial returns the initial marking of net.
func initial(net *coloured.Net) (ColouredMarking, error) {
	var m ColouredMarking
	for i := range net.Places {
		a := &assignment{net: net}
		m = append(m, a.bag(net.Places[i].Initial))
		if a.tooMany || a.negative {
			return nil, fmt.Errorf("oracle: place %s: its initial marking has a negative number of tokens or more "+
				"than 2^63−1", net.Places[i].Name)
		}
	}
	return m, nil
}

// lacks returns the first input place of tr that does not hold what mv takes, or else the first one that holds too much
// of a colour for an inhibitor arc.
func lacks(tr *coloured.Transition, mv *move, m ColouredMarking) (place int, ok bool) {
	for i, arc := range tr.Pre {
		if !m[arc.Place].covers(mv.take[i]) {
			return arc.Place, true
		}
	}
	for i, arc := range tr.Inhibit {
		for colour, n := range mv.below[i] {
			if n > 0 && m[arc.Place][colour] >= n {
				return arc.Place, true
			}
		}
	}
	return 0, false
}

// fireMove returns the marking after tr made a move in m, which must hold what that takes. It fails if a place would
// hold more tokens of a colour than 64 bits can count.
func fireMove(tr *coloured.Transition, mv *move, m ColouredMarking) (ColouredMarking, error) {
	next := slices.Clone(m)
	for i, arc := range tr.Pre {
		next[arc.Place] = next[arc.Place].without(mv.take[i])
	}
	for i, arc := range tr.Post {
		sum, ok := next[arc.Place].with(mv.give[i])
		if !ok {
			return nil, fmt.Errorf("oracle: firing %s: more than 2^63−1 tokens of one colour", tr.Name)
		}
		next[arc.Place] = sum
	}
	return next, nil
}

// ReplayColoured fires steps one after the other, from the initial marking on, and returns all markings on the way, the
// initial one first. The error says which step is not possible, and why.
func ReplayColoured(net *coloured.Net, steps []ColouredStep) ([]ColouredMarking, error) {
	m, err := initial(net)
	if err != nil {
		return nil, err
	}
	run := []ColouredMarking{m}
	for i, step := range steps {
		if m, err = fireColoured(net, m, step); err != nil {
			return run, fmt.Errorf("step %d: %w", i+1, err)
		}
		run = append(run, m)
	}
	return run, nil
}

func fireColoured(net *coloured.Net, m ColouredMarking, step ColouredStep) (ColouredMarking, error) {
	if step.Transition < 0 || step.Transition >= len(net.Transitions) {
		return nil, fmt.Errorf("there is no transition %d", step.Transition)
	}
	tr := &net.Transitions[step.Transition]
	if len(step.Binding) != len(tr.Variables) {
		return nil, fmt.Errorf("transition %s has %d variables, not %d", tr.Name, len(tr.Variables), len(step.Binding))
	}
	for i, v := range tr.Variables {
		if x := &net.Variables[v]; step.Binding[i] < 0 || step.Binding[i] >= net.Sorts[x.Sort].Size {
			return nil, fmt.Errorf("transition %s: variable %s cannot have colour %d", tr.Name, x.ID, step.Binding[i])
		}
	}
	mv, err := moveOf(net, step.Transition, step.Binding)
	if err != nil {
		return nil, fmt.Errorf("transition %s with %v: %w", tr.Name, step.Binding, err)
	}
	if p, ok := lacks(tr, mv, m); ok {
		const text = "transition %s with %v: place %s does not hold what is taken, or too much for an inhibitor arc"
		return nil, fmt.Errorf(text, tr.Name, step.Binding, net.Places[p].Name)
	}
	return fireMove(tr, mv, m)
}

// colouredKey returns m as a string: equal strings for equal markings only, since each bag tells how many colours it
// has, and each number where it ends.
func colouredKey(m ColouredMarking) string {
	var b []byte
	var colours []int64
	for _, bag := range m {
		b = binary.AppendUvarint(b, uint64(len(bag)))
		colours = colours[:0]
		for colour := range bag {
			colours = append(colours, colour)
		}
		slices.Sort(colours)
		for _, colour := range colours {
			b = binary.AppendUvarint(b, uint64(colour))
			b = binary.AppendUvarint(b, uint64(bag[colour]))
		}
	}
	return string(b)
}
