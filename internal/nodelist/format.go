package nodelist

import "hash/crc32"

// The binary format.

// A Format says what kind of diagram a file has. A file is a sequence of unsigned varints after a magic word, and a
// checksum:
//
//	magic  version  levels  nodes
//	for each node, low levels first:
//	    level minus that of the node before (of the terminals, 0, for the first)
//	    first local value, number of arcs
//	    for each arc: 0 if it leads to the empty terminal, else 1 + zigzag(child − the last child named in this
//	                  node, or 0) and, if the format has values and the arc is not empty, its value
//	    or, of a sparse node, its first local value, 0, the number of arcs, and before each other arc its local value
//	                  minus that of the arc before, minus 1; no arc leads to the empty terminal
//	root, and its value if the format has values and the root is not empty
//	CRC-32C of all bytes before, little endian, 4 bytes
type Format struct {
	Magic    string // the first bytes
	Version  uint64 // of files without sparse nodes; those with such have the next one
	MaxLocal uint64 // the largest local value
	MaxValue uint64 // the largest value of an arc, less than 1<<32; 0 if arcs have no values
}

// castagnoli returns the table of CRC-32C, which is made at the first call.
func castagnoli() *crc32.Table { return crc32.MakeTable(crc32.Castagnoli) }

func zigzag(x int64) uint64   { return uint64(x)<<1 ^ uint64(x>>63) }
func unzigzag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }
