package mdd

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"hash/crc32"
	"io"
	"runtime"
)

// The file format, version 1: a sequence of unsigned varints after the magic word, and a checksum.
//
//	"brim-mdd"  version  levels  nodes
//	for each node, low levels first:
//	    level minus that of the node before (of the terminals, 0, for the first)
//	    first local value, number of arcs
//	    for each arc: 0 if it leads to the empty set, else 1 + zigzag(child − the last child named in this node, or 0)
//	root
//	CRC-32C of all bytes before, little endian, 4 bytes
//
// Nodes are named by their codes, see traversal: 0 and 1 are the terminals, and 2, 3, … the nodes in the order of the file. An edge
// that skips levels says that the values there are 0, so a forest of either rule reads the file.

const (
	fileMagic   = "brim-mdd"
	fileVersion = 1
)

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

// Save writes a in a compact binary form that Load reads. Equal sets of forests with the same rule give equal files. It returns the error of w.
// Cost: O(arcs), one or two bytes each as a rule.
func (a Set) Save(w io.Writer) error {
	f := a.f
	d := f.traverse(a.node())
	out := fileWriter{w: bufio.NewWriter(w)}
	out.write([]byte(fileMagic))
	out.uint(fileVersion)
	out.uint(uint64(f.levels))
	out.uint(uint64(len(d.Nodes)))
	level := 0
	for code := uint32(2); code < d.Codes(); code++ {
		first, kids := d.Arcs(code)
		k := d.Level(code)
		out.uint(uint64(k - level))
		out.uint(uint64(first))
		out.uint(uint64(len(kids)))
		level = k
		last := uint32(0)
		for _, c := range kids {
			if c == 0 {
				out.uint(0)
				continue
			}
			out.uint(1 + zigzag(int64(c)-int64(last)))
			last = c
		}
	}
	out.uint(uint64(d.Root))
	runtime.KeepAlive(a)
	return out.finish()
}

func zigzag(x int64) uint64   { return uint64(x)<<1 ^ uint64(x>>63) }
func unzigzag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }

// A fileWriter writes numbers and keeps the checksum. The first error ends all writing.
type fileWriter struct {
	w   *bufio.Writer
	sum uint32
	buf [binary.MaxVarintLen64]byte
}

func (w *fileWriter) write(b []byte) {
	w.sum = crc32.Update(w.sum, castagnoli, b)
	_, _ = w.w.Write(b) // Flush returns the error
}

func (w *fileWriter) uint(x uint64) { w.write(binary.AppendUvarint(w.buf[:0], x)) }

func (w *fileWriter) finish() error {
	w.write(binary.LittleEndian.AppendUint32(nil, w.sum))
	if err := w.w.Flush(); err != nil {
		return fmt.Errorf("mdd: Save: %w", err)
	}
	return nil
}
