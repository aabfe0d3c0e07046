package runs

import (
	"brim/petri"
)

// A Lasso is a run: the steps from the initial marking, the last of which leads back to the marking before step Loop,
// or engine.NoLoop if it ends in a dead marking.
type Lasso struct {
	Steps []int
	Loop  int
	To    []petri.Marking // after each step, of a system whose events may lead to several tuples; nil of a net
}

// A Finding is what is known of the runs that an automaton accepts.
type Finding struct {
	Some  bool // there is one
	Leaks bool // else: there may be one that leaves the markings that count

	reached   Vector // what comes to each state of the automaton
	goal      Vector // what shows that there is one, by state: nil if each run through these markings is accepted
	Component int    // that it stays in for ever, −1 if it ends in a dead marking
	Around    *ball  // that has such a run, nil if none is known; in front of it lies goal if that is not nil
}

// Run looks for a run that is accepted.
func (x *Product) Run() (f Finding, err error) {
	r, accepted, err := x.reach()
	if accepted || err != nil {
		return Finding{Some: accepted, reached: r, Component: -1}, err
	}
	ends, err := x.deadEnds(r)
	if err != nil || !ends.isEmpty() {
		return Finding{Some: true, reached: r, goal: ends, Component: -1}, err
	}
	for i, c := range x.components {
		if !c.Accepting {
			continue
		}
		if v := x.cycles(i, x.only(i, r)); !v.isEmpty() {
			return Finding{Some: true, reached: r, goal: v, Component: i}, nil
		}
	}
	return Finding{Leaks: x.leaks(r), reached: r}, nil
}

// Empty reports whether no run is accepted.
func (x *Product) Empty() bool {
	f, err := x.Run()
	return err == nil && !f.Some && !f.Leaks
}
