package main

import (
	"context"

	"brim/check"
	"brim/internal/cli"
	"brim/petri/coloured"

	"github.com/spf13/cobra"
)

// unfoldLimits are the limits of an unfolding beside those of time and memory; 0 is none.
type unfoldLimits struct{ places, transitions, arcs int }

func (l *unfoldLimits) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&l.places, "limit-places", 0, "unfold a coloured net into no more places")
	f.IntVar(&l.transitions, "limit-transitions", 0, "unfold a coloured net into no more transitions")
	f.IntVar(&l.arcs, "limit-arcs", 0, "unfold a coloured net into no more arcs")
}

// begin checks the flags.
func (l *unfoldLimits) begin(cmd *cobra.Command) error {
	return cli.InRange(cmd, cli.Between("limit-places", l.places, 1, 0), cli.Between("limit-transitions", l.transitions, 1, 0),
		cli.Between("limit-arcs", l.arcs, 1, 0))
}

// of returns them with the limit of memory.
func (l *unfoldLimits) of(p *limits) coloured.Limits {
	return coloured.Limits{Places: l.places, Transitions: l.transitions, Arcs: l.arcs, Bytes: int64(p.memory)}
}

// unfold returns the model with a net: that of its unfolding, with a transition for each binding, if it is coloured.
func (u *unfoldLimits) unfold(ctx context.Context, l *limits, m *check.Model) (*check.Model, error) {
	return reading(ctx, l, func(ctx context.Context) (*check.Model, error) {
		inner, _, err := m.Unfold(ctx, nil, check.Unfold{Limits: u.of(l), Whole: true})
		return inner, err
	})
}
