package ask

import (
	"fmt"
	"slices"

	"brim/engine"
	"brim/internal/quantity"
)

// Conflicts in nets with reset arcs, priorities or time, found in the graph of all markings or states.

// conflictingIn is conflicting for a system of which all reachable markings are known.
func (a *asker) conflictingIn(g *graph, x *disabling, most int) (out *Answer, found bool) {
	out = &Answer{Result: engine.Fails}
	seen := map[pair]bool{}
	pairs := 0
	for i, list := range g.edges {
		var here []pair
		for _, e := range list {
			for _, other := range list {
				p := pair{e.transition, other.transition}
				after := func(x edge) bool { return x.transition == other.transition }
				if e.fires() && other.fires() && p.first != p.second && !slices.ContainsFunc(g.edges[e.to], after) &&
					!slices.Contains(here, p) {
					here = append(here, p)
				}
			}
		}
		for _, p := range here {
			back := slices.Contains(here, p.back())
			if seen[p] || back && p.first > p.second {
				continue
			}
			seen[p], seen[p.back()] = true, true
			if pairs++; len(out.Findings) < most {
				out.Findings = append(out.Findings, a.conflictIn(x, g.trail(i), p, back))
			}
		}
	}
	switch {
	case pairs == len(out.Findings) && pairs > 0:
		out.Summary = fmt.Sprintf("there are conflicts: %s in all", quantity.Count(pairs, "pair"))
	case pairs > 0:
		out.Result = engine.Unknown
	}
	return out, pairs > 0
}
