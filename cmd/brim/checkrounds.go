package main

import (
	"context"
	"fmt"

	"brim/edd"
	"brim/engine/symbolic"

	"github.com/spf13/cobra"
)

// boundFlags say how a strategy in rounds searches.
type boundFlags struct {
	bound, step int
	distances   choice
	given       func(flag string) bool
}

// flags declares the flags of cmd.
func (b *boundFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&b.bound, "bound", 20, "`steps` of the first round")
	f.IntVar(&b.step, "step", 10, "by how many `steps` each round is deeper than the last one")
	b.distances.flag(cmd, "distances", "how a round finds how far markings are; see above", versionNames()...)
	b.given = f.Changed
}

// versionNames lists the ways to find distances, the default first.
func versionNames() (names []string) {
	for _, v := range edd.Versions() {
		names = append(names, v.String())
	}
	return names
}

// roundOptions returns what the flags say, or nil for a strategy without rounds.
func (c *checkCommand) roundOptions() (*symbolic.RoundOptions, error) {
	strategy := symbolic.Strategy(c.strategy.value)
	if strategy == symbolic.Unlim {
		for _, name := range []string{"bound", "step", "distances"} {
			if c.given(name) {
				return nil, fmt.Errorf("--%s has no meaning for the strategy unlim; expected another --strategy beside it", name)
			}
		}
		return nil, nil
	}
	if c.bound < 1 {
		return nil, fmt.Errorf("--bound is %d; expected a number of steps, 1 or more", c.bound)
	}
	if c.step < 1 {
		return nil, fmt.Errorf("--step is %d; expected a number of steps, 1 or more", c.step)
	}
	version, err := edd.ParseVersion(c.distances.value)
	if err != nil {
		return nil, err
	}
	return &symbolic.RoundOptions{Strategy: strategy, Bound: c.bound, Step: c.step, Version: version}, nil
}

// rounds answers the properties on the markings within ever more steps, until all are known, nothing is left to explore, or a limit
// comes. The last round stays in q.
func (c *checkCommand) rounds(ctx context.Context, q *inquiry, o symbolic.Options, r symbolic.RoundOptions, p *progress) error {
	o.Progress = p.callback()
	var err error
	if q.rounds, err = symbolic.NewRounds(q.net, o, r); err != nil {
		return err
	}
	q.x = &exploration{limits: &c.limits, watch: newWatch(ctx, &c.limits), progress: p}
	for len(q.open()) > 0 {
		var space *symbolic.Space
		p.at("exploring")
		late := q.x.watch.do(exploreGrace, func() { space, err = q.rounds.Next(q.x.watch.ctx) })
		if late == nil && err != nil && !limited(err) {
			return err
		}
		if late != nil || err != nil {
			ended := err
			if cause := q.x.watch.cause(); late != nil || cause != nil {
				ended = cause
			}
			for _, a := range q.open() {
				a.Reason = c.limits.reason(ended)
			}
			return nil
		}
		q.x.Space, q.partial = space, ""
		if !space.Complete {
			q.partial = fmt.Sprintf("what lies within %s does not decide", count(space.Steps, "step"))
		}
		if err := q.ask(1, 1); err != nil {
			return err
		}
		if space.Complete || r.Strategy == symbolic.Fix || q.x.watch.cause() != nil {
			break
		}
	}
	if !q.x.Complete {
		q.partial = "explored what lies within " + count(q.x.Steps, "step")
	}
	return nil
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

func reportRounds(list []symbolic.Round) (out []roundReport) {
	for _, r := range list {
		out = append(out, roundReport{r.Bound, r.States.String(), r.Distances, r.Nodes, r.Made, r.Took.Seconds()})
	}
	return out
}
