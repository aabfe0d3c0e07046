package sets

import (
	"brim/edd"
	"brim/mdd"
)

// Ranks of markings, which sink on the way to what E(f U g) and A(f U g) promise.

// progress returns ranks for an until: of all reachable markings where it holds.
func (e *Evidence) progress(f *formula) (ranks edd.Func, err error) {
	within, c := e.space.space.Reached, e.checked()
	if f.args[0] != nil {
		if within, err = c.Must(f.args[0].same); err != nil {
			return ranks, err
		}
	}
	goal, err := c.Must(f.args[1].same)
	if err != nil {
		return ranks, err
	}
	if f.op == eu {
		return e.space.some(within, goal), nil
	}
	if e.maximal() {
		within = within.Minus(c.Dead())
	}
	return e.space.every(within, goal), nil
}

// some returns ranks for E(f U g), where f holds in within and g in goal: the distances to goal.
func (s *Space) some(within, goal mdd.Set) edd.Func {
	z := s.ranks.NewSaturator(s.space.Model.Moves.Inverse(), edd.Approx)
	return z.Within(s.ranks.Zero(goal), within, edd.Infinity-1)
}

// every returns ranks for A(f U g): how many steps it takes at most to come to goal. All markings of within have f and,
// if it matters, successors.
func (s *Space) every(within, goal mdd.Set) edd.Func {
	layers := []edd.Func{s.ranks.Zero(goal)}
	for z := goal; ; {
		before := s.space.Model.All.PreImageWithin(s.space.Reached.Minus(z), within)
		next := within.Minus(before).Minus(z)
		if next.IsEmpty() {
			return s.least(layers)
		}
		layers = append(layers, s.ranks.Zero(next).Plus(len(layers)))
		z = z.Union(next)
	}
}

// least returns the minimum of functions, at least one.
func (s *Space) least(list []edd.Func) edd.Func {
	for len(list) > 1 {
		half := list[:0]
		for i := 0; i < len(list); i += 2 {
			g := list[i]
			if i+1 < len(list) {
				g = g.Min(list[i+1])
			}
			half = append(half, g)
		}
		list = half
	}
	return list[0]
}
