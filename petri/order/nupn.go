package order

import (
	"cmp"
	"slices"

	"brim/petri"
)

// alongUnits returns an order in which the components of every nested unit and
// of all units below it stay together. Siblings follow each other by where the
// given sequence has them on average, so units that exchange much are close. A
// component with places of several units counts to that of its first place. nil
// if there is no net or it has no units.
func alongUnits(net *petri.Net, groups [][]int, guide sequence) sequence {
	if net == nil || net.Units == nil || len(net.Units.List) == 0 {
		return nil
	}
	u := net.Units
	of := componentOf(net, groups)
	pos := guide.positions()
	taken := make([]bool, len(groups))
	visited := make([]bool, len(u.List))

	// block returns the components of a unit and those below.
	var block func(unit int) (members sequence)
	mean := func(members sequence) float64 {
		sum := 0.0
		for _, v := range members {
			sum += float64(pos[v])
		}
		return sum / float64(max(1, len(members)))
	}
	type child struct {
		members sequence
		at      float64
	}
	block = func(unit int) sequence {
		if visited[unit] { // not a tree: the file is wrong, the order is still one
			return nil
		}
		visited[unit] = true
		var parts []child
		add := func(s sequence) {
			if len(s) > 0 {
				parts = append(parts, child{s, mean(s)})
			}
		}
		for _, p := range u.List[unit].Places {
			if v := of[p]; !taken[v] && groups[v][0] == p {
				taken[v] = true
				add(sequence{v})
			}
		}
		for _, sub := range u.List[unit].Sub {
			add(block(sub))
		}
		slices.SortStableFunc(parts, func(a, b child) int { return cmp.Compare(a.at, b.at) })
		var all sequence
		for _, c := range parts {
			all = append(all, c.members...)
		}
		return all
	}
	s := block(u.Root)
	for unit := range u.List {
		s = append(s, block(unit)...)
	}
	for _, v := range guide {
		if !taken[v] {
			s = append(s, v)
		}
	}
	return s
}
