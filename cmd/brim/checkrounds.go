package main

import (
	"context"
	"fmt"

	"brim/engine/symbolic"
)

// boundFlags say how a strategy in rounds searches.
type boundFlags struct{ bound, step int }

// roundOptions returns what the flags say, or nil for a strategy without rounds.
func (c *checkCommand) roundOptions() (*symbolic.RoundOptions, error) {
	strategy := symbolic.Strategy(c.strategy.value)
	for name, n := range map[string]int{"bound": c.bound, "step": c.step} {
		set := c.given(name)
		switch {
		case set && strategy == symbolic.Unlim:
			return nil, fmt.Errorf("--%s has no meaning for the strategy unlim; expected another --strategy beside it", name)
		case set && n < 1:
			return nil, fmt.Errorf("--%s is %d; expected a number of steps, 1 or more", name, n)
		}
	}
	if strategy == symbolic.Unlim {
		return nil, nil
	}
	return &symbolic.RoundOptions{Strategy: strategy, Bound: c.bound, Step: c.step}, nil
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
	Seconds  float64 `json:"seconds"`
}

func reportRounds(list []symbolic.Round) (out []roundReport) {
	for _, r := range list {
		out = append(out, roundReport{r.Bound, r.States.String(), r.Distances, r.Nodes, r.Took.Seconds()})
	}
	return out
}
