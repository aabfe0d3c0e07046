package bmc

import (
	"fmt"

	"brim/petri"
)

// bad reports whether m is what a proof has to exclude: the goal, or a step beyond a bound that is only promised. When
// such a step was found there is no proof, and only the goal is bad.
func (s *search) bad(m *moment) Lit {
	if s.beyond != "" {
		return m.holds(s.state)
	}
	return m.g.or(m.holds(s.state), m.overflows())
}

// before reports whether none of the first n states from anywhere is bad.
func (s *search) before(n int) Lit {
	if s.clean == nil {
		s.clean = []Lit{yes}
	}
	for i := len(s.clean); i <= n; i++ {
		s.clean = append(s.clean, s.anywhere().g.and(s.clean[i-1], -s.bad(s.back.at(i-1))))
	}
	return s.clean[n]
}

// fired returns the transitions of the first n steps in the last model of forward, those of one step by index.
func (s *search) fired(n int) []int {
	var list []int
	for _, transitions := range s.forward.choices(n) {
		list = append(list, transitions...)
	}
	return list
}

// exceeded notes that the last model of forward has a path to s_n, and that some step from s_n breaks a promised bound.
func (s *search) exceeded(n int) (err error) {
	s.sure, s.clean = s.covered+1, nil
	s.beyond, err = s.excess(s.fired(n))
	return err
}

// excess says which bound is broken by a firing after steps.
func (l *layout) excess(steps []int) (string, error) {
	m, err := l.net.Replay(steps)
	if err != nil {
		return "", fmt.Errorf("bmc: a path that is none: %w", err)
	}
	for _, t := range l.doubtful {
		after := make(petri.Marking, len(m))
		if !l.net.Enabled(m, t) || !l.net.FireInto(after, m, t) {
			continue
		}
		for p, tokens := range after {
			if l.promised[p] && tokens > l.most[p] {
				return fmt.Sprintf("place %s can hold more than %s after %s", l.net.Places[p].Name,
					count(int(l.most[p]), "token"), count(len(steps)+1, "step")), nil
			}
		}
	}
	return "", fmt.Errorf("bmc: no firing after %d steps breaks a bound", len(steps))
}
