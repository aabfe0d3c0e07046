package product_test

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine/kripke"
	"brim/engine/product"
	"brim/ltl/automaton"
	"brim/petri/nets"
)

// A run on which two philosophers are dead at last, by the automaton of G F deadlock, which has one state.
func ExampleSearch() {
	net, err := nets.Parse("dphil:2")
	if err != nil {
		panic(err)
	}
	n, err := kripke.NewNet(net)
	if err != nil {
		panic(err)
	}
	pool := syntax.NewPool()
	dead := pool.Deadlock()
	a := &automaton.Automaton{Props: []*syntax.Formula{dead}, Marks: 1,
		States: []automaton.State{{Arcs: []automaton.Arc{
			{Guard: automaton.Guard{{}}, To: 0}, {Guard: automaton.Guard{{True: 1}}, To: 0, Marks: 1},
		}}}}
	s, err := product.NewSpace(n).Search(a, product.Options{Paths: syntax.Maximal})
	if err != nil {
		panic(err)
	}
	if err := s.Run(context.Background(), kripke.Limits{}); err != nil {
		panic(err)
	}
	p, err := s.Path(context.Background())
	fmt.Println(s.Found(), len(p.Labels), p.Loop, err)
	fmt.Println(n.Format(p.States[len(p.States)-1]))
	// Output:
	// true 4 -1 <nil>
	// WaitR_1:1 HasL_1:1 WaitR_2:1 HasL_2:1
}
