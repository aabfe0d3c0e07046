package nets

import (
	"math/big"
	"strconv"
)

// kanban is a production line of four cells with N cards each; cells 2 and 3 work
// in parallel. Per cell i, pm is work on the machine, pb work to be redone, pout
// finished work and pkan the free cards:
//
//	tr_i: pm → pb    tb_i: pb → pm    tg_i: pm → pout
//	tin1: pkan1 → pm1
//	ts1_23: pout1 + pkan2 + pkan3 → pkan1 + pm2 + pm3
//	ts23_4: pout2 + pout3 + pkan4 → pkan2 + pkan3 + pm4
//	tout4: pout4 → pkan4
func kanban() Family {
	f := Family{
		Name:      "kanban",
		Title:     "kanban production line of four cells",
		Parameter: "cards per cell",
		Numbers:   numbers(1, maxTokens, "N"),
		Depth:     linear(14, 0),
	}
	// p counts the markings of cell 1, and of cell 4; q those of cells 2 and 3,
	// which hold the same number of free cards.
	f.States = func(size ...int) *big.Int {
		n := size[0]
		p := polynomial(n, 6, 6, 11, 6, 1)
		q := polynomial(n, 60, 60, 182, 210, 115, 30, 3)
		return p.Mul(p, p).Mul(p, q)
	}
	f.builds(func(b builder, n int) {
		var pm, pb, pkan, pout [5]int // by cell, from 1
		for i := 1; i <= 4; i++ {
			cell := strconv.Itoa(i)
			pm[i] = b.Place("pm"+cell, 0)
			pb[i] = b.Place("pb"+cell, 0)
			pkan[i] = b.Place("pkan"+cell, int64(n))
			pout[i] = b.Place("pout"+cell, 0)
		}
		for i := 1; i <= 4; i++ {
			cell := strconv.Itoa(i)
			b.fire("tr"+cell, []int{pm[i]}, []int{pb[i]})
			b.fire("tb"+cell, []int{pb[i]}, []int{pm[i]})
			b.fire("tg"+cell, []int{pm[i]}, []int{pout[i]})
		}
		b.fire("tin1", []int{pkan[1]}, []int{pm[1]})
		b.fire("ts1_23", []int{pout[1], pkan[2], pkan[3]}, []int{pkan[1], pm[2], pm[3]})
		b.fire("ts23_4", []int{pout[2], pout[3], pkan[4]}, []int{pkan[2], pkan[3], pm[4]})
		b.fire("tout4", []int{pout[4]}, []int{pkan[4]})
	})
	return f
}
