package walks

import (
	"context"
	"time"

	"brim/check/model"
	"brim/engine/walk"
)

// Walks towards the runs that questions of LTL ask for.

// addRuns begins searches for the runs that open questions of LTL ask for. The search for a question that became
// simpler since the last time begins anew.
func (r *Walks) addRuns(ctx context.Context) {
	for _, a := range r.tasks {
		if a.LTL == nil || !r.IsOpen(a.Question) {
			continue
		}
		path := r.Goal(a.Question).Path // of one pool, so equal formulas are one
		if path == a.path {
			continue
		}
		automaton, err := r.Automaton(ctx, a.Question)
		if err != nil {
			if ctx.Err() == nil {
				a.path = path
				r.Undecided(a.Question, err.Error(), nil)
			}
			continue
		}
		if a.run != nil {
			r.walker.DropRun(a.run)
		}
		a.path = path
		if a.run, err = r.walker.Accept(automaton, a.Paths); err != nil {
			r.Undecided(a.Question, err.Error(), nil)
			a.run = nil
		}
	}
}

// runs lists walks towards the runs that are sought.
func (r *Walks) runs() (list []strategy) {
	for _, a := range r.tasks {
		if a.run != nil {
			list = append(list, func(ctx context.Context,
				l walk.Limits) error {
				return r.walker.TowardRun(ctx, a.run, l)
			})
		}
	}
	return list
}

// answerRun answers a question of LTL if what was found decides it.
func (r *Walks) answerRun(a *task) {
	if a.run == nil {
		return
	}
	switch steps, loop, found := a.run.Found(); {
	case found && len(steps)*len(r.changed) <= longestWitness:
		r.Answer(a.Question, model.RanSteps(a.Question, r.Net(), steps, loop))
	case a.run.Never():
		r.Answer(a.Question, model.NoRun(a.Question))
	case a.run.Certain() && !a.told:
		a.told = true
		answer := model.Ran(a.Question)
		answer.Untraced, answer.Took = true, time.Since(a.start)
		r.Answer(a.Question, answer)
	}
}
