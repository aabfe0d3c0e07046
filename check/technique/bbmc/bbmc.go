package bbmc

import (
	"context"
	"fmt"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/part"
	"brim/check/technique/internal/single"
	"brim/engine/bbmc"
	"brim/engine/kripke"
	"brim/internal/quantity"
)

// confidence is the level of the confidence interval of a probability.
const confidence = 0.95

// Technique explores random parts of the states, with at most Breadth new states at each distance; see package
// engine/bbmc.
type Technique struct {
	bbmc.Options
	Runs int
	Seed uint64
	// if positive, a probability: bbmc.Attempts computes the number of runs from it, in place of Runs, and the first
	// witness ends them
	Chance float64
}

// Default returns a technique with one run of the usual breadth.
func Default() Technique {
	return Technique{Options: bbmc.Options{Breadth: 10, Degrade: 1000}, Runs: 1, Seed: 1}
}

// Name returns "bbmc".
func (Technique) Name() string { return "bbmc" }

// Takes takes formulas of the μ-calculus, and formulas of CTL that speak of some path or whose negations do.
func (Technique) Takes(_ *model.Model, q *model.Question) error { return part.Takes("bbmc", q) }

// Run explores random parts for one question after the other, and gives an answer if a part shows the formula, or if a
// part is the whole state space.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	return part.Each(ctx, t, func(ctx context.Context, q *model.Question, s kripke.Structure,
		x part.Existential) (a model.Answer, err error) {
		o := e.Options
		o.Limits = single.SearchLimits(t)
		runs := bbmc.Runs{Count: e.Runs, Seed: e.Seed, Witness: q.Trace}
		if e.Chance > 0 {
			runs.Count, runs.First = bbmc.Attempts(e.Chance, confidence), true
		}
		r, err := bbmc.Check(ctx, s, x.Formula, o, runs)
		if err != nil {
			return a, err
		}
		a, err = part.AnswerOf(t, "bbmc", q, x, r.Result, r.Witness)
		report := newStatistics(&e, r)
		if report.Chance > 0 {
			report.Attempts = runs.Count
		}
		if report.Closed == 0 {
			a.Bound = 0 // of the other runs only the initial state is certain to be explored
		}
		if a.Result == model.Unknown {
			a.Verdict.Stopped = r.Stopped
			if r.Stopped == nil {
				a.Reason = fmt.Sprintf("none of %s found a witness, and none saw all states",
					quantity.Count(len(r.Runs), "run"))
				if e.Chance > 0 {
					a.Reason += fmt.Sprintf("; where a run finds one with a probability of %g or more, that has one "+
						"of %.2g at most", e.Chance, 1-confidence)
				}
			}
		}
		a.Statistics = report
		return a, err
	})
}

// Statistics is what the runs of bbmc found.
type Statistics struct {
	Breadth     int     `json:"breadth"`
	Degrade     int     `json:"degrade,omitempty"`
	Highway     bool    `json:"highway,omitempty"`
	Lanes       bool    `json:"lanes,omitempty"`
	Seed        uint64  `json:"seed"`
	Runs        int     `json:"runs"`
	Found       int     `json:"found"`
	Probability float64 `json:"probability"`
	Low         float64 `json:"low"` // the confidence interval of 95 %, by Clopper and Pearson
	High        float64 `json:"high"`
	Chance      float64 `json:"chance,omitempty"`
	Attempts    int     `json:"attempts,omitempty"` // the most runs for that chance
	Closed      int     `json:"closed"`             // runs that saw all states
	Cut         int     `json:"cut"`                // runs that ended early with a witness
	States      float64 `json:"states"`
	Levels      float64 `json:"levels"`
	Steps       float64 `json:"steps"`
	Backs       float64 `json:"backs"`
	Jumps       float64 `json:"jumps"`
	Sinks       float64 `json:"sinks"` // states without successors in their part
	Least       int     `json:"least_states"`
	Most        int     `json:"most_states"`
}

// newStatistics returns the statistics of the runs: counts, averages over all runs, and the confidence interval for the
// probability of a witness.
func newStatistics(e *Technique, r *bbmc.Result) *Statistics {
	s := &Statistics{Breadth: e.Breadth, Degrade: e.Degrade, Highway: e.Highway, Lanes: e.Lanes, Seed: e.Seed,
		Chance: e.Chance, Runs: len(r.Runs), Found: r.Found()}
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
