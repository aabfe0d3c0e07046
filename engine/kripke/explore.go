package kripke

import (
	"context"
	"fmt"

	"brim/internal/watch"
)

// This file explores a structure breadth-first.

// Limits end an exploration, and watch it. Zero fields are no limits; time is that of the context.
type Limits struct {
	States int   // the most states that are kept
	Memory int64 // bytes of all that is kept, and that is needed while it grows; looked at now and then
	Depth  int   // the most steps from an initial state
	// Progress, if it is not nil, is told now and then how many states there are, and how far away those are that are
	// being expanded.
	Progress func(states, depth int)
	// Follower, if it is not nil, goes along.
	Follower Follower
}

// A Follower goes along with a search and looks at what it finds.
type Follower interface {
	// Expanded is told a state that was expanded, by number, its transitions, and the numbers of their targets, in both
	// of which it changes nothing.
	Expanded(state int, out *Successors, to []uint32)
	// Look is called now and then, before a state is expanded. An error ends the search, which is then Stopped by it.
	Look(x *Exploration) error
	// Bytes is what the follower keeps, which counts for the limit of memory.
	Bytes() int64
}

// A LimitError is the limit that ended an exploration.
type LimitError struct {
	Kind string // "state", "memory" or "depth"
	Max  int64
}

// Unit returns what Max counts.
func (e *LimitError) Unit() string {
	return map[string]string{"state": "states", "memory": "bytes", "depth": "steps"}[e.Kind]
}

func (e *LimitError) Error() string {
	return fmt.Sprintf("%s limit reached: the limit is %d %s", e.Kind, e.Max, e.Unit())
}

// An Exploration is what a breadth-first search found.
type Exploration struct {
	// layers of the search: the number of states at each distance from the initial states; the last one may not be
	// complete
	Levels      []int
	Expanded    int   // the number of states whose successors were found
	Transitions int64 // from these states
	Deadlocks   int   // among these states
	// Covered is the depth up to which all states are known.
	Covered int
	// Complete reports whether all reachable states were expanded. If not, and Goal is nil, Stopped says why: a
	// *LimitError or the error of the context.
	Complete bool
	Stopped  error
	// Goal is the first state with the goal, and Found a shortest path to it. If the context ended before the path was
	// known, Found is nil and Stopped says so.
	Goal  State
	Found *Path
	// Table has the states, in the order in which they were found.
	Table *Table

	ends []int // by level that is complete: the number of states up to its end
}

// States returns the number of states.
func (x *Exploration) States() int { return x.Table.Len() }

// FanOut returns the average number of transitions from a state that was expanded.
func (x *Exploration) FanOut() float64 {
	return float64(x.Transitions) / float64(max(x.Expanded, 1))
}

// pollEvery is the number of expansions between two looks at the context and the memory, less where states are long or
// have many successors: StepWords words of successors count as an expansion.
const pollEvery = 256

// StepWords is how many words of states are found while one state with few successors is expanded; see pollEvery.
const StepWords = 1024

// Explore finds the states of s by breadth-first search, as far as limits and ctx allow, and ends at the first one in
// which goal holds; a nil goal holds nowhere. Among paths of one length the first in the order of the transitions is
// found.
//
// Only the states themselves are kept: the path is found by expanding the levels before its end once more. So
// memory is that of Table, and time at most twice that of the states.
//
// The error says that a state cannot be packed or a path could not be replayed. A limit is no error. While it works,
// the memory is charged to the account of ctx.
func Explore(ctx context.Context, s Structure, goal Predicate, limits Limits) (*Exploration, error) {
	x := &explorer{Exploration: Exploration{Table: NewTable(s.Words())}, s: s, goal: goal, limits: limits,
		held: watch.Charge(ctx)}
	defer x.held.Set(0)
	err := x.run(ctx)
	if err == nil && x.Found != nil {
		err = x.Found.Check(s)
	}
	return &x.Exploration, err
}

// An explorer is a breadth-first search at work.
type explorer struct {
	Exploration
	s      Structure
	goal   Predicate
	limits Limits
	out    Successors
	to     []uint32 // for the follower: the numbers of the states in out
	rest   int      // expansions until the next look at the limits
	held   watch.Holding
}

