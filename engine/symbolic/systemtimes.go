package symbolic

import (
	"brim/ctl/syntax"
	"brim/mdd"
)

// Counted events of a system on the way to a formula.

// An Extremum is a number of counted events.
type Extremum struct {
	Number   int64
	Infinite bool // no such time exists: no run gets there, or some run never ends
}

// Least returns the least number of counted events on a run to where a formula of CTL holds, Infinite if there is no
// such run. Cost: for each number a fixed point along the events that are not counted.
func (x *SystemSpace) Least(f *syntax.Formula, paths syntax.Paths, counted func(event int) bool) (Extremum, error) {
	goal, err := x.checker(paths).Must(f)
	if err != nil {
		return Extremum{}, err
	}
	free, steps := x.apart(counted)
	reached := goal.Forest().Empty() // closed under free
	now := free.Saturate(x.System.Start())
	for n := int64(0); !now.IsEmpty(); n++ {
		if !now.Intersect(goal).IsEmpty() {
			return Extremum{Number: n}, nil
		}
		reached = reached.Union(now)
		now = free.Saturate(steps.Image(now).Minus(reached)).Minus(reached)
	}
	return Extremum{Infinite: true}, nil
}

// Longest returns the largest number of counted events on a run to the first state where a formula of CTL holds,
// Infinite if some run has no such state. Cost: as that of Least.
func (x *SystemSpace) Longest(f *syntax.Formula, paths syntax.Paths, counted func(event int) bool) (Extremum, error) {
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
	outside := x.Reached.Minus(goal)
	most := int64(0)
	now := x.System.Start().Minus(goal)
	for n := int64(0); !now.IsEmpty(); n++ {
		now = free.SaturateWithin(now, outside)
		later := steps.ImageWithin(now, x.Reached)
		if !free.ImageWithin(now, goal).IsEmpty() {
			most = n
		}
		if !later.Intersect(goal).IsEmpty() {
			most = n + 1
		}
		now = later.Minus(goal)
	}
	return Extremum{Number: most}, nil
}

// apart returns the events that are not counted and those that are.
func (x *SystemSpace) apart(counted func(event int) bool) (free, steps *mdd.Relation) {
	moves := x.System.Moves()
	return moves.Only(func(e int) bool { return !counted(e) }), moves.Only(counted)
}
