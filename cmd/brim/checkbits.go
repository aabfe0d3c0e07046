package main

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/gmc"
	"brim/petri/structure"

	"github.com/spf13/cobra"
)

// A bitModel is a net or a circuit as binary decision diagrams, of which the engines gmc and bdd make use.
type bitModel interface {
	Goal(f *syntax.Formula) (*gmc.Goal, error)
	Search(ctx context.Context, g *gmc.Goal, o gmc.Options) (*gmc.Result, error)
	Lasso(ctx context.Context, g *gmc.Goal, o gmc.Options) (*gmc.Result, error)
	Fixpoint(ctx context.Context, g *gmc.Goal, most int) (*gmc.Reach, error)
}

// tokenBound returns the value of --tokens. The error is a wrong use.
func tokenBound(cmd *cobra.Command) (int64, error) {
	n, err := cmd.Flags().GetInt64(flagTokens)
	if err == nil && cmd.Flags().Changed(flagTokens) && n < 1 {
		err = &usageError{cmd.CommandPath(), fmt.Errorf("--tokens %d: expected a number from 1 on", n)}
	}
	return n, err
}

// tokensNeeded is the error of an engine that needs bounds, in terms of flags.
func tokensNeeded(err error) error {
	var unbounded *structure.UnboundedPlaceError
	if errors.As(err, &unbounded) {
		return fmt.Errorf("place %s has no bound by invariants; expected --tokens with a bound for such places", unbounded.Place)
	}
	return err
}

// bits returns the model of q as diagrams, where places without a bound have at most so many tokens, if that is not 0, and its states where goal holds.
func (q *request) bits(engine string, tokens int64, goal *syntax.Formula) (m bitModel, g *gmc.Goal, err error) {
	switch {
	case q.circuit != nil && tokens > 0:
		return nil, nil, errors.New("--tokens has no meaning for a circuit")
	case q.circuit != nil:
		m, err = gmc.NewCircuit(q.circuit)
	case q.net == nil:
		return nil, nil, noLTS(q.Name(), engine)
	default:
		m, err = gmc.NewNet(q.net.Profile(), tokens)
	}
	if err != nil {
		return nil, nil, tokensNeeded(err)
	}
	g, err = m.Goal(goal)
	return m, g, err
}

// follow takes over a path through m, which shows the goal.
func (a *explicitAnswer) follow(goal *engine.Goal, p *gmc.Path, m bitModel) {
	a.Result, a.shows = goal.Found, goal.Path
	if a.trace = p.Trace; a.trace != nil {
		return
	}
	a.Witness = &engine.Witness{Formula: a.shows, Start: m.(*gmc.Net).Marking(p.States[0]), Steps: p.Firings, Loop: p.Loop}
}
