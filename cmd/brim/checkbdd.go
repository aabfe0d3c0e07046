package main

import (
	"brim/check"
	"fmt"

	"github.com/spf13/cobra"
)

const bddHelp = `bdd goes forward from the initial state step by step, with sets of states as binary decision diagrams of a
library, until it meets f or there is nothing new. It decides EF f and AG f, where f has no path operators.
What it finds is shortest, if the bounds of places that units or --tokens promise are true. Places need
bounds, as for gmc. With --json the statistics are states (of a circuit: of the latches that f depends on),
steps (of the farthest states) and nodes (of the diagrams).`

// A bddEngine searches breadth-first by sets.
type bddEngine struct{ tokens int64 }

func (*bddEngine) name() string         { return "bdd" }
func (*bddEngine) flags(*cobra.Command) {}
func (*bddEngine) uses() []string       { return []string{flagTokens, limitNodes} }

func (e *bddEngine) begin(cmd *cobra.Command) (err error) {
	e.tokens, err = tokenBound(cmd)
	return err
}

func (e *bddEngine) technique() check.Technique { return check.BDD{Tokens: e.tokens} }

// tokenBound returns the value of --tokens. The error is a wrong use.
func tokenBound(cmd *cobra.Command) (int64, error) {
	n, err := cmd.Flags().GetInt64(flagTokens)
	if err == nil && cmd.Flags().Changed(flagTokens) && n < 1 {
		err = &usageError{cmd.CommandPath(), fmt.Errorf("--tokens %d: expected a number from 1 on", n)}
	}
	return n, err
}
