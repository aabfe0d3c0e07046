package explore

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"brim/check/board"
	"brim/check/limit"
	"brim/check/model"
	"brim/engine/kripke"
	"brim/engine/ticks"
	"brim/petri/timed"
)

// Reachability graphs, listed to be drawn.

// A Graph is the reachable states of a model and the steps between them. State 0 is the initial one.
type Graph struct {
	States []GraphState
	Steps  []GraphStep // by From
}

// A GraphState is a marking, with time also the clocks or the ages of tokens, or a state of another model.
type GraphState struct {
	Marking []int64 // of a net; nil for other models
	// Clocks are, of a time Petri net, those of the transitions that are enabled; of a timed-arc net the ages of
	// tokens, where these matter.
	Clocks []GraphClock
	Text   string // of a model that is no net
	Dead   bool   // nothing follows or, with time, nothing fires any more
}

// A GraphClock is times of a transition or a place.
type GraphClock struct {
	Transition, Place int // -1 for the other one
	Times             []int
	More              int // this time stands for larger ones, too; -1 if none does
}

// A GraphStep is a firing, a unit of time, or a transition of another model.
type GraphStep struct {
	From, To   int
	Transition int    // of a net; -1 for a unit of time and for other models
	Label      string // the name of the transition, "wait 1", or a label
}

// ListGraph returns the reachability graph of a model, which may be a net with time. It has l.States states at most. A
// limit is an error, a *limit.Stop. Cost: the exploration, and the successors of each state once more.
func ListGraph(ctx context.Context, m *model.Model, l limit.Limits, progress func(board.Progress)) (*Graph, error) {
	var g *Graph
	_, err := watched(ctx, &l, func(ctx context.Context) error {
		inner := m
		if m.HasTime() {
			var err error
			if inner, _, err = m.Compile(ctx, nil); err != nil {
				return err
			}
		}
		s, err := inner.States()
		if err != nil {
			return err
		}
		limits, f := singleLimits(&l, progress), &chains{ticks: inner.Ticks()}
		if f.ticks != nil {
			limits.Follower = f
		}
		x, err := kripke.Explore(ctx, s, nil, limits)
		switch {
		case err != nil:
			return err
		case !x.Complete:
			return x.Stopped
		}
		if g, err = newLister(m, inner, s).list(ctx, x.Table); err == nil && f.ticks != nil {
			for i, end := range f.ends() {
				g.States[i].Dead = end != fires
			}
		}
		return err
	})
	if err != nil {
		return nil, err
	}
	return g, nil
}

// A lister writes states of a structure as those of a model.
type lister struct {
	of, inner *model.Model
	s         kripke.Structure
	numbers   kripke.Numbers // of a net or a system of it; nil for other models
	values    []int64
}

func newLister(of, inner *model.Model, s kripke.Structure) *lister {
	x := &lister{of: of, inner: inner, s: s}
	if n, ok := s.(kripke.Numbers); ok && of.Outline() != nil {
		x.numbers, x.values = n, make([]int64, n.Size())
	}
	return x
}

// list returns the states of a table and the steps between them, each once.
func (x *lister) list(ctx context.Context, table *kripke.Table) (*Graph, error) {
	g := &Graph{}
	var out kripke.Successors
	for i := range table.Len() {
		if i%pollEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		state := table.State(i)
		if err := x.s.Successors(state, &out); err != nil {
			return nil, err
		}
		node := x.state(state)
		node.Dead = out.Len() == 0
		g.States = append(g.States, node)
		seen := map[GraphStep]bool{}
		for k := range out.Len() {
			to, ok := table.Find(out.State(k))
			if !ok {
				return nil, fmt.Errorf("state %d leads to one that was not found before", i)
			}
			step := x.step(out.Label(k))
			step.From, step.To = i, to
			if !seen[step] {
				g.Steps = append(g.Steps, step)
			}
			seen[step] = true
		}
	}
	return g, nil
}

// step returns a step with the label of that number.
func (x *lister) step(label int) GraphStep {
	if t := x.inner.Ticks(); t != nil {
		if label = t.Transitions[label]; label == ticks.Tick {
			return GraphStep{Transition: -1, Label: "wait 1"}
		}
	}
	if o := x.of.Outline(); o != nil {
		return GraphStep{Transition: label, Label: o.Transitions[label].Name}
	}
	return GraphStep{Transition: -1, Label: x.s.Labels()[label]}
}

// state returns a state.
func (x *lister) state(s kripke.State) GraphState {
	if x.numbers == nil {
		return GraphState{Text: strings.TrimSpace(x.s.Format(s))}
	}
	x.numbers.Marking(x.values, s)
	t := x.inner.Ticks()
	if t == nil {
		return GraphState{Marking: slices.Clone(x.values)}
	}
	values := narrow(x.values)
	node := GraphState{Marking: t.Marking(values)}
	for i := range x.of.Document.Transitions {
		if time, more, ok := t.Clock(i, values); ok {
			c := GraphClock{Transition: i, Place: -1, Times: []int{time}, More: -1}
			if more {
				c.More = time
			}
			node.Clocks = append(node.Clocks, c)
		}
	}
	for p := range x.of.Document.Places {
		if ages, oldest := t.Ages(p, values); len(ages) > 0 && oldest > 0 {
			c := GraphClock{Transition: -1, Place: p, Times: ages, More: oldest}
			if last := x.of.TimedArcs.Invariants[p].Last(); last != timed.Infinite && last <= int64(oldest) {
				c.More = -1 // tokens cannot be older
			}
			node.Clocks = append(node.Clocks, c)
		}
	}
	return node
}
