package nets

// A train gate: trains come to a bridge that bears one of them [BDL04].

// bridge is the train gate of the tutorial of UPPAAL for N trains, a timed-arc net. A train that approaches while the
// bridge is free goes on, and is on the bridge after 10 to 20 units. Otherwise it is stopped. A train takes 3 to 5
// units on the bridge. As soon as it has left, one of the stopped trains is sent, and needs 7 to 15 units to get to the
// bridge; without a stopped one the bridge is free. In the tutorial they are sent in the order in which they came; here
// it is any of them.
//
//	approach_i: safe_i + free → near_i
//	stop_i:     safe_i → stopped_i           unless the bridge is free or has just been left
//	cross_i:    near_i → bridge_i            10 to 20 units after it approached
//	send_i:     stopped_i + left → start_i   at once
//	restart_i:  start_i → bridge_i           7 to 15 units after that
//	leave_i:    bridge_i → safe_i + left     3 to 5 units later
//	open:       left → free                  at once, unless a train is stopped
//
// No two trains are on the bridge at the same time, for each N, and there is no deadlock. A train can be on the bridge
// after 10 units, and not before. From N = 3 on a stopped train may wait for ever, which the order in the tutorial
// excludes; for N = 2 it does not.
func bridge() Family {
	f := Family{
		Name:      "bridge",
		Title:     "train gate before a bridge with one track",
		Parameter: "trains",
		Numbers:   numbers(1, 1_000_000, "N"),
	}
	f.buildsTimed(func(b *timedBuilder, n int) {
		free, left := b.place("free", 1), b.young("left", 0)
		open := b.fire("open", []int{left}, []int{free})
		for i := 1; i <= n; i++ {
			b.train(func(name string) string { return at(name, i) }, 1, free, left, open)
		}
	}, (*timedBuilder).timedArc)
	return f
}

// train adds a net for so many trains, whose places and transitions have these names.
func (b *timedBuilder) train(name func(string) string, trains, free, left, open int) {
	safe, near := b.place(name("safe"), trains), b.young(name("near"), 20)
	stopped, start := b.place(name("stopped"), 0), b.young(name("start"), 15)
	bridge := b.young(name("bridge"), 5)
	b.fire(name("approach"), []int{safe, free}, []int{near})
	stop := b.fire(name("stop"), []int{safe}, []int{stopped})
	b.without(stop, free, 1)
	b.without(stop, left, 1)
	b.take(b.fire(name("cross"), nil, []int{bridge}), near, between(10, 20))
	b.fire(name("send"), []int{stopped, left}, []int{start})
	b.take(b.fire(name("restart"), nil, []int{bridge}), start, between(7, 15))
	b.take(b.fire(name("leave"), nil, []int{safe, left}), bridge, between(3, 5))
	b.without(open, stopped, 1)
}

// bridgeFold is bridge:N without the numbers of the trains, a net of the same size for each N.
func bridgeFold() Family {
	f := Family{
		Name:      "bridge-fold",
		Title:     "train gate before a bridge, trains without numbers",
		Parameter: "trains",
		Numbers:   numbers(1, maxTokens, "N"),
	}
	f.buildsTimed(func(b *timedBuilder, n int) {
		free, left := b.place("free", 1), b.young("left", 0)
		open := b.fire("open", []int{left}, []int{free})
		b.train(func(name string) string { return name }, n, free, left, open)
	}, (*timedBuilder).timedArc)
	return f
}
