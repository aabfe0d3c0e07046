package bbmc

import (
	"context"
	"fmt"
	"math/rand/v2"

	"brim/ctl/mu"
	"brim/engine/kripke"
)

// This file explores a part of a state space, queue by queue.

// Options say how a part is explored.
type Options struct {
	Breadth int // N, the most states of a queue; at least 1
	Degrade int // D: from this depth on only what keeps states alive is added; 0 is never
	// Algorithm 1: states may lose all their successors, and only one transition to each state is kept
	Highway bool
	// each state with new successors keeps one of these, not only those without others; not after Degrade
	Lanes  bool
	Limits kripke.Limits // of states and memory; depth is not limited
}

// Validate returns an error that says which option is wrong.
func (o *Options) Validate() error {
	switch {
	case o.Breadth < 1:
		return fmt.Errorf("breadth %d; expected 1 at least", o.Breadth)
	case o.Degrade < 0:
		return fmt.Errorf("degradation from depth %d; expected 1 at least, or 0 for none", o.Degrade)
	case o.Highway && o.Degrade > 0:
		return fmt.Errorf("a highway simulation with degradation from depth %d; expected one of them", o.Degrade)
	case o.Highway && o.Lanes:
		return fmt.Errorf("a highway simulation that keeps lanes; expected one of them")
	}
	return nil
}

// A Slice is a part of a structure.
type Slice struct {
	Table  *kripke.Table // its states; number 0 is the initial one
	Levels []int         // the number of states in each queue
	Edges  []mu.Edge     // between these states
	// How many of the edges are of which kind.
	Steps, Backs, Jumps int
	// Closed tells that the slice has all reachable states and transitions.
	Closed bool
	// Made counts the queues that were made since drawing found none; see the package comment.
	Made int
	// Cut tells that the exploration ended before its time, since the formula holds in what there is.
	Cut bool
}

// Graph returns the states and edges as a graph.
func (x *Slice) Graph() *mu.Graph { return mu.NewGraph(x.Table.Len(), x.Edges) }

// States returns the number of states.
func (x *Slice) States() int { return x.Table.Len() }

// Sinks returns the number of states without transitions in the slice.
func (x *Slice) Sinks() int {
	sinks, leaves := x.States(), make([]bool, x.States())
	for _, e := range x.Edges {
		if !leaves[e.From] {
			leaves[e.From] = true
			sinks--
		}
	}
	return sinks
}

// Explore explores a part of s. It depends on s, o and the random numbers only. Cost: at most two expansions of each
// state of the part, and the drawing, which is about linear in the successors.
//
// The error says what is wrong with o, that s has several initial states, that a state cannot be packed, or which limit
// ended the exploration: a *kripke.LimitError or that of ctx.
func Explore(ctx context.Context, s kripke.Structure, o Options, rng *rand.Rand) (*Slice, error) {
	return explore(ctx, s, o, rng, nil)
}

// askFrom is how many states a slice has when it is asked for the first time whether it shows the formula already. The
// parts of the paper's experiments have fewer.
const askFrom = 1 << 14

// explore is Explore that asks a slice, if shows is not nil, whenever it has doubled, whether the formula holds in it,
// and ends where it does: what a part of a slice shows, the slice shows, too. So a slice without end is no reason for
// never looking, and asking costs no more than twice what the last question does.
func explore(ctx context.Context, s kripke.Structure, o Options, rng *rand.Rand,
	shows func(*Slice) (bool, error)) (*Slice, error) {
	if err := o.Validate(); err != nil {
		return nil, err
	}
	if n := len(s.Initial()); n != 1 {
		return nil, fmt.Errorf("%s has %d initial states; expected one", s.Name(), n)
	}
	x := &explorer{Options: o, s: s, rng: rng, Slice: Slice{Table: kripke.NewTable(s.Words())},
		seen: candidates{words: s.Words()}}
	x.Table.Add(s.Initial()[0])
	x.Levels = []int{1}
	ask := askFrom
	for from := 0; from < x.Table.Len(); {
		to := x.Table.Len()
		if err := x.level(ctx, from, to); err != nil {
			return nil, err
		}
		from = to
		if n := x.Table.Len(); shows != nil && n >= ask {
			var err error
			if x.Cut, err = shows(&x.Slice); err != nil || x.Cut {
				return &x.Slice, err
			}
			ask = 2 * n
		}
	}
	if !o.Highway {
		if err := x.jumps(ctx); err != nil {
			return nil, err
		}
	}
	return &x.Slice, nil
}

// An explorer is an exploration at work.
type explorer struct {
	Slice
	Options
	s    kripke.Structure
	rng  *rand.Rand
	out  kripke.Successors
	seen candidates
	open []opened
}

