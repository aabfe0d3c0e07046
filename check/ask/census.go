package ask

import (
	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine/walk"
	"brim/petri/coloured/unfold"
)

// Single transitions: which can fire, and which cannot.

// censusFirings is how many transitions the walks fire that look for transitions that can fire. A walk fires millions
// a second.
const censusFirings = 300_000

// A census tells of the transitions of a net which ones can fire, and which cannot, as far as cheap means tell.
type census struct {
	fires, dead []bool
}

// open lists the transitions of which neither is known.
func (c *census) open() (list []int) {
	for t := range c.fires {
		if !c.fires[t] && !c.dead[t] {
			list = append(list, t)
		}
	}
	return list
}

// dying lists those that cannot fire.
func (c *census) dying() (list []int) {
	for t, d := range c.dead {
		if d {
			list = append(list, t)
		}
	}
	return list
}

// census returns what walks and the concurrency relation tell of the transitions of a model, once for all programs.
func (s *session) census(m *model.Model) *census {
	if c := s.facts[m]; c != nil {
		return c
	}
	n := len(m.Outline().Transitions)
	c := &census{fires: make([]bool, n), dead: make([]bool, n)}
	s.facts[m] = c
	net := m.Net
	if net == nil {
		c.count(s.graph(m))
		return c
	}
	if w, err := walk.New(net, 1); err == nil && len(net.Transitions) > 0 {
		never, _ := w.Never()
		for _, t := range never {
			c.dead[t] = true
		}
		ctx, cancel := limit.Share(s.ctx, verdictPart)
		_ = w.Random(ctx, walk.Limits{Firings: censusFirings, Found: func() bool { return w.Unseen() > len(never) }})
		cancel()
		for t := range c.fires {
			c.fires[t] = w.Enabled(t) && !c.dead[t]
		}
	}
	if len(c.open()) == 0 {
		return c
	}
	ctx, cancel := limit.Share(s.ctx, verdictPart)
	defer cancel()
	if r := m.Facts().Concurrency(ctx); r != nil {
		for t := range c.dead {
			c.dead[t] = c.dead[t] || !c.fires[t] && !r.Fires(t)
		}
	}
	return c
}

// count notes which transitions fire in the graph of all markings; nothing without one.
func (c *census) count(g *graph) {
	if g == nil {
		return
	}
	for _, list := range g.edges {
		for _, e := range list {
			if e.fires() {
				c.fires[e.transition] = true
			}
		}
	}
	for t, fires := range c.fires {
		c.dead[t] = !fires
	}
}

// unbound returns the names of the coloured transitions that no binding can ever enable, so that the unfolding has none
// of their transitions. They are dead. With another initial marking than that of the file it is nothing, since the
// unfolding does not tell.
func (s *session) unbound(m *model.Model) (names []string) {
	if m != s.model || s.shown.Unfolding == nil {
		return nil
	}
	return unboundIn(s.shown.Unfolding)
}

func unboundIn(u *unfold.Unfolding) (names []string) {
	for t := range u.Coloured.Transitions {
		if first, end := u.Transitions(t); first == end {
			names = append(names, u.Coloured.TransitionAlias(t))
		}
	}
	return names
}

// fireable returns questions whether the open transitions can fire, and what enters the answers into the census.
func (s *session) fireable(m *model.Model) (questions []*model.Question, note func([]*model.Answer)) {
	c := s.census(m)
	f := formulasOf(m.Outline())
	open := c.open()
	for _, t := range open {
		questions = append(questions, truth(f.Make(syntax.EF, f.enabled(t)), false))
	}
	return questions, func(answers []*model.Answer) {
		for i, t := range open {
			c.fires[t] = c.fires[t] || answers[i].Result == model.Holds
			c.dead[t] = c.dead[t] || answers[i].Result == model.Fails
		}
	}
}
