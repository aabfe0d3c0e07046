package symbolic

import (
	"context"
	"errors"

	"brim/mdd"
	"brim/petri"
	"brim/petri/encode"
	"brim/petri/order"
	"brim/petri/structure"
)

// Parts explores ever larger parts of a net's reachable markings, for nets with infinitely or too many of them:
//
//	parts := symbolic.NewParts(net, symbolic.Options{})
//	for {
//		space, err := parts.Next(ctx)
//		…
//		result, err := space.Holds(space.Checker(syntax.Maximal), formula)
//	}
//
// What Space.Holds and the other questions say of a part is certain: where the part does not decide, they say Unknown. A part holds
// all markings that are reached without any place getting more than Space.Most tokens, and its edge, the markings from which a firing
// leads out, is Space.Open.
type Parts struct{ bounded }

// NewParts prepares to explore net: it looks for invariants, which may take a moment. The options are those of Explore.
func NewParts(net *petri.Net, o Options) *Parts { return &Parts{newBounded(net, o)} }

// Next explores the next part, with the bounds 1, 2, 3, 4, 6, 9, 13, … A Complete space is the last one: then the net has no more markings,
// and Next would find the same again. If a limit or ctx ends the exploration, Next returns what was found and a *Stopped error, as
// Explore does. The caller closes the Space.
func (p *Parts) Next(ctx context.Context) (*Space, error) {
	s, err := p.explore(ctx, encode.NewWithin)
	if s == nil || err != nil {
		return s, err
	}
	limits := mdd.Limits{Nodes: p.o.Nodes, Memory: p.o.Memory}
	err = s.Model.Forest.Guard(ctx, limits, func() { s.Open = s.Model.Leaving(s.Reached) })
	var limit *mdd.LimitError
	if errors.As(err, &limit) {
		s.Open, s.Complete = s.Reached, false
		return s, &Stopped{limit}
	}
	s.Complete = s.Open.IsEmpty()
	return s, err
}

// bounded makes explorations of one net, each with bounds for the tokens of the places. The bounds grow from one to the next.
type bounded struct {
	net    *petri.Net
	o      Options
	flows  []structure.Semiflow
	bounds []int64 // by place: what the flows prove, petri.Omega where they prove nothing
	most   int64   // the bound of the next exploration

	last *order.Decomposition // of the last exploration; nil before the first
	work int64                // what it took
}

func newBounded(net *petri.Net, o Options) bounded {
	flows, _ := structure.Semiflows(net, structure.Limit{})
	sub, _ := structure.Subflows(net, structure.Limit{})
	b := bounded{net: net, o: o, flows: flows, bounds: structure.Bounds(net, append(sub, flows...)), most: 1}
	for p, x := range b.bounds {
		if x == structure.NoBound {
			b.bounds[p] = petri.Omega
		}
	}
	return b
}

// explore makes the next exploration, with models that encoder makes for given bounds of the places. A place that the flows keep within the
// bound has none.
func (b *bounded) explore(ctx context.Context, encoder func(*petri.Net, []int64, order.Decomposition, mdd.Options) (*encode.Model, error)) (*Space, error) {
	x, err := newExplorer(ctx, b.net, b.o)
	if err != nil {
		return nil, err
	}
	most := b.most
	b.most += max(1, most/2)
	list := make([]int64, len(b.bounds))
	for p, x := range b.bounds {
		list[p] = most
		if x <= most {
			list[p] = petri.Omega
		}
	}
	x.flows = b.flows
	x.encode = func(net *petri.Net, d order.Decomposition, o mdd.Options) (*encode.Model, error) {
		return encoder(net, list, d, o)
	}
	s, err := b.run(x)
	if s != nil {
		s.Most = most
		b.last, b.work = &s.Order, s.Stats.Lookups
	}
	return s, err
}

// run explores with the order of the last exploration and, if that takes far longer than the last time, with a new one.
func (b *bounded) run(x *explorer) (*Space, error) {
	const patience = 30
	if b.o.Order != nil {
		return x.final(*b.o.Order)
	}
	if b.last != nil {
		if s, err, done := x.try(*b.last, patience*(quickWork+b.work)); done {
			return s, err
		}
	}
	return x.choose()
}

// FindOpen finds the edge of a space that a limit ended: it narrows Open down to the markings from which a firing leads out. Cost:
// an image and a pre-image. Run it under the forest's Guard: if that ends it, Open stays as it was.
func (s *Space) FindOpen() {
	if s.Complete {
		return
	}
	beyond := s.Model.All.Image(s.Reached).Minus(s.Reached)
	s.Open = s.Model.All.PreImage(beyond).Intersect(s.Reached)
	s.Complete = s.Open.IsEmpty()
}
