package mu_test

import (
	"context"
	"fmt"

	"brim/ctl/mu"
	"brim/ctl/syntax"
)

// A message is sent, and a loop goes on without its delivery.
func Example() {
	labels := []string{"send(1)", "lose", "deliver(1)"}
	g := mu.NewGraph(3, []mu.Edge{{0, 0, 1}, {1, 1, 2}, {2, 0, 1}, {1, 2, 0}})
	f, err := mu.Parse("exists d in send(*). <true* . send(d)> nu X. <!deliver(d)>X", "",
		syntax.NewLists(nil, labels, nil))
	if err != nil {
		panic(err)
	}
	b, err := f.Bind(labels)
	if err != nil {
		panic(err)
	}
	witness, holds, _ := b.Holds(context.Background(), g, 0, nil)
	fmt.Println(f, holds)
	for _, p := range witness {
		for _, e := range p.Steps {
			fmt.Printf("%d -%s-> %d\n", e.From, labels[e.Label], e.To)
		}
		fmt.Println("and on as after step", p.To.At)
	}
	// Output:
	// exists d in send(*). <true* . send(d)>nu X. <!deliver(d)>X true
	// 0 -send(1)-> 1
	// 1 -lose-> 2
	// 2 -send(1)-> 1
	// and on as after step 1
}
