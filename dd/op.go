package dd

import (
	"fmt"

	"brim/internal/invariants"
)

// An Op names an operation in the computed table: its number in the low bits, and an extra operand above them.
type Op uint32

// MaxOperand is the largest extra operand of an operation.
const MaxOperand = 1<<operandBits - 1

// maxOps is the largest number of an operation. Number 0 stands for none.
const maxOps = 1<<opBits - 1

// Operands says which words of an operation's entries are handles; a collection drops
// entries whose handles die.
type Operands uint8

// The words of an entry that are handles.
const (
	NodeA      Operands = 1 << iota // operand a
	NodeB                           // operand b
	NodeResult                      // the result
)

type opInfo struct{ handles Operands }

// NewOp registers an operation. Where numbers run out it panics with a LimitError of kind "operations".
func (s *Store) NewOp(handles Operands) Op {
	if len(s.ops) > maxOps {
		s.Exceed(&LimitError{Kind: "operations", At: maxOps + 1, Max: maxOps})
	}
	s.ops = append(s.ops, opInfo{handles})
	return Op(len(s.ops) - 1)
}

// With returns the operation with an extra operand 0 ≤ x ≤ MaxOperand. It is asked for each lookup, so the caller checks
// the range where operands are made; see WideOp for operands without one.
func (o Op) With(x int) Op {
	if invariants.Enabled && uint(x) > MaxOperand {
		panic(fmt.Sprintf("dd: Op.With: operand %d", x))
	}
	return o | Op(x)<<opBits
}

// A WideOp is an operation whose extra operands may pass MaxOperand: one Op for each MaxOperand+1 of them.
type WideOp []Op

// WidenOp registers more of w, if need be, so that its extra operands may be 0 … operands−1. Handles are as in NewOp, and the same each time.
func (s *Store) WidenOp(w WideOp, handles Operands, operands int) WideOp {
	for len(w)<<operandBits < operands {
		w = append(w, s.NewOp(handles))
	}
	return w
}

// With returns the operation with an extra operand. It panics if w is not wide enough.
func (w WideOp) With(x uint32) Op { return w[x>>operandBits].With(int(x & MaxOperand)) }

// info returns what is known of the operation.
func (s *Store) info(o uint32) opInfo { return s.ops[o&maxOps] }
