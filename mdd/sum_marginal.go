package mdd

import (
	"cmp"
	"context"
	"math/big"
	"slices"
)

// Marginals: how often each value occurs on each level, by an index.

// A Marginal has the number, or the weight, of the tuples with a value on a level.
type Marginal struct {
	Value  int
	Weight *big.Int
}

// Marginals returns, for each level, the values that occur there, ascending, with the numbers, or the weights, of the
// tuples that have them: those of level k at index k−1. On each level the weights sum up to Total. The error is a
// *LimitError, as for Index.
//
// It passes the weights of the ways to each node from the root down. Cost: a product for each arc, and two more where
// there are weights.
func (x *Index) Marginals(ctx context.Context) ([][]Marginal, error) {
	const who = "Index.Marginals"
	x.use(who)
	m := &marginals{
		Index: x, budget: newBudget(ctx, who, x.memory),
		above: make([]*big.Int, len(x.nodes)),
		edges: make([]int, x.levels+2), skips: make([]big.Int, x.levels+2),
	}
	m.budget.bytes = x.bytes + int64(len(x.nodes))*8
	list := make([][]Marginal, x.levels)
	m.enter(x.root, x.levels, one)
	code := len(x.nodes) - 2 // the last node: levels descend with codes
	open, weight := 0, new(big.Int)
	for k := x.levels; k >= 1; k-- {
		open += m.edges[k]
		weight.Add(weight, &m.skips[k])
		at := map[int]*big.Int{}
		if open > 0 {
			at[0] = new(big.Int).Set(weight)
		}
		for ; code >= 2 && x.nodes[code].level == k; code-- {
			if err := m.node(uint32(code), at); err != nil {
				return nil, err
			}
		}
		for v, w := range at {
			list[k-1] = append(list[k-1], Marginal{v, w})
			m.budget.bytes += numberBytes + int64(len(w.Bits()))*8
		}
		slices.SortFunc(list[k-1], func(a, b Marginal) int { return cmp.Compare(a.Value, b.Value) })
	}
	return list, nil
}

// marginals are one pass down.
type marginals struct {
	*Index
	budget
	above []*big.Int // by code: the weight of the ways to the node; nil before the first one

	// Edges that skip levels from k down: those that start there, minus those that ended above.
	edges []int     // their number
	skips []big.Int // their weight

	free      []*big.Int
	here, all big.Int
}

// node passes the weight of the ways to a node on to its children, and adds the weights of its values.
func (m *marginals) node(code uint32, at map[int]*big.Int) error {
	level, way := m.nodes[code].level, m.above[code]
	arcs, _ := m.below(code)
	for _, arc := range arcs {
		w := m.enter(arc, level-1, way)
		if sum := at[int(arc.value)]; sum != nil {
			sum.Add(sum, w)
		} else {
			at[int(arc.value)] = new(big.Int).Set(w)
		}
	}
	m.budget.bytes -= numberBytes + int64(len(way.Bits()))*8
	m.above[code], m.free = nil, append(m.free, way)
	return m.over()
}

// enter follows an edge to a set over levels 1…top, where ways is the weight of the ways to the edge. It returns the
// weight of all tuples through the edge, valid until the next call.
func (m *marginals) enter(arc indexArc, top int, ways *big.Int) *big.Int {
	if arc.node == 0 {
		return &m.all // 0
	}
	m.product(&m.here, ways, m.factors[arc.factor])
	m.product(&m.all, &m.here, &m.nodes[arc.node].weight)
	if low := m.nodes[arc.node].level; low < top {
		m.edges[top]++
		m.edges[low]--
		m.skips[top].Add(&m.skips[top], &m.all)
		m.skips[low].Sub(&m.skips[low], &m.all)
	}
	if arc.node == 1 {
		return &m.all
	}
	way := m.above[arc.node]
	if way == nil {
		if l := len(m.free); l > 0 {
			way, m.free = m.free[l-1].SetInt64(0), m.free[:l-1]
		} else {
			way = new(big.Int)
		}
		m.above[arc.node] = way
		m.budget.bytes += numberBytes
	}
	m.budget.bytes -= int64(len(way.Bits())) * 8
	way.Add(way, &m.here)
	m.budget.bytes += int64(len(way.Bits())) * 8
	return &m.all
}
