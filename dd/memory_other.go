//go:build !unix

package dd

// Systems without mmap: all memory comes from Go's heap, and regions grow by copying.

// mapWords returns n zeroed words from Go's heap.
func mapWords(n int) []uint32 { return make([]uint32, n) }

// unmapWords leaves the words to Go's collector.
func unmapWords([]uint32) {}

// canReserve reports whether address space costs nothing until it is used.
const canReserve = false

// takeHugePages does nothing.
func takeHugePages([]uint32) {}
