package sets

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"brim/ctl/syntax"
	"brim/edd"
	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// This file makes sets of markings that are larger than that of the reachable ones, and simpler.

const (
	mostBox       = 1 << 18 // tokens that all places may have together
	mostConserved = 1 << 16 // nodes, while the set is made
)

var errNotBounded = errors.New("sums of tokens do not bound all places")

// Conserved returns a space whose markings are all those with the tokens that invariants and inhibitor arcs allow,
// reachable or not. Each firing in one of them leads to one of them, so whatever formula holds in the initial marking
// holds there in this space, too; but Count and Home are not for it. Only as many invariants are taken as bound all
// places, and those that f speaks of as well as they can. The error says why not, or is a limit. The caller
// closes the space.
func Conserved(ctx context.Context, p *structure.Profile, f *syntax.Formula, o Options) (*Space, error) {
	net := p.Net()
	flows, _ := p.Semiflows(ctx)
	falling := len(flows)
	bounds := structure.Bounds(net, flows)
	if slices.Contains(bounds, structure.NoBound) {
		more, _ := p.Subflows(ctx)
		flows = append(slices.Clone(flows), more...)
		bounds = structure.Bounds(net, flows)
	}
	if slices.Contains(bounds, structure.NoBound) {
		return nil, errNotBounded
	}
	chosen := covering(flows, structure.Bounds(net, nil), bounds, placesOf(net, f))
	bounds = boundsOf(net, flows, chosen)
	total := int64(0)
	for _, n := range bounds {
		if total += min(n, mostBox); total > mostBox {
			return nil, errNotBounded
		}
	}
	d := order.Decomposition{Method: "invariants"}
	placed := make([]bool, len(net.Places))
	for _, i := range chosen {
		for _, p := range flows[i].Places {
			if !placed[p] {
				placed[p] = true
				d.Levels = append(d.Levels, []int{p})
			}
		}
	}
	for p := range placed {
		if !placed[p] { // which inhibitor arcs bound
			d.Levels = append(d.Levels, []int{p})
		}
	}
	m, err := encode.New(net, d, mdd.Options{})
	if err != nil {
		return nil, err
	}
	x := &symbolic.Space{Net: net, Model: m, Complete: true, Order: d}
	s := &Space{net: net, space: x, ranks: edd.New(m.Forest, edd.Options{}), o: o, wide: true}
	nodes := mostConserved
	if o.Nodes > 0 {
		nodes = min(nodes, o.Nodes)
	}
	limit := s.ranks.Guard(ctx, mdd.Limits{Nodes: nodes, Memory: o.Memory}, func() {
		x.Open = m.Forest.Empty()
		var ok bool
		if x.Reached, ok = m.Box(bounds); !ok {
			err = errNotBounded
			return
		}
		for _, i := range chosen {
			least := flows[i].Constant
			if i >= falling {
				least = 0
			}
			if x.Reached, err = m.Between(x.Reached, weighted(&flows[i]), least, flows[i].Constant); err != nil {
				return
			}
		}
	})
	if limit != nil {
		err = limit
	}
	if err != nil {
		s.Close()
		return nil, fmt.Errorf("sums of tokens as sets of markings: %w", err)
	}
	return s, nil
}

func weighted(f *structure.Semiflow) (sum []encode.Weighted) {
	for k, p := range f.Places {
		sum = append(sum, encode.Weighted{Place: p, Weight: f.Weights[k]})
	}
	return sum
}

// covering chooses flows that together bound all places for which inhibitor arcs leave that open, and bound the
// important ones as well as all flows do. What is now bounded is changed by the choice. Of several
// that do for a place, it takes the one with the fewest places that others have covered: where flows have no place in
// common, the diagram of the markings that satisfy them is small.
func covering(flows []structure.Semiflow, now, bounds []int64, important []int) (chosen []int) {
	through := make([][]int, len(bounds))
	for i := range flows {
		for _, p := range flows[i].Places {
			through[p] = append(through[p], i)
		}
	}
	bound := func(i, p int) int64 {
		k, _ := slices.BinarySearch(flows[i].Places, p)
		return flows[i].Constant / flows[i].Weights[k]
	}
	take := func(p int, best bool) {
		choice, least := -1, 0
		for _, i := range through[p] {
			if best && bound(i, p) > bounds[p] {
				continue
			}
			common := 0
			for _, q := range flows[i].Places {
				if now[q] != structure.NoBound {
					common++
				}
			}
			if choice < 0 || common < least || common == least && len(flows[i].Places) > len(flows[choice].Places) {
				choice, least = i, common
			}
		}
		chosen = append(chosen, choice)
		for _, q := range flows[choice].Places {
			if n := bound(choice, q); now[q] == structure.NoBound || n < now[q] {
				now[q] = n
			}
		}
	}
	for _, p := range important {
		if now[p] != bounds[p] {
			take(p, true)
		}
	}
	for p := range bounds {
		if now[p] == structure.NoBound {
			take(p, false)
		}
	}
	return chosen
}

// boundsOf returns the bounds that chosen flows give.
func boundsOf(net *petri.Net, flows []structure.Semiflow, chosen []int) []int64 {
	var list []structure.Semiflow
	for _, i := range chosen {
		list = append(list, flows[i])
	}
	return structure.Bounds(net, list)
}

// placesOf returns the places that the atoms of a formula speak of.
func placesOf(net *petri.Net, f *syntax.Formula) (places []int) {
	for g := range f.All() {
		for _, t := range g.Terms {
			places = append(places, t.Place.Index)
		}
		for _, r := range g.Transitions {
			for _, a := range net.Transitions[r.Index].Pre {
				places = append(places, a.Place)
			}
		}
	}
	slices.Sort(places)
	return slices.Compact(places)
}
