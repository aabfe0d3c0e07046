package model

import (
	"brim/engine"
	"brim/engine/circuit"
	"brim/ltl"
	"brim/petri"
)

// Answers that follow from a run, or from the absence of runs.

// Ran returns the answer to a question of LTL that follows if some run satisfies its goal.
func Ran(q *Question) Answer {
	f := Apart(q.LTL)
	result := engine.Decided(ltl.GoalOf(f).Holds)
	return Answer{Verdict: Verdict{Result: result}, Shows: engine.Shown(f, result)}
}

// RanSteps returns the answer to a question of LTL of a run of a net: transitions fired one after the other from the
// initial marking, the last of which leads back to the marking before step loop or, with NoLoop, to a dead marking.
func RanSteps(q *Question, net *petri.Net, steps []int, loop int) Answer {
	a := Ran(q)
	a.Witness = &Witness{Formula: a.Shows, Start: net.Initial(), Steps: steps, Loop: loop}
	return a
}

// NoRun returns the answer to a question of LTL that follows if no run satisfies its goal.
func NoRun(q *Question) Answer {
	f := Apart(q.LTL)
	result := engine.Decided(!ltl.GoalOf(f).Holds)
	return Answer{Verdict: Verdict{Result: result, Bound: Complete}, Shows: engine.Shown(f, result)}
}

// Searched returns the answer to a question of LTL that follows from a search for a run that satisfies its goal: the
// verdict of the search if that is unknown, else Ran with the run of a net or the trace of a circuit that was found, or
// NoRun.
func Searched(q *Question, v Verdict, w *Witness, trace *circuit.Trace) Answer {
	switch {
	case v.Result == engine.Unknown:
		return Answer{Verdict: v}
	case w == nil && trace == nil:
		return NoRun(q)
	}
	a := Ran(q)
	if a.Trace = trace; w != nil {
		a.Witness = &Witness{Formula: a.Shows, Start: w.Start, Steps: w.Steps, Loop: w.Loop}
	}
	return a
}
