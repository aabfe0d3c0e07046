package bfsbmc

import (
	"context"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/part"
	"brim/check/technique/internal/single"
	"brim/engine/bbmc"
	"brim/engine/kripke"
)

// Technique looks at the first states of a breadth-first search, as few as show the formula.
type Technique struct{}

// Name returns "bfsbmc".
func (Technique) Name() string { return "bfsbmc" }

// Takes takes the questions that bbmc takes.
func (Technique) Takes(_ *model.Model, q *model.Question) error { return part.Takes("bfsbmc", q) }

// Run looks for a witness for one question after the other.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	return part.Each(ctx, t, func(ctx context.Context, q *model.Question, s kripke.Structure,
		x part.Existential) (a model.Answer, err error) {
		p, err := bbmc.FindPrefix(ctx, s, x.Formula, single.SearchLimits(t))
		if err != nil {
			return a, err
		}
		a, err = part.AnswerOf(t, "bfsbmc", q, x, p.Result, p.Witness)
		if p.Result != model.Fails {
			a.Bound = p.Depth
		}
		a.Verdict.Stopped = p.Stopped
		r := &Statistics{States: p.Table.Len(), Expanded: p.Expanded, Transitions: p.Transitions, Depth: p.Depth}
		if p.Result == model.Holds && p.Stopped == nil {
			r.Needed = new(p.Needed)
		}
		a.Statistics = r
		return a, err
	})
}

// Statistics is what a breadth-first search needed.
type Statistics struct {
	States      int  `json:"states"`
	Expanded    int  `json:"expanded"`
	Transitions int  `json:"transitions"` // from the expanded states
	Needed      *int `json:"needed,omitempty"`
	Depth       int  `json:"depth"`
}
