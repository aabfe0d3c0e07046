package main

import (
	"errors"
	"fmt"
	"io"

	"brim/edd"
	"brim/engine/symbolic"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"

	"github.com/spf13/cobra"
)

// deepest is the largest --bound.
const deepest = 1 << 30

// checkBound refuses bounds without a meaning.
func (d *drawCommand) checkBound(cmd *cobra.Command) error {
	d.bounded = cmd.Flags().Changed("bound")
	switch {
	case d.bounded && d.what.value != "edd" && d.what.value != "both":
		return fmt.Errorf("--bound has no meaning for --what %s; expected edd or both beside it", d.what.value)
	case d.bound < 0 || d.bound > deepest:
		return fmt.Errorf("--bound is %d; expected a number of steps from 0 to %d", d.bound, deepest)
	}
	return nil
}

// distances writes the picture of the distances of the markings, for --what both beside that of the markings, and returns the number of
// nodes.
func (d *drawCommand) distances(cmd *cobra.Command, net *petri.Net, w io.Writer, p *progress) (nodes int, err error) {
	x, err := d.near(cmd, net, p)
	if x != nil {
		defer x.close()
	}
	if err != nil {
		return 0, err
	}
	f := edd.New(x.Model.Forest, edd.Options{})
	version, bound := edd.Budgeted, d.bound
	if !d.bounded { // a budget that never ends only splits results
		version, bound = edd.Approx, edd.Infinity-1
	}
	var g edd.Func
	var set mdd.Set
	p.at("distances")
	var limit error
	late := x.watch.Do(countGrace, func() {
		limit = f.Guard(x.watch.Ctx, x.bounds(), func() {
			g = f.NewSaturator(x.Model.Moves, version).Bounded(f.Zero(x.Model.Init), bound)
			if nodes = g.Nodes(); d.what.value == "both" {
				set = g.Support()
				nodes += set.Nodes()
			}
		})
	})
	if late != nil {
		return 0, x.limited(late)
	}
	defer f.Close()
	if limit != nil {
		if cause := x.watch.Cause(); cause != nil {
			limit = cause
		}
		return 0, x.limited(limit)
	}
	if err := d.few(nodes, "the picture has %s nodes"); err != nil {
		return 0, err
	}
	o := d.dotOptions(net, x)
	if d.what.value == "both" {
		return nodes, g.WriteDOTBeside(w, set, o)
	}
	return nodes, g.WriteDOT(w, o)
}

// near explores the markings within the bound, or all if there is none.
func (d *drawCommand) near(cmd *cobra.Command, net *petri.Net, p *progress) (*exploration, error) {
	if !d.bounded {
		x, err := d.explore(cmd, net, p)
		var infinite *statusError
		if x == nil && errors.As(err, &infinite) {
			infinite.err = fmt.Errorf("%w\n  --bound draws what lies within a number of steps", infinite.err)
		}
		return x, err
	}
	o, err := d.exploreOptions(cmd.Context(), net)
	if err != nil {
		return nil, err
	}
	p.at("exploring")
	o.Progress = p.callback()
	x := &exploration{limits: &d.limits, watch: watch.New(cmd.Context(), d.limits.process()), progress: p}
	var space *symbolic.Space
	late := x.watch.Do(exploreGrace, func() {
		var rounds *symbolic.Rounds
		if rounds, err = symbolic.NewRounds(net, o, symbolic.RoundOptions{Strategy: symbolic.Fix, Bound: max(1, d.bound)}); err == nil {
			space, err = rounds.Next(x.watch.Ctx)
		}
	})
	if late == nil {
		x.Space = space
	}
	if cause := x.watch.Cause(); late == nil && err != nil && cause != nil {
		late = cause
	}
	switch {
	case late != nil:
		return x, x.limited(late)
	case limited(err):
		return x, x.limited(err)
	}
	return x, err
}
