package nets_test

import (
	"fmt"

	"brim/petri/nets"
)

func ExampleParse() {
	net, err := nets.Parse("dphil:3")
	fmt.Println(net.Name, len(net.Places), len(net.Transitions), err)
	net, err = nets.Parse("prise:2,2,2,2") // this size has a name
	fmt.Println(net.Name, len(net.Places), len(net.Transitions), err)
	_, err = nets.Parse("dfil:3")
	fmt.Println(err)
	_, err = nets.Parse("dphil:1")
	fmt.Println(err)
	// Output:
	// dphil:3 18 12 <nil>
	// prise:S 67 92 <nil>
	// unknown net family "dfil"; did you mean dphil? (there are abp, brp, brp2, cabp, ccp, dphil, fms, hanoi, irq, kanban, motor, prise, prodcons, rr, sr, tpc, unbounded, dphil-col, rr-col, sr-col, bridge, bridge-fold, bus, crossing, fischer, fischer-fold, timeouts)
	// family dphil: 1 philosophers are too few, the least is 2
}

func ExampleAll() {
	for _, f := range nets.All() {
		if f.States != nil && len(f.Numbers) == 1 {
			fmt.Printf("%-8s %4d %s: %v markings\n", f.Name, 20, f.Parameter, f.States(20))
		}
	}
	// Output:
	// abp        20 messages: 722 markings
	// cabp       20 messages: 10256 markings
	// dphil      20 philosophers: 3461452808002 markings
	// fms        20 parts of each kind: 6029168852784 markings
	// hanoi      20 discs: 3486784401 markings
	// kanban     20 cards per cell: 805422366595 markings
	// prodcons   20 places in the buffer: 84 markings
	// rr         20 processes: 47185920 markings
	// sr         20 nodes: 273199990096465494016 markings
}

func ExampleFamily_Proposition() {
	f, size, err := nets.Split("dphil:3")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, p := range f.Propositions {
		fmt.Println(p.Name, "means", p.Formula)
	}
	fmt.Println(f.Proposition(size, "eating_2"))
	// Output:
	// eating_i means HasL_i = 1 & HasR_i = 1
	// hungry_i means WaitL_i = 1 | WaitR_i = 1
	// thinking_i means Idle_i = 1
	// HasL_2 = 1 & HasR_2 = 1 true
}
