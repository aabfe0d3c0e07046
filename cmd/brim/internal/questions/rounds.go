package questions

import (
	"brim/check"
	"brim/check/explore"
	"brim/check/technique/symbolic"
	"brim/internal/cli"
	"brim/petri"
	"context"
	"fmt"

	"github.com/spf13/cobra"
)

// The flags of strategies that search in rounds, and what reports say about each round.

// boundFlags say how a strategy in rounds searches.
type boundFlags struct {
	bound, step int
	distances   cli.Choice
	given       func(flag string) bool
}

// flags declares the flags of cmd.
func (b *boundFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&b.bound, "bound", 20, "`steps` of the first round; of auto 10, if this is not given")
	f.IntVar(&b.step, "step", 10, "by how many `steps` each round is deeper than the last one")
	b.distances.Flag(cmd, "distances", "how a round finds how far markings are; see above", symbolic.Versions()...)
	b.given = f.Changed
}

// searching returns the technique symbolic as the flags configure it, after checking that --bound, --step and
// --distances fit the strategy.
func (c *checkCommand) searching(ctx context.Context, net *petri.Net) (d check.Symbolic, err error) {
	ways, err := c.Ways(ctx, net)
	if err != nil {
		return d, err
	}
	d.Order, d.Tune, d.Method = ways.Order, ways.Tune, ways.Method
	d.Strategy, d.BySets, d.ByLoops = c.strategy.Value, c.ctl.Value != near, c.ctl.Value == loops
	if d.Strategy == "unlim" {
		for _, name := range []string{"bound", "step", "distances"} {
			if c.given(name) {
				return d, fmt.Errorf("--%s has no meaning for the strategy unlim; expected another --strategy "+
					"beside it", name)
			}
		}
	}
	for _, x := range []struct {
		name  string
		value int
	}{{"bound", c.bound}, {"step", c.step}} {
		if x.value < 1 {
			return d, fmt.Errorf("--%s is %d; expected a number of steps, 1 or more", x.name, x.value)
		}
	}
	d.Bound, d.Step, d.Distances = c.bound, c.step, c.distances.Value
	if d.Strategy == symbolic.Strategies()[0] && !c.given("bound") {
		d.Bound = 0
	}
	return d, nil
}

// A roundReport is what --json says of a round.
type roundReport struct {
	Bound    int     `json:"bound"`
	States   string  `json:"states"`
	EDDNodes int     `json:"edd_nodes"`
	MDDNodes int     `json:"mdd_nodes"`
	Made     int64   `json:"made"`
	Seconds  float64 `json:"seconds"`
}

func reportRounds(list []explore.Round) (out []roundReport) {
	for _, r := range list {
		out = append(out, roundReport{r.Bound, r.States.String(), r.Distances, r.Nodes, r.Made, r.Took.Seconds()})
	}
	return out
}
