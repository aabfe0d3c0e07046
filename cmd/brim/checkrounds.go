package main

import (
	"context"
	"fmt"
	"slices"

	"brim/edd"
	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/internal/watch"

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
	f.IntVar(&b.bound, "bound", 20, "`steps` of the first round; of auto 10, if this is not given")
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
	o := &symbolic.RoundOptions{Strategy: strategy, Bound: c.bound, Step: c.step, Version: version}
	if strategy == symbolic.Auto && !c.given("bound") {
		o.Bound = 0
	}
	return o, nil
}

// A search finds ever more markings of a net: symbolic.Rounds or symbolic.AutoSearch.
type search interface {
	More() bool
	Next(context.Context) (*symbolic.Space, error)
	Work() int64 // that a question about the last space may take; 0 is no limit
	Done() []symbolic.Round
	Close()
}

// search answers the properties on ever more markings, until all are known, nothing is left to explore, or a limit comes. The last space
// stays in q.
func (c *checkCommand) search(ctx context.Context, q *inquiry, o symbolic.Options, r symbolic.RoundOptions, p *progress) error {
	o.Progress = p.callback()
	q.x = &exploration{limits: &c.limits, watch: watch.New(ctx, c.limits.process()), progress: p}
	var err error
	p.at("preparing")
	var found search // not q.search: this may be abandoned
	late := q.x.watch.Do(exploreGrace, func() {
		if r.Strategy == symbolic.Auto {
			found, err = symbolic.NewAuto(q.x.watch.Ctx, q.net, o, r)
		} else {
			found, err = symbolic.NewRounds(q.net, o, r)
		}
	})
	if late == nil {
		if u, ok := unbounded(err); ok {
			return c.parts(ctx, q, o, p, u)
		}
		if err != nil {
			return err
		}
		q.search = found
	}
	until := q.x.watch.Ctx
	if q.untraced() {
		var cancel context.CancelFunc
		until, cancel = context.WithTimeout(until, traceTime)
		defer cancel()
	}
	for late == nil && err == nil && len(q.open()) > 0 && q.search.More() {
		var space *symbolic.Space
		p.at("exploring")
		late = q.x.watch.Do(exploreGrace, func() { space, err = q.search.Next(until) })
		if late != nil {
			break
		}
		if q.x.Space, q.partial = space, ""; space != nil && !space.Complete {
			q.partial = fmt.Sprintf("what lies within %s does not decide", quantity.Count(space.Steps, "step"))
		}
		if err == nil {
			q.work = q.search.Work()
			err = q.ask(1, 1)
			late = q.x.watch.Cause()
		}
	}
	if late == nil && err != nil && !limited(err) {
		return err
	}
	if q.x.Space != nil && !q.x.Complete {
		q.partial = "explored what lies within " + quantity.Count(q.x.Steps, "step")
	}
	if late == nil && err == nil {
		return nil
	}
	ended := err
	if cause := q.x.watch.Cause(); late != nil || cause != nil {
		ended = cause
	}
	for _, a := range q.open() {
		if a.Reason = c.limits.reason(ended); a.untraced != nil {
			a.Verdict, a.by = *a.untraced, byInvariants
		}
	}
	if !q.x.watch.Abandoned {
		q.x.stopped = ended
		q.x.linger(ctx)
	}
	return nil
}

// untraced tells whether all verdicts are known, and nothing is left to look for but traces.
func (q *inquiry) untraced() bool {
	return !slices.ContainsFunc(q.open(), func(a *answer) bool { return a.untraced == nil })
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
