package main

import (
	"context"

	"brim/engine"
	"brim/engine/bbmc"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

// A bfsbmcEngine looks at the first states of a breadth-first search.
type bfsbmcEngine struct{ *muFlag }

func (*bfsbmcEngine) name() string               { return "bfsbmc" }
func (*bfsbmcEngine) flags(*cobra.Command)       {}
func (*bfsbmcEngine) uses() []string             { return []string{"mu", limitStates, limitDepth} }
func (*bfsbmcEngine) begin(*cobra.Command) error { return nil }

func (e *bfsbmcEngine) check(ctx context.Context, q *request) (*explicitAnswer, error) {
	x, err := e.existential(q)
	if err != nil {
		return nil, err
	}
	p, err := bbmc.FindPrefix(ctx, q.Structure, x.formula, q.limits)
	if err != nil {
		return nil, err
	}
	v := p.Result
	if x.found == engine.Fails {
		v = v.Negate()
	}
	a, err := x.answer(q, v, p.Witness)
	if err != nil {
		return nil, &statusError{statusInternal, false, err}
	}
	if p.Result != engine.Fails {
		a.Bound = p.Depth
	}
	if p.Stopped != nil {
		a.Reason = q.reason(p.Stopped)
	}
	r := &prefixReport{States: p.Table.Len(), Expanded: p.Expanded, Transitions: p.Transitions, Depth: p.Depth}
	if p.Result == engine.Holds && p.Stopped == nil {
		r.Needed = new(p.Needed)
		a.rows = append(a.rows, label{"needed", quantity.Count(p.Needed, "state") + " expanded"})
	}
	a.statistics = r
	a.rows = append(a.rows, label{"states", quantity.Int(r.States)}, label{"expanded", quantity.Int(r.Expanded)})
	return a, nil
}

// A prefixReport is what a breadth-first search needed.
type prefixReport struct {
	States      int  `json:"states"`
	Expanded    int  `json:"expanded"`
	Transitions int  `json:"transitions"`
	Needed      *int `json:"needed,omitempty"`
	Depth       int  `json:"depth"`
}
