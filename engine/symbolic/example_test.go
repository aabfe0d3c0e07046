package symbolic_test

import (
	"context"
	"errors"
	"fmt"

	"brim/engine/symbolic"
	"brim/petri/nets"
)

func ExampleExplore() {
	net, err := nets.Parse("kanban:20")
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
	fmt.Println(space.States(), "markings,", space.Deadlocks(), "deadlocks,", space.MaxTokens(), "tokens")
	// Output: 805422366595 markings, 0 deadlocks, 80 tokens
}

// Unbounded nets are found out before any diagram is built; the evidence is a sequence that can be repeated.
func ExampleExplore_unbounded() {
	net, err := nets.Parse("unbounded:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	_, err = symbolic.Explore(context.Background(), net, symbolic.Options{})
	var u *symbolic.UnboundedError
	if errors.As(err, &u) {
		fmt.Println(u.Place, u.Prefix, u.Loop)
	}
	// Output: Store [] [produce put move_1 deliver]
}

// What was found before a limit stays usable.
func ExampleExplore_limit() {
	net, err := nets.Parse("hanoi:12")
	if err != nil {
		fmt.Println(err)
		return
	}
	space, err := symbolic.Explore(context.Background(), net, symbolic.Options{Nodes: 20, Method: symbolic.BFS})
	var stopped *symbolic.Stopped
	if !errors.As(err, &stopped) {
		fmt.Println(err)
		return
	}
	defer space.Close()
	fmt.Println(space.Complete, stopped.Err.Kind, space.States().Sign() > 0)
	// Output: false nodes true
}
