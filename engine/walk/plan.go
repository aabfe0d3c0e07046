package walk

import "brim/ctl/syntax"

// A planner finds transitions that would lead to a target if a place that is filled once kept any number of tokens, and
// one that is emptied once any smaller number: a relaxed plan [HN01]. It names what can be useful far from the target,
// where no distance between numbers of tokens says anything.
//
// First each place gets the transition that is the first to fill it, and the first to empty it, in the order of a
// breadth-first search from the present marking with the fixed point of hope. Then what the target lacks is traced
// back to transitions that are enabled.
type planner struct {
	*Walker
	missing []int32    // as in hope
	cause   [2][]int32 // by place: the first transition that fills it, and that empties it, −1 if there is none
	queue   []int32
	round   uint32
	asked   [2][]uint32 // by place: the round in which it was traced back
	inPlan  []uint32    // by transition: the round in which it was part of the plan
	todo    []need
}

// A need is that a place is filled, or emptied.
type need struct {
	place int32
	how   direction
}

type direction uint8

const (
	fill direction = iota
	empty
)

func newPlanner(w *Walker) *planner {
	p := &planner{Walker: w, missing: make([]int32, len(w.hooks)), inPlan: make([]uint32, len(w.hooks)),
		queue: make([]int32, 0, len(w.hooks))}
	for how := range p.cause {
		p.cause[how], p.asked[how] = make([]int32, len(w.places)), make([]uint32, len(w.places))
	}
	return p
}

// spread finds the cause of each place, for filling and for emptying it, by a breadth-first search from the present
// marking. Cost: the arcs.
func (p *planner) spread() {
	w := p.Walker
	copy(p.missing, w.missing)
	for place := range w.places {
		p.cause[fill][place], p.cause[empty][place] = -1, -1
	}
	p.queue = append(p.queue[:0], w.live...)
	if n := len(p.queue); n > 1 { // so that equally good causes take turns
		i := w.below(n)
		p.queue = append(append(p.queue[:0], w.live[i:]...), w.live[:i]...)
	}
	for i := 0; i < len(p.queue); i++ {
		t := p.queue[i]
		for _, c := range w.of(t) {
			x := &w.places[c.place]
			switch {
			case c.delta > 0 && p.cause[fill][c.place] < 0:
				p.cause[fill][c.place] = t
				for j := x.inhibit - 1; j >= x.first && w.users[j].weight > x.tokens; j-- {
					p.grant(w.users[j].transition)
				}
			case c.delta < 0 && p.cause[empty][c.place] < 0:
				p.cause[empty][c.place] = t
				for j := x.inhibit; j < x.last && w.users[j].weight <= x.tokens; j++ {
					p.grant(w.users[j].transition)
				}
			}
		}
	}
}

func (p *planner) grant(t int32) {
	if p.missing[t]--; p.missing[t] == 0 {
		p.queue = append(p.queue, t)
	}
}

// plan finds a plan from the present marking and has the vector fire each of its transitions once. It reports false if
// there is none: then the target is out of reach from here. Cost: the arcs.
func (p *planner) plan(t *target) bool {
	p.spread()
	p.round++
	p.todo = p.todo[:0]
	if t.formula != nil && !p.wants(t.formula) || t.formula == nil && !p.shifts(t.terms, true, false) {
		return false
	}
	v := &p.vector
	for _, t := range v.support {
		p.hooks[t] &^= counted
	}
	v.support, v.enabled = v.support[:0], v.enabled[:0]
	for len(p.todo) > 0 {
		n := p.todo[len(p.todo)-1]
		p.todo = p.todo[:len(p.todo)-1]
		t := p.cause[n.how][n.place]
		if p.asked[n.how][n.place] == p.round || p.inPlan[t] == p.round {
			continue
		}
		p.asked[n.how][n.place], p.inPlan[t] = p.round, p.round
		v.support = append(v.support, t)
		v.count[t] = 1
		p.hooks[t] |= counted
		if p.Walker.missing[t] == 0 {
			v.enable(t)
			continue
		}
		p.needs(t)
	}
	return true
}

// needs adds what a transition lacks.
func (p *planner) needs(t int32) {
	for _, a := range p.net.Transitions[t].Pre {
		if p.places[a.Place].tokens < a.Weight {
			p.todo = append(p.todo, need{int32(a.Place), fill})
		}
	}
	for _, a := range p.net.Transitions[t].Inhibit {
		if p.places[a.Place].tokens >= a.Weight {
			p.todo = append(p.todo, need{int32(a.Place), empty})
		}
	}
}

