package home

import (
	"context"
	"math"
	"slices"

	"brim/check/limit"
	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/walk"
	"brim/petri"
	"brim/petri/equation/certificate"
)

// Formulas as targets: EF f holds in all reachable markings if a descent leads to f.

const (
	formulaWalks = 15      // markings to begin with
	nearFirings  = 1 << 13 // of the walks from a marking to the target
)

// always looks for descents to the f of formulas EF f that it would help to decide, with equal shares of the time until
// ctx is done, notes what it proves, and simplifies the questions by that. It reports whether it gives up. The error is
// a fault.
func (r *run) always(ctx context.Context) (givenUp bool, err error) {
	list := r.wanted()
	for i, e := range list {
		if ctx.Err() != nil {
			break
		}
		own, cancel := limit.Share(ctx, len(list)-i)
		p := r.proofs[e]
		if p == nil {
			p = r.newProof(&states{r, syntax.NNF(model.WithoutNext(r.Net(), e.formula.Args[0]))}, formulaWalks)
			r.proofs[e] = p
		}
		err := p.slice(own)
		cancel()
		if err != nil {
			return true, err
		}
		if p.proved {
			r.facts[e] = model.Holds
			r.asked()
		}
	}
	return len(list) == 0, nil
}

// wanted lists the formulas EF f inside of open questions, f without path operators, that are not decided and whose
// proofs are not hopeless.
func (r *run) wanted() (list []claim) {
	seen := map[claim]bool{}
	for _, q := range r.Open() {
		if q.Kind != model.Truth {
			continue
		}
		for g := range r.fold(r.Formula(q), q.Paths).All() {
			if g.Op != syntax.EF && g.Op != syntax.AG {
				continue
			}
			e, _ := r.somewhere(g, q.Paths)
			if f := e.formula; seen[e] || f.Op != syntax.EF || model.WithoutNext(r.Net(), f.Args[0]).Temporal() {
				continue
			}
			seen[e] = true
			if p := r.proofs[e]; r.facts[e] == model.Unknown && !r.mixed[e] && (p == nil || !p.hopeless) {
				list = append(list, e)
			}
		}
	}
	slices.SortStableFunc(list, func(a, b claim) int { return r.spent(a) - r.spent(b) })
	return list
}

// spent returns how many slices went to the proof for a formula EF f.
func (r *run) spent(e claim) int {
	if p := r.proofs[e]; p != nil {
		return p.slices
	}
	return 0
}

// states is the target that is all markings in which a formula without path operators holds.
type states struct {
	run   *run
	holds *syntax.Formula
}

func (t *states) Has(m petri.Marking) bool { return engine.Eval(t.run.Net(), t.holds, m) }

func (t *states) formula() *syntax.Formula { return t.holds }

// elsewhere says that some part of the negation holds.
func (t *states) elsewhere(context.Context) ([]*certificate.Goal, error) {
	not := syntax.NNF(t.run.Pool().Not(t.holds))
	parts := []*syntax.Formula{not}
	if not.Op == syntax.Or {
		parts = not.Args
	}
	list := []*certificate.Goal{}
	for _, f := range parts {
		goal := model.Condition(t.run.Net(), f)
		if goal == nil {
			return nil, nil
		}
		list = append(list, goal)
	}
	return list, nil
}

// Near walks towards the formula.
func (t *states) Near(m petri.Marking) (petri.Marking, []int) {
	for _, n := range m {
		if n > math.MaxInt32 {
			return nil, nil
		}
	}
	from := t.run.Net().WithInitial(m)
	w, err := walk.New(from, 1)
	if err != nil {
		return nil, nil
	}
	goal, err := w.Reach(t.holds)
	if err != nil {
		return nil, nil
	}
	for _, toward := range []bool{true, false} {
		l := walk.Limits{Firings: nearFirings, Found: func() bool { _, ok := goal.Found(); return !ok }}
		if toward {
			err = w.Toward(context.Background(), goal, l)
		} else {
			err = w.Random(context.Background(), l)
		}
		if path, ok := goal.Found(); ok && err == nil {
			path = walk.Shorten(from, path)
			if near, err := from.Replay(path); err == nil {
				return near, path
			}
		}
	}
	return nil, nil
}
