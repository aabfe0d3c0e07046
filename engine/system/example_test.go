package system_test

import (
	"fmt"

	"brim/engine/system"
	"brim/mdd"
)

// A system of a set and a relation that are there: a counter that goes up to 3 and may be reset at 2.
func ExampleNew() {
	f := mdd.New(1, mdd.Options{})
	r := f.NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Below: 3, Delta: 1}})
	r.Add(mdd.Step{Level: 1, Effect: mdd.NewPairs([2]int{2, 0})})
	s, err := system.New("counter", f.Tuple(0), r, []string{"count"}, []string{"step", "reset"})
	if err != nil {
		fmt.Println(err)
		return
	}
	err = s.Successors([]int{2}, func(event int, to []int) { fmt.Println(s.Events()[event], "->", s.Format(to)) })
	fmt.Println(err)
	// Output:
	// step -> count=3
	// reset -> count=0
	// <nil>
}
