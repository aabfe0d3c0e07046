package ask

import (
	"context"
	"slices"

	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/scc"
	"brim/petri/structure"
)

// The degrees of liveness of transitions [Mur89].

// degrees returns the degree of each transition, as far as it is known or found in the time for details. live tells
// which are live; nil if that is not known. Where the reachable markings are few, their graph decides.
func (a *asker) degrees(live []engine.Result) []Degree {
	m := a.model
	if g := a.graph(m); g != nil {
		return g.degrees(a.ctx, len(m.Outline().Transitions))
	}
	if live == nil {
		live = a.liveness(engine.Unknown, false)
	}
	c := a.census(m)
	list := make([]Degree, len(live))
	for t := range list {
		switch {
		case c.dead[t]:
			list[t] = Dead
		case live[t] == engine.Holds:
			list[t] = L4
		case !c.fires[t]:
			list[t] = DegreeUnknown
		case live[t] == engine.Fails:
			list[t] = a.repeated(t)
		default:
			list[t] = NotDead
		}
	}
	return list
}

// graph returns the graph of the reachable markings of a model, once for all programs, nil if they are many.
func (s *session) graph(m *model.Model) *graph {
	if g, ok := s.graphs[m]; ok {
		return g
	}
	if m.Net == nil && s.grows(m, firstGrowing) != nil {
		s.graphs[m] = nil
	} else if m.Net == nil {
		ctx, cancel := limit.Share(s.ctx, verdictPart)
		defer cancel()
		s.graphs[m] = exploreSystem(ctx, m, s.options.States)
	} else if s.boundedness(m).Kind != structure.Unbounded {
		ctx, cancel := limit.Share(s.ctx, verdictPart)
		defer cancel()
		s.graphs[m] = explore(ctx, m.Net)
	}
	return s.graphs[m]
}

// degrees returns the degrees of transitions. On finitely many markings a transition fires without end in some run, and
// so any number of times, exactly if it leads from a marking to one of the same strongly connected component; and it is
// live exactly if it leads from a marking of each component that no edge leaves.
func (g *graph) degrees(ctx context.Context, transitions int) []Degree {
	list := slices.Repeat([]Degree{Dead}, transitions)
	bottoms, of := g.bottoms(ctx)
	if of == nil {
		return slices.Repeat([]Degree{DegreeUnknown}, transitions)
	}
	inside := make([]int, transitions) // the number of such components in which it fires
	last := slices.Repeat([]uint32{^uint32(0)}, transitions)
	for _, c := range bottoms {
		for _, i := range c {
			for _, e := range g.edges[i] {
				if e.fires() && last[e.transition] != of[i] {
					last[e.transition] = of[i]
					inside[e.transition]++
				}
			}
		}
	}
	for i, edges := range g.edges {
		for _, e := range edges {
			if !e.fires() {
				continue
			}
			d := L1
			if of[i] == of[e.to] {
				d = L3
			}
			list[e.transition] = max(list[e.transition], d)
		}
	}
	for t := range list {
		if inside[t] == len(bottoms) {
			list[t] = L4
		}
	}
	return list
}

// bottoms returns the strongly connected components that no edge leaves, and the component of each marking; nil if ctx
// ends.
func (g *graph) bottoms(ctx context.Context) (list [][]uint32, of []uint32) {
	c := scc.Find(scc.New(len(g.edges), func(v int, yield func(int)) {
		for _, e := range g.edges[v] {
			yield(e.to)
		}
	}), func() bool { return ctx.Err() != nil })
	if c == nil {
		return nil, nil
	}
	leaves := make([]bool, c.Len())
	for i, edges := range g.edges {
		for _, e := range edges {
			if c.Of[i] != c.Of[e.to] {
				leaves[c.Of[i]] = true
			}
		}
	}
	for i := range c.Len() {
		if !leaves[i] {
			list = append(list, c.Members(i))
		}
	}
	return list, c.Of
}

// repeated returns the degree of a transition that can fire and is not live. In a copy of the net it is two transitions
// that fire by turns: both fire infinitely often in some run exactly if it is L3. If it is not, and the net is
// unbounded, a place that counts how often it fires tells L2 from L1.
func (a *asker) repeated(t int) Degree {
	net := a.model.Net
	if net == nil { // copies are made of nets alone
		return AtLeastL1
	}
	b := copied(net, t)
	odd, even := b.Place(fresh(net, "odd"), 0), b.Place(fresh(net, "even"), 1)
	other := b.Transition(fresh(net, "again"))
	for _, u := range []int{t, other} {
		arcs(b, u, net.Transitions[t])
	}
	b.In(t, even, 1)
	b.Out(t, odd, 1)
	b.In(other, odd, 1)
	b.Out(other, even, 1)
	turns := built(b)
	f := formulasOf(turns)
	often := func(p int) *syntax.Formula {
		return f.Make(syntax.G, f.Make(syntax.F, f.tokens(syntax.GreaterEqual, 1, p)))
	}
	q := &model.Question{Paths: model.Infinite}
	q.SetFormula(f.Make(syntax.E, f.And(often(odd), often(even))))
	switch x := a.detail(model.OfNet(turns), q)[0]; {
	case x.Result == engine.Holds:
		return L3
	case x.Result == engine.Unknown:
		return AtLeastL1
	case a.boundedness(a.model).Kind == structure.Bounded:
		return L1
	}
	b = copied(net, -1)
	count := b.Place(fresh(net, "count"), 0)
	b.Out(t, count, 1)
	counting := built(b)
	f = formulasOf(counting)
	sum := syntax.Tokens(f.places(count)...)
	switch x := a.detail(model.OfNet(counting), &model.Question{Kind: model.Bound, Sum: &sum})[0]; {
	case x.Infinite:
		return L2
	case x.Number != nil:
		return L1
	}
	return AtLeastL1
}
