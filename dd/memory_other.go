//go:build !unix

package dd

// mapWords returns n zeroed words from Go's heap.
func mapWords(n int) []uint32 { return make([]uint32, n) }

// unmapWords leaves the words to Go's collector.
func unmapWords([]uint32) {}

// canReserve reports whether address space costs nothing until it is used.
const canReserve = false
