package edd

import (
	"errors"
	"fmt"
	"io"
	"runtime"

	"brim/dd"
	"brim/internal/nodelist"
	"brim/mdd"
)

// fileFormat is the binary format in which Save writes functions and Load reads them. Nodes are named by their codes,
// see dd.Traversal.
var fileFormat = nodelist.Format{Magic: "brim-edd", Version: 1, MaxLocal: mdd.MaxValue, MaxValue: Infinity - 1}

// Save writes g in a compact binary form that Load reads. Equal functions give equal files. It returns the error of w.
// Cost: O(edges), two or three bytes each as a rule.
func (g Func) Save(w io.Writer) error {
	f, root := g.f, g.edge("Save")
	given(w != nil, "Save", "writer")
	d := f.s.Traverse(root.n)
	out := nodelist.NewWriter(w, fileFormat, f.levels, len(d.Nodes), d.Sparse())
	for code := uint32(2); code < d.Codes(); code++ {
		out.Node(f.listed(d, code))
		g.use("Save") // w may be anything
	}
	err := out.Close(d.Root, root.v)
	runtime.KeepAlive(g)
	if err != nil {
		return fmt.Errorf("edd: Save: %w", err)
	}
	return nil
}

// listed returns the node with the given code.
func (f *Forest) listed(d *dd.Traversal, code uint32) nodelist.Node {
	n := nodelist.Node{Level: d.Level(code)}
	values, kids := d.Arcs(code)
	n.First, _ = values.Dense()
	n.Locals, n.Children = values.List(), kids
	words := f.s.Arcs(d.Nodes[code-2])
	for i := range n.Children {
		n.Values = append(n.Values, words[2*i+1])
	}
	return n
}

// Load reads a function that Save wrote, from a forest with the same number of levels.
//
// Every node is made anew and its invariants are checked, so a damaged file gives an error and never a diagram that is
// not canonical. If r is an io.ByteReader, Load reads no further than the function, so several can follow each other in
// a file; at its end, where nothing more was there, the error wraps io.EOF, and where a function is cut off it wraps
// io.ErrUnexpectedEOF. Otherwise Load may read more of r than it needs.
func (f *Forest) Load(r io.Reader) (Func, error) {
	f.use("Load")
	given(r != nil, "Load", "reader")
	mark := f.s.Mark()
	defer f.s.Release(mark)
	l := loader{f: f, at: []int{f.s.Push(empty), f.s.Push(unit)}, largest: []uint64{0, 0}}
	root, value, err := nodelist.Read(r, fileFormat, f.levels, l.node)
	if err == nil && uint64(value)+l.largest[root] >= Infinity {
		err = tooFar(uint64(value) + l.largest[root])
	}
	if err != nil {
		return Func{}, fmt.Errorf("edd: Load: %w", err)
	}
	f.use("Load")
	return f.function(edge{value, f.s.At(l.at[root])}), nil
}

// A loader makes the nodes of a file. Their handles stay on the work stack until all are made.
type loader struct {
	f       *Forest
	at      []int    // by name: the handle's position on the work stack
	largest []uint64 // by name: the largest distance
}

func tooFar(d uint64) error { return fmt.Errorf("a distance is %d, more than %d", d, Infinity-1) }

// node makes a node.
func (l *loader) node(n nodelist.Node) error {
	f := l.f
	f.use("Load") // the reader may be anything
	edges := f.newEdges()
	largest := uint64(0)
	for i, name := range n.Children {
		if name != 0 {
			edges.add(n.Local(i), edge{n.Values[i], f.s.At(l.at[name])})
			largest = max(largest, uint64(n.Values[i])+l.largest[name])
		}
	}
	if largest >= Infinity {
		return tooFar(largest)
	}
	switch e := edges.make(n.Level); {
	case e.n == empty:
		return errors.New("all its arcs are empty")
	case e.v > 0:
		return fmt.Errorf("the least value among its arcs is %d, expected 0", e.v)
	default:
		l.at = append(l.at, f.s.Push(e.n))
		l.largest = append(l.largest, largest)
		return nil
	}
}
