package bmc

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
)

// lasso looks for a path from the initial marking on which the goal always holds, and whose last marking is one before it or, for maximal paths, dead. It ends when there is no
// path without a loop of one more step on which the goal holds: the markings of a lasso but the last are such a path.
func (s *search) lasso(paths syntax.Paths) (proved bool, err error) {
	p := s.forward
	stays := yes
	for i := 0; s.within(i); i++ {
		stays = p.c.and(stays, p.state(i).holds(s.goal))
		var ends []Lit // the loops, by the position they lead back to, and the end in a dead marking
		for j := range i {
			ends = append(ends, p.states[j].same(p.states[i]))
		}
		if paths == syntax.Maximal {
			ends = append(ends, p.state(i).dead())
		}
		s.r.Last = p.c.ask(fmt.Sprintf("a lasso of %d steps", i), p.valid(i), stays, p.c.or(ends...))
		sat, err := p.ask(s.r.Last)
		if err != nil {
			return false, err
		}
		s.r.Length = i
		if sat {
			s.found = &engine.Witness{Steps: p.fired(i), Loop: engine.NoLoop}
			for j := range i {
				if s.found.Loop == engine.NoLoop && p.value(ends[j]) {
					s.found.Loop = j
				}
			}
			return false, nil
		}
		s.covered = i
		if none, err := unsatisfiable(p, fmt.Sprintf("a path of %d steps without a loop that stays", i), p.loopFree(i), stays); none || err != nil {
			return none, err
		}
	}
	return false, nil
}
