package symbolic

import (
	"brim/petri"
)

// A Lasso is a run: the steps from the initial marking, the last of which leads back to the marking before step Loop,
// or engine.NoLoop if it ends in a dead marking.
type Lasso struct {
	Steps []int
	Loop  int
	to    []petri.Marking // after each step, of a system whose events may lead to several tuples; nil of a net
}

// A finding is what is known of the runs that an automaton accepts.
type finding struct {
	some  bool // there is one
	leaks bool // else: there may be one that leaves the markings that count

	reached   vector // what comes to each state of the automaton
	goal      vector // what shows that there is one, by state: nil if each run through these markings is accepted
	component int    // that it stays in for ever, −1 if it ends in a dead marking
	around    *ball  // that has such a run, nil if none is known; in front of it lies goal if that is not nil
}

// run looks for a run that is accepted.
func (x *product) run() (f finding, err error) {
	r, accepted, err := x.reach()
	if accepted || err != nil {
		return finding{some: accepted, reached: r, component: -1}, err
	}
	ends, err := x.deadEnds(r)
	if err != nil || !ends.isEmpty() {
		return finding{some: true, reached: r, goal: ends, component: -1}, err
	}
	for i, c := range x.components {
		if !c.Accepting {
			continue
		}
		if v := x.cycles(i, x.only(i, r)); !v.isEmpty() {
			return finding{some: true, reached: r, goal: v, component: i}, nil
		}
	}
	return finding{leaks: x.leaks(r), reached: r}, nil
}

// empty reports whether no run is accepted.
func (x *product) empty() bool {
	f, err := x.run()
	return err == nil && !f.some && !f.leaks
}
