package reduced

import (
	"slices"

	"brim/check/model"
	"brim/check/reduction"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl"
	"brim/ltl/word"
	"brim/petri"
)

const (
	liftedLaps  = 6       // the most times that a loop of the smaller net is repeated
	liftedSteps = 100_000 // of a lifted run
	liftedCells = 1 << 24 // the most numbers in the markings of a lifted run
)

// liftRun adds to an answer the run of the net that a run of the smaller net stands for, if it finds one. It repeats
// the loop until the lifted run visits some marking twice, such that the loop between makes the run show what is asked
// for.
func liftRun(net *petri.Net, q *model.Question, r *reduction.Reduction, a *model.Answer, out *model.Answer) {
	w := a.Witness
	laps := liftedLaps
	if w.Loop == model.NoLoop {
		laps = 1
	}
	goal := ltl.GoalOf(model.Apart(q.LTL))
	small := slices.Clone(w.Steps)
	for range laps {
		steps, err := r.Lift(small)
		if err != nil || len(steps) > liftedSteps || len(steps)*len(net.Places) > liftedCells {
			out.Reason = "the run of the smaller net was not found in the net: it is too long"
			return
		}
		if loop, ok := closed(net, goal.Path, steps, w.Loop == model.NoLoop, q.Paths); ok {
			out.Shows = engine.Shown(model.Apart(q.LTL), a.Result)
			out.Witness = &model.Witness{Formula: out.Shows, Start: net.Initial(), Steps: steps, Loop: loop}
			out.Untraced = false
			return
		}
		if w.Loop != model.NoLoop {
			small = append(small, w.Steps[w.Loop:]...)
		}
	}
	out.Reason = "the run of the smaller net was not found in the net"
}

// closed returns the position to which the last of the steps leads back so that the run satisfies a path formula, or
// NoLoop for a run that ends in a dead marking, as ends requires.
func closed(net *petri.Net, path *syntax.Formula, steps []int, ends bool, paths model.Paths) (loop int, ok bool) {
	var markings []petri.Marking
	for m, err := range net.Markings(steps) {
		if err != nil {
			return model.NoLoop, false
		}
		markings = append(markings, m.Clone())
	}
	last := len(markings) - 1
	state := func(position int, f *syntax.Formula) bool { return engine.Eval(net, f, markings[position]) }
	if ends {
		for range net.EnabledTransitions(markings[last]) {
			return model.NoLoop, false
		}
		return model.NoLoop, paths == model.Maximal && word.Holds(path, last+1, last, state)
	}
	for i := range last {
		if markings[i].Equal(markings[last]) && word.Holds(path, last, i, state) {
			return i, true
		}
	}
	return model.NoLoop, false
}
