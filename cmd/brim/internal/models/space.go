package models

import (
	"context"
	"time"

	"brim/check/explore"
	"brim/check/technique/symbolic"
	"brim/internal/cli"
	"brim/petri"
	"brim/petri/order"

	"github.com/spf13/cobra"
)

// The flags of commands that build a state space by decision diagrams.

// SpaceFlags are the flags of commands that build a state space.
type SpaceFlags struct {
	Limits
	order  string
	method cli.Choice
}

func (x *SpaceFlags) Flags(cmd *cobra.Command) {
	x.Limits.Flags(cmd)
	cmd.Flags().StringVar(&x.order, "order", "auto", "order of the places: a `method` or a file; see above")
	x.method.Flag(cmd, "method", "way to the states", symbolic.Methods()...)
	_ = cmd.RegisterFlagCompletionFunc("order", completeOrder)
}

// Ways returns how the flags have diagrams explore net.
func (x *SpaceFlags) Ways(ctx context.Context, net *petri.Net) (w explore.Options, err error) {
	w = explore.Options{Method: x.method.Value, Tune: x.order == "tuned"}
	w.Order, err = Within(ctx, &x.Limits,
		func(ctx context.Context) (*order.Decomposition, error) { return readOrder(ctx, x.order, net) })
	return w, err
}

// ExploreGrace is how long work may go on once it should have ended.
const ExploreGrace = 300 * time.Millisecond
