package home

import (
	"context"
	"math"

	"brim/internal/simplex"
)

// The ideal weights: how far samples are from the target.

// far is a bound of the sum of all heights, far beyond what the linear program reaches.
const far = 1 << 40

// aim computes how far each transition goes up under the weights that lift the samples as high above the target as
// possible while no transition descends by more than 1. By duality a transition that descends by 1 is one that the
// least numbers of firings back to the target use, as the state equation sees it. It computes them anew when there are
// twice as many samples.
func (s *Search) aim(ctx context.Context) error {
	if s.ideal != nil && len(s.samples) < 2*s.aimed {
		return nil
	}
	s.ideal, s.aimed = make([]float64, len(s.net.Transitions)), len(s.samples)
	var table simplex.Tableau[int]
	for range s.net.Places {
		table.AddUnknown()
	}
	seen := map[*effect]bool{}
	for _, x := range s.steps[:len(s.net.Transitions)] {
		if x.sum >= 0 && !seen[x.effect] {
			seen[x.effect] = true
			table.AddSum(x.entries, -1)
		}
	}
	var depth []simplex.Entry
	for p := range s.net.Places {
		total := 0.0
		for _, m := range s.samples {
			if m.near != nil {
				total += math.Max(-1e6, math.Min(1e6, float64(m.near[p])-float64(m.Marking[p])))
			}
		}
		if c := int64(total); c != 0 {
			depth = append(depth, simplex.Entry{V: int32(p), C: c})
		}
	}
	if len(depth) == 0 {
		return nil
	}
	v := table.AddSum(depth, -far)
	least, _, err := table.Least(ctx, v, -far, simplex.Limits{Pivots: pivots})
	if err != nil {
		return ctx.Err() // without ideal weights the choice is only less clever
	}
	if least != nil && least.IsInt64() {
		table.Bound(v, true, least.Int64(), nil)
		if conflict, err := table.Solve(ctx, simplex.Limits{Pivots: pivots}); err != nil || conflict != nil {
			return ctx.Err()
		}
	}
	for t := range s.ideal {
		for _, e := range s.steps[t].entries {
			s.ideal[t] += float64(e.C) * table.Value(e.V)
		}
	}
	return nil
}
