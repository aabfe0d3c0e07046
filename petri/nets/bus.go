package nets

// The length of a slot of the bus.
const busSlot = 4

// bus is a time-triggered bus with N nodes, in the manner of TTP [KG94], a timed-arc net. Time is divided into rounds
// of N slots of 4 units. In its slot a node begins to send within 1 unit, which takes 1 to 2 units, or is silent. All
// nodes keep a list of members: a silent node is removed, and joins again when it sends.
//
//	first_i: start_i → timer_i, turn_i       4(i-1) units after the start
//	round_i: timer_i → timer_i, turn_i       each 4N units, from rest_i
//	send_i:  turn_i → sending_i              within 1 unit; member_i stays
//	join_i:  turn_i → sending_i              within 1 unit; absent_i → member_i
//	miss_i, skip_i: turn_i → rest_i          after 1 unit; member_i or absent_i → absent_i
//	end_i:   sending_i → rest_i              1 to 2 units later
//
// No two nodes send at the same time, for each N: a node is done 3 units after its slot began. Node i can send 4(i-1)
// units after the start, and not before. There is no deadlock.
func bus() Family {
	f := Family{
		Name:      "bus",
		Title:     "time-triggered bus with a list of members",
		Parameter: "nodes",
		Numbers:   numbers(1, 10_000, "N"),
	}
	f.buildsTimed((*timedBuilder).bus, (*timedBuilder).timedArc)
	return f
}

func (b *timedBuilder) bus(n int) {
	round := busSlot * n
	for i := 1; i <= n; i++ {
		offset := busSlot * (i - 1)
		start, timer := b.young(at("start", i), offset), b.young(at("timer", i), round)
		b.net.Places[start].Initial = 1
		rest, turn, sending := b.place(at("rest", i), 1), b.young(at("turn", i), 1), b.young(at("sending", i), 2)
		member, absent := b.place(at("member", i), 1), b.place(at("absent", i), 0)
		b.take(b.fire(at("first", i), []int{rest}, []int{timer, turn}), start, exactly(int64(offset)))
		b.take(b.fire(at("round", i), []int{rest}, []int{timer, turn}), timer, exactly(int64(round)))
		b.fire(at("send", i), []int{turn, member}, []int{sending, member})
		b.fire(at("join", i), []int{turn, absent}, []int{sending, member})
		b.take(b.fire(at("miss", i), []int{member}, []int{rest, absent}), turn, exactly(1))
		b.take(b.fire(at("skip", i), []int{absent}, []int{rest, absent}), turn, exactly(1))
		b.take(b.fire(at("end", i), nil, []int{rest}), sending, between(1, 2))
	}
}
