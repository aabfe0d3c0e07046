package ic3

import (
	"cmp"
	"context"
	"slices"

	"brim/internal/sat"
)

const (
	mostCounters = 3 // counterexamples to the generalisation of a cube that are excluded
	mostDepth    = 1 // of such exclusions
)

// generalise leaves out literals of c, into which no step leads from the frame below the level, as long as this stays
// so. The literals that lemmas have least are left out first.
func (p *prover) generalise(ctx context.Context, c cube, level, depth int) (cube, error) {
	order := slices.Clone(c)
	slices.SortStableFunc(order, func(a,
		b sat.Lit) int {
		return cmp.Compare(p.activity[a.Var()], p.activity[b.Var()])
	})
	for _, l := range order {
		if len(c) == 1 {
			break
		}
		if _, ok := slices.BinarySearch(c, l); !ok {
			continue
		}
		less := c.without(l)
		if p.starts(less) {
			continue
		}
		core, err := p.closed(ctx, less, level, depth)
		if err != nil {
			return nil, err
		}
		if core != nil {
			c = core
		}
	}
	return c, nil
}

// closed returns a part of c into which no step leads from the frame below the level, nil if there is none. What stands
// against it is excluded itself where that can be done at once.
func (p *prover) closed(ctx context.Context, c cube, level, depth int) (cube, error) {
	for n := 0; ; n++ {
		o, core, err := p.into(ctx, p, c, level-1)
		if err != nil {
			return nil, err
		}
		if o == nil {
			return p.away(core, c), nil
		}
		if depth >= mostDepth || n >= mostCounters || level <= 1 || p.starts(o.cube) {
			return nil, nil
		}
		before, core, err := p.into(ctx, p, o.cube, level-2)
		if err != nil {
			return nil, err
		}
		if before != nil {
			return nil, nil
		}
		if _, err := p.learn(ctx, p.away(core, o.cube), level-1, depth+1); err != nil {
			return nil, err
		}
	}
}
