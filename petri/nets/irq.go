package nets

import "math/big"

// irq is the interrupt queues of two devices i = 1, 2: device i raises Di interrupts,
// the processor acknowledges each before anything else and puts it into the queue of
// the device, which has Q slots, from which it is done later.
//
//	raise_i: t_i + cpu → isr_i            dpc_i:   q_i → d_i + f_i
//	ack_i:   isr_i + f_i → q_i + cpu      batch_i: 2·q_i → 2·d_i + 2·f_i
//
// BATCH reports whether there is batch_i: 0 no, 1 before the other transitions of the
// device, 2 after them. For engines that take transitions in their order, first or last
// makes a difference: with 2 depth-first search finds long ways before short ones, and with
// 0 all ways to a marking are equally long.
//
// With a(D) = Σ (D − q + 1) over q = 0 … min(Q, D), which counts what a device can be in
// with no interrupt waiting for its acknowledgement, there are
// a(D1)·a(D2) + a(D1−1)·a(D2) + a(D1)·a(D2−1) markings. The only deadlock, with
// everything done, is the farthest: device i needs 2·Di firings and Di more, or half of that, rounded up,
// in batches, which need Q ≥ 2.
func irq() Family {
	f := Family{
		Name:      "irq",
		Title:     "interrupt queues of two devices",
		Parameter: "interrupts D1,D2, slots of a queue Q and kind of batches BATCH",
		Numbers:   []Number{{"D1", 1, maxTokens}, {"D2", 1, maxTokens}, {"Q", 1, maxTokens}, {"BATCH", 0, 2}},
		States: func(size ...int) *big.Int {
			a := func(i, less int) *big.Int { return irqDevice(size[i]-less, size[2]) }
			x := a(0, 0)
			x.Mul(x, a(1, 0))
			x.Add(x, new(big.Int).Mul(a(0, 1), a(1, 0)))
			return x.Add(x, new(big.Int).Mul(a(0, 0), a(1, 1)))
		},
		Depth: func(size ...int) *big.Int {
			sum := int64(0)
			for _, d := range size[:2] {
				done := int64(d)
				if size[2] >= 2 && size[3] > 0 {
					done = (done + 1) / 2
				}
				sum += 2*int64(d) + done
			}
			return big.NewInt(sum)
		},
	}
	f.builds(func(b builder, _ int) {
		cpu := b.Place("cpu", 1)
		for i := 1; i <= 2; i++ {
			b.Place(at("t", i), int64(b.size[i-1]))
			b.Place(at("isr", i), 0)
			b.Place(at("q", i), 0)
			b.Place(at("f", i), int64(b.size[2]))
			b.Place(at("d", i), 0)
		}
		const t, isr, q, f, d = 1, 2, 3, 4, 5
		for i := 1; i <= 2; i++ {
			me := 5 * (i - 1)
			batch := func(when int) {
				if b.size[3] == when {
					x := b.Transition(at("batch", i))
					b.In(x, me+q, 2)
					b.Out(x, me+d, 2)
					b.Out(x, me+f, 2)
				}
			}
			batch(1)
			b.fire(at("raise", i), []int{me + t, cpu}, []int{me + isr})
			b.fire(at("ack", i), []int{me + isr, me + f}, []int{me + q, cpu})
			b.fire(at("dpc", i), []int{me + q}, []int{me + d, me + f})
			batch(2)
		}
	})
	return f
}

// irqDevice returns Σ (d − q + 1) over q = 0 … min(slots, d).
func irqDevice(d, slots int) *big.Int {
	m := int64(min(slots, d))
	x := big.NewInt(m + 1)
	x.Mul(x, big.NewInt(2*int64(d)+2-m))
	return x.Rsh(x, 1)
}
