package symbolic

import (
	"context"
	"errors"
	"slices"

	"brim/edd"
	"brim/engine/symbolic/race"
	"brim/petri"
)

// Parts explores ever larger parts of a net's reachable markings, for nets that have infinitely or too many of them:
//
//	parts := symbolic.NewParts(net, symbolic.Options{})
//	defer parts.Close()
//	for parts.More() {
//		space, err := parts.Next(ctx)
//		if err != nil {
//			continue
//		}
//		result, err := space.Holds(space.Checker(syntax.Maximal), formula)
//		…
//	}
//
// What Space.Holds and the other questions say of a part is certain: where the part does not decide, they say Unknown.
// The edge of a part (its frontier), the markings from which a firing leads out of it, is Space.Open. If a net has only
// finitely many markings, one of the parts is Complete in the end, if nothing stops it before.
//
// Parts are under-approximations of two kinds; the kind that has taken less work so far is next. One, with a head
// start, holds all markings within Space.Steps firings of the initial one: nothing is open near the initial marking.
// The other holds all markings that are reached without any place getting more than Space.Most tokens: these parts
// reach far where few places are unbounded.
type Parts struct {
	kinds []partKind // those that no limit has ended: few steps, few tokens
	done  bool       // the last part was complete
}

// headStart is the work that parts within few steps may take before there are others: about half a second.
const headStart = 2_000_000

// A partKind makes parts of one kind.
type partKind interface {
	// next returns the next part, which lives until the next call of next or close.
	next(ctx context.Context) (*Space, error)
	// work returns what all parts so far took, questions about them included, in units of dd.Limits.Work.
	work() int64
	close()
}

// NewParts prepares to explore net: it looks for invariants, which may take a moment. Options.Method has no meaning
// here.
func NewParts(net *petri.Net, o race.Options) *Parts {
	tokens := &fewTokens{BoundedExplorer: race.NewBounded(net, o)}
	o.Facts = tokens.Options.Facts
	steps, err := NewRounds(net, o, RoundOptions{Strategy: Comp, Version: edd.Layered, Bound: 4, Step: 1})
	if err != nil {
		panic(err) // the options of rounds are ours
	}
	return &Parts{kinds: []partKind{fewSteps{steps}, tokens}}
}

// More reports whether there may be more parts: the last one was not Complete, and limits have not ended both kinds.
func (p *Parts) More() bool { return !p.done && len(p.kinds) > 0 }

// Next explores the next part. It lives until the next call of Next or Close; the caller must not close it. A limit or
// a ctx that is done ends one kind of parts for good: then Next returns a *Stopped error and no space.
func (p *Parts) Next(ctx context.Context) (*Space, error) {
	if !p.More() {
		return nil, errors.New("the net has no more parts")
	}
	i := 0
	if len(p.kinds) > 1 && p.kinds[1].work()+headStart < p.kinds[0].work() {
		i = 1
	}
	s, err := p.kinds[i].next(ctx)
	if err != nil {
		p.kinds[i].close()
		p.kinds = slices.Delete(p.kinds, i, i+1)
		return nil, err
	}
	p.done = s.Complete
	return s, nil
}

// Close gives the memory of the diagrams back.
func (p *Parts) Close() {
	for _, kind := range p.kinds {
		kind.close()
	}
	p.kinds = nil
}

// FindOpen finds the edge of a space that a limit ended: it narrows Open down to the markings from which a firing leads
// out. Cost: an image and a pre-image. Run it under the forest's Guard: if that ends it, Open stays as it was.
func (s *Space) FindOpen() {
	if s.Complete {
		return
	}
	beyond := s.Model.Moves.Image(s.Reached).Minus(s.Reached)
	s.Open = s.Model.Moves.PreImage(beyond).Intersect(s.Reached)
	s.Complete = s.Open.IsEmpty()
}
