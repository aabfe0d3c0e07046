package gmc

import (
	"context"
	"slices"

	"github.com/dalzilio/rudd"
)

// This file makes steps by random walks over diagrams that were read into arrays.

// prepare makes the layers from first and to last, and reads all diagrams into arrays.
func (s *search) prepare(ctx context.Context, first, last rudd.Node) error {
	d := s.d
	d.begin(ctx, s.o.Nodes)
	defer d.end()
	var roots []rudd.Node
	add := func(n rudd.Node) int {
		roots = append(roots, n)
		return len(roots) - 1
	}
	for _, n := range s.invariants {
		s.inside = append(s.inside, add(n))
	}
	if s.stay != nil {
		s.inside = append(s.inside, add(s.stay.now))
		s.steps = append(s.steps, add(s.stay.next), add(s.stay.moment))
	}
	s.steps = append(s.steps, s.inside...)
	for _, n := range s.parts {
		s.steps = append(s.steps, add(n))
	}
	union := func(first rudd.Node, steps int, step func(rudd.Node) rudd.Node) (layers []rudd.Node, all rudd.Node) {
		layers, all = []rudd.Node{first}, first
		for k := 0; k < steps && d.stopped == nil; k++ {
			layers = append(layers, step(layers[k]))
			all = d.or(all, layers[k+1])
		}
		return layers, all
	}
	layers, all := union(first, s.o.Forward, s.images.image)
	for _, n := range layers {
		s.forward = append(s.forward, add(n))
	}
	s.from = add(all)
	layers, all = union(last, s.o.Backward, s.images.preImage)
	for _, n := range layers {
		s.back = append(s.back, add(n))
		s.backNext = append(s.backNext, add(d.replace(n, s.prime)))
	}
	s.to = add(all)
	s.toNext = add(d.replace(all, s.prime))
	if err := d.err(); err != nil {
		return err
	}
	if s.Stopped = d.stopped; s.Stopped != nil {
		return nil
	}
	var err error
	s.w, s.at, err = newWalker(d, s.variables(), roots)
	return err
}

// What a walk looks for.
type wanted struct {
	// what they have to be if they are fixed, and what they should be near otherwise; nil is anything
	now, next       State
	fixNow, fixNext bool
	also            int // one more diagram, or −1
	noSteps         bool
}

// walk returns a state that satisfies x: the one of the two, before or after the step, that is not fixed. The preferred
// values of its bits are those given, or random ones. It returns nil if there is none.
func (s *search) walk(x wanted) State {
	w := s.w
	diagrams := s.steps
	if x.noSteps {
		diagrams = s.inside
	}
	if x.also >= 0 {
		diagrams = append(slices.Clip(diagrams), x.also)
	}
	for v := range w.value {
		w.value[v], w.fixed[v], w.weight[v] = uint8(s.rng.IntN(2)), false, 0
	}
	put := func(state State, fix bool, variables []int) {
		for i, b := range state {
			v := variables[i]
			w.value[v], w.fixed[v], w.weight[v] = b, fix, 1
		}
	}
	put(x.now, x.fixNow, s.now)
	put(x.next, x.fixNext, s.next)
	first := (x.now == nil || x.fixNow) && (x.next == nil || x.fixNext)
	if !w.walk(s.at, diagrams, first) {
		return nil
	}
	if x.fixNow {
		return pickBits(w.solution, s.next)
	}
	return pickBits(w.solution, s.now)
}

// isIn reports whether a state is in one of the diagrams over the bits now.
func (s *search) isIn(state State, diagram int) bool {
	return s.walk(wanted{now: state, fixNow: true, also: diagram, noSteps: true}) != nil
}

// isStep reports whether there is a step between two states.
func (s *search) isStep(now, next State) bool {
	return s.walk(wanted{now: now, fixNow: true, next: next, fixNext: true, also: -1}) != nil
}

// after returns a state that a step leads to from the given one: the nearest one to near, or any if near is nil; also
// is as in wanted. before is the same, backward.
func (s *search) after(state, near State, also int) State {
	return s.walk(wanted{now: state, fixNow: true, next: near, also: also})
}

func (s *search) before(state, near State, also int) State {
	return s.walk(wanted{next: state, fixNext: true, now: near, also: also})
}

// any returns a random state of a diagram over the bits now.
func (s *search) any(diagram int) State {
	return s.walk(wanted{also: diagram, noSteps: true})
}
