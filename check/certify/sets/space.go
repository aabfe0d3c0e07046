package sets

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/edd"
	"brim/engine/symbolic"
	"brim/engine/symbolic/race"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
)

// Options of an exploration. The zero value has no limits.
type Options struct {
	Memory int64         // bytes of the diagrams; 0 is no limit
	Nodes  int           // of the diagrams; 0 is no limit
	Orders *order.Memory // of the net, from other searches; may be nil
}

// A Space is the set of reachable markings of a net. It belongs to one goroutine at a time.
type Space struct {
	net   *petri.Net
	space *symbolic.Space
	ranks *edd.Forest
	o     Options
	start bool // only the initial marking is there, and evidence that finds what it needs itself
	wide  bool // not all of the markings are reachable
}

// Explore builds the set of reachable markings by diagrams. A net that is found to be unbounded ends in a
// *symbolic.UnboundedError, and a limit, as the end of ctx, in a *symbolic.Stopped. The caller closes the space.
func Explore(ctx context.Context, net *petri.Net, o Options) (*Space, error) {
	found, err := symbolic.Explore(ctx, net, symbolic.Options{Memory: o.Memory, Nodes: o.Nodes, Orders: o.Orders})
	if err != nil {
		if found != nil {
			found.Close()
		}
		return nil, fmt.Errorf("building the set of reachable markings: %w", err)
	}
	return &Space{net: net, space: found, ranks: edd.New(found.Model.Forest, edd.Options{}), o: o}, nil
}

// Begin returns a space with the initial marking alone, for NoRun: that may need few markings where all of them are too
// many. The caller closes it.
func Begin(net *petri.Net, o Options) (*Space, error) {
	d := race.FileOrder(net, nil)
	m, err := encode.New(net, d, mdd.Options{})
	if err != nil {
		return nil, err
	}
	x := &symbolic.Space{Net: net, Model: m, Reached: m.Init, Complete: true, Open: m.Forest.Empty(), Order: d}
	return &Space{net: net, space: x, ranks: edd.New(m.Forest, edd.Options{}), o: o, start: true}, nil
}

// Close gives the memory of the diagrams back. Evidence can still be written, but does not grow.
func (s *Space) Close() {
	s.ranks.Close()
	s.space.Close()
}

// PlaceBounds returns for each place the most tokens that it has in a reachable marking.
func (s *Space) PlaceBounds() []int64 { return s.space.PlaceBounds() }

// Largest returns the largest value of a sum of tokens in a reachable marking. It is an error if that can pass 64 bits.
func (s *Space) Largest(sum []syntax.Term) (int64, error) {
	list := make([]encode.Weighted, len(sum))
	for i, t := range sum {
		list[i] = encode.Weighted{Place: t.Place.Index, Weight: t.Weight}
	}
	return s.space.Model.MaxWeighted(s.space.Reached, list)
}
