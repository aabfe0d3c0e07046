package lists

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"brim/dd"
	"brim/engine/symbolic/race"
	"brim/ldd"
	"brim/petri"
	"brim/petri/order"
)

// The exploration of a net, and what it takes.

// mostWeight is the largest weight of an arc: a shift takes time for each value that it passes.
const mostWeight = 1 << 10

// Takes returns nil if lists can have the markings of the net, else an error that says why not.
func Takes(net *petri.Net) error {
	if len(net.Places) == 0 {
		return errors.New("list diagrams take nets with places")
	}
	for _, p := range net.Places {
		if p.Initial > ldd.MaxValue {
			return fmt.Errorf("list diagrams take at most %d tokens in a place; %s has %d",
				ldd.MaxValue, p.Name, p.Initial)
		}
	}
	for _, t := range net.Transitions {
		if len(t.Inhibit) > 0 {
			return fmt.Errorf("list diagrams take nets without inhibitor arcs; %s has one", t.Name)
		}
		for _, a := range slices.Concat(t.Pre, t.Post) {
			if a.Weight > mostWeight {
				return fmt.Errorf("list diagrams take arcs of weight %d at most; %s has one of %d",
					mostWeight, t.Name, a.Weight)
			}
		}
	}
	return nil
}

// Explore builds the reachable markings of a net that Takes accepts, under the order of o or under one that is good for
// a sibling. The other options that count are Memory, Nodes, Facts, Orders, Progress and Tick. A net that is found to
// be unbounded ends in a *race.UnboundedError; the error of a limit is a *race.Stopped, and nothing is known then. The
// caller closes the Space.
func Explore(ctx context.Context, net *petri.Net, o race.Options) (*Space, error) {
	if err := Takes(net); err != nil {
		return nil, err
	}
	return chooseAndExplore(ctx, net, o, nil)
}

// chooseAndExplore is Explore for a net that is taken. If arrays is not nil, it compares, and the error is errWorse
// where lists are expected to take more work.
func chooseAndExplore(ctx context.Context, net *petri.Net, o race.Options, arrays *arrays) (*Space, error) {
	start := time.Now()
	prepared, err := race.Prepare(ctx, net, o)
	if err != nil {
		return nil, err
	}
	var choice race.Choice
	if o.Order == nil {
		var d order.Decomposition
		if d, choice, err = choose(ctx, net, prepared.Flows, o, arrays); err != nil {
			return nil, race.StoppedBy(err)
		}
		o.Order = &d
	} else if err := o.Order.Check(net); err != nil {
		return nil, err
	}
	choice.Took = time.Since(start)
	x, err := explore(ctx, net, single(*o.Order), 0, o)
	if err != nil {
		return nil, race.StoppedBy(err)
	}
	x.Choice, x.Took = choice, time.Since(start)
	return x, nil
}

// explore builds the reachable markings under d, with a bound on the work if it is positive. The error is a
// *dd.LimitError.
func explore(ctx context.Context, net *petri.Net, d order.Decomposition, work int64, o race.Options) (*Space, error) {
	x := &Space{Net: net, Order: d}
	x.build()
	if err := x.saturate(ctx, work, o); err != nil {
		x.Close()
		return nil, err
	}
	return x, nil
}

// build makes the forest and the relation under the order.
func (x *Space) build() {
	x.forest = ldd.New(len(x.Order.Levels), ldd.Options{})
	x.relation = x.forest.NewRelation()
	x.levelOf = make([]int, len(x.Net.Places))
	for i, places := range x.Order.Levels {
		x.levelOf[places[0]] = i + 1
	}
	for _, t := range x.Net.Transitions {
		var steps []ldd.Step
		at := map[int]int{} // by level: the number of its step, plus 1
		step := func(p int) *ldd.Step {
			k := x.levelOf[p]
			if at[k] == 0 {
				steps = append(steps, ldd.Step{Level: k})
				at[k] = len(steps)
			}
			return &steps[at[k]-1]
		}
		for _, a := range t.Pre {
			s := step(a.Place)
			s.Least, s.Delta = int(a.Weight), s.Delta-int(a.Weight)
		}
		for _, a := range t.Post {
			step(a.Place).Delta += int(a.Weight)
		}
		x.relation.Add(steps...)
	}
}

// saturate finds the reachable markings within the limits.
func (x *Space) saturate(ctx context.Context, work int64, o race.Options) error {
	start := time.Now()
	initial := make([]int, len(x.Order.Levels))
	for p, n := range x.Net.Initial() {
		initial[x.levelOf[p]-1] = int(n)
	}
	limits := dd.Limits{Nodes: o.Nodes, Memory: o.Memory, Work: work, Tick: o.Tick}
	if o.Progress != nil {
		limits.Progress = func(st dd.Stats) {
			o.Progress(race.Progress{
				Phase: "states", Detail: x.Order.Method, Nodes: st.Nodes, Bytes: st.Bytes,
				Levels: len(x.Order.Levels), Elapsed: time.Since(start), Order: &x.Order, Widths: x.forest.Widths,
			})
		}
	}
	err := x.forest.Guard(ctx, limits, func() { x.reached = x.relation.Saturate(x.forest.Tuple(initial)) })
	x.Stats = x.forest.Stats()
	return err
}
