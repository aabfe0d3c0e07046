package edd

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"brim/dd"
	"brim/internal/exchange"
	"brim/mdd"
)

// Functions as text that other programs read and write, in the forms of docs/exchange.md.

// A Root is a function with its name in a file.
type Root struct {
	Name string
	Func Func
}

// Diagrams are functions of one forest with the names of its variables, by level, level 1 first; nil if they have none.
type Diagrams struct {
	Variables []string
	Roots     []Root
}

// ReadOptions of ReadDiagrams. The zero value is right for most uses.
type ReadOptions struct {
	Forest *Forest // of the functions; nil makes one, with a forest of sets
	Bytes  int64   // that the text may have; 0 stands for 1 GiB of lines, 256 MiB of JSON
	Nodes  int     // that it may have; 0 stands for 2^24
}

// WriteDiagrams writes the functions in a form, as mdd.WriteDiagrams does sets.
func WriteDiagrams(w io.Writer, form mdd.Form, d Diagrams) error {
	given(w != nil, "WriteDiagrams", "writer")
	if len(d.Roots) == 0 {
		return errors.New("edd: WriteDiagrams: no functions; expected one at least")
	}
	f := d.Roots[0].Func.use("WriteDiagrams")
	x := &exchange.Diagram{Kind: exchange.EDD, Rule: exchange.ZeroSuppressed, Levels: f.levels, Variables: d.Variables}
	l := exchange.Lister{Diagram: x, Node: f.exchanged}
	for _, r := range d.Roots {
		if r.Func.use("WriteDiagrams") != f {
			return fmt.Errorf("edd: WriteDiagrams: the function %q is of another forest", r.Name)
		}
		e := r.Func.edge("WriteDiagrams")
		l.Add(r.Name, e.n, e.v)
	}
	runtime.KeepAlive(d)
	return exchange.Write(w, form == mdd.JSON, x)
}

// exchanged returns n with its arcs.
func (f *Forest) exchanged(n node) exchange.Node {
	x := exchange.Node{Level: f.s.Level(n)}
	for v, e := range f.edges(n, x.Level) {
		x.Arcs = append(x.Arcs, exchange.Arc{Value: v, Child: e.n, Cost: e.v})
	}
	return x
}

// ReadDiagrams reads functions that WriteDiagrams or another program wrote, in any form, as mdd.ReadDiagrams does sets.
// The text need not be canonical: the least cost of a node may be above 0.
func ReadDiagrams(r io.Reader, file string, o ReadOptions) (d *Diagrams, err error) {
	given(r != nil, "ReadDiagrams", "reader")
	if o.Forest != nil {
		o.Forest.use("ReadDiagrams")
	}
	x, err := exchange.Read(r, file, exchange.Limits{
		Bytes: o.Bytes, Nodes: o.Nodes, Kind: exchange.EDD, Levels: mdd.MaxLevels, Value: mdd.MaxValue,
		Cost: Infinity - 1,
	})
	if err != nil {
		return nil, err
	}
	f := o.Forest
	switch {
	case f == nil:
		f = New(mdd.New(x.Levels, mdd.Options{}), Options{})
	case f.levels != x.Levels:
		return nil, fmt.Errorf("%s: %d levels; the forest has %d", file, x.Levels, f.levels)
	}
	defer dd.Recover(&err)
	defer f.s.Release(f.s.Mark())
	s := f.s
	at := []int{s.Push(empty), s.Push(unit)} // by name: the position of the handle on the work stack
	costs := []uint32{0, 0}                  // by name: of the edge to it
	for _, n := range x.Nodes {
		edges := f.newEdges()
		for _, a := range n.Arcs {
			edges.add(a.Value, edge{a.Cost + costs[a.Child], s.At(at[a.Child])})
		}
		e := edges.make(n.Level)
		at, costs = append(at, s.Push(e.n)), append(costs, e.v)
	}
	d = &Diagrams{Variables: x.Variables}
	for _, root := range x.Roots {
		e := nowhere
		if root.Node != 0 {
			e = edge{root.Cost + costs[root.Node], s.At(at[root.Node])}
		}
		d.Roots = append(d.Roots, Root{root.Name, f.function(e)})
	}
	return d, nil
}
