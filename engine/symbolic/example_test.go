package symbolic_test

import (
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/ltl"
	"brim/ltl/automaton"
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

// A philosopher who waits may wait for ever: a run that repeats itself shows it, found by sets of markings.
func ExampleSpace_Run() {
	net, err := nets.Parse("dphil:3")
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
	question, err := syntax.NewPool().Parse("A G(WaitL_1 -> F X HasL_1)", "example", netNames(net))
	if err != nil {
		fmt.Println(err)
		return
	}
	goal := ltl.GoalOf(question)
	automaton, err := automaton.Of(context.Background(), goal.Path, automaton.Limits{})
	if err != nil {
		fmt.Println(err)
		return
	}
	checker := space.Checker(syntax.Maximal)
	verdict, lasso, err := space.Run(context.Background(), checker, goal, automaton, symbolic.WitnessOptions{})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(verdict.Result)
	for i, step := range lasso.Steps {
		if i == lasso.Loop {
			fmt.Print("again and again: ")
		}
		fmt.Print(net.Transitions[step].Name, " ")
	}
	// Output:
	// fails
	// GoEat_1 GetR_1 again and again: GoEat_2 GetL_2 GetR_2 Rel_2
}
