package nodelist

import (
	"bufio"
	"encoding/binary"
	"hash/crc32"
	"io"
)

// Writing the binary format.

// A Writer writes a diagram: call NewWriter, Node for each node, and Close. After an error nothing more is written, and
// Close returns it.
type Writer struct {
	f     Format
	w     *bufio.Writer
	level int // of the last node
	sum   uint32
	buf   [binary.MaxVarintLen64]byte
}

// NewWriter starts the file of a diagram over the given number of levels with the given number of nodes, some of which
// may be sparse.
func NewWriter(w io.Writer, f Format, levels, nodes int, sparse bool) *Writer {
	out := &Writer{f: f, w: bufio.NewWriter(w)}
	out.write([]byte(f.Magic))
	if sparse {
		f.Version++
	}
	out.uint(f.Version)
	out.uint(uint64(levels))
	out.uint(uint64(nodes))
	return out
}

// Node writes a node. Nodes are written by ascending level.
func (w *Writer) Node(n Node) {
	w.uint(uint64(n.Level - w.level))
	w.level = n.Level
	w.uint(uint64(n.Local(0)))
	if n.Locals != nil {
		w.uint(0)
	}
	w.uint(uint64(len(n.Children)))
	last := uint32(0)
	for i, c := range n.Children {
		if n.Locals != nil && i > 0 {
			w.uint(uint64(n.Locals[i] - n.Locals[i-1] - 1))
		}
		if c == 0 {
			w.uint(0)
			continue
		}
		w.uint(1 + zigzag(int64(c)-int64(last)))
		last = c
		if w.f.MaxValue > 0 {
			w.uint(uint64(n.Values[i]))
		}
	}
}

// Close writes the name and the value of the root, and the checksum.
func (w *Writer) Close(root, value uint32) error {
	w.uint(uint64(root))
	if w.f.MaxValue > 0 && root != 0 {
		w.uint(uint64(value))
	}
	w.write(binary.LittleEndian.AppendUint32(nil, w.sum))
	return w.w.Flush()
}

func (w *Writer) write(b []byte) {
	w.sum = crc32.Update(w.sum, castagnoli(), b)
	_, _ = w.w.Write(b) // Flush returns the error
}

func (w *Writer) uint(x uint64) { w.write(binary.AppendUvarint(w.buf[:0], x)) }
