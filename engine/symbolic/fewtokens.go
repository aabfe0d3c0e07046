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
	net    *petri.Net
	o      Options
	flows  []structure.Semiflow
	bounds []int64 // by place: what the flows prove, petri.Omega where they prove nothing
	most   int64   // the bound of the last exploration, 0 before the first

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
	b := bounded{net: net, o: o, flows: flows, bounds: structure.Bounds(net, append(others, flows...))}
	for p, x := range b.bounds {
		if x == structure.NoBound {
			b.bounds[p] = petri.Omega
		}
	}
	return b
}

// explore makes the next exploration, with models that encoder makes for given bounds of the places. A place that the
// flows keep within the bound has none. After a limit it returns what was found and a *Stopped error, as Explore does.
func (b *bounded) explore(ctx context.Context, encoder func(*petri.Net, []int64, order.Decomposition, mdd.Options) (*encode.Model, error)) (*Space, error) {
	b.most = grown(b.most)
	list := make([]int64, len(b.bounds))
	for p, x := range b.bounds {
		list[p] = b.most
		if x <= b.most {
			list[p] = petri.Omega
		}
	}
	x, err := newExplorer(ctx, b.net, b.o)
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
func (b *bounded) run(x *explorer) (*Space, error) {
	const patience = 30
	if b.o.Order != nil {
		return x.final(*b.o.Order)
	}
	if b.last != nil {
		return x.chooseAfter(*b.last, patience*(quickWork+b.took))
	}
	return x.choose()
}

// grown returns the bound after one: 1, 2, 3, 4, 6, 9, 13, 19, 28, …
func grown(bound int64) int64 { return bound + max(1, bound/2) }

// fewTokens makes parts in which no place gets more than a number of tokens.
type fewTokens struct {
	bounded
	space *Space
}

func (p *fewTokens) next(ctx context.Context) (*Space, error) {
	p.spent = p.work()
	p.close()
	s, err := p.explore(ctx, encode.NewWithin)
	p.space = s
	if err != nil {
		return nil, err
	}
	limits := mdd.Limits{Nodes: p.o.Nodes, Memory: p.o.Memory}
	if err := s.Model.Forest.Guard(ctx, limits, func() { s.Open = s.Model.Leaving(s.Reached) }); err != nil {
		return nil, stopped(err)
	}
	if s.Complete = s.Open.IsEmpty(); !s.Complete {
		s.Most = p.most
	}
	return s, nil
}

func (p *fewTokens) work() int64 {
	if p.space == nil {
		return p.spent
	}
	return p.spent + p.space.Model.Forest.Stats().Work - p.space.Stats.Work
}

func (p *fewTokens) close() {
	if p.space != nil {
		p.space.Close()
		p.space = nil
	}
}
