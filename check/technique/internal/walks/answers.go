package walks

import (
	"slices"
	"time"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/petri"
)

// Answers and witnesses from what the walks found.

// answer gives the answer to the question of a task if what the walks found decides it. For a bound it tells the board
// the largest value found.
func (r *Walks) answer(a *task) {
	answer := model.Answer{By: r.by, Took: time.Since(a.start)}
	switch a.Kind {
	case model.Bound, model.MostInMarking:
		value, infinite := a.most.Best()
		if infinite {
			value = petri.Omega
		}
		if value > a.least {
			a.least = value
			r.Narrow(a.Question, value, petri.Omega, r.by)
		}
		return
	case model.Liveness:
		if _, lost := r.walker.Lost(); lost {
			answer.Result = model.Fails
		}
	case model.Deadlock, model.Truth:
		if a.Question.LTL != nil {
			r.answerRun(a)
			return
		}
		answer.Result = r.evaluate(a, a.formula)
	}
	if answer.Result == model.Unknown {
		return
	}
	if a.Kind == model.Truth && a.Trace {
		answer.Shows = engine.Shown(r.Formula(a.Question), answer.Result)
		answer.Witness = r.witness(a, answer.Shows)
		answer.Untraced = answer.Witness == nil
	}
	r.Answer(a.Question, answer)
}

// evaluate returns what is known of the truth of a formula, in the form of syntax.NNF, in the initial marking.
func (r *Walks) evaluate(a *task, f *syntax.Formula) model.Result {
	if !f.Temporal() {
		return engine.Decided(engine.Eval(r.Net(), f, r.Net().Initial()))
	}
	switch f.Op {
	case syntax.And, syntax.Or:
		result := engine.Decided(f.Op == syntax.And)
		for _, g := range f.Args {
			if f.Op == syntax.And {
				result = result.And(r.evaluate(a, g))
			} else {
				result = result.Or(r.evaluate(a, g))
			}
		}
		return result
	case syntax.EF, syntax.AG:
		p, found := engine.Part(f)
		for _, g := range a.goals {
			if _, ok := g.Found(); g.p == p && (ok || g.never) {
				return engine.Between(ok == (found == model.Holds), false)
			}
		}
	}
	return model.Unknown
}

// witness puts a witness of f together from the paths that the walks found, by recursion on f, which is in the form of
// syntax.NNF. It returns nil if a part was not found.
func (r *Walks) witness(a *task, f *syntax.Formula) *model.Witness {
	w := &model.Witness{Formula: f, Start: r.Net().Initial(), Loop: model.NoLoop}
	switch {
	case !f.Temporal():
		if !engine.Eval(r.Net(), f, w.Start) {
			return nil
		}
		return w
	case f.Op == syntax.AG && r.evaluate(a, f) == model.Holds: // it is claimed without a path
		return w
	case f.Op == syntax.EF && f.Args[0].Temporal(): // not a goal
		return nil
	case f.Op == syntax.EF:
		for _, g := range a.goals { // p may be written in another way
			path, ok := g.Found()
			if !ok || len(path)*len(r.changed) > longestWitness {
				continue
			}
			if m, err := r.Net().Replay(path); err == nil && engine.Eval(r.Net(), f.Args[0], m) {
				w.Steps = walk.Shorten(r.Net(), path)
				return w
			}
		}
		return nil
	case f.Op == syntax.And || f.Op == syntax.Or:
		for i, g := range f.Args {
			branch := r.witness(a, g)
			switch {
			case branch == nil && f.Op == syntax.And:
				return nil
			case branch == nil:
				continue
			case g.Temporal() && !slices.Contains(f.Args[:i], g): // the others hold in the start, or are shown already
				w.Branches = append(w.Branches, engine.Branch{Witness: branch})
			}
			if f.Op == syntax.Or {
				return w
			}
		}
		if f.Op == syntax.And {
			return w
		}
	}
	return nil
}
