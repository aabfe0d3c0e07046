package symbolic_test

import (
	"context"
	"errors"
	"fmt"

	"brim/engine/symbolic"
	"brim/petri/nets"
)

// A thousand philosophers.
func ExampleExplore() {
	net, err := nets.Parse("dphil:1000")
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer space.Close()
	states := space.States().String()
	fmt.Printf("%s… states, a number of %d digits\n", states[:12], len(states))
	fmt.Println(space.Deadlocks(), "deadlocks")
	// Output:
	// 918165034425… states, a number of 627 digits
	// 2 deadlocks
}

// A net without a bound: the error has a run that shows it.
func ExampleUnboundedError() {
	net, err := nets.Parse("unbounded:1")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = symbolic.Explore(context.Background(), net, symbolic.Options{})
	fmt.Println(err)
	var u *symbolic.UnboundedError
	if errors.As(err, &u) {
		fmt.Println("after", u.Prefix, "again and again", u.Loop)
	}
	// Output:
	// net unbounded:1 is unbounded: place Store can hold any number of tokens
	// after [] again and again [produce put deliver]
}

// A limit ends an exploration early. What was found is still there, and may be asked.
func ExampleStopped() {
	net, err := nets.Parse("kanban:100")
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{Nodes: 300})
	var stopped *symbolic.Stopped
	if !errors.As(err, &stopped) {
		fmt.Println(err)
		return
	}
	defer space.Close()
	fmt.Println(stopped.Err.Kind, "limit; complete:", space.Complete)
	fmt.Println("at least one state:", space.States().Sign() > 0)
	// Output:
	// nodes limit; complete: false
	// at least one state: true
}
