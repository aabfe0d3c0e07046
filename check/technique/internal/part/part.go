package part

import (
	"context"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/single"
	"brim/ctl/mu"
	"brim/engine"
	"brim/engine/bbmc"
	"brim/engine/kripke"
)

// An Existential is a formula that a part of a structure can show, whatever the rest looks like.
type Existential struct {
	Formula *mu.Bound
	Found   engine.Result // the verdict if it holds
}

// existentialOf returns the formula of a question, or its negation if that speaks of some path and the formula does
// not.
func existentialOf(t *board.Turn, q *model.Question, s kripke.Structure) (x Existential, err error) {
	if q.Mu != nil {
		x.Found = engine.Holds
		x.Formula, err = q.Mu.Bind(t.Model().Actions(s))
		return x, err
	}
	goal := engine.GoalOf(t.Formula(q))
	x.Found = goal.Found
	g, err := mu.FromCTL(goal.Path, q.Paths)
	if err != nil {
		return x, err
	}
	x.Formula, err = g.Bind(s.Labels())
	return x, err
}

// Each has look search for the formula of one question after the other.
func Each(ctx context.Context, t *board.Turn,
	look func(context.Context, *model.Question, kripke.Structure, Existential) (model.Answer, error)) error {
	return drive.Each(ctx, t, func(ctx context.Context, q *model.Question) (model.Answer, error) {
		s, err := t.Model().States()
		if err != nil {
			return model.Answer{}, err
		}
		x, err := existentialOf(t, q, s)
		if err != nil {
			return model.Answer{}, err
		}
		return look(ctx, q, s, x)
	})
}

// Takes is Takes of an engine that looks at parts of a structure.
func Takes(name string, q *model.Question) error {
	switch {
	case q.Mu != nil:
		return nil
	case drive.WantsCTL(name, q) != nil:
		return drive.WantsCTL(name, q)
	}
	_, err := mu.FromCTL(engine.GoalOf(model.Apart(q.Formula)).Path, q.Paths)
	return err
}

// AnswerOf returns the answer to q that follows from the result r for the formula x. If a trace is wanted, the answer
// has the witness w, which may be nil, as a witness of a net or as a path that has been checked. by is the name of the
// technique. An error is a fault.
func AnswerOf(t *board.Turn, by string, q *model.Question, x Existential, r engine.Result,
	w *bbmc.Witness) (a model.Answer, err error) {
	if x.Found == engine.Fails {
		r = r.Negate()
	}
	a.Result, a.Bound = r, model.Complete
	f := t.Formula(q)
	if f != nil && r != model.Unknown {
		a.Shows = engine.Shown(f, r)
	}
	if w == nil || r != x.Found || !q.Trace {
		return a, nil
	}
	s, err := t.Model().States()
	if err != nil {
		return a, err
	}
	if n, ok := s.(*kripke.Net); ok && f != nil {
		a.Witness, err = w.OfNet(n, a.Shows, q.Paths)
	} else {
		path := w.Path()
		if err = path.Check(s); err == nil {
			single.Follow(&a, t.Model(), f, path)
			a.Paths = len(w.Paths)
		}
	}
	if err != nil {
		err = &board.Fault{Technique: by, Question: q.Name(), Err: err}
	}
	return a, err
}
