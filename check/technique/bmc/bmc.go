package bmc

import (
	"context"
	"errors"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/bits"
	"brim/check/technique/internal/drive"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/bmc"
	"brim/petri"
	"brim/petri/structure"
)

// Technique is bounded model checking by satisfiability, of circuits and of nets whose places have bounds; see package
// engine/bmc.
type Technique struct {
	Proof    string // one of Proofs; "" is induction
	Start    int    // steps of the first paths that refined and none look at
	Tokens   int64  // most tokens in places without a known bound; 0 is none
	Together bool   // independent transitions fire in one step
	DIMACS   bool   // the last question to the solver is kept in Statistics.Last
	// Slices lets other techniques work, too: the questions about a net share slices of time, which get longer and
	// longer, and the question and the time choose the algorithm. The other fields then have no meaning.
	Slices bool
}

// Proofs lists the names of the proofs by which bounded model checking ends without a path, the default first.
func Proofs() []string {
	return []string{bmc.Induction.String(), bmc.Plain.String(), bmc.Refined.String(), bmc.None.String()}
}

// Name returns "bmc".
func (Technique) Name() string { return "bmc" }

// Traits tells how it works.
func (e Technique) Traits() board.Traits { return board.Traits{Sliced: e.Slices, Linear: true} }

// Takes takes formulas that bmc.Decides, formulas of LTL, and for nets the global properties that are such formulas.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.LTS != nil || m.System != nil:
		return model.NoNet(m.Name, "bmc")
	case q.LTL != nil, m.Net != nil && (q.Kind == model.Deadlock || q.Kind == model.OneSafe):
		return nil
	case drive.WantsCTL("bmc", q) != nil:
		return drive.WantsCTL("bmc", q)
	}
	return bmc.Decides(engine.GoalOf(model.Apart(q.Formula)))
}

// Run decides one question after the other by the configured algorithm. With Slices, questions about a net share slices
// of time; see runSliced.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	if e.Slices && t.Net() != nil {
		return runSliced(ctx, t)
	}
	m := t.Model()
	o := bmc.Options{Facts: m.Facts(), Start: e.Start, Tokens: e.Tokens, Together: e.Together, Most: t.Options().Depth}
	for _, algorithm := range []bmc.Algorithm{bmc.Plain, bmc.Refined, bmc.Induction, bmc.None} {
		if e.Proof == algorithm.String() || e.Proof == "" && algorithm == bmc.Induction {
			o.Algorithm = algorithm
		}
	}
	return drive.Each(ctx, t, func(ctx context.Context, q *model.Question) (a model.Answer, err error) {
		f := t.Formula(q)
		if q.Kind != model.Truth {
			f = formula(t, q)
		}
		var r *bmc.Result
		if q.LTL != nil && m.Circuit != nil {
			r, err = bmc.DecideCircuitLTL(ctx, m.Circuit, t.Goal(q), o)
		} else if q.LTL != nil {
			r, err = bmc.DecideLTL(ctx, t.Net(), t.Goal(q), q.Paths, o)
		} else if m.Circuit != nil {
			r, err = bmc.DecideCircuit(ctx, m.Circuit, f, o)
		} else {
			r, err = bmc.Decide(ctx, t.Net(), f, q.Paths, o)
		}
		var unbounded *structure.UnboundedPlaceError
		switch {
		case errors.As(err, &unbounded):
			return a, bits.NeedsBound(unbounded.Place)
		case err != nil:
			return a, err
		}
		if q.LTL != nil {
			a = runAnswer(q, &o, r)
			a.Verdict.Stopped = r.Stopped
			return a, nil
		}
		a = model.Answer{Verdict: r.Verdict, Trace: r.Trace, Shows: engine.Shown(f, r.Result)}
		a.Verdict.Stopped = r.Stopped
		if m.Circuit == nil && !f.Temporal() {
			a.Verdict, a.Shows = initially(t.Net(), f)
		}
		if q.Kind != model.Truth {
			a.Shows, a.Witness = nil, nil // they are about a formula that was not asked for
		}
		a.Statistics = newStatistics(engine.GoalOf(f).Kind, &o, r)
		return a, nil
	})
}

// Statistics is what bounded model checking did.
type Statistics struct {
	Proof     string   `json:"proof"` // one of Proofs, or lasso for EG, AF and LTL
	Together  bool     `json:"together"`
	Length    int      `json:"length"` // steps of the longest paths that were looked at
	Questions int      `json:"questions"`
	Variables int      `json:"variables"` // of the largest question
	Clauses   int      `json:"clauses"`
	Apart     int      `json:"apart"` // pairs of states that induction kept apart
	Last      *bmc.CNF `json:"-"`     // the last question, nil if there was none
}

// newStatistics returns the numbers of bounded model checking.
func newStatistics(k engine.Kind, o *bmc.Options, r *bmc.Result) *Statistics {
	u := &Statistics{Proof: o.Algorithm.String(), Together: o.Together, Length: r.Length, Questions: r.Questions,
		Apart: r.Apart, Last: r.Last}
	if k == engine.Stay || k == engine.Other {
		u.Proof = "lasso"
	}
	if r.Largest != nil {
		u.Variables, u.Clauses = r.Largest.Variables(), r.Largest.Clauses()
	}
	return u
}

// runAnswer returns the answer to a question of LTL that follows from the result for its goal.
func runAnswer(q *model.Question, o *bmc.Options, r *bmc.Result) model.Answer {
	a := model.Searched(q, r.Verdict, r.Witness, r.Trace)
	a.Statistics = newStatistics(engine.Other, o, r)
	return a
}

// initially decides f, which has no path operators, in the initial marking. shows is the formula that its witness
// shows.
func initially(net *petri.Net, f *syntax.Formula) (v model.Verdict, shows *syntax.Formula) {
	v = model.Verdict{Result: engine.Decided(engine.Eval(net, f, net.Initial())), Bound: model.Complete}
	shows = engine.Shown(f, v.Result)
	v.Witness = &engine.Witness{Formula: shows, Start: net.Initial(), Loop: engine.NoLoop}
	return v, shows
}
