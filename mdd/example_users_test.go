package mdd_test

import (
	"fmt"

	"brim/mdd"
)

// The examples of docs/for-diagram-users.md.
func Example_formula() {
	f := mdd.New(3, mdd.Options{}) // x, y and z are on levels 1, 2 and 3
	all := f.Box([][]int{{0, 1}, {0, 1}, {0, 1}})
	is := func(level int) mdd.Set { return all.Where(level, func(v int) bool { return v == 1 }) }
	s := is(1).Intersect(is(2)).Union(is(3))
	fmt.Println(s.Count(), "of", all.Count(), "assignments, without z", s.Exists(3).Count(), "of 4")
	// Output:
	// 5 of 8 assignments, without z 4 of 4
}
