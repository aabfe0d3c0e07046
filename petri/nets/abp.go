package nets

// abp is the alternating bit protocol: a sender S hands messages one after the other to
// a receiver R over a channel K, and R acknowledges them over a channel L. Both channels
// hold one message and may spoil it, so a message is sent with a bit until an
// acknowledgement with the same bit comes back. There are N messages d and the bits b
// are 0 and 1, c the other one; !x sends and ?x receives x.
//
//	S: Sb     r1_d     Td_b      takes the message d
//	   Td_b  !c2_d_b   Wd_b
//	   Wd_b  ?c6_b     Sc        the next one
//	   Wd_b  ?c6_c     Td_b      once more, also with ?c6_e
//	K: K     ?c2_d_b   Kd_b
//	   Kd_b   i        Gd_b, Ke  kept or spoilt
//	   Gd_b  !c3_d_b   K
//	   Ke    !c3_e     K
//	L: L     ?c5_b     Lb
//	   Lb     i        Hb, Le
//	   Hb    !c6_b     L
//	   Le    !c6_e     L
//	R: Rb    ?c3_d_b   Xd_b
//	   Xd_b   s4_d     Yb        delivers d
//	   Yb    !c5_b     Rc
//	   Rb    ?c3_d_c   Zb        is delivered already, also with ?c3_e
//	   Zb    !c5_c     Rb
//
// A message d is written d1 … dN in labels and 1 … N in states, as in c2_d1_0 and T1_0. At first
// S is in S1 and R in R1. See compose for places and transitions. There are 36·N + 2
// markings, the farthest 19 firings away, and no deadlock.
//
// The proposition undelivered says that S has taken a message which R has not yet
// delivered. That one may stay under way for ever is EF EG undelivered [MSW].
func abp() Family {
	f := Family{
		Name:         "abp",
		Title:        "alternating bit protocol",
		Parameter:    "messages",
		Numbers:      numbers(1, maxArcs/64-1, "N"),
		States:       linear(36, 2),
		Depth:        linear(0, 19),
		Propositions: []Proposition{anyMessage("undelivered", "S.Td_b + S.Wd_b = 1 & R.Rb + R.Xd_b + R.Zb = 1")},
	}
	f.builds(func(b builder, n int) {
		b.compose([]machine{
			abpSender(n),
			channel{name: "K", from: "c2", to: "c3", kept: "G", spoilt: "e"}.machine(messages(n)),
			channel{name: "L", from: "c5", to: "c6", kept: "H", spoilt: "e"}.machine(plainBits()),
			abpReceiver(n),
		})
	})
	return f
}

func abpSender(n int) machine {
	m := machine{name: "S", initial: "S1"}
	for _, x := range messages(n) {
		same, other := x.bits()
		m.does("S"+same, local, "r1"+x.data, "T"+x.state)
		m.does("T"+x.state, send, "c2"+x.label, "W"+x.state)
		m.does("W"+x.state, receive, "c6_"+same, "S"+other)
		m.does("W"+x.state, receive, "c6_"+other, "T"+x.state)
		m.does("W"+x.state, receive, "c6_e", "T"+x.state)
	}
	return m
}

func abpReceiver(n int) machine {
	m := machine{name: "R", initial: "R1"}
	for _, x := range plainBits() {
		same, other := x.bits()
		for _, y := range messages(n) {
			if y.bit != x.bit {
				m.does("R"+same, receive, "c3"+y.label, "Z"+same)
				continue
			}
			m.does("R"+same, receive, "c3"+y.label, "X"+y.state)
			m.does("X"+y.state, local, "s4"+y.data, "Y"+same)
		}
		m.does("R"+same, receive, "c3_e", "Z"+same)
		m.does("Y"+same, send, "c5"+x.label, "R"+other)
		m.does("Z"+same, send, "c5_"+other, "R"+same)
	}
	return m
}
