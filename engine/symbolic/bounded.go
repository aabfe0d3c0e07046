package symbolic

import (
	"context"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// bounded makes explorations of one net, each with bounds for the tokens of the places. The bounds grow from one to the
// next.
type bounded struct {
	net     *petri.Net
	options Options
	flows   []structure.Semiflow
	bounds  []int64 // by place: what the flows prove, petri.Omega where they prove nothing
	most    int64   // the bound of the last exploration, 0 before the first

	last  *order.Decomposition // of the last exploration
	took  int64                // its work
	spent int64                // the work of all explorations
}

func newBounded(net *petri.Net, o Options) bounded {
	sub, _ := structure.Subflows(net, structure.Limit{})
	return boundedBy(net, o, sub)
}

// boundedBy is newBounded with bounds by other flows beside the invariants.
func boundedBy(net *petri.Net, o Options, others []structure.Semiflow) bounded {
	o.Method = Saturation
	flows := o.invariants(context.Background(), net)
	b := bounded{net: net, options: o, flows: flows, bounds: structure.Bounds(net, append(others, flows...))}
	for p, x := range b.bounds {
		if x == structure.NoBound {
			b.bounds[p] = petri.Omega
		}
	}
	return b
}

// explore makes the next exploration, with models that encoder makes for given bounds of the places. A place that the
// flows keep within the bound has none. After a limit it returns what was found and a *Stopped error, as Explore does.
func (b *bounded) explore(ctx context.Context, encoder func(*petri.Net, []int64, order.Decomposition, mdd.Options) (*encode.Model, error)) (*Outcome, error) {
	b.most = grown(b.most)
	list := make([]int64, len(b.bounds))
	for p, x := range b.bounds {
		list[p] = b.most
		if x <= b.most {
			list[p] = petri.Omega
		}
	}
	x, err := newExplorer(ctx, b.net, b.options)
	if err != nil {
		return nil, err
	}
	x.flows = b.flows
	x.encode = func(net *petri.Net, d order.Decomposition, o mdd.Options) (*encode.Model, error) {
		return encoder(net, list, d, o)
	}
	s, err := b.run(x)
	if s != nil {
		b.last, b.took = &s.Order, s.Stats.Work
	}
	b.spent += x.spent
	return s, err
}

// run explores with the order of the last exploration and, if that takes far longer than the last time, with a new one.
func (b *bounded) run(x *explorer) (*Outcome, error) {
	const patience = 30
	if b.options.Order != nil {
		return x.final(*b.options.Order)
	}
	if b.last != nil {
		return x.chooseAfter(*b.last, patience*(quickWork+b.took))
	}
	return x.choose()
}

// grown returns the bound after one: 1, 2, 3, 4, 6, 9, 13, 19, 28, …
func grown(bound int64) int64 { return bound + max(1, bound/2) }
