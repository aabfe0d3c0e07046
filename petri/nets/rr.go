package nets

import "math/big"

// rr is the round-robin mutual exclusion protocol: a token P1 goes round the
// processes, the process that has it takes the shared resource and loads its
// buffer, and it may pass the token before the buffer is sent (E, early) or
// after (L, late).
//
//	req_i:   Res + P1_i → Own_i + P2_i      passE_i: P2_i + P0_next → P3_i + P1_next
//	load_i:  Own_i + BE_i → Res + BF_i      passL_i: P4_i + P0_next → P0_i + P1_next
//	sendT_i: BF_i + P2_i → BE_i + P4_i      sendN_i: BF_i + P3_i → BE_i + P0_i
//
// BE is the empty buffer, BF the full one. A process has the token in its states P1,
// P2 and P4: always exactly one does. There is no deadlock; the shortest cycle
// through the initial marking has 4N firings.
func rr() Family {
	f := Family{
		Name:      "rr",
		Title:     "round-robin mutual exclusion",
		Parameter: "processes",
		Numbers:   numbers(2, (maxPlaces-1)/8, "N"), // a process alone cannot pass the token
		Depth:     linear(8, -6),
		Propositions: []Proposition{
			indexed("owner", "Own_i = 1"),
			indexed("token", "P1_i + P2_i + P4_i = 1"),
		},
	}
	f.States = func(size ...int) *big.Int { // 9·N·2^(N−2)
		n := size[0]
		x := power(2, n-2)
		return x.Mul(x, big.NewInt(9*int64(n)))
	}
	f.builds(func(b builder, n int) {
		const own, be, bf, p0, p1, p2, p3, p4 = 1, 2, 3, 4, 5, 6, 7, 8
		res := b.Place("Res", 1)
		for i := 1; i <= n; i++ {
			has, waits := int64(0), int64(1)
			if i == 1 {
				has, waits = 1, 0
			}
			b.Place(at("Own", i), 0)
			b.Place(at("BE", i), 1)
			b.Place(at("BF", i), 0)
			b.Place(at("P0", i), waits)
			b.Place(at("P1", i), has)
			b.Place(at("P2", i), 0)
			b.Place(at("P3", i), 0)
			b.Place(at("P4", i), 0)
		}
		for i := 1; i <= n; i++ {
			me, next := 8*(i-1), 8*(i%n)
			b.fire(at("req", i), []int{res, me + p1}, []int{me + own, me + p2})
			b.fire(at("load", i), []int{me + own, me + be}, []int{res, me + bf})
			b.fire(at("sendT", i), []int{me + bf, me + p2}, []int{me + be, me + p4})
			b.fire(at("sendN", i), []int{me + bf, me + p3}, []int{me + be, me + p0})
			b.fire(at("passE", i), []int{me + p2, next + p0}, []int{me + p3, next + p1})
			b.fire(at("passL", i), []int{me + p4, next + p0}, []int{me + p0, next + p1})
		}
	})
	return f
}
