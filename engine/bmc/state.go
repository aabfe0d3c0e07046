package bmc

import (
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// A state is a marking in a circuit.
type state struct {
	c      *circuit
	l      *layout
	tokens []number // by place
	lits   []Lit    // the bits of places that change
	truth  map[*syntax.Formula]Lit
	able   []Lit // by transition: whether it is enabled; 0 if not asked yet
}

func (l *layout) newState(c *circuit, tokens []number) *state {
	s := &state{c: c, l: l, tokens: tokens, truth: map[*syntax.Formula]Lit{}, able: make([]Lit, len(l.net.Transitions))}
	for p, x := range tokens {
		if !l.fixed[p] {
			s.lits = append(s.lits, x...)
		}
	}
	return s
}

// marking returns the state m.
func (l *layout) marking(c *circuit, m petri.Marking) *state {
	tokens := make([]number, len(m))
	for p, n := range m {
		tokens[p] = fixed(uint64(n))
		for !l.fixed[p] && len(tokens[p]) < l.width(p) {
			tokens[p] = append(tokens[p], no)
		}
	}
	return l.newState(c, tokens)
}

// any returns a state with free bits, and whether it keeps the bounds and the place invariants, as all reachable markings do.
func (l *layout) any(c *circuit) (*state, Lit) {
	tokens := make([]number, len(l.most))
	var keeps []Lit
	for p, most := range l.most {
		if l.fixed[p] {
			tokens[p] = fixed(uint64(most))
			continue
		}
		for range l.width(p) {
			tokens[p] = append(tokens[p], c.input())
		}
		keeps = append(keeps, -c.less(fixed(uint64(most)), tokens[p]))
	}
	for _, f := range l.flows {
		var sum number
		for i, p := range f.Places {
			sum = c.add(sum, c.times(tokens[p], uint64(f.Weights[i])))
		}
		keeps = append(keeps, c.equal(sum, fixed(uint64(f.Constant))))
	}
	return l.newState(c, tokens), c.and(keeps...)
}

// same tells whether s and r are the same marking.
func (s *state) same(r *state) Lit { return s.c.equal(s.lits, r.lits) }

// enabled tells whether transition t is enabled.
func (s *state) enabled(t int) Lit {
	if s.able[t] == 0 {
		tr := &s.l.net.Transitions[t]
		var needs []Lit
		for _, a := range tr.Pre {
			needs = append(needs, -s.c.less(s.tokens[a.Place], fixed(uint64(a.Weight))))
		}
		for _, a := range tr.Inhibit {
			needs = append(needs, s.c.less(s.tokens[a.Place], fixed(uint64(a.Weight))))
		}
		s.able[t] = s.c.and(needs...)
	}
	return s.able[t]
}

// fits tells whether no place holds more than its bound after t, if t is enabled.
func (s *state) fits(t int) Lit {
	var needs []Lit
	for _, a := range s.l.net.Transitions[t].Post {
		delta, most := s.l.effects[t][a.Place], s.l.most[a.Place]
		switch {
		case delta > most:
			return no
		case delta > 0:
			needs = append(needs, -s.c.less(fixed(uint64(most-delta)), s.tokens[a.Place]))
		}
	}
	return s.c.and(needs...)
}

// holds tells whether f, which has no path operators, holds.
func (s *state) holds(f *syntax.Formula) Lit {
	l, ok := s.truth[f]
	if !ok {
		l = s.evaluate(f)
		s.truth[f] = l
	}
	return l
}

func (s *state) evaluate(f *syntax.Formula) Lit {
	args := make([]Lit, len(f.Args))
	for i, g := range f.Args {
		args[i] = s.holds(g)
	}
	switch f.Op {
	case syntax.False, syntax.True:
		return constant(f.Op == syntax.True)
	case syntax.Deadlock:
		return s.dead()
	case syntax.Compare:
		return s.compare(f)
	case syntax.Enabled:
		for _, t := range f.Transitions {
			args = append(args, s.enabled(t.Index))
		}
		return s.c.or(args...)
	case syntax.Not:
		return -args[0]
	case syntax.And:
		return s.c.and(args...)
	case syntax.Or:
		return s.c.or(args...)
	case syntax.Implies:
		return s.c.or(-args[0], args[1])
	case syntax.Iff:
		return -s.c.xor(args[0], args[1])
	}
	panic("bmc: a state does not decide " + f.String())
}

// dead tells whether no transition is enabled.
func (s *state) dead() Lit {
	all := make([]Lit, len(s.able))
	for t := range all {
		all[t] = -s.enabled(t)
	}
	return s.c.and(all...)
}

// compare brings what is subtracted to the other side, so that no sum is negative.
func (s *state) compare(f *syntax.Formula) Lit {
	var left, right number
	for _, t := range f.Terms {
		x := s.tokens[t.Place.Index]
		if t.Weight > 0 {
			left = s.c.add(left, s.c.times(x, uint64(t.Weight)))
		} else {
			right = s.c.add(right, s.c.times(x, uint64(-t.Weight)))
		}
	}
	if f.Const >= 0 {
		right = s.c.add(right, fixed(uint64(f.Const)))
	} else {
		left = s.c.add(left, fixed(uint64(-f.Const)))
	}
	switch f.Rel {
	case syntax.Equal:
		return s.c.equal(left, right)
	case syntax.NotEqual:
		return -s.c.equal(left, right)
	case syntax.Less:
		return s.c.less(left, right)
	case syntax.LessEqual:
		return -s.c.less(right, left)
	case syntax.Greater:
		return s.c.less(right, left)
	default:
		return -s.c.less(left, right)
	}
}

// A step leads from one state to the next.
type step struct {
	fires []Lit // by transition
	valid Lit   // whether to is what the transitions that fire make of the state before
	to    *state
}

// next returns a step from s. One transition fires in it, or, if together is true, any number of independent ones: none of them changes a place that another one
// touches, so they can fire in any order. If before is not nil, it is the step before, and two independent transitions do not fire in falling order.
func (s *state) next(together bool, before *step) *step {
	c, l := s.c, s.l
	x := &step{fires: make([]Lit, len(s.able))}
	var needs, possible []Lit
	for t := range x.fires {
		can := c.and(s.enabled(t), s.fits(t))
		if can == no {
			x.fires[t] = no
			continue
		}
		x.fires[t] = c.input()
		possible = append(possible, x.fires[t])
		needs = append(needs, c.or(-x.fires[t], can))
	}
	needs = append(needs, c.or(possible...))
	if !together {
		needs = append(needs, c.atMostOne(possible))
	}
	if before != nil {
		needs = append(needs, before.rising(c, l, x))
	}
	tokens := make([]number, len(s.tokens))
	for p := range tokens {
		if together {
			needs = append(needs, x.alone(c, l, p))
		}
		tokens[p] = s.after(x, p)
	}
	x.valid, x.to = c.and(needs...), l.newState(c, tokens)
	return x
}

// alone tells whether at most one transition changes place p, and none that looks at p fires beside it.
func (x *step) alone(c *circuit, l *layout, p int) Lit {
	changes, reads := x.of(l.changes[p]), x.of(l.reads[p])
	return c.and(c.atMostOne(changes), c.or(-c.or(changes...), -c.or(reads...)))
}

// rising tells whether the transition that fires in next has no smaller index than that of x, or depends on it: one of them changes a place that the other touches.
func (x *step) rising(c *circuit, l *layout, next *step) Lit {
	upTo := make([]Lit, len(x.fires)) // by transition: whether it or one of a smaller index fires
	sum := no
	for t, fires := range x.fires {
		sum = c.or(sum, fires)
		upTo[t] = sum
	}
	changed, touched := make([]Lit, len(l.most)), make([]Lit, len(l.most)) // by place
	for p := range changed {
		changed[p] = c.or(x.of(l.changes[p])...)
		touched[p] = c.or(append(x.of(l.reads[p]), changed[p])...)
	}
	var needs []Lit
	for t, fires := range next.fires {
		if fires == no {
			continue
		}
		allows := []Lit{-fires, upTo[t]}
		for _, p := range l.touches[t] {
			if _, ok := l.effects[t][p]; ok {
				allows = append(allows, touched[p])
			} else {
				allows = append(allows, changed[p])
			}
		}
		needs = append(needs, c.or(allows...))
	}
	return c.and(needs...)
}

// of returns what tells whether the transitions fire, without those that cannot.
func (x *step) of(transitions []int) []Lit {
	var list []Lit
	for _, t := range transitions {
		if x.fires[t] != no {
			list = append(list, x.fires[t])
		}
	}
	return list
}

// after returns the tokens of place p after x, of which one transition at most changes p.
func (s *state) after(x *step, p int) number {
	c, width := s.c, len(s.tokens[p])
	changes := slices.DeleteFunc(slices.Clone(s.l.changes[p]), func(t int) bool { return x.fires[t] == no })
	switch {
	case len(changes) == 0:
		return s.tokens[p]
	case width == 1:
		var puts, takes []Lit
		for _, t := range changes {
			if s.l.effects[t][p] > 0 {
				puts = append(puts, x.fires[t])
			} else {
				takes = append(takes, x.fires[t])
			}
		}
		return number{c.or(c.and(s.tokens[p][0], -c.or(takes...)), c.or(puts...))}
	}
	delta := make(number, width) // modulo 2^width
	for i := range delta {
		var set []Lit
		for _, t := range changes {
			if s.l.effects[t][p]>>i&1 == 1 {
				set = append(set, x.fires[t])
			}
		}
		delta[i] = c.or(set...)
	}
	return c.add(s.tokens[p], delta)[:width]
}
