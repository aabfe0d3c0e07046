package ctl_test

import (
	"fmt"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/mdd"
)

// A counter goes from 0 to 3 and may be reset at 2. In 3 it is stuck.
func Example() {
	f := mdd.New(1, mdd.Options{})
	r := f.NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Below: 3, Delta: 1}})
	r.Add(mdd.Step{Level: 1, Effect: mdd.NewPairs([2]int{2, 0})})
	reached := r.Saturate(f.Tuple(0))

	names := syntax.NewLists([]string{"count"}, []string{"step", "reset"}, nil)
	pool := syntax.NewPool()
	checker := ctl.New(r, reached, counter{}, syntax.Maximal)
	for _, text := range []string{"EF deadlock", "AF deadlock", "EG count <= 2", "EX count = 0",
		"E(count <= 1 U count = 2)"} {
		formula, err := pool.Parse(text, "example", names)
		if err != nil {
			fmt.Println(err)
			return
		}
		set, err := checker.Sat(formula)
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Print(text, ":")
		for tuple := range set.Must.All() {
			fmt.Print(" ", tuple[0])
		}
		fmt.Println()
	}
	// Output:
	// EF deadlock: 0 1 2 3
	// AF deadlock: 3
	// EG count <= 2: 0 1 2
	// EX count = 0: 2
	// E(count <= 1 U count = 2): 0 1 2
}

// counter knows what comparisons mean: the local value is the count.
type counter struct{}

func (counter) Sat(f *syntax.Formula, part mdd.Set) (mdd.Set, error) {
	set := part.Forest().Empty()
	for tuple := range part.All() {
		if f.Rel.Holds(f.Terms[0].Weight*int64(tuple[0]), f.Const) {
			set = set.Union(part.Forest().Tuple(tuple...))
		}
	}
	return set, nil
}
