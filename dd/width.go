//go:build !narrow

package dd

// The widths of packed fields, and the sizes of regions. Builds with the tag "narrow" have small ones, so that tests
// reach each limit.
const (
	opBits      = 12 // of the number of an operation in an Op
	operandBits = 20 // of the extra operand above it

	maxValue = 1<<31 - 2
	maxArena = 1<<32 - 1024 // words: every offset fits a handle
	maxStack = 1 << 30      // words

	// DenseSpan is the number of values, from the first to the last, up to which a node is dense. One with more is
	// dense if one in denseShare of them has an arc.
	DenseSpan  = 64
	denseShare = 8

	heapWords = 1 << 12 // a region of up to this size lies on Go's heap
	someWords = 1 << 22 // the address space that a larger region reserves first
)
