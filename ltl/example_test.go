package ltl_test

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/ltl"
)

// Examples: the goal of a question, and LTL as CTL.

// Every request is granted: a counterexample has a request after which nothing is granted.
func ExampleGoalOf() {
	p := syntax.NewPool()
	request, granted := p.Enabled(syntax.Ref{Index: 0, Name: "request"}), p.Enabled(syntax.Ref{Index: 1, Name: "grant"})
	answered := p.Make(syntax.G, p.Make(syntax.Implies, request, p.Make(syntax.F, granted)))
	goal := ltl.GoalOf(p.Make(syntax.A, answered))
	fmt.Println(goal.Path.Op, goal.Path.Args[0].Args[1].Op, goal.Holds)
	// Output: F G false
}

// That every request is granted can be said in CTL. That p finally holds for ever cannot.
func ExampleCTL() {
	names := syntax.NewLists([]string{"request", "granted", "p"}, nil, nil)
	for _, text := range []string{"A G(request = 1 -> F(granted = 1))", "A F G p = 1"} {
		question, err := syntax.Parse(text, "", names)
		if err != nil {
			fmt.Println(err)
			return
		}
		if f, ok := ltl.CTL(question); ok {
			fmt.Println(syntax.Simplify(f, syntax.Maximal))
		} else {
			fmt.Println("none is known")
		}
	}
	// Output:
	// AG(request != 1 | AF(granted = 1))
	// none is known
}
