package mdd

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"brim/dd"
	"brim/internal/exchange"
)

// Sets as text that other programs read and write, in the forms of docs/exchange.md.

// A Form is a text format of sets for the exchange with other programs; docs/exchange.md has the grammar. Save is
// smaller and quicker.
type Form uint8

const (
	Lines Form = iota // a line for each node, like DDDMP
	JSON              // an object
)

// A Root is a set with its name in a file.
type Root struct {
	Name string
	Set  Set
}

// Diagrams are sets of one forest with the names of its variables, by level, level 1 first; nil if they have none.
type Diagrams struct {
	Variables []string
	Roots     []Root
}

// ReadOptions of ReadDiagrams. The zero value is right for most uses.
type ReadOptions struct {
	Forest  *Forest // of the sets, of either rule; nil makes one
	Options Options // of a forest that is made
	Bytes   int64   // that the text may have; 0 stands for 1 GiB of lines, 256 MiB of JSON
	Nodes   int     // that it may have; 0 stands for 2^24
}

// WriteDiagrams writes the sets in a form. Nodes that they share are written once. Equal sets under the same rule give
// equal texts. The error is that of w, or says that sets are of different forests, or that a name cannot be written.
// Cost: O(arcs).
func WriteDiagrams(w io.Writer, form Form, d Diagrams) error {
	given(w != nil, "WriteDiagrams", "writer")
	if len(d.Roots) == 0 {
		return errors.New("mdd: WriteDiagrams: no sets; expected one at least")
	}
	f := d.Roots[0].Set.use("WriteDiagrams")
	x := &exchange.Diagram{Kind: exchange.MDD, Rule: f.rule.String(), Levels: f.levels, Variables: d.Variables}
	l := exchange.Lister{Diagram: x, Node: f.exchanged}
	for _, r := range d.Roots {
		if r.Set.use("WriteDiagrams") != f {
			return fmt.Errorf("mdd: WriteDiagrams: the set %q is of another forest", r.Name)
		}
		l.Add(r.Name, r.Set.node(), 0)
	}
	runtime.KeepAlive(d)
	return exchange.Write(w, form == JSON, x)
}

// exchanged returns n with its arcs.
func (f *Forest) exchanged(n node) exchange.Node {
	x := exchange.Node{Level: f.s.Level(n)}
	for v, c := range f.arcs(n, x.Level) {
		x.Arcs = append(x.Arcs, exchange.Arc{Value: v, Child: c})
	}
	return x
}

// ReadDiagrams reads sets that WriteDiagrams or another program wrote, in any form and under any rule. Every node is
// made anew, so the sets are canonical even where the text is not.
//
// A text with a fault gives a *malformed.Error with file, line and column; one that exceeds the limits of the forest a
// *LimitError.
func ReadDiagrams(r io.Reader, file string, o ReadOptions) (d *Diagrams, err error) {
	given(r != nil, "ReadDiagrams", "reader")
	if o.Forest != nil {
		o.Forest.use("ReadDiagrams")
	}
	x, err := exchange.Read(r, file, exchange.Limits{Bytes: o.Bytes, Nodes: o.Nodes, Kind: exchange.MDD,
		Levels: MaxLevels, Value: MaxValue})
	if err != nil {
		return nil, err
	}
	f := o.Forest
	switch {
	case f == nil:
		f = New(x.Levels, o.Options)
	case f.levels != x.Levels:
		return nil, fmt.Errorf("%s: %d levels; the forest has %d", file, x.Levels, f.levels)
	}
	defer dd.Recover(&err)
	defer f.s.Release(f.s.Mark())
	l := newLoader(f)
	for _, n := range x.Nodes {
		l.sparse(n)
	}
	d = &Diagrams{Variables: x.Variables}
	for _, root := range x.Roots {
		d.Roots = append(d.Roots, Root{root.Name, f.set(l.child(root.Node, f.levels))})
	}
	return d, nil
}

// sparse makes a node of a list of arcs.
func (l *loader) sparse(n exchange.Node) {
	handles := make([]node, len(n.Arcs))
	for i, a := range n.Arcs {
		handles[i] = l.child(a.Child, n.Level-1) // on the work stack too
	}
	arcs := l.f.newArcs()
	for i, a := range n.Arcs {
		arcs.add(a.Value, handles[i])
	}
	l.at = append(l.at, l.f.s.Push(arcs.make(n.Level)))
	l.levels = append(l.levels, n.Level)
}
