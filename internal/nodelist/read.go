package nodelist

import (
	"bufio"
	"fmt"
	"io"
)

// Reading the binary format.

// Read reads a diagram over the given number of levels: it calls node for each, in the order of the file, and returns
// the name of the root and its value. An error of node ends it.
//
// The checksum comes last, so the nodes are known to be correct only when Read has returned without an error. If r is
// an io.ByteReader, Read does not read beyond the diagram, so a file can hold several diagrams one after another.
// Otherwise it may read more of r than it needs. The slices of a Node are valid until node returns.
//
// If r has no bytes left, the error wraps io.EOF; if the diagram is cut off, it wraps io.ErrUnexpectedEOF. So a loop
// over the diagrams of a file ends normally at io.EOF only.
func Read(r io.Reader, f Format, levels int, node func(Node) error) (root, value uint32, err error) {
	in := reader{f: f, levels: []int{0, 0}}
	if b, ok := r.(io.ByteReader); ok {
		in.r = b
	} else {
		in.r = bufio.NewReader(r)
	}
	in.header(levels)
	count := in.uint("the number of nodes", 1<<32)
	for i := uint64(0); i < count && in.err == nil; i++ {
		n := in.node(levels)
		if in.err == nil {
			in.err = node(n)
		}
		if in.err != nil {
			return 0, 0, fmt.Errorf("node %d of %d: %w", i+1, count, in.err)
		}
		in.levels = append(in.levels, n.Level)
	}
	name := in.uint("the root", uint64(len(in.levels))-1)
	if f.MaxValue > 0 && name != 0 {
		value = in.value()
	}
	if in.err != nil {
		return 0, 0, in.err
	}
	return uint32(name), value, in.checksum()
}

// A reader reads one diagram from a file.
type reader struct {
	numbers
	f        Format
	sparse   bool  // nodes may be sparse
	levels   []int // by name
	locals   []uint32
	children []uint32
	values   []uint32
}

func (r *reader) header(levels int) {
	for i := range len(r.f.Magic) {
		b, err := r.byte()
		switch {
		case err == io.ErrUnexpectedEOF && i == 0:
			r.failf("the file is empty: %w", io.EOF)
		case err == io.ErrUnexpectedEOF:
			r.failf("the file ends within %s: %w", r.f.Magic, err)
		case err != nil:
			r.failf("%w", err)
		case b != r.f.Magic[i]:
			r.failf("not a diagram: the file does not start with %s", r.f.Magic)
		default:
			continue
		}
		return
	}
	version := r.uint("the version", 1<<62)
	if r.sparse = version == r.f.Version+1; version != r.f.Version && !r.sparse {
		r.failf("the file has version %d, this program reads versions %d and %d", version, r.f.Version, r.f.Version+1)
	}
	if got := r.uint("the number of levels", 1<<62); got != uint64(levels) {
		r.failf("the file has %d levels, the forest %d", got, levels)
	}
}

// node reads one node.
func (r *reader) node(levels int) (n Node) {
	below := r.levels[len(r.levels)-1]
	up := r.uint("a level", uint64(levels-below))
	if n.Level = below + int(up); n.Level == 0 {
		r.failf("it is on level 0")
	}
	first := r.uint("a first value", r.f.MaxLocal)
	count := r.uint("a number of arcs", r.f.MaxLocal+1-first)
	n.First = int(first)
	if sparse := r.sparse && count == 0 && r.err == nil; sparse {
		count = r.uint("a number of arcs", r.f.MaxLocal+1-first)
		r.arcs(n.Level, count, first, true)
		n.Locals = r.locals
	} else {
		r.arcs(n.Level, count, first, false)
	}
	n.Children, n.Values = r.children, r.values
	return n
}

// arcs reads count arcs of a node on the given level into r.children, r.values and, for a sparse node, r.locals; local
// is the first local value. A child is stored as its difference from the last child named. A malformed arc sets r.err.
func (r *reader) arcs(level int, count, local uint64, sparse bool) {
	// They grow with the arcs that are read, since count may be wrong.
	r.locals, r.children, r.values = r.locals[:0], r.children[:0], r.values[:0]
	last := uint64(0)
	for i := uint64(0); i < count && r.err == nil; i++ {
		if sparse {
			if i > 0 {
				local++
				local += r.uint("the step to a local value", r.f.MaxLocal-min(local, r.f.MaxLocal))
			}
			if local > r.f.MaxLocal {
				r.failf("a local value is %d, more than %d", local, r.f.MaxLocal)
			}
			r.locals = append(r.locals, uint32(local))
		}
		x := r.uint("an arc", 1<<62)
		child, value := uint64(0), uint32(0)
		if x > 0 {
			last += uint64(unzigzag(x - 1))
			if last == 0 || last >= uint64(len(r.levels)) {
				r.failf("an arc leads to node %d, which does not come before it", int64(last)-1)
				return
			}
			if last > 1 && r.levels[last] >= level {
				r.failf("an arc leads from level %d to level %d", level, r.levels[last])
			}
			if child = last; r.f.MaxValue > 0 {
				value = r.value()
			}
		}
		r.children = append(r.children, uint32(child))
		if r.f.MaxValue > 0 {
			r.values = append(r.values, value)
		}
	}
}

func (r *reader) value() uint32 { return uint32(r.uint("a value", r.f.MaxValue)) }
