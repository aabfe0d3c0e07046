package nodelist

import (
	"bufio"
	"errors"
	"fmt"
	"io"
)

// Read reads a diagram over the given number of levels: it calls node for each, in the order of the file, and returns the name of the root and
// its value. An error of node ends it.
//
// The checksum stands at the end, so what node was given is only known to be right when Read returns without an error.
// If r is an io.ByteReader, Read reads no further than the diagram, so several can follow each other in a file.
// Otherwise it may read more of r than it needs. The slices of a Node are valid until node returns.
//
// Where there is not a single byte the error wraps io.EOF, and where a diagram is cut off io.ErrUnexpectedEOF. So a loop over the diagrams of
// a file ends well at the first, and only there.
func Read(r io.Reader, f Format, levels int, node func(Node) error) (root, value uint32, err error) {
	in := reader{f: f, levels: []int{0, 0}}
	if b, ok := r.(io.ByteReader); ok {
		in.r = b
	} else {
		in.r = bufio.NewReader(r)
	}
	if err := in.header(levels); err != nil {
		return 0, 0, err
	}
	count, err := in.uint("the number of nodes", 1<<32)
	if err != nil {
		return 0, 0, err
	}
	for i := range count {
		n, err := in.node(levels)
		if err == nil {
			err = node(n)
		}
		if err != nil {
			return 0, 0, fmt.Errorf("node %d of %d: %w", i+1, count, err)
		}
		in.levels = append(in.levels, n.Level)
	}
	name, err := in.uint("the root", uint64(len(in.levels))-1)
	if err != nil {
		return 0, 0, err
	}
	if f.MaxValue > 0 && name != 0 {
		if value, err = in.value(); err != nil {
			return 0, 0, err
		}
	}
	return uint32(name), value, in.checksum()
}

// A reader reads a file.
type reader struct {
	numbers
	f        Format
	levels   []int // by name
	children []uint32
	values   []uint32
}

func (r *reader) header(levels int) error {
	for i := range len(r.f.Magic) {
		b, err := r.byte()
		if err == io.ErrUnexpectedEOF && i == 0 {
			return fmt.Errorf("the file is empty: %w", io.EOF)
		}
		if err == io.ErrUnexpectedEOF {
			return fmt.Errorf("the file ends within %s: %w", r.f.Magic, err)
		}
		if err != nil {
			return err
		}
		if b != r.f.Magic[i] {
			return errors.New("not a diagram: the file does not start with " + r.f.Magic)
		}
	}
	version, err := r.uint("the version", 1<<62)
	if err != nil {
		return err
	}
	if version != r.f.Version {
		return fmt.Errorf("the file has version %d, this program reads version %d", version, r.f.Version)
	}
	got, err := r.uint("the number of levels", 1<<62)
	if err != nil {
		return err
	}
	if got != uint64(levels) {
		return fmt.Errorf("the file has %d levels, the forest %d", got, levels)
	}
	return nil
}

// node reads one node.
func (r *reader) node(levels int) (n Node, err error) {
	below := r.levels[len(r.levels)-1]
	up, err := r.uint("a level", uint64(levels-below))
	if err != nil {
		return n, err
	}
	if n.Level = below + int(up); n.Level == 0 {
		return n, errors.New("it is on level 0")
	}
	first, err := r.uint("a first value", r.f.MaxLocal)
	if err != nil {
		return n, err
	}
	count, err := r.uint("a number of arcs", r.f.MaxLocal+1-first)
	if err != nil {
		return n, err
	}
	n.First = int(first)
	if err := r.arcs(n.Level, count); err != nil {
		return n, err
	}
	n.Children, n.Values = r.children, r.values
	return n, nil
}

// arcs reads the arcs of a node of the given level.
func (r *reader) arcs(level int, count uint64) error {
	r.children, r.values = r.children[:0], r.values[:0] // they grow with what is read, whatever count says
	last := uint64(0)
	for range count {
		x, err := r.uint("an arc", 1<<62)
		if err != nil {
			return err
		}
		child, value := uint64(0), uint32(0)
		if x > 0 {
			last += uint64(unzigzag(x - 1))
			if last == 0 || last >= uint64(len(r.levels)) {
				return fmt.Errorf("an arc leads to node %d, which does not come before it", int64(last)-1)
			}
			if last > 1 && r.levels[last] >= level {
				return fmt.Errorf("an arc leads from level %d to level %d", level, r.levels[last])
			}
			if child = last; r.f.MaxValue > 0 {
				if value, err = r.value(); err != nil {
					return err
				}
			}
		}
		r.children = append(r.children, uint32(child))
		if r.f.MaxValue > 0 {
			r.values = append(r.values, value)
		}
	}
	return nil
}

func (r *reader) value() (uint32, error) {
	x, err := r.uint("a value", r.f.MaxValue)
	return uint32(x), err
}
