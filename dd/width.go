//go:build !narrow

package dd

// How wide packed fields are, and how far regions grow. Builds with the tag "narrow" have small ones, so that tests
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

	heapWords = 1 << 12 // up to so many lie on Go's heap
	someWords = 1 << 22 // what is reserved of more
)
