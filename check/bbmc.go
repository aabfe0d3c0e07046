package check

import (
	"context"
	"fmt"

	"brim/ctl/mu"
	"brim/engine"
	"brim/engine/bbmc"
	"brim/engine/kripke"
	"brim/internal/quantity"
)

// An existential is a formula that some part of a structure can show.
type existential struct {
	formula *mu.Bound
	found   engine.Result // the verdict if it holds
}

// existential returns the formula of a question, or its negation if that is the one that speaks of some path.
func (t *Turn) existential(q *Question, s kripke.Structure) (x existential, err error) {
	if q.Mu != nil {
		x.found = engine.Holds
		x.formula, err = q.Mu.Bind(t.model.actions(s))
		return x, err
	}
	goal := engine.GoalOf(t.Formula(q))
	x.found = goal.Found
	g, err := mu.FromCTL(goal.Path, q.Paths)
	if err != nil {
		return x, err
	}
	x.formula, err = g.Bind(s.Labels())
	return x, err
}

// eachExistential has look look for the formula of one question after the other.
func (t *Turn) eachExistential(ctx context.Context,
	look func(context.Context, *Question, kripke.Structure, existential) (Answer, error)) error {
	return t.each(ctx, func(ctx context.Context, q *Question) (Answer, error) {
		s, err := t.model.states()
		if err != nil {
			return Answer{}, err
		}
		x, err := t.existential(q, s)
		if err != nil {
			return Answer{}, err
		}
		return look(ctx, q, s, x)
	})
}

// takesExistential is Takes of an engine that looks at parts of a structure.
func takesExistential(name string, q *Question) error {
	switch {
	case q.Mu != nil:
		return nil
	case isFormula(name, q) != nil:
		return isFormula(name, q)
	}
	_, err := mu.FromCTL(engine.GoalOf(apart(q.Formula)).Path, q.Paths)
	return err
}

// answer returns the answer that the result r of the formula x is, with its witness if there is one. An error is a
// fault.
func (t *Turn) part(q *Question, x existential, r engine.Result, w *bbmc.Witness) (a Answer, err error) {
	if x.found == engine.Fails {
		r = r.Negate()
	}
	a.Result, a.Bound = r, Complete
	f := t.Formula(q)
	if f != nil && r != Unknown {
		a.Shows = engine.Shown(f, r)
	}
	if w == nil || r != x.found || !q.Trace {
		return a, nil
	}
	if n, ok := t.model.structure.(*kripke.Net); ok && f != nil {
		a.Witness, err = w.OfNet(n, a.Shows, q.Paths)
	} else {
		path := w.Path()
		if err = path.Check(t.model.structure); err == nil {
			a.follow(t.model, f, path)
			a.Paths = len(w.Paths)
		}
	}
	if err != nil {
		err = &Fault{Technique: t.technique.Name(), Question: q.name(), Err: err}
	}
	return a, err
}

// confidence of the interval of a probability.
const confidence = 0.95

// BBMC explores random parts, at each distance at most Breadth new states; see package bbmc.
type BBMC struct {
	bbmc.Options
	Runs int
	Seed uint64
	// with a chance between 0 and 1 there are, in place of Runs, as many as bbmc.Attempts says for it, and none after
	// the first witness
	Chance float64
}

// Name returns "bbmc".
func (BBMC) Name() string { return "bbmc" }

// Takes takes formulas of the μ-calculus, and of CTL those that speak of some path, or whose negations do.
func (BBMC) Takes(_ *Model, q *Question) error { return takesExistential("bbmc", q) }

// Run looks for one witness after the other.
func (e BBMC) Run(ctx context.Context, t *Turn) error {
	return t.eachExistential(ctx, func(ctx context.Context, q *Question, s kripke.Structure, x existential) (a Answer, err error) {
		o := e.Options
		o.Limits = t.stateLimits()
		runs := bbmc.Runs{Count: e.Runs, Seed: e.Seed, Witness: q.Trace}
		if e.Chance > 0 {
			runs.Count, runs.First = bbmc.Attempts(e.Chance, confidence), true
		}
		r, err := bbmc.Check(ctx, s, x.formula, o, runs)
		if err != nil {
			return a, err
		}
		a, err = t.part(q, x, r.Result, r.Witness)
		report := newSampling(&e, r)
		if report.Chance > 0 {
			report.Attempts = runs.Count
		}
		if report.Closed == 0 {
			a.Bound = 0 // of the others nothing but the initial state is sure to be there
		}
		if a.Result == Unknown {
			a.Verdict.Stopped = r.Stopped
			if r.Stopped == nil {
				a.Reason = fmt.Sprintf("none of %s found a witness, and none saw all states", quantity.Count(len(r.Runs), "run"))
				if e.Chance > 0 {
					a.Reason += fmt.Sprintf("; where a run finds one with a probability of %g or more, that has one of %.2g at most", e.Chance, 1-confidence)
				}
			}
		}
		a.Statistics = report
		return a, err
	})
}

