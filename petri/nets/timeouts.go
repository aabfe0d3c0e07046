package nets

// timeouts is a producer and a consumer with N places between them where items spoil, a time Petri net. The producer
// makes an item within 1 to 2 units and puts it on a free place, as soon as there is one. The consumer takes any item
// at once, and works for 2 to 3 units on it. An item that was not taken for 5 units is late, and is thrown away.
//
//	make [1,2]: ready → made
//	put_i [0,0]: made + empty_i → ready + full_i
//	get_i [0,0]: full_i + idle → empty_i + busy
//	work [2,3]: busy → idle
//	expire_i [5,5]: full_i → late_i
//	drop_i [0,0]: late_i → empty_i
//
// For N = 1 no item gets late: the consumer works for 3 units at most on another one. From N = 2 on it may take younger
// ones first; an item can be late after 7 units, and not before: the first one, made after 1 unit, is taken at once,
// and the second one waits from time 2 on. There is no deadlock.
func timeouts() Family {
	f := Family{
		Name:      "timeouts",
		Title:     "producer and consumer whose items spoil",
		Parameter: "places in the buffer",
		Numbers:   numbers(1, 1_000_000, "N"),
	}
	f.buildsTimed((*timedBuilder).timeouts, (*timedBuilder).timePetri)
	return f
}

func (b *timedBuilder) timeouts(n int) {
	ready, made := b.place("ready", 1), b.place("made", 0)
	idle, busy := b.place("idle", 1), b.place("busy", 0)
	b.within(between(1, 2), "make", []int{ready}, []int{made})
	b.within(between(2, 3), "work", []int{busy}, []int{idle})
	for i := 1; i <= n; i++ {
		empty, full, late := b.place(at("empty", i), 1), b.place(at("full", i), 0), b.place(at("late", i), 0)
		b.within(exactly(0), at("put", i), []int{made, empty}, []int{ready, full})
		b.within(exactly(0), at("get", i), []int{full, idle}, []int{empty, busy})
		b.within(exactly(5), at("expire", i), []int{full}, []int{late})
		b.within(exactly(0), at("drop", i), []int{late}, []int{empty})
	}
}
