package structure

import (
	"context"
	"fmt"
)

// A Capacity is how many tokens a place has at most in reachable markings.
type Capacity struct {
	Most   int64 // NoBound if that is not known
	Proved bool  // by flows or inhibitor arcs, or as no firing changes it; else the net's units or a user promise it
	Fixed  bool  // no firing changes the place: it always holds Most
}

// An UnboundedPlaceError says that no bound of a place is known.
type UnboundedPlaceError struct{ Place string }

func (e *UnboundedPlaceError) Error() string {
	return fmt.Sprintf("place %s has no bound by invariants; expected a bound for such places", e.Place)
}

// Capacities returns the capacity of each place: what a place holds that no firing changes, else the lesser one of the
// bounds by semiflows and by inhibitor arcs, else that by subflows, else 1 if the net's units promise that it is safe,
// else none. Cost: the flows, with subflows only if the others leave a place open.
func (p *Profile) Capacities(ctx context.Context) []Capacity {
	net := p.net
	fixed := net.Fixed()
	flows, _ := p.Semiflows(ctx)
	bounds, asked := Bounds(net, flows), false
	safe := net.Units != nil && net.Units.Safe
	list := make([]Capacity, len(bounds))
	for i, place := range net.Places {
		if bounds[i] == NoBound && !fixed[i] && !asked {
			asked = true
			sub, _ := p.Subflows(ctx)
			for j, b := range Bounds(net, sub) {
				if bounds[j] == NoBound {
					bounds[j] = b
				}
			}
		}
		switch {
		case fixed[i]:
			list[i] = Capacity{place.Initial, true, true}
		case bounds[i] != NoBound:
			list[i] = Capacity{bounds[i], true, false}
		case safe && place.Initial <= 1:
			list[i] = Capacity{Most: 1}
		default:
			list[i] = Capacity{Most: NoBound}
		}
	}
	return list
}

// CapacitiesWithin is Capacities with a bound of so many tokens promised for the places without any; 0 is no promise.
// The error is an *UnboundedPlaceError, or says that a place holds more at first.
func (p *Profile) CapacitiesWithin(ctx context.Context, tokens int64) ([]Capacity, error) {
	list := p.Capacities(ctx)
	for i, place := range p.net.Places {
		switch {
		case list[i].Most != NoBound:
		case tokens == 0:
			return nil, &UnboundedPlaceError{place.Name}
		case tokens < place.Initial:
			return nil, fmt.Errorf("place %s holds %d tokens at first; expected a bound of no less, found %d",
				place.Name, place.Initial, tokens)
		default:
			list[i].Most = tokens
		}
	}
	return list, nil
}
