//go:build narrow

package dd

// See width.go.
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
