package exchange

import (
	"fmt"
	"io"
)

// A Lister lists the nodes of a diagram, children first, and gives them their names.
type Lister struct {
	Diagram *Diagram
	Node    func(handle uint32) Node // with handles in the place of names
	names   map[uint32]uint32
}

// Add adds a root with what can be reached from it.
func (l *Lister) Add(name string, handle, cost uint32) {
	if l.names == nil {
		l.names = map[uint32]uint32{0: 0, 1: 1}
	}
	l.Diagram.Roots = append(l.Diagram.Roots, Root{name, l.list(handle), cost})
}

// list returns the name of a node.
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

// Write writes a diagram as lines or as JSON. The error is that of w, or says what of the names is wrong.
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
