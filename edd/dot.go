package edd

import (
	"fmt"
	"io"
	"runtime"
	"slices"

	"brim/internal/nodelist"
	"brim/mdd"
)

// WriteDOT draws the diagram of g for Graphviz as mdd.Set.WriteDOT draws sets, with the value of an edge behind its
// local values, as in "0, 2: 5". The edge into the root has what all distances have in common. Equal functions give
// equal texts.
//
// It fails if the diagram has more nodes than the options allow, before it writes anything, or if w does.
func (g Func) WriteDOT(w io.Writer, o mdd.DOTOptions) error {
	d, err := g.drawing(o)
	given(w != nil, "WriteDOT", "writer")
	if err != nil {
		return err
	}
	return nodelist.WriteDOT(w, "edd", d)
}

// WriteDOTBeside draws a set and then g, side by side. Each may have as many nodes as the options allow. [DVB14, Figure
// 1]
func (g Func) WriteDOTBeside(w io.Writer, set mdd.Set, o mdd.DOTOptions) error {
	g.use("WriteDOTBeside").own("WriteDOTBeside", set)
	given(w != nil, "WriteDOTBeside", "writer")
	left := nodelist.Drawing{Title: "MDD", Levels: g.f.levels, Level: o.Level, Local: o.Value, Terminal: "1"}
	if left.Root = 1; set.IsEmpty() {
		left.Root, left.Terminal = 0, "0"
	}
	for n := range set.EachNode() {
		left.Nodes = append(left.Nodes, nodelist.Node{Level: n.Level, Locals: locals(n.Values),
			Children: slices.Clone(n.Children)})
		left.Root = n.Name
	}
	if err := few(len(left.Nodes), o); err != nil {
		return err
	}
	right, err := g.drawing(o)
	if err != nil {
		return err
	}
	right.Title = "EDD"
	return nodelist.WriteClusters(w, "both", left, right)
}

// locals returns local values as the type of the list of nodes.
func locals(values []int) (list []uint32) {
	for _, v := range values {
		list = append(list, uint32(v))
	}
	return list
}

// drawing returns the list of nodes of g with all that a drawing shows.
func (g Func) drawing(o mdd.DOTOptions) (nodelist.Drawing, error) {
	e := g.edge("WriteDOT")
	t := g.f.s.Traverse(e.n)
	if err := few(len(t.Nodes), o); err != nil {
		return nodelist.Drawing{}, err
	}
	d := nodelist.Drawing{Levels: g.f.levels, Level: o.Level, Local: o.Value, Root: t.Root, Terminal: "1", Valued: true,
		Value: e.v}
	if t.Root == 0 {
		d.Terminal = "∞"
	}
	for code := uint32(2); code < t.Codes(); code++ {
		d.Nodes = append(d.Nodes, g.f.listed(t, code))
	}
	runtime.KeepAlive(g)
	return d, nil
}

// few returns an error for diagrams with too many nodes.
func few(nodes int, o mdd.DOTOptions) error {
	most := o.MaxNodes
	if most == 0 {
		most = 500
	}
	if nodes > most {
		return fmt.Errorf("edd: WriteDOT: the diagram has %d nodes, more than the limit of %d", nodes, most)
	}
	return nil
}
