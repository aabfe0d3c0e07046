package gmc

import (
	"cmp"
	"slices"

	"brim/engine/circuit"
)

// rounds is the number of rounds of force.
const rounds = 200

// force moves the variables of the cone by the method FORCE [AMS03]: leaves and gates go to the middle of what they are connected with, over and over. The order
// in which the sum of the spans of all connections was least stays.
func (x *cone) force() {
	at := make([]float64, x.c.Variables()) // by variable: its place
	edges := x.edges()
	span := func() (sum float64) {
		for _, e := range edges {
			least, most := at[e[0]], at[e[0]]
			for _, v := range e {
				least, most = min(least, at[v]), max(most, at[v])
			}
			sum += most - least
		}
		return sum
	}
	list, best := x.order, slices.Clone(x.order)
	for i, v := range list {
		at[v] = float64(i)
	}
	least := span()
	sum, count := make([]float64, len(at)), make([]float64, len(at))
	for range rounds {
		clear(sum)
		clear(count)
		for _, e := range edges {
			middle := 0.0
			for _, v := range e {
				middle += at[v]
			}
			for _, v := range e {
				sum[v] += middle / float64(len(e))
				count[v]++
			}
		}
		for _, v := range list {
			if count[v] > 0 {
				at[v] = sum[v] / count[v]
			}
		}
		slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(at[a], at[b]) })
		for i, v := range list {
			at[v] = float64(i)
		}
		if s := span(); s < least {
			least = s
			copy(best, list)
		}
	}
	x.order = best
}

// edges returns the connections: each gate with what it looks at, and each latch with its next function.
func (x *cone) edges() (list [][]int) {
	c := x.c
	for _, v := range x.order {
		if g, ok := x.gate(v); ok {
			list = append(list, []int{v, c.Gates[g].A.Var(), c.Gates[g].B.Var()})
		} else if l, ok := x.latch(v); ok && c.Latches[l].Next > circuit.True {
			list = append(list, []int{v, c.Latches[l].Next.Var()})
		}
	}
	return list
}
