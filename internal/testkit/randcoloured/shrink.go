package randcoloured

import (
	"slices"

	"brim/petri/coloured"
)

// Smaller nets on which a test still fails.

// Shrink takes away what it can of a net on which fails is true, a transition, an arc, a guard or a part of a term at a
// time, as long as fails stays true. Sorts, variables and places stay, so that the numbers of colours do.
func Shrink(net *coloured.Net, fails func(*coloured.Net) bool) *coloured.Net {
	for {
		smaller := func() *coloured.Net {
			for _, n := range simpler(net) {
				if fails(n) {
					return n
				}
			}
			return nil
		}()
		if smaller == nil {
			return net
		}
		net = smaller
	}
}

// simpler returns the nets that are one step smaller, those with the largest steps first.
func simpler(net *coloured.Net) (list []*coloured.Net) {
	for t := range net.Transitions {
		n := *net
		n.Transitions = slices.Delete(slices.Clone(net.Transitions), t, t+1)
		list = append(list, &n)
	}
	for p := range net.Places {
		if first := net.Places[p].Initial; first != nil {
			for _, term := range append([]*coloured.Term{nil}, simplerTerms(first)...) {
				n := *net
				n.Places = slices.Clone(net.Places)
				n.Places[p].Initial = term
				list = append(list, &n)
			}
		}
	}
	for t := range net.Transitions {
		for _, tr := range simplerTransitions(net.Transitions[t]) {
			n := *net
			n.Transitions = slices.Clone(net.Transitions)
			n.Transitions[t] = tr
			list = append(list, &n)
		}
	}
	return list
}

// simplerTransitions returns the transitions that are one step smaller than t: with a smaller guard or none, or with an
// arc removed or its term made smaller. Variables that no longer occur are dropped.
func simplerTransitions(t coloured.Transition) (list []coloured.Transition) {
	add := func(s coloured.Transition) {
		seen := map[int64]bool{}
		for _, a := range slices.Concat(s.Pre, s.Post, s.Inhibit) {
			variablesOf(a.Term, seen)
		}
		if s.Guard != nil {
			guardVariables(s.Guard, seen)
		}
		s.Variables = nil
		for _, v := range t.Variables {
			if seen[int64(v)] {
				s.Variables = append(s.Variables, v)
			}
		}
		list = append(list, s)
	}
	if t.Guard != nil {
		for _, g := range append([]*coloured.Guard{nil}, simplerGuards(t.Guard)...) {
			s := t
			s.Guard = g
			add(s)
		}
	}
	for k, arcs := range [][]coloured.Arc{t.Pre, t.Post, t.Inhibit} {
		with := func(changed []coloured.Arc) {
			s := t
			*[]*[]coloured.Arc{&s.Pre, &s.Post, &s.Inhibit}[k] = changed
			add(s)
		}
		for i := range arcs {
			with(slices.Delete(slices.Clone(arcs), i, i+1))
			for _, term := range simplerTerms(arcs[i].Term) {
				changed := slices.Clone(arcs)
				changed[i].Term = term
				with(changed)
			}
		}
	}
	return list
}

// simplerTerms returns terms of the same sort with less in them.
func simplerTerms(t *coloured.Term) (list []*coloured.Term) {
	for i, a := range t.Args {
		if a.Sort == t.Sort {
			list = append(list, a)
		}
		if t.Op == coloured.Sum {
			s := *t
			s.Args = slices.Delete(slices.Clone(t.Args), i, i+1)
			list = append(list, &s)
		}
		for _, b := range simplerTerms(a) {
			s := *t
			s.Args = slices.Clone(t.Args)
			s.Args[i] = b
			list = append(list, &s)
		}
	}
	if t.Op == coloured.Bound || t.Op == coloured.Colour && t.Value > 0 {
		list = append(list, &coloured.Term{Op: coloured.Colour, Sort: t.Sort})
	}
	return list
}

// simplerGuards returns the guards that are one step smaller than g: an operand of g, g with one operand fewer, or g
// with a smaller operand or term.
func simplerGuards(g *coloured.Guard) (list []*coloured.Guard) {
	for i, a := range g.Args {
		list = append(list, a)
		if len(g.Args) > 1 && g.Test != coloured.Imply {
			s := *g
			s.Args = slices.Delete(slices.Clone(g.Args), i, i+1)
			list = append(list, &s)
		}
		for _, b := range simplerGuards(a) {
			s := *g
			s.Args = slices.Clone(g.Args)
			s.Args[i] = b
			list = append(list, &s)
		}
	}
	if g.Left == nil {
		return list
	}
	for _, left := range simplerTerms(g.Left) {
		s := *g
		s.Left = left
		list = append(list, &s)
	}
	for _, right := range simplerTerms(g.Right) {
		s := *g
		s.Right = right
		list = append(list, &s)
	}
	return list
}
