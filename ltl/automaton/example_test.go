package automaton_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/ltl"
	"brim/ltl/automaton"
)

// Examples: an automaton by hand, and one of a formula.

// An automaton of G F p, by hand: an arc where p holds has the only mark.
func ExampleAutomaton_From() {
	p := syntax.NewPool().Enabled(syntax.Ref{Index: 0, Name: "t"})
	a := automaton.Automaton{Props: []*syntax.Formula{p}, Marks: 1, States: []automaton.State{{Arcs: []automaton.Arc{
		{Guard: automaton.Guard{{True: 1}}, To: 0, Marks: 1},
		{Guard: automaton.Guard{{False: 1}}, To: 0},
	}}}}
	for _, values := range []uint64{0, 1} {
		for arc := range a.From(a.Initial, values) {
			fmt.Println(values, "to state", arc.To, "marks", arc.Marks)
		}
	}
	// Output:
	// 0 to state 0 marks 0
	// 1 to state 0 marks 1
}

// The automata of "every request is granted" and of its negation, whose runs are the counterexamples.
func ExampleOf() {
	p := syntax.NewPool()
	request, granted := p.Enabled(syntax.Ref{Index: 0, Name: "request"}), p.Enabled(syntax.Ref{Index: 1, Name: "grant"})
	answered := p.Make(syntax.G, p.Make(syntax.Implies, request, p.Make(syntax.F, granted)))
	for _, path := range []*syntax.Formula{answered, p.Not(answered)} {
		a, err := automaton.Of(context.Background(), ltl.NNF(path), automaton.Limits{})
		if err != nil {
			fmt.Println(err)
			return
		}
		fmt.Println(len(a.States), "states,", a.Marks, "mark,", a.Class())
	}
	// Output:
	// 2 states, 1 mark, strong
	// 2 states, 1 mark, weak
}
