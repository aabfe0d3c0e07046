package race

import (
	"context"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// A BoundedExplorer explores one net again and again, each time with larger bounds on the tokens of the places.
type BoundedExplorer struct {
	Net     *petri.Net
	Options Options
	Flows   []structure.Semiflow
	Bounds  []int64 // by place: what flows and inhibitor arcs prove, petri.Omega where they prove nothing
	Most    int64   // the bound of the last exploration, 0 before the first

	last  *order.Decomposition // of the last exploration
	took  int64                // its work
	Spent int64                // the work of all explorations
}

func NewBounded(net *petri.Net, o Options) BoundedExplorer {
	sub, _ := structure.Subflows(net, structure.Limit{})
	return BoundedBy(net, o, sub)
}

// BoundedBy is NewBounded with bounds by other flows in addition to the invariants.
func BoundedBy(net *petri.Net, o Options, others []structure.Semiflow) BoundedExplorer {
	o.Method = Saturation
	flows := o.Invariants(context.Background(), net)
	b := BoundedExplorer{Net: net, Options: o, Flows: flows, Bounds: structure.Bounds(net, append(others, flows...))}
	for p, x := range b.Bounds {
		if x == structure.NoBound {
			b.Bounds[p] = petri.Omega
		}
	}
	return b
}

// Explore makes the next exploration, with models that encoder makes for given bounds of the places. A place that the
// flows keep within the bound has none. After a limit it returns what was found and a *Stopped error, as Explore does.
func (b *BoundedExplorer) Explore(ctx context.Context,
	encoder func(*petri.Net, []int64, order.Decomposition, mdd.Options) (*encode.Model, error)) (*Outcome, error) {
	b.Most = Grown(b.Most)
	list := make([]int64, len(b.Bounds))
	for p, x := range b.Bounds {
		list[p] = b.Most
		if x <= b.Most {
			list[p] = petri.Omega
		}
	}
	x, err := NewExplorer(ctx, b.Net, b.Options)
	if err != nil {
		return nil, err
	}
	x.Flows, x.within = b.Flows, true
	x.encode = func(net *petri.Net, d order.Decomposition, o mdd.Options) (*encode.Model, error) {
		return encoder(net, list, d, o)
	}
	s, err := b.run(x)
	if s != nil {
		b.last, b.took = &s.Order, s.Stats.Work
	}
	b.Spent += x.spent
	return s, err
}

// run explores with the order of the last exploration and, if that takes far longer than the last time, with a new one.
func (b *BoundedExplorer) run(x *Explorer) (*Outcome, error) {
	const patience = 30
	if b.Options.Order != nil {
		return x.final(*b.Options.Order)
	}
	if b.last != nil {
		return x.chooseAfter(*b.last, patience*(QuickWork+b.took))
	}
	return x.choose()
}

// Grown returns the bound after one: 1, 2, 3, 4, 6, 9, 13, 19, 28, …
func Grown(bound int64) int64 { return bound + max(1, bound/2) }
