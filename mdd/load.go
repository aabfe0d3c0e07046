package mdd

import (
	"bufio"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
)

// Load reads a set that Save wrote, from a forest of either rule with the same number of levels.
//
// Every node is made anew, so a damaged file gives an error and never a diagram that is not canonical.
// If r is an io.ByteReader, Load reads no further than the set, so several can follow each other in a file.
// Otherwise it may read more of r than it needs.
func (f *Forest) Load(r io.Reader) (Set, error) {
	in := fileReader{}
	if b, ok := r.(io.ByteReader); ok {
		in.r = b
	} else {
		in.r = bufio.NewReader(r)
	}
	mark := f.s.Mark()
	l := loader{f: f, in: &in, lifted: map[[2]uint64]int{}}
	n, err := l.load()
	s := f.set(n)
	f.s.Release(mark)
	if err != nil {
		return Set{}, fmt.Errorf("mdd: Load: %w", err)
	}
	return s, nil
}

// A loader makes the nodes of a file. Their handles stay on the work stack until all are made.
type loader struct {
	f      *Forest
	in     *fileReader
	at     []int             // by name − 2: the handle's position on the work stack
	levels []int             // by name − 2: the level in the file
	lifted map[[2]uint64]int // by name and level: the position of the node with the skipped levels filled in
}

func (l *loader) load() (node, error) {
	if err := l.header(); err != nil {
		return empty, err
	}
	count, err := l.in.uint("the number of nodes", 1<<32)
	if err != nil {
		return empty, err
	}
	level := 0
	for i := range count {
		if level, err = l.node(level); err != nil {
			return empty, fmt.Errorf("node %d of %d: %w", i+1, count, err)
		}
	}
	root, err := l.in.uint("the root", uint64(len(l.at))+1)
	if err != nil {
		return empty, err
	}
	if err := l.in.checksum(); err != nil {
		return empty, err
	}
	return l.child(root, l.f.levels), nil
}

func (l *loader) header() error {
	for i := range len(fileMagic) {
		b, err := l.in.byte()
		if err == io.ErrUnexpectedEOF && i == 0 {
			return errors.New("the file is empty")
		}
		if err != nil {
			return err
		}
		if b != fileMagic[i] {
			return errors.New("not a diagram: the file does not start with " + fileMagic)
		}
	}
	version, err := l.in.uint("the version", 1<<62)
	if err != nil {
		return err
	}
	if version != fileVersion {
		return fmt.Errorf("the file has version %d, this program reads version %d", version, fileVersion)
	}
	levels, err := l.in.uint("the number of levels", 1<<62)
	if err != nil {
		return err
	}
	if levels != uint64(l.f.levels) {
		return fmt.Errorf("the file has %d levels, the forest %d", levels, l.f.levels)
	}
	return nil
}

// node reads and makes one node and returns its level.
func (l *loader) node(below int) (level int, err error) {
	f := l.f
	up, err := l.in.uint("a level", uint64(f.levels-below))
	if err != nil {
		return 0, err
	}
	level = below + int(up)
	if level == 0 {
		return 0, errors.New("it is on level 0")
	}
	first, err := l.in.uint("a first value", MaxValue)
	if err != nil {
		return 0, err
	}
	count, err := l.in.uint("a number of arcs", MaxValue+1-first)
	if err != nil {
		return 0, err
	}
	names, err := l.arcs(level, int(count))
	if err != nil {
		return 0, err
	}
	handles := make([]node, len(names))
	for i, name := range names {
		handles[i] = l.child(name, level-1) // on the work stack too
	}
	p := f.s.Grow(len(names))
	copy(f.s.Words(p, len(names)), handles)
	n := f.make(level, int(first), p)
	if n == empty {
		return 0, errors.New("all its arcs are empty")
	}
	l.at = append(l.at, f.s.Push(n))
	l.levels = append(l.levels, level)
	return level, nil
}

// arcs reads the names of the children of a node of the given level.
func (l *loader) arcs(level, count int) ([]uint64, error) {
	var names []uint64 // grows with what is read, whatever count says
	last := uint64(0)
	for range count {
		x, err := l.in.uint("an arc", 1<<62)
		if err != nil {
			return nil, err
		}
		if x == 0 {
			names = append(names, 0)
			continue
		}
		last += uint64(unzigzag(x - 1))
		if last == 0 || last >= uint64(len(l.at))+2 {
			return nil, fmt.Errorf("an arc leads to node %d, which does not come before it", int64(last)-1)
		}
		if last > 1 && l.levels[last-2] >= level {
			return nil, fmt.Errorf("an arc leads from level %d to level %d", level, l.levels[last-2])
		}
		names = append(names, last)
	}
	return names, nil
}

// child returns the handle of a named node as a set over levels 1…k, with a node on each level if the rule wants that.
func (l *loader) child(name uint64, k int) node {
	n, level := node(name), 0
	if name > 1 {
		n, level = l.f.s.At(l.at[name-2]), l.levels[name-2]
	}
	if n == empty || l.f.rule == ZeroSuppressed || level == k {
		return n
	}
	key := [2]uint64{name, uint64(k)}
	p, ok := l.lifted[key]
	if !ok {
		p = l.f.s.Push(l.f.chain(k, 0, l.child(name, k-1)))
		l.lifted[key] = p
	}
	return l.f.s.At(p)
}

// A fileReader reads numbers and keeps the checksum.
type fileReader struct {
	r   io.ByteReader
	buf []byte // read since sum was brought up to date
	sum uint32
}

func (r *fileReader) byte() (byte, error) {
	b, err := r.r.ReadByte()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	if err != nil {
		return 0, err
	}
	r.buf = append(r.buf, b)
	if len(r.buf) >= 1<<12 {
		r.update()
	}
	return b, nil
}

func (r *fileReader) update() {
	r.sum = crc32.Update(r.sum, castagnoli, r.buf)
	r.buf = r.buf[:0]
}

// uint reads a number up to most.
func (r *fileReader) uint(what string, most uint64) (uint64, error) {
	x := uint64(0)
	for shift := 0; ; shift += 7 {
		b, err := r.byte()
		switch {
		case err == io.ErrUnexpectedEOF:
			return 0, fmt.Errorf("the file ends within or before %s: %w", what, err)
		case err != nil:
			return 0, err
		case shift > 56: // 9 bytes hold any number that occurs
			return 0, fmt.Errorf("%s is no number", what)
		}
		x |= uint64(b&0x7f) << shift
		if b < 0x80 {
			break
		}
	}
	if x > most {
		return 0, fmt.Errorf("%s is %d, more than %d", what, x, most)
	}
	return x, nil
}

// checksum reads the checksum and compares it.
func (r *fileReader) checksum() error {
	r.update()
	want := r.sum
	var b [4]byte
	for i := range b {
		var err error
		if b[i], err = r.byte(); err != nil {
			return fmt.Errorf("the file ends within the checksum: %w", err)
		}
	}
	if got := binary.LittleEndian.Uint32(b[:]); got != want {
		return fmt.Errorf("the checksum is %08x, expected %08x: the file is damaged", got, want)
	}
	return nil
}
