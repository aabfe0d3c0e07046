package mdd_test

import (
	"fmt"
	"slices"

	"brim/mdd"
)

// Examples of the algebra of sets: quantification, joins, moved levels.

// Eliminating a variable: which x and y (levels 1 and 2) are there for some z (level 3) with x + y + z = 6 and y = 2z?
func ExampleSet_AndExists() {
	f := mdd.New(3, mdd.Options{})
	upTo6 := []int{0, 1, 2, 3, 4, 5, 6}
	all := f.Box([][]int{upTo6, upTo6, upTo6})
	sum := all.Between(func(level, value int) int64 { return int64(value) }, 6, 6)
	double := all.Between(func(level, value int) int64 { return []int64{0, 1, -2}[level-1] * int64(value) }, 0, 0)
	fmt.Println(slices.Collect(sum.AndExists(double, 3).All()))
	// Output:
	// [[6 0 0] [3 2 0] [0 4 0]]
}

// The image under a relation that is a set of pairs: x and y on levels 1 and 2, their next values on levels 3 and 4.
// Here x becomes y, and y becomes x + y modulo 5: how many pairs do the Fibonacci numbers run through?
func ExampleSet_JoinExists() {
	f := mdd.New(4, mdd.Options{})
	var steps [][]int
	for x := range 5 {
		for y := range 5 {
			steps = append(steps, []int{x, y, y, (x + y) % 5})
		}
	}
	step, now, nextToNow := f.Tuples(steps), []int{1, 2}, []int{0, 0, 1, 2}

	reached := f.Tuple(0, 1, 0, 0)
	for {
		image := f.Move(reached.JoinExists(step, now, now), nextToNow)
		if image.SubsetOf(reached) {
			break
		}
		reached = reached.Union(image)
	}
	fmt.Println(reached.Count(), "of 25 pairs")
	// Output:
	// 20 of 25 pairs
}

// Two people have modelled a ring of four places for three tokens; the second one begins with another place, goes round
// the other way and lets place 2 hold one token only. Which states does the second one lack?
func ExampleForest_Move() {
	explore := func(places []int, most map[int]int) mdd.Set {
		f := mdd.New(len(places), mdd.Options{})
		r := f.NewRelation()
		for i := range places {
			next := (i + 1) % len(places)
			r.Add(mdd.Step{Level: i + 1, Effect: mdd.Shift{Min: 1, Delta: -1}},
				mdd.Step{Level: next + 1, Effect: mdd.Shift{Delta: 1, Below: most[places[next]]}})
		}
		start := make([]int, len(places))
		start[slices.Index(places, 1)] = 3
		return r.Saturate(f.Tuple(start...))
	}
	first := explore([]int{1, 2, 3, 4}, nil)
	second := explore([]int{3, 2, 1, 4}, map[int]int{2: 1})

	there := first.Forest().Move(second, []int{3, 2, 1, 4})
	fmt.Println(there.SubsetOf(first), first.Minus(there).Count(), "of", first.Count())
	// Output:
	// true 4 of 20
}

// Who can stand in for whom? A list of skills (level 2 a person, level 1 a skill), joined with itself on the skill.
func ExampleSet_Join() {
	f := mdd.New(3, mdd.Options{})
	skills := f.Tuples([][]int{{1, 1, 0}, {2, 1, 0}, {2, 2, 0}, {3, 2, 0}, {4, 3, 0}})
	others := f.Move(skills, []int{1, 3, 0}) // the same with the person on level 3
	pairs := skills.JoinExists(others, []int{1}, []int{1})
	fmt.Println(slices.Collect(pairs.All()))
	// Output:
	// [[0 1 1] [0 2 1] [0 1 2] [0 2 2] [0 3 3]]
}
