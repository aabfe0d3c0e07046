package symbolic

import (
	"context"

	"brim/engine/symbolic/race"
)

// fewSteps explores the markings within 4, 5, 6, 7, 8, 10, 12, 15, … steps of the initial one, breadth-first. The bound
// grows by a quarter at most, because the cost of a question grows faster than the bound: the first part that answers
// it should not be much larger than necessary.
type fewSteps struct{ *Rounds }

func (p fewSteps) next(ctx context.Context) (*Space, error) {
	p.r.Step = max(1, p.bound/4)
	s, err := p.Next(ctx)
	if err != nil {
		return nil, err
	}
	s.Method = race.BFS
	if s.Complete {
		s.Steps = 0
	}
	return s, nil
}

func (p fewSteps) close() { p.Close() }
