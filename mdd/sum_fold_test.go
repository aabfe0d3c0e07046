package mdd

import (
	"fmt"
	"slices"
	"testing"
)

// folded lists all tuples by Fold, with the number of nodes that it visits.
func folded(s Set) (list [][]int, nodes int) {
	list, _ = Fold(s, [][]int{{}}, func(level int, arcs []Arc[[][]int]) (list [][]int) {
		nodes++
		for _, a := range arcs {
			for _, values := range a.Below {
				if len(values) != level-1 {
					panic(fmt.Sprint(values, " below level ", level))
				}
				list = append(list, append(slices.Clone(values), a.Value))
			}
		}
		return list
	}, func(below [][]int, from, to int) (list [][]int) {
		for _, values := range below {
			if len(values) != from-1 || to < from {
				panic(fmt.Sprint(values, " below levels ", from, " to ", to))
			}
			list = append(list, append(slices.Clone(values), make([]int, to+1-from)...))
		}
		return list
	})
	return list, nodes
}

// By Fold all tuples are listed, in their order, and each node is visited once.
func TestFoldExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for m, s := range w.sets {
			list, nodes := folded(s)
			if want := w.list(m); fmt.Sprint(list) != fmt.Sprint(want) || nodes != s.Nodes() {
				t.Fatalf("got %v from %d nodes, want %v from %d", list, nodes, want, s.Nodes())
			}
			count, ok := Fold(s, 1, func(_ int, arcs []Arc[int]) (sum int) {
				for _, a := range arcs {
					sum += a.Below
				}
				return sum
			}, nil)
			if ok != (m != 0) || count != len(list) {
				t.Fatalf("%d tuples, %v, want %d", count, ok, len(list))
			}
		}
	})
}
