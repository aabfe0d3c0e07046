package dd

import (
	"unsafe"

	"golang.org/x/sys/unix"
)

// mapNoReserve has Linux reserve address space without setting memory or swap aside for it.
const mapNoReserve = unix.MAP_NORESERVE

// hugeWords is the size from which on a table takes huge pages. Tables are filled all over, so pages of 2 MiB cost no
// more memory, and reads at random places do not wait for the translation of addresses.
const hugeWords = 1 << 20

// takeHugePages has the system back a table that mapWords returned with huge pages, if it is large and there are any.
func takeHugePages(w []uint32) {
	if len(w) >= hugeWords {
		b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(w))), len(w)*4)
		_ = unix.Madvise(b, unix.MADV_HUGEPAGE) // without them it is as good
	}
}
