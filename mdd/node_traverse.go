package mdd

import (
	"iter"

	"brim/dd"
	"brim/internal/nodelist"
)

// A traversal is a set as a list of its nodes, children first, for counting, saving and drawing. Equal sets have equal
// codes, also in another forest with the same rule.
type traversal struct {
	*dd.Traversal
	f   *Forest
	set Set // what it lists
}

// traverse lists the nodes of a for the operation who, which keeps a alive as long as it uses the list. Cost: O(arcs).
func (a Set) traverse(who string) *traversal {
	f := a.use(who)
	return &traversal{f.s.Traverse(a.node()), f, a}
}

// each yields the values of the node with this code ≥ 2, ascending, with the codes of their children; none is Empty's.
func (d *traversal) each(code uint32) iter.Seq2[int, uint32] {
	return func(yield func(int, uint32) bool) {
		values, kids := d.Arcs(code)
		for i, c := range kids {
			if c != 0 && !yield(values.At(i), c) {
				return
			}
		}
	}
}

// listed returns the node with this code ≥ 2.
func (d *traversal) listed(code uint32) nodelist.Node {
	values, kids := d.Arcs(code)
	first, _ := values.Dense()
	return nodelist.Node{Level: d.Level(code), First: first, Locals: values.List(), Children: kids}
}

// skipped reports for each level, level k at index k−1, whether an edge of the diagram skips it.
func (d *traversal) skipped() []bool {
	// edges that skip levels from here on, minus those that did up to the level below
	starts := make([]int, d.f.levels+2)
	edge := func(from int, to uint32) {
		starts[d.Level(to)+1]++
		starts[from]--
	}
	edge(d.f.levels+1, d.Root)
	for code := range d.Codes() {
		if code < 2 {
			continue
		}
		k := d.Level(code)
		_, kids := d.Arcs(code)
		for _, c := range kids {
			if c != 0 {
				edge(k, c)
			}
		}
	}
	list := make([]bool, d.f.levels)
	open := 0
	for i := range list {
		open += starts[i+1]
		list[i] = open > 0
	}
	return list
}
