package main

import (
	"context"

	"brim/engine"
	"brim/internal/quantity"

	"github.com/spf13/cobra"
)

const bddHelp = `bdd goes forward from the initial state step by step, with sets of states as binary decision diagrams of a
library, until it meets f or there is nothing new. It decides EF f and AG f, where f has no path operators; what it
finds is shortest, as far as bounds of places hold that units or --tokens promise. Places need bounds, as for gmc. With --json the statistics are states (of a circuit: of the
latches that f depends on), steps (of the farthest states) and nodes (of the diagrams).`

// A bddEngine searches breadth-first by sets.
type bddEngine struct{ tokens int64 }

func (*bddEngine) name() string         { return "bdd" }
func (*bddEngine) flags(*cobra.Command) {}
func (*bddEngine) uses() []string       { return []string{flagTokens, limitNodes} }

func (e *bddEngine) begin(cmd *cobra.Command) (err error) {
	e.tokens, err = tokenBound(cmd)
	return err
}

// A bddReport is what a search by sets found.
type bddReport struct {
	States string `json:"states"`
	Steps  int    `json:"steps"`
	Nodes  int    `json:"nodes"`
}

func (e *bddEngine) check(ctx context.Context, q *request) (*explicitAnswer, error) {
	f, a, err := q.begin()
	if err != nil || !f.Temporal() {
		return a, err
	}
	goal := engine.GoalOf(f)
	if err := goal.Among(e.name(), engine.Reach); err != nil {
		return nil, err
	}
	m, g, err := q.bits(e.name(), e.tokens, goal.State())
	if err != nil {
		return nil, err
	}
	r, err := m.Fixpoint(ctx, g, q.nodes)
	if err != nil {
		return nil, err
	}
	switch {
	case r.Path != nil:
		a.follow(&goal, r.Path, m)
	case r.Found:
		a.Result, a.shows, a.Reason = goal.Found, goal.Path, q.reason(r.Stopped)
	case r.Complete:
		a.Result, a.Bound = goal.Found.Negate(), engine.Complete
		a.shows = engine.Shown(f, a.Result)
	case r.Stopped != nil:
		a.Reason = q.reason(r.Stopped)
	default:
		a.Reason = "places can hold more tokens than is promised, and what follows was left out"
	}
	// Where bounds are only promised, markings may have been left out. The last layer may not have been looked at.
	if net := q.net; a.Bound != engine.Complete && e.tokens == 0 && (net == nil || net.Net().Units == nil || !net.Net().Units.Safe) {
		a.Bound = max(r.Steps-1, 0)
	}
	if r.States == nil {
		return a, nil
	}
	a.statistics = &bddReport{r.States.String(), r.Steps, r.Nodes}
	a.rows = []label{{"states", quantity.Digits(r.States.String())}, {"steps", quantity.Int(r.Steps)}, {"nodes", quantity.Int(r.Nodes)}}
	return a, nil
}

func (e *bddEngine) checkCircuit(ctx context.Context, q *request) (*explicitAnswer, error) {
	return e.check(ctx, q)
}
