package siphons

import (
	"context"
	"errors"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/structure/class"
)

const (
	after     = 20 * time.Millisecond // what is easy is decided by then
	first     = 50 * time.Millisecond // the first slice
	mostTries = 7                     // slices, which begin anew: three seconds for the last one
)

// Technique decides whether a net has a deadlock and whether it is live, as far as siphons, traps and invariants
// tell.
type Technique struct{}

// Name returns "siphons".
func (Technique) Name() string { return "siphons" }

// Traits tells how it works.
func (Technique) Traits() board.Traits { return board.Traits{Sliced: true} }

// Takes takes deadlocks, liveness and quasi-liveness of nets, and formulas of CTL that speak of deadlocks, or have EF
// or AG of enabled transitions.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	if m.Net == nil {
		return model.NoNet(m.Name, "siphons")
	}
	switch q.Kind {
	case model.Deadlock, model.Liveness, model.QuasiLiveness:
		return nil
	case model.Truth:
		if q.Formula == nil {
			break
		}
		if dead, live := wants(q.Formula); dead || live {
			return nil
		}
	}
	return errors.New("siphons and traps decide questions about deadlocks and about what can always be enabled again")
}

// A run is one run of the technique.
type run struct {
	*board.Turn
	study *class.Study
	start time.Time
	tries int
}

// Run works in slices of time, since the search for siphons may take long.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	for _, p := range t.Net().Places {
		if p.Initial == petri.Omega {
			return nil
		}
	}
	r := &run{Turn: t, start: time.Now()}
	return drive.Quiet(t, t.Slices(ctx, after, first, r.slice))
}

// slice looks for what the open questions want to know. It is done when no limit was met, or after some slices.
func (r *run) slice(ctx context.Context) (done bool, err error) {
	if r.study == nil {
		r.study = class.New(r.Model().Facts())
	}
	if r.tries++; r.tries > mostTries {
		return true, nil
	}
	dead, live := false, false
	for _, q := range r.Open() {
		d, l := wantsOf(q)
		dead, live = dead || d, live || l
	}
	var deadlockFree, alive class.Finding
	if dead {
		r.Progress(board.Progress{Phase: "looking for traps"})
		deadlockFree = r.study.DeadlockFree(ctx)
		r.conclude(deadlockFree, class.Finding{})
	}
	if live {
		r.Progress(board.Progress{Phase: "looking for siphons"})
		alive = r.study.Live(ctx)
		r.conclude(deadlockFree, alive)
	}
	return ctx.Err() == nil, nil
}

// wantsOf tells whether a question wants to know of deadlocks, and of liveness.
func wantsOf(q *model.Question) (dead, live bool) {
	switch q.Kind {
	case model.Deadlock:
		return true, false
	case model.Liveness, model.QuasiLiveness:
		return false, true
	}
	return wants(q.Formula)
}

// conclude answers questions, and simplifies formulas, by what is known.
func (r *run) conclude(deadlockFree, live class.Finding) {
	if live.Answer == class.Yes {
		all := make([]int, len(r.Net().Transitions))
		for t := range all {
			all[t] = t
		}
		r.Learn(model.Fireable, true, all...)
	}
	for _, q := range r.Open() {
		switch {
		case q.Kind == model.Liveness && live.Answer != class.Unknown:
			r.answer(q, live.Answer == class.Yes, live)
		case q.Kind == model.Deadlock && deadlockFree.Answer != class.Unknown:
			r.answer(q, deadlockFree.Answer == class.No, deadlockFree)
		case q.Kind == model.Truth:
			r.formula(q, deadlockFree, live)
		}
	}
}

// answer gives an answer that follows from a finding.
func (r *run) answer(q *model.Question, holds bool, f class.Finding) {
	a := model.Answer{Untraced: true, Took: time.Since(r.start)}
	a.Bound, a.Result = model.Complete, engine.Decided(holds)
	if q.Trace && model.WantsTrace(q.Asks(), a.Result) {
		a.Reason = "the verdict follows from siphons and traps: " + f.Reason
	}
	r.Answer(q, a)
}

// formula simplifies the formula of a question, and answers if no path operator is left.
func (r *run) formula(q *model.Question, deadlockFree, live class.Finding) {
	before := r.Formula(q)
	folded := fold(before, deadlockFree.Answer == class.Yes, live.Answer == class.Yes)
	if folded == before {
		return
	}
	f := syntax.Simplify(folded, q.Paths)
	if f.Temporal() {
		r.Simplify(q, f)
		return
	}
	why := live
	if live.Answer != class.Yes {
		why = deadlockFree
	}
	r.answer(q, engine.Eval(r.Net(), f, r.Net().Initial()), why)
}
