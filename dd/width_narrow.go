//go:build narrow

package dd

// The widths of width.go for builds with the tag "narrow": so small that tests reach each limit.
const (
	opBits      = 8
	operandBits = 9

	maxValue = 1<<18 - 2
	maxArena = 1 << 20
	maxStack = 1 << 28

	DenseSpan  = 3
	denseShare = 2

	heapWords = 1 << 11
	someWords = 1 << 13
)