// run explores level by level until a goal is found, no new states come, or a limit is reached. It records the levels,
// so that the path to the goal can be found by expanding them once more.
func (x *explorer) run(ctx context.Context) error {
	hit := -1
	for _, s := range x.s.Initial() {
		if _, hit = x.add(s); hit >= 0 || x.Stopped != nil {
			break
		}
	}
	x.endLevel()
	for from := 0; hit < 0 && x.Stopped == nil; {
		to := x.Table.Len()
		if from == to {
			x.Complete = true
			x.Levels = x.Levels[:len(x.Levels)-1] // the last one is empty
			x.Covered = len(x.Levels) - 1
			return nil
		}
		x.Covered = len(x.Levels) - 1
		if most := x.limits.Depth; most > 0 && x.Covered == most {
			return x.atEdge(ctx, from, to)
		}
		var err error
		if hit, err = x.expand(ctx, from, to); err != nil {
			return err
		}
		x.endLevel()
		from = to
	}
	if hit < 0 {
		return nil
	}
	x.Goal = x.Table.State(hit)
	var err error
	x.Found, err = x.PathTo(ctx, x.s, hit)
	if err != nil && err == ctx.Err() {
		x.Stopped, err = err, nil
	}
	return err
}

// endLevel notes that all states found since the last level are a level.
func (x *explorer) endLevel() {
	before := 0
	if len(x.ends) > 0 {
		before = x.ends[len(x.ends)-1]
	}
	x.ends = append(x.ends, x.Table.Len())
	x.Levels = append(x.Levels, x.Table.Len()-before)
}

// add adds a state. It returns its number, or −1 with Stopped set if there was no room for it, and as hit once more if
// it is new and has the goal, else −1.
func (x *explorer) add(s State) (i, hit int) {
	if most := x.limits.States; x.Table.Full() || most > 0 && x.Table.Len() >= most {
		i, known := x.Table.Find(s)
		if !known {
			x.Stopped = &LimitError{"state", int64(x.Table.Len())}
		}
		return i, -1
	}
	i, added := x.Table.Add(s)
	if added && x.goal != nil && x.goal(s) {
		return i, i
	}
	return i, -1
}

// expand adds the successors of the states with the numbers from, …, to−1. It returns the number of the first one with
// the goal, or −1.
func (x *explorer) expand(ctx context.Context, from, to int) (hit int, err error) {
	for i := from; i < to; i++ {
		if x.due() && x.poll(ctx) {
			return -1, nil
		}
		if err := x.s.Successors(x.Table.State(i), &x.out); err != nil {
			return -1, err
		}
		x.count()
		x.to = x.to[:0]
		for j := range x.out.Len() {
			to, hit := x.add(x.out.State(j))
			if hit >= 0 || x.Stopped != nil {
				return hit, nil
			}
			x.to = append(x.to, uint32(to))
		}
		x.follow(i)
	}
	return -1, nil
}

// follow tells the follower of state i, whose successors are in out, and their numbers in to.
func (x *explorer) follow(i int) {
	if x.limits.Follower != nil {
		x.limits.Follower.Expanded(i, &x.out, x.to)
	}
}

// due reports whether it is time to poll, before a state is expanded.
func (x *explorer) due() bool {
	x.rest -= 1 + x.out.Len()*x.s.Words()/StepWords
	if x.rest > 0 {
		return false
	}
	x.rest = pollEvery
	return true
}

// poll reports whether a limit ends the search now.
func (x *explorer) poll(ctx context.Context) bool {
	if x.limits.Progress != nil {
		x.limits.Progress(x.Table.Len(), x.Covered)
	}
	bytes := x.Table.Ahead() + int64(16*len(x.Levels))
	x.held.Set(x.Table.Bytes())
	if f := x.limits.Follower; f != nil {
		bytes += f.Bytes()
		x.held.Set(x.Table.Bytes() + f.Bytes())
		x.Stopped = f.Look(&x.Exploration)
	}
	if err := ctx.Err(); err != nil {
		x.Stopped = err
	} else if most := x.limits.Memory; most > 0 && bytes > most {
		x.Stopped = &LimitError{"memory", most}
	}
	return x.Stopped != nil
}

// count counts the state whose successors are in out.
func (x *explorer) count() {
	x.Expanded++
	x.Transitions += int64(x.out.Len())
	if x.out.Len() == 0 {
		x.Deadlocks++
	}
}

// atEdge ends the search at the limit of depth: if no state there has a successor that is not known, all states are
// known.
func (x *explorer) atEdge(ctx context.Context, from, to int) error {
	for i := from; i < to; i++ {
		if x.due() && x.poll(ctx) {
			return nil
		}
		if err := x.s.Successors(x.Table.State(i), &x.out); err != nil {
			return err
		}
		x.to = x.to[:0]
		for j := range x.out.Len() {
			to, known := x.Table.Find(x.out.State(j))
			if !known {
				x.Stopped = &LimitError{"depth", int64(x.limits.Depth)}
				return nil
			}
			x.to = append(x.to, uint32(to))
		}
		x.count()
		x.follow(i)
	}
	x.Complete = true
	return nil
}
