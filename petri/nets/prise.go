package nets

// prise is a safety function of a nuclear power plant: it opens a drain valve of a
// steam generator when coolant leaks from the primary to the secondary circuit
// (PRISE), and must not act on other faults with similar symptoms. It is a
// reconstruction: the diagram of the real function, which [BVJD12] verifies, is not
// public. What is known is the kinds of blocks and what the function is for; which
// signals there are, how they are wired and the times are made up.
//
// Every cycle reads the inputs afresh:
//
//	LVL   level in the steam generator is high    TRIP  the reactor was shut down
//	PRP   pressure in the primary circuit is low  RST   reset by the operator
//	CNT   pressure in the containment is high: another accident
//
// and evaluates the blocks, with the times TD, TP, TR and TA in cycles:
//
//	N1 = not CNT                         N3 = not LVL
//	G2 = LVL and PRP and N1: symptoms    D2 = N3 for TR cycles on end
//	D1 = G2 for TD cycles on end         G5 = RST or D2
//	N2 = not F1 of the previous cycle    F1 = set by G4, reset by G5: output 1, the valve
//	G3 = TRIP and N2                     P2 = pulse of TA cycles when F1 rises: output 2,
//	P1 = pulse of TP cycles when G3 rises     the alarm
//	G4 = D1 and P1
//
// G2 keeps its last value in the places G2.q0 and G2.q1, for formulas to look at. See
// program for the net; a cycle is 18 firings, of which that of N2 may come before the
// tick of the cycle before. There is no deadlock, and all places are safe.
//
// The numbers of a size are TD, TP, TR, TA. Output 1 can first be 1 after 18·TD − 2
// firings, the same number in M and in L.
func prise() Family {
	f := Family{
		Name:      "prise",
		Title:     "PRISE safety logic of a power plant, a reconstruction",
		Parameter: "cycles of the timers TD,TP,TR,TA",
		// TP and TA take 16 arcs for each cycle, TD and TR take 8
		Numbers: numbers(1, maxArcs/48-20, "TD", "TP", "TR", "TA"),
		Sizes: []Size{
			{"S", []int{2, 2, 2, 2}},
			{"M", []int{5, 4, 4, 4}},
			{"L", []int{5, 8, 8, 8}},
		},
		Propositions: []Proposition{
			single("output_1", "F1.q1 = 1"),
			single("output_2", "P2_C.1 = 1"), // not remembered beyond the cycle
			single("symptoms", "G2.q1 = 1"),
		},
	}
	f.builds(func(b builder, td int) {
		tp, tr, ta := b.size[1], b.size[2], b.size[3]
		program{
			inputs: []string{"LVL", "PRP", "CNT", "TRIP", "RST"},
			blocks: []block{
				gate("N1", not, "CNT"),
				latched(gate("G2", and, "LVL", "PRP", "N1")),
				delay("D1", td, "G2"),
				gate("N2", not, "F1"),
				gate("G3", and, "TRIP", "N2"),
				pulse("P1", tp, "G3"),
				gate("G4", and, "D1", "P1"),
				gate("N3", not, "LVL"),
				delay("D2", tr, "N3"),
				gate("G5", or, "RST", "D2"),
				flipflop("F1", "G4", "G5"),
				pulse("P2", ta, "F1"),
			},
			ends: []string{"F1", "P2"},
		}.add(b)
	})
	return f
}
