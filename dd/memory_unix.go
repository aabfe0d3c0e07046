//go:build unix

package dd

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// Address space from Unix systems, by mmap.

// mapWords reserves address space for n zeroed words. Pages cost memory only
// once they are touched. It returns nil if the system refuses.
func mapWords(n int) []uint32 {
	b, err := unix.Mmap(-1, 0, n*4, unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE|mapNoReserve)
	if err != nil {
		return nil
	}
	return unsafe.Slice((*uint32)(unsafe.Pointer(unsafe.SliceData(b))), n)
}

// unmapWords gives back what mapWords returned.
func unmapWords(w []uint32) {
	if len(w) > 0 {
		b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), len(w)*4)
		_ = unix.Munmap(b) // it was mapped by us, with this size
	}
}

// canReserve reports whether address space costs nothing until it is used.
const canReserve = true
