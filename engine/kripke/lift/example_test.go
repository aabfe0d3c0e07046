package lift_test

import (
	"fmt"

	"brim/engine/kripke"
	"brim/engine/kripke/lift"
)

func ExampleLTS() {
	l := lift.LTS()
	fmt.Println(l.Name(), l.States(), l.Transitions())
	var out kripke.Successors
	if err := l.Successors(l.Initial()[0], &out); err != nil {
		fmt.Println(err)
		return
	}
	for i := range out.Len() {
		fmt.Println(l.Labels()[out.Label(i)])
	}
	// Output:
	// lift:3 31925 121197
	// setref(1)
	// setref(2)
	// setref(3)
}
