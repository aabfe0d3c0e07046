package symbolic

import (
	"context"

	"brim/engine/symbolic/race"
	"brim/mdd"
	"brim/petri/encode"
)

// fewTokens makes parts in which no place gets more than a number of tokens.
type fewTokens struct {
	race.BoundedExplorer
	space *Space
}

func (p *fewTokens) next(ctx context.Context) (*Space, error) {
	p.Spent = p.work()
	p.close()
	found, err := p.Explore(ctx, encode.NewWithin)
	if found != nil {
		p.space = newSpace(found)
	}
	if err != nil {
		return nil, err
	}
	s := p.space
	limits := mdd.Limits{Nodes: p.Options.Nodes, Memory: p.Options.Memory}
	if err := s.Model.Forest.Guard(ctx, limits, func() { s.Open = s.Model.Leaving(s.Reached) }); err != nil {
		return nil, race.StoppedBy(err)
	}
	if s.Complete = s.Open.IsEmpty(); !s.Complete {
		s.Most = p.Most
	}
	return s, nil
}

func (p *fewTokens) work() int64 {
	if p.space == nil {
		return p.Spent
	}
	return p.Spent + p.space.Model.Forest.Stats().Work - p.space.Stats.Work
}

func (p *fewTokens) close() {
	if p.space != nil {
		p.space.Close()
		p.space = nil
	}
}
