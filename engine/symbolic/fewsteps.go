package symbolic

import (
	"brim/engine/symbolic/race"
	"context"
)

// fewSteps makes parts that hold the markings within a number of steps: rounds of layers, of 4, 5, 6, 7, 8, 10, 12,
// 15, … steps. What a question costs grows faster than the steps, so the first part that decides it shall have few
// more than it needs.
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
