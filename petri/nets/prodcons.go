package nets

// prodcons is a producer and a consumer with a buffer of N places between them,
// the smallest family here; prodcons:1 with its 8 markings is the example that
// papers on saturation draw.
//
//	produce: Prod.ready → Prod.made
//	put:     Prod.made + Buf.free → Prod.ready + Buf.full
//	get:     Buf.full + Cons.idle → Buf.free + Cons.busy
//	consume: Cons.busy → Cons.idle
func prodcons() Family {
	f := Family{
		Name:      "prodcons",
		Title:     "producer and consumer with a bounded buffer",
		Parameter: "places in the buffer",
		Numbers:   numbers(1, maxTokens, "N"),
		States:    linear(4, 4), // two states each, 0 … N in the buffer
		Depth:     linear(2, 4), // full, made and busy: N+1 puts, one get, N+2 produced
		Propositions: []Proposition{
			single("empty", "Buf.full = 0"),
			single("full", "Buf.free = 0"),
		},
	}
	f.builds(func(b builder, n int) {
		ready, made := b.Place("Prod.ready", 1), b.Place("Prod.made", 0)
		free, full := b.Place("Buf.free", int64(n)), b.Place("Buf.full", 0)
		idle, busy := b.Place("Cons.idle", 1), b.Place("Cons.busy", 0)
		b.fire("produce", []int{ready}, []int{made})
		b.fire("put", []int{made, free}, []int{ready, full})
		b.fire("get", []int{full, idle}, []int{free, busy})
		b.fire("consume", []int{busy}, []int{idle})
	})
	return f
}
