package nets

import (
	"math"
	"math/big"
	"strconv"
	"strings"
)

// hanoi is the Towers of Hanoi: discs 1 (smallest) … N on rods A, B, C, all on A
// at first. Places A_k, B_k, C_k tell where disc k is. Transition mv_k_x_y moves
// it from x to y and reads that all smaller discs are on the third rod, z:
//
//	mv_k_x_y: x_k + z_1 + … + z_(k−1) → y_k + z_1 + … + z_(k−1)
//
// Every arrangement is reachable. Counting discs from the smallest makes the
// least depth at which B_k is marked, 2^(k−1), the same for all N ≥ k.
func hanoi() Family {
	f := Family{
		Name:      "hanoi",
		Title:     "towers of Hanoi with three rods",
		Parameter: "discs",
		Numbers:   numbers(1, int(math.Sqrt(maxArcs/6))-1, "N"), // 6·N·(N+1) arcs
		States:    func(size ...int) *big.Int { return power(3, size[0]) },
		Depth: func(size ...int) *big.Int {
			d := power(2, size[0])
			return d.Sub(d, big.NewInt(1))
		},
		Propositions: []Proposition{tower("A"), tower("B"), tower("C")},
	}
	f.builds(func(b builder, n int) {
		rods := [3]string{"A", "B", "C"}
		place := func(rod, disc int) int { return 3*(disc-1) + rod }
		for k := 1; k <= n; k++ {
			for rod, name := range rods {
				initial := int64(0)
				if rod == 0 {
					initial = 1
				}
				b.Place(at(name, k), initial)
			}
		}
		for k := 1; k <= n; k++ {
			for x := range rods {
				for y := range rods {
					if x == y {
						continue
					}
					t := b.Transition("mv_" + strconv.Itoa(k) + "_" + rods[x] + "_" + rods[y])
					z := 3 - x - y
					for j := 1; j < k; j++ { // ascending places: nothing to sort later
						b.Read(t, place(z, j), 1)
					}
					b.In(t, place(x, k), 1)
					b.Out(t, place(y, k), 1)
				}
			}
		}
	})
	return f
}

// tower returns the proposition that all discs are on one rod.
func tower(rod string) Proposition {
	return Proposition{"tower_" + rod, rod + "_1 = 1 & … & " + rod + "_N = 1", func(n, _ int) string {
		var b strings.Builder
		for i := 1; i <= n; i++ {
			if i > 1 {
				b.WriteString(" & ")
			}
			b.WriteString(at(rod, i) + " = 1")
		}
		return b.String()
	}}
}
