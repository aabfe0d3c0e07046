package bmc

import "math/bits"

// A state is a marking, as a frame.
type state struct {
	g      *gates
	l      *layout
	count  []counter // the tokens, by place
	lits   []Lit     // the bits of places that change
	may    Lit       // see valid
	by     *step     // the step that led here, nil at the start
	rising bool      // see layout.rising
	able   []Lit     // by transition: whether it is enabled; 0 if not asked yet
	over   Lit       // see overflows; 0 if not asked yet
}

func (l *layout) newState(g *gates, tokens []counter, may Lit, by *step, rising bool) *state {
	s := &state{g: g, l: l, count: tokens, may: may, by: by, rising: rising, able: make([]Lit, len(l.net.Transitions))}
	for p, x := range tokens {
		if !l.fixed[p] {
			s.lits = append(s.lits, x.lits...)
		}
	}
	return s
}

// initial returns the initial marking.
func (l *layout) initial(g *gates) frame {
	m := l.net.Initial()
	tokens := make([]counter, len(m))
	for p, n := range m {
		tokens[p] = counted(n, l.most[p])
	}
	return l.newState(g, tokens, yes, nil, l.risingFirst)
}

// anywhere returns any marking that keeps the bounds and the place invariants, as all reachable markings do.
func (l *layout) anywhere(g *gates) frame {
	tokens := make([]counter, len(l.most))
	var keeps []Lit
	for p, most := range l.most {
		if l.fixed[p] {
			tokens[p] = counter{lits: fixed(uint64(most))}
			continue
		}
		x := make([]Lit, bits.Len64(uint64(most)))
		for b := range x {
			x[b] = g.input()
		}
		tokens[p] = counter{x, most <= 1} // longer unary ones would make proofs larger
		keeps = append(keeps, -g.less(fixed(uint64(most)), x))
	}
	for _, f := range l.flows {
		var sum number
		for i, p := range f.Places {
			sum = g.add(sum, g.times(g.binary(tokens[p]), uint64(f.Weights[i])))
		}
		keeps = append(keeps, g.equal(sum, fixed(uint64(f.Constant))))
	}
	return l.newState(g, tokens, g.and(keeps...), nil, l.rising)
}

func (s *state) bits() []Lit         { return s.lits }
func (s *state) valid() Lit          { return s.may }
func (s *state) starts() Lit         { return no }
func (s *state) tokens(p int) number { return s.g.binary(s.count[p]) }

// enabled reports whether transition t is enabled.
func (s *state) enabled(t int) Lit {
	if s.able[t] == 0 {
		tr := &s.l.net.Transitions[t]
		var needs []Lit
		for _, a := range tr.Pre {
			needs = append(needs, s.g.atLeast(s.count[a.Place], a.Weight))
		}
		for _, a := range tr.Inhibit {
			needs = append(needs, -s.g.atLeast(s.count[a.Place], a.Weight))
		}
		s.able[t] = s.g.and(needs...)
	}
	return s.able[t]
}

// dead reports whether no transition is enabled.
func (s *state) dead() Lit {
	all := make([]Lit, len(s.able))
	for t := range all {
		all[t] = -s.enabled(t)
	}
	return s.g.and(all...)
}

// fits reports whether place p holds no more than its bound after t, if t is enabled.
func (s *state) fits(t, p int) Lit {
	delta, most := s.l.delta(t, p), s.l.most[p]
	switch {
	case delta > most:
		return no
	case delta > 0:
		return -s.g.atLeast(s.count[p], most-delta+1)
	}
	return yes
}

// allFit reports whether no place holds more than its bound after t, if t is enabled.
func (s *state) allFit(t int) Lit {
	var needs []Lit
	for _, a := range s.l.net.Transitions[t].Post {
		needs = append(needs, s.fits(t, a.Place))
	}
	return s.g.and(needs...)
}

func (s *state) overflows() Lit {
	if s.over == 0 {
		var any []Lit
		for _, t := range s.l.doubtful {
			var needs []Lit
			for _, a := range s.l.net.Transitions[t].Post {
				if s.l.promised[a.Place] {
					needs = append(needs, s.fits(t, a.Place))
				}
			}
			any = append(any, s.g.and(s.enabled(t), -s.g.and(needs...)))
		}
		s.over = s.g.or(any...)
	}
	return s.over
}

func (s *state) choice(value func(Lit) bool) []int {
	if s.by == nil {
		return nil
	}
	var list []int
	for t, fires := range s.by.fires {
		if fires != no && value(fires) {
			list = append(list, t)
		}
	}
	return list
}
