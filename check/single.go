package check

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
	"brim/petri"
)

// each has answer decide one open question after the other, each with an equal share of the time that is left. An error
// of answer is about the question or the model: the question is answered by that.
func (t *Turn) each(ctx context.Context, answer func(context.Context, *Question) (Answer, error)) error {
	open := t.Open()
	for i, q := range open {
		if !t.IsOpen(q) { // another technique was first
			continue
		}
		start := time.Now()
		whole := t.Context(q)
		own, cancel := share(whole, len(open)-i)
		t.Progress(Progress{Phase: "exploring", Detail: q.ID})
		a, err := answer(own, q)
		late := own.Err() != nil && whole.Err() == nil
		cancel()
		a.Took = time.Since(start)
		var fault *Fault
		var tooLarge *kripke.OverflowError
		switch {
		case errors.As(err, &fault):
			return err
		case errors.As(err, &tooLarge):
			t.Undecided(q, err.Error(), nil)
			continue
		case limited(err):
			t.Undecided(q, "", err)
			continue
		case err != nil && t.beside:
			t.Undecided(q, err.Error(), nil)
			continue
		case err != nil:
			t.wrong(t.find(q), err)
			continue
		}
		if a.Stop = t.options.Stop(a.Verdict.Stopped); a.Stop != nil && a.Reason == "" {
			a.Reason = a.Stop.Error()
		}
		t.Answer(q, a)
		switch {
		case a.known():
		case late && len(open) > 1:
			t.Undecided(q, "its share of the time limit was too short", nil)
		default:
			t.Undecided(q, a.Reason, nil)
		}
	}
	return ctx.Err()
}

// stateLimits returns those of a search through single states.
func (t *Turn) stateLimits() kripke.Limits { return t.options.single(t.Progress) }

// eachGoal is each for formulas of which one path tells something: those without path operators are decided in the
// initial state.
func (t *Turn) eachGoal(ctx context.Context, decide func(context.Context, *Question, engine.Goal) (Answer, error)) error {
	return t.each(ctx, func(ctx context.Context, q *Question) (a Answer, err error) {
		f := t.Formula(q)
		if f.Temporal() {
			return decide(ctx, q, engine.GoalOf(f))
		}
		s, err := t.model.states()
		if err != nil {
			return a, err
		}
		holds, err := s.Predicate(f)
		if err != nil {
			return a, err
		}
		start := s.Initial()[0]
		a.Verdict = Verdict{Result: Fails, Bound: Complete}
		if holds(start) {
			a.Result = Holds
		}
		a.follow(t.model, f, &kripke.Path{States: []kripke.State{start}, Loop: engine.NoLoop})
		return a, nil
	})
}

// follow takes over a path through single states that shows the verdict on f, nil if there is none: as a witness of a
// net, a trace of a circuit, or a path of a listed system.
func (a *Answer) follow(m *Model, f *syntax.Formula, p *kripke.Path) {
	if f != nil {
		a.Shows = engine.Shown(f, a.Result)
	}
	switch {
	case p == nil:
	case m.Circuit != nil:
		a.Trace = m.structure.(*kripke.Circuit).Trace(p)
	case m.Net != nil && a.Shows != nil:
		a.Witness = witnessOf(m.structure.(*kripke.Net), a.Shows, p)
	default:
		a.Path = p
	}
}

// witnessOf returns the witness of f, a formula without path operators, EF g, EG g, EF EG g or E φ, that p is.
func witnessOf(n *kripke.Net, f *syntax.Formula, p *kripke.Path) *engine.Witness {
	from := func(i int) petri.Marking {
		m := make(petri.Marking, len(n.Net().Places))
		n.Marking(m, p.States[i])
		return m
	}
	w := &engine.Witness{Formula: f, Start: from(0), Steps: p.Labels, Loop: p.Loop}
	if f.Op == syntax.E || !f.Temporal() || !f.Args[0].Temporal() {
		return w
	}
	at := len(p.Labels)
	inner := &engine.Witness{Formula: f.Args[0], Loop: engine.NoLoop}
	if p.Loop != engine.NoLoop {
		at, inner.Loop = p.Loop, 0
	}
	inner.Start, inner.Steps = from(at), p.Labels[at:]
	w.Steps, w.Loop, w.Branches = p.Labels[:at], engine.NoLoop, []engine.Branch{{At: at, Witness: inner}}
	return w
}

// isFormula returns an error if the question is none for an engine that decides formulas of CTL.
func isFormula(name string, q *Question) error {
	switch {
	case q.Kind == Bound:
		return fmt.Errorf("the engine %s finds no bounds of sums; expected --engine symbolic", name)
	case q.Formula == nil:
		return fmt.Errorf("the engine %s decides formulas of CTL; found a question for %v", name, q)
	}
	return nil
}

// NoNet is the error for a model that is no net and an engine that needs one, or a circuit.
func NoNet(model, engine string) error {
	what := "labelled transition systems"
	if IsCircuit(model) {
		what = "circuits"
	}
	return fmt.Errorf("%s: the engine %s has no %s; expected another --engine", model, engine, what)
}

// overStates is Takes of an engine of single states that decides formulas of the given kinds, and those without path
// operators.
func overStates(name string, q *Question, kinds ...engine.Kind) error {
	if err := isFormula(name, q); err != nil {
		return err
	}
	if !q.Formula.Temporal() {
		return nil
	}
	return engine.GoalOf(apart(q.Formula)).Among(name, kinds...)
}
