package encode_test

import (
	"fmt"

	"brim/mdd"
	"brim/petri/encode"
	"brim/petri/nets"
	"brim/petri/order"
)

func ExampleNew() {
	net, err := nets.Parse("prodcons:2")
	if err != nil {
		fmt.Println(err)
		return
	}
	d := order.Decomposition{Levels: order.Singles(net)}
	m, err := encode.New(net, d, mdd.Options{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer m.Close()
	reached := m.Moves.Saturate(m.Init)
	fmt.Println(reached.Count(), "markings on", m.Forest.Levels(), "levels")
	for values := range m.Moves.Image(m.Init).All() {
		fmt.Println("after one firing:", net.Format(m.Marking(values)))
	}
	// Output:
	// 12 markings on 6 levels
	// after one firing: Prod.made:1 Buf.free:2 Cons.idle:1
}
