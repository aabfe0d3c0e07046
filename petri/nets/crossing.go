package nets

import "brim/petri/timed"

// crossing is a level crossing of a road and N tracks with a train on each, a time Petri net after [LS87]. The gate is
// lowered when the first train comes near, within 1 to 2 units, and raised when the last one has gone. Trains take 3 to
// 5 units to the road, and 2 to 4 units to pass it. Steps of the controller take no time.
//
//	come_i: far_i → coming_i
//	lower_i, turn_i: coming_i + open or rising → near_i + lowering + busy
//	join_i: coming_i + busy → near_i + 2 busy
//	enter_i [3,5]: near_i → road_i
//	exit_i [2,4]: road_i → going_i
//	part_i: going_i + 2 busy → far_i + busy
//	raise_i: going_i + busy + closed → far_i + rising, if busy has no other token
//	down [1,2]: lowering → closed
//	up [1,2]: rising → open
//
// The gate is closed whenever a train is on the road, for each N: lowering takes less time than a train needs. That is
// so when the controller sees a train that comes while the gate is rising, and turns it. There is no deadlock; a train
// can be on the road after 3 units.
func crossing() Family {
	f := Family{
		Name:      "crossing",
		Title:     "level crossing whose gate is closed in time",
		Parameter: "tracks",
		Numbers:   numbers(1, 1_000_000, "N"),
	}
	f.buildsTimed((*timedBuilder).crossing, (*timedBuilder).timePetri)
	return f
}

func (b *timedBuilder) crossing(n int) {
	open, lowering := b.place("open", 1), b.place("lowering", 0)
	closed, rising := b.place("closed", 0), b.place("rising", 0)
	busy := b.place("busy", 0)
	b.within(between(1, 2), "down", []int{lowering}, []int{closed})
	b.within(between(1, 2), "up", []int{rising}, []int{open})
	for i := 1; i <= n; i++ {
		far, coming, near := b.place(at("far", i), 1), b.place(at("coming", i), 0), b.place(at("near", i), 0)
		road, going := b.place(at("road", i), 0), b.place(at("going", i), 0)
		b.within(timed.Always(), at("come", i), []int{far}, []int{coming})
		b.within(exactly(0), at("lower", i), []int{coming, open}, []int{near, lowering, busy})
		b.within(exactly(0), at("turn", i), []int{coming, rising}, []int{near, lowering, busy})
		b.within(exactly(0), at("join", i), []int{coming, busy}, []int{near, busy, busy})
		b.within(between(3, 5), at("enter", i), []int{near}, []int{road})
		b.within(between(2, 4), at("exit", i), []int{road}, []int{going})
		b.within(exactly(0), at("part", i), []int{going, busy, busy}, []int{far, busy})
		b.without(b.within(exactly(0), at("raise", i), []int{going, busy, closed}, []int{far, rising}), busy, 2)
	}
}
