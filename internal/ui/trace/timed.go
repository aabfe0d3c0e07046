package trace

import (
	"brim/check"
	"brim/petri"
)

// Runs of nets with time, reset arcs or priorities for --json.

// RunOf returns the run of an answer about a model that was made of a net with time, reset arcs or priorities; nil if
// there is none. That of a net without time has no markings yet: see check.Model.CheckRun.
func RunOf(a *check.Answer) *check.TimedRun {
	switch {
	case a.Timed != nil:
		return a.Timed
	case a.Path == nil:
		return nil
	}
	r := &check.TimedRun{Loop: a.Path.Loop}
	for _, t := range a.Path.Labels {
		r.Steps = append(r.Steps, check.TimedStep{Transition: t})
	}
	return r
}

// OfPlay returns a run of the Document of a model as a Witness, which shows a formula unless that is "". The run must
// have been checked by check.Model.CheckRun, which fills in the markings.
func OfPlay(m *check.Model, r *check.TimedRun, formula string) *Witness {
	names := NamesOf(m)
	before := names.Net.Initial()
	w := &Witness{Formula: formula, Steps: []Firing{}, Dead: r.Dead, Branches: []*Witness{}}
	w.begin(names, before)
	if r.Loop != check.NoLoop {
		w.Loop = new(r.Loop)
	}
	for _, s := range r.Steps {
		f := Firing{Delay: s.Delay, Changes: []Difference{}}
		if s.Transition >= 0 {
			f.Transition, f.Delay = names.Net.Transitions[s.Transition].Name, 0
			f.Takes = taken(m, s)
			f.Changes = differences(names.Net, before, s.Marking)
		}
		w.Steps, before = append(w.Steps, f), s.Marking
	}
	return w
}

// taken names the places of the tokens that a firing took, if they have ages.
func taken(m *check.Model, s check.TimedStep) (list []Taken) {
	if m.TimedArcs == nil {
		return nil
	}
	net := m.Outline()
	from, to := m.TimedArcs.Taken(s.Transition)
	for i, ages := range s.Choice {
		x := Taken{Place: net.Places[from[i]].Name, Ages: ages}
		if to[i] >= 0 {
			x.To = net.Places[to[i]].Name
		}
		list = append(list, x)
	}
	return list
}

// differences lists what is different in two markings, losses first.
func differences(net *petri.Net, from, to petri.Marking) []Difference {
	list := []Difference{}
	for _, losses := range []bool{true, false} {
		for p := range from {
			if from[p] != to[p] && from[p] > to[p] == losses {
				list = append(list, Difference{Place: net.Places[p].Name, From: from[p], To: to[p]})
			}
		}
	}
	return list
}
