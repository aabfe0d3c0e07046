package mdd

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"brim/dd"
)

// operands numbers the further operands of operations, besides two nodes, so that the computed table can tell them
// apart: lists of levels and values, and a third node. It is renewed, with its operations, when it has given out many
// numbers.
type operands struct {
	ops *dd.Ops

	exists, cofactor, forAll, join dd.Op // with the number of a list
	move, moveFrom                 dd.Op // the same; moveFrom is for nodes of another forest
	pair, choose                   dd.Op // see Forest.choose

	lists map[string]int
	bytes int    // of the keys of lists
	pairs uint32 // given out so far
}

const (
	maxLists     = min(dd.MaxOperand, 1<<16)
	maxListBytes = 1 << 22
)

// operands returns the operands for an operation that begins.
func (f *Forest) operands() *operands {
	if f.extra == nil || f.extra.pairs > math.MaxUint32/2 {
		f.extra = f.newOperands()
	}
	return f.extra
}

func (f *Forest) newOperands() *operands {
	o := &operands{ops: f.s.NewOps(), lists: map[string]int{}}
	const one, two = dd.NodeA | dd.NodeResult, dd.NodeA | dd.NodeB
	o.exists, o.forAll = o.ops.New("exists", one), o.ops.New("for all", one)
	o.cofactor, o.move, o.choose = o.ops.New("cofactor", one), o.ops.New("move", one), o.ops.New("if-then-else", one)
	o.join, o.pair = o.ops.New("join", two|dd.NodeResult), o.ops.New("pair", two)
	o.moveFrom = o.ops.New("move from elsewhere", dd.NodeResult)
	return o
}

// listed returns the operands, and the number of the list of this content.
func (f *Forest) listed(list []byte) (*operands, int) {
	o := f.operands()
	number, ok := o.lists[string(list)]
	if ok {
		return o, number
	}
	if len(o.lists) > maxLists || o.bytes > maxListBytes {
		o = f.newOperands()
		f.extra = o
	}
	number = len(o.lists)
	o.lists[string(list)] = number
	o.bytes += len(list)
	return o, number
}

// appendInts adds a list of numbers ≥ 0 to the content of a list of lists.
func appendInts(list []byte, numbers []int) []byte {
	list = binary.AppendUvarint(list, uint64(len(numbers)))
	for _, x := range numbers {
		list = binary.AppendUvarint(list, uint64(x))
	}
	return list
}

// newPair returns a new number, for a pair of nodes that has none.
func (o *operands) newPair(s *dd.Store) uint32 {
	if o.pairs == math.MaxUint32 {
		s.Exceed(&dd.LimitError{Kind: "operations", At: math.MaxUint32 + 1, Max: math.MaxUint32})
	}
	o.pairs++
	return o.pairs
}

// descending returns the levels in descending order, and 0 after them. It panics if there is no such level, or one
// comes twice.
func (f *Forest) descending(who string, levels []int) []int {
	list := make([]int, len(levels)+1)
	for i, k := range levels {
		f.checkLevel(who, k)
		list[i] = k
	}
	slices.SortFunc(list, func(a, b int) int { return b - a })
	for i, k := range list[1:] {
		if k == list[i] {
			panic(fmt.Sprintf("mdd: %s: level %d twice", who, k))
		}
	}
	return list
}

// flat returns the highest level up to which all levels are among the descending ones, which end with 0.
func flat(levels []int) int {
	k := 0
	for _, level := range slices.Backward(levels[:len(levels)-1]) {
		if level != k+1 {
			break
		}
		k = level
	}
	return k
}
