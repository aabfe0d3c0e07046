package main

import (
	"context"
	"time"

	"brim/check"
	"brim/internal/cli"
	"brim/petri"
	"brim/petri/order"

	"github.com/spf13/cobra"
)

// exploreFlags are the flags of commands that build a state space.
type exploreFlags struct {
	limits
	order  string
	method cli.Choice
}

func (x *exploreFlags) flags(cmd *cobra.Command) {
	x.limits.flags(cmd)
	cmd.Flags().StringVar(&x.order, "order", "auto", "order of the places: a `method` or a file; see above")
	x.method.Flag(cmd, "method", "way to the states", check.Methods()...)
	_ = cmd.RegisterFlagCompletionFunc("order", completeOrder)
}

// diagrams returns how the flags have diagrams explore net.
func (x *exploreFlags) diagrams(ctx context.Context, net *petri.Net) (d check.Diagrams, err error) {
	d = check.Diagrams{Method: x.method.Value, Tune: x.order == "tuned"}
	d.Order, err = reading(ctx, &x.limits, func(ctx context.Context) (*order.Decomposition, error) { return readOrder(ctx, x.order, net) })
	return d, err
}

// How long work may go on once it should have ended.
const (
	exploreGrace = 300 * time.Millisecond
	countGrace   = 100 * time.Millisecond
)