// A Sampling is what the runs of bbmc found.
type Sampling struct {
	Breadth     int     `json:"breadth"`
	Degrade     int     `json:"degrade,omitempty"`
	Highway     bool    `json:"highway,omitempty"`
	Lanes       bool    `json:"lanes,omitempty"`
	Seed        uint64  `json:"seed"`
	Runs        int     `json:"runs"`
	Found       int     `json:"found"`
	Probability float64 `json:"probability"`
	Low         float64 `json:"low"` // its interval of 95 % confidence, by Clopper and Pearson
	High        float64 `json:"high"`
	Chance      float64 `json:"chance,omitempty"`
	Attempts    int     `json:"attempts,omitempty"` // runs at most, for that chance
	Closed      int     `json:"closed"`             // runs that saw all states
	Cut         int     `json:"cut"`                // runs that ended early with a witness
	States      float64 `json:"states"`
	Levels      float64 `json:"levels"`
	Steps       float64 `json:"steps"`
	Backs       float64 `json:"backs"`
	Jumps       float64 `json:"jumps"`
	Sinks       float64 `json:"sinks"` // states without transitions in their part
	Least       int     `json:"least_states"`
	Most        int     `json:"most_states"`
}

func newSampling(e *BBMC, r *bbmc.Result) *Sampling {
	s := &Sampling{Breadth: e.Breadth, Degrade: e.Degrade, Highway: e.Highway, Lanes: e.Lanes, Seed: e.Seed, Chance: e.Chance, Runs: len(r.Runs), Found: r.Found()}
	s.Low, s.High = bbmc.Interval(s.Found, s.Runs, confidence)
	if s.Runs == 0 {
		return s
	}
	s.Probability = float64(s.Found) / float64(s.Runs)
	s.States = r.Mean(func(x bbmc.Run) int { return x.States })
	s.Levels = r.Mean(func(x bbmc.Run) int { return x.Levels })
	s.Steps = r.Mean(func(x bbmc.Run) int { return x.Steps })
	s.Backs = r.Mean(func(x bbmc.Run) int { return x.Backs })
	s.Jumps = r.Mean(func(x bbmc.Run) int { return x.Jumps })
	s.Sinks = r.Mean(func(x bbmc.Run) int { return x.Sinks })
	s.Least, s.Most = r.Runs[0].States, 0
	for _, x := range r.Runs {
		s.Sinks = r.Mean(func(x bbmc.Run) int { return x.Sinks })
		s.Least, s.Most = min(s.Least, x.States), max(s.Most, x.States)
		if x.Closed {
			s.Closed++
		}
		if x.Cut {
			s.Cut++
		}
	}
	return s
}

// BFSBMC looks at the first states of a breadth-first search, as few of them as show the formula.
type BFSBMC struct{}

// Name returns "bfsbmc".
func (BFSBMC) Name() string { return "bfsbmc" }

// Takes takes what BBMC takes.
func (BFSBMC) Takes(_ *Model, q *Question) error { return takesExistential("bfsbmc", q) }

// Run looks for one witness after the other.
func (BFSBMC) Run(ctx context.Context, t *Turn) error {
	return t.eachExistential(ctx, func(ctx context.Context, q *Question, s kripke.Structure, x existential) (a Answer, err error) {
		p, err := bbmc.FindPrefix(ctx, s, x.formula, t.stateLimits())
		if err != nil {
			return a, err
		}
		a, err = t.part(q, x, p.Result, p.Witness)
		if p.Result != Fails {
			a.Bound = p.Depth
		}
		a.Verdict.Stopped = p.Stopped
		r := &Prefix{States: p.Table.Len(), Expanded: p.Expanded, Transitions: p.Transitions, Depth: p.Depth}
		if p.Result == Holds && p.Stopped == nil {
			r.Needed = new(p.Needed)
		}
		a.Statistics = r
		return a, err
	})
}

// A Prefix is what a breadth-first search needed.
type Prefix struct {
	States      int  `json:"states"`
	Expanded    int  `json:"expanded"`
	Transitions int  `json:"transitions"` // from these
	Needed      *int `json:"needed,omitempty"`
	Depth       int  `json:"depth"`
}
