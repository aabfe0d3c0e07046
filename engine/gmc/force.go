package gmc

import (
	"slices"

	"brim/engine/circuit"
	"brim/petri/order"
)

// rounds is the number of rounds of force at most.
const rounds = 200

// force brings the variables of the cone into an order in which what is connected stands close together: each gate with
// what it looks at, and each latch with its next function.
func (x *cone) force() {
	c, list := x.c, x.order
	at := make([]int, c.Variables()) // by variable: its vertex
	for i, v := range list {
		at[v] = i
	}
	h := order.NewHypergraph(len(list))
	join := func(v int, to ...circuit.Lit) {
		edge := []int{at[v]}
		for _, l := range to {
			if l > circuit.True {
				edge = append(edge, at[l.Var()])
			}
		}
		h.Add(1, edge...)
	}
	for _, v := range list {
		if g, ok := x.gate(v); ok {
			join(v, c.Gates[g].A, c.Gates[g].B)
		} else if l, ok := x.latch(v); ok && c.Latches[l].Next > circuit.True {
			join(v, c.Latches[l].Next)
		}
	}
	x.order = nil
	for _, i := range slices.Backward(h.Force(rounds)) {
		x.order = append(x.order, list[i])
	}
}