// wants adds to the plan what has to change for f, in the form of syntax.NNF, to hold. It returns false if no plan
// leads there, or if plans cannot express it. Of a disjunction it takes the first operand that has a plan, from a
// random one on.
func (p *planner) wants(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.True, syntax.False:
		return f.Op == syntax.True
	case syntax.Compare:
		s := sum{value: valueAt(f.Terms, func(i int) int64 { return p.places[i].tokens })}
		s.lo, s.hi, s.out = rangeOf(f)
		switch {
		case s.holds():
			return true
		case s.out:
			return p.shifts(f.Terms, true, true)
		}
		return p.shifts(f.Terms, s.value < s.lo, s.value > s.hi)
	case syntax.Enabled:
		return p.enables(f.Transitions)
	case syntax.Not:
		if f.Args[0].Op == syntax.Deadlock {
			return len(p.live) > 0
		}
		for _, t := range f.Args[0].Transitions {
			if p.Walker.missing[t.Index] == 0 && !p.disables(t.Index) {
				return false
			}
		}
		return true
	case syntax.And:
		for _, a := range f.Args {
			if !p.wants(a) {
				return false
			}
		}
		return true
	case syntax.Or:
		first, n := p.below(len(f.Args)), len(p.todo)
		for i := range f.Args {
			if p.wants(f.Args[(first+i)%len(f.Args)]) {
				return true
			}
			p.todo = p.todo[:n]
		}
	}
	return false // Deadlock asks too much of all transitions
}

// shifts adds that a sum grows, or falls, by any one of its places.
func (p *planner) shifts(terms []syntax.Term, up, down bool) bool {
	first := p.below(len(terms) + 1)
	for i := range terms {
		t := terms[(first+i)%len(terms)]
		for _, how := range [...]direction{fill, empty} {
			if grows := (t.Weight > 0) == (how == fill); grows && !up || !grows && !down {
				continue
			}
			if p.cause[how][t.Place.Index] >= 0 {
				p.todo = append(p.todo, need{int32(t.Place.Index), how})
				return true
			}
		}
	}
	return false
}

// enables adds what one of some transitions lacks.
func (p *planner) enables(list []syntax.Ref) bool {
	first := p.below(len(list))
	for i := range list {
		if t := list[(first+i)%len(list)].Index; p.missing[t] == 0 {
			if p.Walker.missing[t] > 0 {
				p.needs(int32(t))
			}
			return true
		}
	}
	return false
}

// disables adds that an enabled transition is disabled.
func (p *planner) disables(t int) bool {
	tests := p.net.Transitions[t]
	first := p.below(len(tests.Pre) + 1)
	for i := range tests.Pre {
		if place := tests.Pre[(first+i)%len(tests.Pre)].Place; p.cause[empty][place] >= 0 {
			p.todo = append(p.todo, need{int32(place), empty})
			return true
		}
	}
	for _, a := range tests.Inhibit {
		if p.cause[fill][a.Place] >= 0 {
			p.todo = append(p.todo, need{int32(a.Place), fill})
			return true
		}
	}
	return false
}

// Unreachable reports whether it is certain that no reachable marking has what g looks for, since there is no relaxed
// plan from the initial marking: some place is never filled, or never emptied. Cost: the arcs and the formula.
func (w *Walker) Unreachable(g *Goal) bool {
	for f := range g.formula.All() {
		if f.Op == syntax.Deadlock {
			return false // which plans do not know
		}
	}
	w.restart()
	w.ready()
	defer w.leave()
	return !w.planner.plan(g.target)
}

// ready makes room for plans.
func (w *Walker) ready() {
	if w.planner == nil {
		w.planner = newPlanner(w)
	}
	w.vector.room(len(w.hooks))
}

// planned chooses a transition of the plan to a target, now and then any one if the run is not calm. If nothing of the
// plan is left, it makes another plan. It returns −1 if it finds no plan.
func (w *Walker) planned(t *target, calm bool) int32 {
	v := &w.vector
	if !calm && w.next()>>60 == 0 {
		return w.uniform()
	}
	if len(v.enabled) == 0 && !w.planner.plan(t) {
		return -1
	}
	if len(v.enabled) == 0 {
		return w.uniform()
	}
	return v.take(w)
}
