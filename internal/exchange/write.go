package exchange

import (
	"fmt"
	"io"
)

// How nodes are collected and numbered for writing.

// A Lister collects the nodes of a diagram, children first, and numbers them.
type Lister struct {
	Diagram *Diagram
	Node    func(handle uint32) Node // its children are handles, not names
	names   map[uint32]uint32
}

// Add adds a root together with all nodes reachable from it.
func (l *Lister) Add(name string, handle, cost uint32) {
	if l.names == nil {
		l.names = map[uint32]uint32{0: 0, 1: 1}
	}
	l.Diagram.Roots = append(l.Diagram.Roots, Root{name, l.list(handle), cost})
}

// list adds the node and its descendants where they are new, and returns the node's name.
func (l *Lister) list(handle uint32) uint32 {
	if name, ok := l.names[handle]; ok {
		return name
	}
	n := l.Node(handle)
	for i, a := range n.Arcs {
		n.Arcs[i].Child = l.list(a.Child)
	}
	l.Diagram.Nodes = append(l.Diagram.Nodes, n)
	name := uint32(len(l.Diagram.Nodes)) + 1
	l.names[handle] = name
	return name
}

// Write writes a diagram as lines or as JSON. The error is that of w, or says which name cannot be written.
func Write(w io.Writer, asJSON bool, d *Diagram) error {
	write := writeText
	if asJSON {
		write = writeJSON
	}
	if err := write(w, d); err != nil {
		return fmt.Errorf("%s: WriteDiagrams: %w", d.Kind, err)
	}
	return nil
}
