package nets

import "math/big"

// cabp is the concurrent alternating bit protocol. Unlike in abp the sender S repeats a message
// all the time until it hears that it has arrived, and two more processes, AS beside the receiver R
// and AR beside S, repeat and filter the acknowledgements. The channels K and L may
// also lose what they carry. There are N messages d and the bits b are 0 and 1, c the
// other one; !x sends and ?x receives x.
//
//	S:  RMb   r1_d     SFd_b      takes the message d
//	    SFd_b !c3_d_b  SFd_b
//	    SFd_b ?c8_ac   RMc        the next one
//	K:  K    ?c3_d_b   Kd_b
//	    Kd_b  i        Gd_b, Ke, K  kept, spoilt or lost
//	    Gd_b !c4_d_b   K
//	    Ke   !c4_ce    K
//	R:  RFb  ?c4_d_b   Xd_b
//	    Xd_b  s2_d     Yb         delivers d
//	    Yb   !c5_ac    RFc
//	    RFb  ?c4_d_c   RFb        also with ?c4_ce
//	AS: ASb  ?c5_ac    ASc
//	    ASb  !c6_b     ASb
//	L:  L    ?c6_b     Lb
//	    Lb    i        Hb, Le, L
//	    Hb   !c7_b     L
//	    Le   !c7_ae    L
//	AR: ARb  ?c7_b     Zb
//	    ARb  ?c7_c     ARb        also with ?c7_ae
//	    Zb   !c8_ac    ARc
//
// Names are made as in abp. At first S is in RM0, R in RF0, AS in AS1 and AR in AR0.
// There are 16·N² + 192·N + 16 markings, the farthest 25 firings away, and no deadlock.
//
// The proposition undelivered means what it does in abp.
func cabp() Family {
	f := Family{
		Name:         "cabp",
		Title:        "concurrent alternating bit protocol",
		Parameter:    "messages",
		Numbers:      numbers(1, maxArcs/60-2, "N"),
		States:       func(size ...int) *big.Int { return polynomial(size[0], 1, 16, 192, 16) },
		Depth:        linear(0, 25),
		Propositions: []Proposition{anyMessage("undelivered", "S.SFd_b = 1 & R.RFb + R.Xd_b = 1")},
	}
	f.builds(func(b builder, n int) {
		b.compose([]machine{
			cabpSender(n),
			channel{name: "K", from: "c3", to: "c4", kept: "G", spoilt: "ce", loses: true}.machine(messages(n)),
			cabpReceiver(n),
			cabpRepeater(),
			channel{name: "L", from: "c6", to: "c7", kept: "H", spoilt: "ae", loses: true}.machine(plainBits()),
			cabpFilter(),
		})
	})
	return f
}

func cabpSender(n int) machine {
	m := machine{name: "S", initial: "RM0"}
	for _, x := range messages(n) {
		same, other := x.bits()
		m.does("RM"+same, local, "r1"+x.data, "SF"+x.state)
		m.does("SF"+x.state, send, "c3"+x.label, "SF"+x.state)
		m.does("SF"+x.state, receive, "c8_ac", "RM"+other)
	}
	return m
}

func cabpReceiver(n int) machine {
	m := machine{name: "R", initial: "RF0"}
	for _, x := range plainBits() {
		same, other := x.bits()
		for _, y := range messages(n) {
			if y.bit != x.bit {
				m.does("RF"+same, receive, "c4"+y.label, "RF"+same)
				continue
			}
			m.does("RF"+same, receive, "c4"+y.label, "X"+y.state)
			m.does("X"+y.state, local, "s2"+y.data, "Y"+same)
		}
		m.does("RF"+same, receive, "c4_ce", "RF"+same)
		m.does("Y"+same, send, "c5_ac", "RF"+other)
	}
	return m
}

func cabpRepeater() machine {
	m := machine{name: "AS", initial: "AS1"}
	for _, x := range plainBits() {
		same, other := x.bits()
		m.does("AS"+same, receive, "c5_ac", "AS"+other)
		m.does("AS"+same, send, "c6_"+same, "AS"+same)
	}
	return m
}

func cabpFilter() machine {
	m := machine{name: "AR", initial: "AR0"}
	for _, x := range plainBits() {
		same, other := x.bits()
		m.does("AR"+same, receive, "c7_"+same, "Z"+same)
		m.does("AR"+same, receive, "c7_"+other, "AR"+same)
		m.does("AR"+same, receive, "c7_ae", "AR"+same)
		m.does("Z"+same, send, "c8_ac", "AR"+other)
	}
	return m
}
