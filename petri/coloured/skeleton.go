package coloured

import (
	"fmt"

	"brim/petri"
)

// Skeleton returns the net without its colours: the places and transitions of n by index and name, with as many tokens
// on a place and an arc as their terms have of all colours together.
//
// A term has the same number of tokens whatever its variables are: one, a sum, a product, or what remains of a
// difference, which takes nothing that is not there where the binding is enabled. So each firing of n, seen without
// colours, is a firing of the skeleton; a guard, or a colour that is missing, only keeps n from some. What holds of all
// markings of the skeleton holds of n: a bound of a sum over colours, a condition on such sums that no marking
// satisfies, a transition that is never enabled. Nothing follows the other way round, so neither does a deadlock, a
// marking that is reached, or what CTL says of paths that go on. A transition whose guard is false for every binding
// may fire in the skeleton.
//
// The error says that a number of tokens exceeds 64 bits. Cost: linear in the terms.
func (n *Net) Skeleton() (*petri.Net, error) {
	b := petri.NewBuilder(n.Name)
	for i := range n.Places {
		p := &n.Places[i]
		tokens := int64(0)
		if p.Initial != nil {
			tokens = n.size(p.Initial, true)
		}
		if tokens < 0 {
			return nil, fmt.Errorf("the skeleton of net %s: place %s holds more than 2^63−1 tokens", n.Name, p.Name)
		}
		b.AliasPlace(b.Place(p.Name, tokens), p.Alias)
	}
	for i := range n.Transitions {
		t := &n.Transitions[i]
		x := b.Transition(t.Name)
		b.AliasTransition(x, t.Alias)
		for side, arcs := range [][]Arc{t.Pre, t.Post} {
			for _, a := range arcs {
				switch tokens := n.size(a.Term, true); {
				case tokens < 0:
					return nil, fmt.Errorf("the skeleton of net %s: an arc of transition %s has more than 2^63−1 tokens", n.Name, t.Name)
				case tokens == 0:
				case side == 0:
					b.In(x, a.Place, tokens)
				default:
					b.Out(x, a.Place, tokens)
				}
			}
		}
	}
	return b.Net()
}

// size returns how many tokens a term has with any binding that is enabled, or −1 if they are more than 2^63−1. Where
// no binding is, since more is always taken away than there is, it may be any number. Unless subtract is set, it is how
// many they are if nothing is taken away, though that has to fit as well.
func (n *Net) size(t *Term, subtract bool) int64 {
	switch t.Op {
	case All:
		return n.Sorts[t.Sort].Size
	case Tuple, Times:
		size := int64(1)
		if t.Op == Times {
			size = t.Value
		}
		for _, a := range t.Args {
			size = times(size, n.size(a, subtract))
		}
		return size
	case Sum:
		size := int64(0)
		for _, a := range t.Args {
			size = plus(size, n.size(a, subtract))
		}
		return size
	case Difference:
		size := n.size(t.Args[0], subtract)
		for _, a := range t.Args[1:] {
			less := n.size(a, subtract)
			if size < 0 || less < 0 {
				return -1
			}
			if subtract {
				size = max(0, size-less)
			}
		}
		return size
	}
	return 1
}
