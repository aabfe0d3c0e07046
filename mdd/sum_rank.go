package mdd

import (
	"fmt"
	"math/big"
	"sort"
)

// The n-th tuple of a set, and the rank of a tuple, by an index.

// Nth returns the tuple with the given rank, counted from 0 in the order of All: with weights, the tuples before it
// weigh no more than i, and with it more than i. It panics unless 0 ≤ i < Total.
//
// Cost: for each level a search among the arcs of a node, by comparisons as many as the logarithm of their number and
// at most 8 subtractions of numbers as long as those of the nodes there, and divisions where weights are not 1.
func (x *Index) Nth(i *big.Int) []int {
	const who = "Index.Nth"
	x.use(who)
	given(i != nil, who, "rank")
	if i.Sign() < 0 || i.Cmp(&x.total) >= 0 {
		if x.total.Sign() == 0 {
			panic(fmt.Sprintf("mdd: %s: rank %d, but there is none", who, i))
		}
		panic(fmt.Sprintf("mdd: %s: rank %d, expected 0 to %d", who, i, new(big.Int).Sub(&x.total, one)))
	}
	return x.nth(new(big.Int).Set(i))
}

// nth is Nth for 0 ≤ rest < Total, which it changes.
func (x *Index) nth(rest *big.Int) []int {
	values := make([]int, x.levels)
	var product, remainder big.Int
	arc := x.root
	for {
		if arc.factor != 0 {
			rest.QuoRem(rest, x.factors[arc.factor], &remainder)
		}
		if arc.node == 1 {
			return values
		}
		level := x.nodes[arc.node].level
		arc = x.find(arc.node, rest, &product)
		values[level-1] = int(arc.value)
	}
}

// find returns the arc of a node in whose weight rest lies, and takes the weight of those before it off rest.
func (x *Index) find(code uint32, rest, product *big.Int) indexArc {
	arcs, sums := x.below(code)
	if i := sort.Search(len(sums), func(i int) bool { return sums[i].Cmp(rest) > 0 }); i > 0 {
		rest.Sub(rest, &sums[i-1])
		arcs = arcs[i*sumStep:]
	}
	for _, arc := range arcs[:len(arcs)-1] {
		w := x.weight(arc, product)
		if rest.Cmp(w) < 0 {
			return arc
		}
		rest.Sub(rest, w)
	}
	return arcs[len(arcs)-1]
}

// Rank returns the number, or the weight, of the tuples before this one in the order of All, and whether it is in the
// set. It panics where Tuple does. Cost: that of Nth, with products instead of divisions.
func (x *Index) Rank(values ...int) (before *big.Int, found bool) {
	const who = "Index.Rank"
	x.use(who)
	if len(values) != x.levels {
		panic(fmt.Sprintf("mdd: %s: %d values for %d levels", who, len(values), x.levels))
	}
	for k, v := range values {
		checkValue(who, v, k+1)
	}
	before = new(big.Int)
	var product, part big.Int
	factor := one // of all that lies below
	top := x.levels
	for arc := x.root; arc.node != 0; {
		level := x.nodes[arc.node].level
		for k := level + 1; k <= top; k++ {
			if values[k-1] != 0 { // the tuples here have 0 there: all come before
				before.Add(before, part.Mul(factor, x.weight(arc, &product)))
				return before, false
			}
		}
		if arc.factor != 0 {
			factor = new(big.Int).Mul(factor, x.factors[arc.factor])
		}
		if arc.node == 1 {
			return before, true
		}
		v := values[level-1]
		arcs, sums := x.below(arc.node)
		i := sort.Search(len(arcs), func(i int) bool { return int(arcs[i].value) >= v })
		j := min(i/sumStep, len(sums))
		if j > 0 {
			before.Add(before, part.Mul(factor, &sums[j-1]))
		}
		for _, arc := range arcs[j*sumStep : i] {
			before.Add(before, part.Mul(factor, x.weight(arc, &product)))
		}
		if i == len(arcs) || int(arcs[i].value) != v {
			return before, false
		}
		arc, top = arcs[i], level-1
	}
	return before, false
}
