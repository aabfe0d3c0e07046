package nets

// unbounded is a producer that sends its work through a chain of N buffers of one
// place each into a store without a limit. Only the place Store is unbounded, so
// a state space exists for every limit on the depth but not as a whole.
//
//	produce: Prod.ready → Prod.made
//	put:     Prod.made + Free_1 → Prod.ready + Full_1
//	move_i:  Full_i + Free_(i+1) → Free_i + Full_(i+1)    i < N
//	deliver: Full_N → Free_N + Store
//
// The first token arrives in Store after N+2 firings.
func unbounded() Family {
	f := Family{
		Name:      "unbounded",
		Title:     "producer with an unbounded store",
		Parameter: "buffers in the chain",
		Numbers:   numbers(1, (maxPlaces-3)/2, "N"),
	}
	f.builds(func(b builder, n int) {
		ready, made := b.Place("Prod.ready", 1), b.Place("Prod.made", 0)
		free := func(i int) int { return 2 * i }
		full := func(i int) int { return 2*i + 1 }
		for i := 1; i <= n; i++ {
			b.Place(at("Free", i), 1)
			b.Place(at("Full", i), 0)
		}
		store := b.Place("Store", 0)
		b.fire("produce", []int{ready}, []int{made})
		b.fire("put", []int{made, free(1)}, []int{ready, full(1)})
		for i := 1; i < n; i++ {
			b.fire(at("move", i), []int{full(i), free(i + 1)}, []int{free(i), full(i + 1)})
		}
		b.fire("deliver", []int{full(n)}, []int{free(n), store})
	})
	return f
}
