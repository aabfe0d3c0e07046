package symbolic

import (
	"brim/ctl/syntax"
	"brim/mdd"
)

// Counted events of a system on the way to a formula.

// An Extremum is a least or largest number of counted events on the way from the start to where a formula holds.
type Extremum struct {
	Number   int64
	Infinite bool // no such time exists: no run gets there, or some run never ends
	Never    bool // a largest number, 0, of no runs at all: each one ends before, where only infinite ones count

	way *timeWay // nil unless kept
}

// A timeWay is what TimeRun needs to find a run with the number of an Extremum: the tuples by number of counted events.
type timeWay struct {
	layers      []timeLayer
	goal        mdd.Set
	counted     func(event int) bool
	free, steps *mdd.Relation // the events that are not counted, and those that are
	outside     bool          // no layer has a tuple of the goal: one more event leads there
	last        bool          // which is counted
}

// A timeLayer is the set of tuples after some number of counted events, and the part of it where the last one led to.
type timeLayer struct{ entry, all mdd.Set }

// Least returns the least number of counted events on a run to where a formula of CTL holds, Infinite if there is no
// such run. Cost: for each number a fixed point along the events that are not counted. With keep the sets of all
// numbers stay in memory, so that TimeRun finds a run.
func (x *SystemSpace) Least(
	f *syntax.Formula, paths syntax.Paths, counted func(event int) bool, keep bool,
) (Extremum, error) {
	goal, err := x.checker(paths).Must(f)
	if err != nil {
		return Extremum{}, err
	}
	free, steps := x.apart(counted)
	way := &timeWay{goal: goal, counted: counted, free: free, steps: steps}
	reached := goal.Forest().Empty() // closed under free
	entry := x.System.Start()
	now := free.Saturate(entry)
	for n := int64(0); !now.IsEmpty(); n++ {
		if keep {
			way.layers = append(way.layers, timeLayer{entry, now})
		}
		if !now.Intersect(goal).IsEmpty() {
			return Extremum{Number: n, way: way}, nil
		}
		reached = reached.Union(now)
		entry = steps.Image(now).Minus(reached)
		now = free.Saturate(entry).Minus(reached)
	}
	return Extremum{Infinite: true}, nil
}

// Longest returns the largest number of counted events on a run to the first state where a formula of CTL holds,
// Infinite if some run has no such state. Cost and keep: as of Least.
func (x *SystemSpace) Longest(
	f *syntax.Formula, paths syntax.Paths, counted func(event int) bool, keep bool,
) (Extremum, error) {
	c := x.checker(paths)
	goal, err := c.Must(f)
	if err != nil {
		return Extremum{}, err
	}
	comes, err := c.Must(f.Pool().Make(syntax.AF, f))
	if err != nil || !x.System.Start().Minus(comes).IsEmpty() {
		return Extremum{Infinite: true}, err
	}
	// No run from the start stays outside of the goal for ever, so there are no cycles outside.
	free, steps := x.apart(counted)
	way := &timeWay{goal: goal, counted: counted, free: free, steps: steps, outside: true}
	outside := x.Reached.Minus(goal)
	entry := x.System.Start().Minus(goal)
	out := Extremum{way: way, Never: !entry.IsEmpty()}
	for n := int64(0); !entry.IsEmpty(); n++ {
		now := free.SaturateWithin(entry, outside)
		if keep {
			way.layers = append(way.layers, timeLayer{entry, now})
		}
		later := steps.ImageWithin(now, x.Reached)
		if !free.ImageWithin(now, goal).IsEmpty() {
			out.Number, out.Never, way.last = n, false, false
		}
		if !later.Intersect(goal).IsEmpty() {
			out.Number, out.Never, way.last = n+1, false, true
		}
		entry = later.Minus(goal)
	}
	return out, nil
}

// apart returns the events that are not counted and those that are.
func (x *SystemSpace) apart(counted func(event int) bool) (free, steps *mdd.Relation) {
	moves := x.System.Moves()
	return moves.Only(func(e int) bool { return !counted(e) }), moves.Only(counted)
}
