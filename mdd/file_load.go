package mdd

import (
	"errors"
	"fmt"
	"io"

	"brim/internal/nodelist"
)

// Reading sets from the binary format of Save.

// Load reads a set that Save wrote, from a forest of either rule with the same number of levels.
//
// Every node is made anew, so a damaged file gives an error and never a diagram that is not canonical.
// If r is an io.ByteReader, Load reads no further than the set, so several can follow each other in a file; at its end,
// where nothing more was there, the error wraps io.EOF, and where a set is cut off it wraps io.ErrUnexpectedEOF.
// Otherwise Load may read more of r than it needs.
func (f *Forest) Load(r io.Reader) (Set, error) {
	f.use("Load")
	given(r != nil, "Load", "reader")
	mark := f.s.Mark()
	defer f.s.Release(mark)
	l := newLoader(f)
	root, _, err := nodelist.Read(r, fileFormat, f.levels, l.node)
	if err != nil {
		return Set{}, fmt.Errorf("mdd: Load: %w", err)
	}
	f.use("Load")
	return f.set(l.child(root, f.levels)), nil
}

// A loader makes the nodes of a file. Their handles stay on the work stack until all are made.
type loader struct {
	f      *Forest
	at     []int             // by name: the handle's position on the work stack
	levels []int             // by name: the level in the file
	lifted map[[2]uint32]int // by name and level: the position of the node with the skipped levels filled in
}

func newLoader(f *Forest) *loader {
	return &loader{f: f, at: []int{f.s.Push(empty), f.s.Push(unit)}, levels: []int{0, 0}, lifted: map[[2]uint32]int{}}
}

// node makes a node.
func (l *loader) node(n nodelist.Node) error {
	f := l.f
	f.use("Load") // the reader may be anything
	handles := make([]node, len(n.Children))
	for i, name := range n.Children {
		handles[i] = l.child(name, n.Level-1) // on the work stack too
	}
	arcs := f.newArcs()
	for i, c := range handles {
		arcs.add(n.Local(i), c)
	}
	h := arcs.make(n.Level)
	if h == empty {
		return errors.New("all its arcs are empty")
	}
	l.at = append(l.at, f.s.Push(h))
	l.levels = append(l.levels, n.Level)
	return nil
}

// child returns the handle of a named node as a set over levels 1…k, with a node on each level if the forest is
// quasi-reduced.
func (l *loader) child(name uint32, k int) node {
	n := l.f.s.At(l.at[name])
	if n == empty || l.f.rule == ZeroSuppressed || l.levels[name] == k {
		return n
	}
	key := [2]uint32{name, uint32(k)}
	p, ok := l.lifted[key]
	if !ok {
		p = l.f.s.Push(l.f.oneArc(k, 0, l.child(name, k-1)))
		l.lifted[key] = p
	}
	return l.f.s.At(p)
}