// An opened state had successors outside of the slice when it was expanded; passed tells that it was not asked for the
// next queue, so that its transitions to that are not known yet.
type opened struct {
	state  int32
	passed bool
}

// level expands the states from, …, to−1, which are the last queue, and makes the next queue of some of the new states:
// it collects these as candidates, state by state, and has choose select as many as the queue may hold. Edges to known
// states are recorded.
func (x *explorer) level(ctx context.Context, from, to int) error {
	x.seen.reset()
	degrade := x.Degrade > 0 && len(x.Levels) > x.Degrade
	for i := from; i < to; i++ {
		if err := x.poll(ctx, i); err != nil {
			return err
		}
		if err := x.s.Successors(x.Table.State(i), &x.out); err != nil {
			return err
		}
		alive, outside := x.out.Len() == 0, false
		for k := range x.out.Len() {
			if t, ok := x.Table.Find(x.out.State(k)); ok {
				alive = true
				if !x.Highway {
					x.Edges = append(x.Edges, mu.Edge{From: int32(i), Label: int32(x.out.Label(k)), To: int32(t)})
					x.Backs++
				}
			} else {
				outside = true
			}
		}
		if !outside {
			continue
		}
		passed := degrade && alive
		if x.open = append(x.open, opened{int32(i), passed}); passed {
			continue
		}
		x.seen.lane(!x.Highway && (!alive || x.Lanes && !degrade))
		for k := range x.out.Len() {
			if _, ok := x.Table.Find(x.out.State(k)); !ok {
				x.seen.add(i, x.out.Label(k), x.out.State(k))
			}
		}
	}
	width := x.Breadth
	if degrade {
		width = len(x.seen.needed)
	}
	chosen, made := x.seen.choose(width, x.rng)
	if made {
		x.Made++
	}
	return x.take(chosen)
}

// take adds the chosen candidates as the next queue, in the order in which they were found, with the single steps to
// them.
func (x *explorer) take(chosen []bool) error {
	before := x.Table.Len()
	number := make([]int32, len(chosen))
	for c, in := range chosen {
		number[c] = -1
		if !in {
			continue
		}
		if most := x.Limits.States; x.Table.Full() || most > 0 && x.Table.Len() >= most {
			return &kripke.LimitError{Kind: "state", Max: int64(x.Table.Len())}
		}
		t, _ := x.Table.Add(x.seen.table.State(c))
		number[c] = int32(t)
	}
	reached := make([]bool, len(chosen))
	for _, p := range x.seen.pending {
		if number[p.to] < 0 || x.Highway && reached[p.to] {
			continue
		}
		reached[p.to] = true
		x.Edges = append(x.Edges, mu.Edge{From: p.from, Label: p.label, To: number[p.to]})
		x.Steps++
	}
	if n := x.Table.Len() - before; n > 0 {
		x.Levels = append(x.Levels, n)
	}
	return nil
}

// jumps adds the transitions that lead further than to the next queue, and those to the next queue from states that
// were not asked for it; and finds out whether any leads outside.
func (x *explorer) jumps(ctx context.Context) error {
	x.Closed = true
	level, end := 0, x.Levels[0] // of the state at hand
	for n, o := range x.open {
		if err := x.poll(ctx, n); err != nil {
			return err
		}
		for int(o.state) >= end {
			level++
			end += x.Levels[level]
		}
		next := end
		if level+1 < len(x.Levels) {
			next += x.Levels[level+1]
		}
		if err := x.s.Successors(x.Table.State(int(o.state)), &x.out); err != nil {
			return err
		}
		for k := range x.out.Len() {
			t, ok := x.Table.Find(x.out.State(k))
			switch {
			case !ok:
				x.Closed = false
				continue
			case t >= next:
				x.Jumps++
			case t >= end && o.passed:
				x.Steps++
			default:
				continue
			}
			x.Edges = append(x.Edges, mu.Edge{From: o.state, Label: int32(x.out.Label(k)), To: int32(t)})
		}
	}
	return nil
}

// edgeBytes returns the memory of edges, and what is needed at a time if there is soon no room for more of them.
func edgeBytes(edges []mu.Edge) int64 {
	const each = 12
	bytes := int64(cap(edges)) * each
	if len(edges)+len(edges)/16 > cap(edges) {
		bytes += bytes/4*5 + 1<<10
	}
	return bytes
}

// poll looks at the context and the memory now and then.
func (x *explorer) poll(ctx context.Context, n int) error {
	if n%256 != 0 {
		return nil
	}
	if most := x.Limits.Memory; most > 0 && x.Table.Ahead()+edgeBytes(x.Edges) > most {
		return &kripke.LimitError{Kind: "memory", Max: most}
	}
	return ctx.Err()
}
