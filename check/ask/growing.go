package ask

import (
	"context"
	"math/rand/v2"
	"slices"

	"brim/check/limit"
	"brim/check/model"
	"brim/petri"
	"brim/petri/extended"
	"brim/petri/structure"
)

// Why nets with reset arcs and priorities are unbounded: runs that can be repeated for ever.
//
// Let a run w lead from a marking m to m' ≥ m, with more tokens on the places G, so that for each transition t of w,
// fired in a marking x,
//
//   - no place of G is emptied by t, inhibits it, or has a capacity that bounds what t gives, and
//   - each transition with priority over t lacks something in x that more tokens on G do not bring: tokens on a place
//     outside of G, or fewer tokens on some place.
//
// Then w can be repeated for ever, and adds m'-m each time: in round j the marking before t is x+j(m'-m), in which t
// has all that it needs, does the same, and is not kept back. Without resets and priorities this is the argument of
// Karp and Miller [KM69] with inhibitor arcs. Whether a net with reset arcs is bounded is undecidable [DFS98], so a
// search that finds no such run shows nothing.

// How long the search looks for such a run.
const (
	firstGrowing = 300    // markings that are found before the graph is explored
	mostGrowing  = 10_000 // markings that are found in all
	growingWalks = 40     // random runs
	growingSteps = 300    // steps of each
)

// A grower looks for runs that can be repeated for ever.
type grower struct {
	net   *extended.Net
	rule  *extended.Rule
	needs [][]extended.Need // by transition
	tree  []grown           // the markings that were found, the initial one first
	at    int               // of tree: the next one to be expanded
	index map[string]bool   // of markings in the tree
}

// A grown is a marking with the step that led to it.
type grown struct {
	marking petri.Marking
	from    int // in the tree; -1 for the first one
	by      int
}

func newGrower(net *extended.Net, rule *extended.Rule, start petri.Marking) (*grower, error) {
	needs, err := net.Needs()
	g := &grower{net: net, rule: rule, needs: needs, index: map[string]bool{}}
	g.add(grown{start, -1, -1})
	return g, err
}

// search expands markings breadth-first, until there are so many of them, and compares each with those on the way to
// it. It returns nil if no run was found.
func (g *grower) search(ctx context.Context, most int) *structure.Verdict {
	for ; g.at < len(g.tree) && len(g.tree) < most && ctx.Err() == nil; g.at++ {
		for t := range g.net.Transitions {
			next, err := g.rule.Fire(g.tree[g.at].marking, t)
			if err != nil || !g.add(grown{next, g.at, t}) {
				continue
			}
			if v := g.back(g.way(len(g.tree) - 1)); v != nil {
				return v
			}
		}
	}
	return nil
}

// add adds a marking to the tree. It reports whether it is new.
func (g *grower) add(x grown) bool {
	key := string(packed(nil, x.marking))
	if g.index[key] {
		return false
	}
	g.index[key] = true
	g.tree = append(g.tree, x)
	return true
}

// way returns the markings on the way to one of the tree, the first one first.
func (g *grower) way(to int) (list []grown) {
	for ; to >= 0; to = g.tree[to].from {
		list = append(list, g.tree[to])
	}
	slices.Reverse(list)
	return list
}

// walks follows random runs and compares their markings with those before.
func (g *grower) walks(ctx context.Context) *structure.Verdict {
	rng := rand.New(rand.NewPCG(1, 0))
	for range growingWalks {
		way := g.tree[:1:1]
		for range growingSteps {
			last := way[len(way)-1].marking
			var enabled []int
			for t := range g.net.Transitions {
				if g.rule.Enabled(last, t) {
					enabled = append(enabled, t)
				}
			}
			if len(enabled) == 0 || ctx.Err() != nil {
				break
			}
			t := enabled[rng.IntN(len(enabled))]
			next, err := g.rule.Fire(last, t)
			if err != nil {
				break
			}
			way = append(way, grown{next, -1, t})
			if v := g.back(way); v != nil {
				return v
			}
		}
	}
	return nil
}

// back compares the last marking of a run with those before, the nearest first.
func (g *grower) back(way []grown) *structure.Verdict {
	end := len(way) - 1
	for begin := end - 1; begin >= 0; begin-- {
		places := more(way[begin].marking, way[end].marking)
		if places == nil || !g.repeats(way[begin:], places) {
			continue
		}
		v := &structure.Verdict{Kind: structure.Unbounded, Reason: "a run can be repeated for ever", Grown: places}
		for i, x := range way[1:] {
			if i < begin {
				v.Prefix = append(v.Prefix, x.by)
			} else {
				v.Loop = append(v.Loop, x.by)
			}
		}
		return v
	}
	return nil
}

// more lists the places that hold more tokens in the second of two markings; nil if there is no such place, or some
// place holds fewer.
func more(before, after petri.Marking) (places []int) {
	for p, n := range before {
		switch {
		case after[p] < n:
			return nil
		case after[p] > n:
			places = append(places, p)
		}
	}
	return places
}

// repeats reports whether a run can be repeated for ever, by the conditions above, if it adds tokens to some places.
func (g *grower) repeats(way []grown, grows []int) bool {
	isGrowing := func(d extended.Need) bool { return slices.Contains(grows, d.Place) }
	for i, x := range way[1:] {
		before := way[i].marking
		for _, d := range g.needs[x.by] {
			if isGrowing(d) && (d.Reset || d.Most != petri.Omega) {
				return false
			}
		}
		for _, u := range g.rule.Above(x.by) {
			lacks := func(d extended.Need) bool {
				return d.Least > d.Most || before[d.Place] > d.Most || before[d.Place] < d.Least && !isGrowing(d)
			}
			if !slices.ContainsFunc(g.needs[u], lacks) {
				return false
			}
		}
	}
	return true
}

// A growth is what is known of how a system grows.
type growth struct {
	*grower
	found *structure.Verdict
	tried int // markings that the search was allowed
}

// grows returns how a system made of a net with reset arcs or priorities grows without end, as far as a search for so
// many markings tells, a long one with random runs, too; nil if it does not tell, and for other models.
func (s *session) grows(m *model.Model, most int) *structure.Verdict {
	if s.system == nil {
		return nil
	}
	x := s.growths[m]
	if x == nil {
		g, err := newGrower(s.model.Document, s.system, m.Outline().Initial())
		if err != nil {
			return nil
		}
		x = &growth{grower: g}
		s.growths[m] = x
	}
	if x.found == nil && x.tried < most {
		ctx, cancel := limit.Share(s.ctx, verdictPart)
		defer cancel()
		x.tried, x.found = most, x.search(ctx, most)
		if x.found == nil && most > firstGrowing {
			x.found = x.walks(ctx)
		}
	}
	return x.found
}
