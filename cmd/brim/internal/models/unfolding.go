package models

import (
	"context"

	"brim/check"
	"brim/internal/cli"
	"brim/petri/coloured/unfold"

	"github.com/spf13/cobra"
)

// The limits of the unfolding of a coloured net, as flags.

// UnfoldLimits are the limits of an unfolding beside those of time and memory; 0 is none.
type UnfoldLimits struct{ places, transitions, arcs int }

func (l *UnfoldLimits) Flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&l.places, "limit-places", 0, "unfold a coloured net into no more places")
	f.IntVar(&l.transitions, "limit-transitions", 0, "unfold a coloured net into no more transitions")
	f.IntVar(&l.arcs, "limit-arcs", 0, "unfold a coloured net into no more arcs")
}

// Begin checks the flags.
func (l *UnfoldLimits) Begin(cmd *cobra.Command) error {
	return cli.InRange(cmd, cli.Between("limit-places", l.places, 1, 0),
		cli.Between("limit-transitions", l.transitions, 1, 0),
		cli.Between("limit-arcs", l.arcs, 1, 0))
}

// Of returns them with the limit of memory.
func (l *UnfoldLimits) Of(p *Limits) unfold.Limits {
	return unfold.Limits{Places: l.places, Transitions: l.transitions, Arcs: l.arcs, Bytes: int64(p.Memory)}
}

// Unfold returns the model with a net: that of its unfolding, with a transition for each binding, if it is coloured.
func (u *UnfoldLimits) Unfold(ctx context.Context, l *Limits, m *check.Model) (*check.Model, error) {
	return Within(ctx, l, func(ctx context.Context) (*check.Model, error) {
		inner, _, err := m.Unfold(ctx, nil, check.UnfoldOptions{Limits: u.Of(l), Whole: true})
		return inner, err
	})
}
