package mdd

import (
	"fmt"
	"io"
	"runtime"

	"brim/internal/nodelist"
)

// Drawings of sets for Graphviz.

// DOTOptions say how WriteDOT draws. The zero value is right for most uses.
type DOTOptions struct {
	Level    func(level int) string        // the name of a level; nil: its number
	Value    func(level, value int) string // the label of a local value; nil: the value
	MaxNodes int                           // more are an error; 0 stands for 500
}

// WriteDOT draws the diagram of a for Graphviz: a row for each level, arcs to the same child as
// one edge with all its values, edges that skip levels dashed. Equal sets give equal texts.
//
// It fails if the diagram has more nodes than the options allow, before it writes anything, or if w does.
func (a Set) WriteDOT(w io.Writer, o DOTOptions) error {
	if o.MaxNodes == 0 {
		o.MaxNodes = 500
	}
	t := a.traverse("WriteDOT")
	given(w != nil, "WriteDOT", "writer")
	if len(t.Nodes) > o.MaxNodes {
		return fmt.Errorf("mdd: WriteDOT: the diagram has %d nodes, more than the limit of %d", len(t.Nodes),
			o.MaxNodes)
	}
	d := nodelist.Drawing{Levels: a.f.levels, Level: o.Level, Local: o.Value, Root: t.Root,
		Terminal: fmt.Sprint(min(t.Root, 1))}
	for code := uint32(2); code < t.Codes(); code++ {
		d.Nodes = append(d.Nodes, t.listed(code))
	}
	runtime.KeepAlive(a)
	return nodelist.WriteDOT(w, "mdd", d)
}
