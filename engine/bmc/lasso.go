package bmc

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
)

// lasso looks for a path from the initial state on which the goal always holds, and whose last state is one before it
// or, for maximal paths, dead. It ends when there is no path without a loop of one more step on which the goal holds:
// the states of a lasso but the last are such a path.
func (s *search) lasso(paths syntax.Paths) (proved bool, err error) {
	p := s.forward
	stays := yes
	for i := 0; s.within(i); i++ {
		m := p.at(i)
		stays = p.g.and(stays, m.holds(s.state))
		var ends []Lit // the loops, by the position they lead back to, and the end in a dead marking
		for _, knot := range p.moments[:i] {
			ends = append(ends, knot.same(m))
		}
		if paths == syntax.Maximal {
			ends = append(ends, m.dead())
		}
		s.r.Last = p.g.ask("a lasso of "+count(i, "step"), p.valid(i), stays, p.g.or(ends...))
		sat, err := p.ask(s.ctx, s.r.Last)
		if err != nil {
			return false, err
		}
		s.r.Length = i
		if sat {
			s.found = &found{i, engine.NoLoop}
			for j := range i {
				if s.found.loop < 0 && p.value(ends[j]) {
					s.found.loop = j
				}
			}
			return false, nil
		}
		s.covered = i
		if err := s.staysWithin(i, stays); err != nil {
			return false, err
		}
		if none, err := unsatisfiable(s.ctx, p, fmt.Sprintf("a path of %d steps without a loop that stays", i),
			p.loopFree(i), stays); none || err != nil {
			return none, err
		}
	}
	return false, nil
}

// staysWithin looks for a path of i steps that stays, after which a step breaks a bound that is only promised.
func (s *search) staysWithin(i int, stays Lit) error {
	if s.beyond != "" {
		return nil
	}
	p := s.forward
	sat, err := p.ask(s.ctx, p.g.ask(fmt.Sprintf("a path of %d steps that stays, and a step beyond the bounds", i),
		p.valid(i), stays, p.at(i).overflows()))
	if sat && err == nil {
		err = s.exceeded(i)
	}
	return err
}
