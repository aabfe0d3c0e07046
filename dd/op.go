package dd

import (
	"fmt"
	"runtime"
	"slices"

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

type opInfo struct {
	handles Operands
	ended   bool // nobody holds it, see Ops
}

// NewOp registers an operation that the store keeps. Where numbers run out, those of ended operations are given again;
// if there is none, it panics with a LimitError of kind "operations".
func (s *Store) NewOp(handles Operands) Op {
	if len(s.ops) <= maxOps {
		s.ops = append(s.ops, opInfo{handles: handles})
		return Op(len(s.ops) - 1)
	}
	if len(s.freeOps) == 0 {
		s.findEndedOps()
	}
	last := len(s.freeOps) - 1
	if last < 0 {
		s.Exceed(&LimitError{Kind: "operations", At: maxOps + 1, Max: maxOps})
	}
	op := s.freeOps[last]
	s.freeOps = s.freeOps[:last]
	s.ops[op] = opInfo{handles: handles}
	return op
}

// Ops are operations that end with their owner, who holds the Ops as long as an operation may be asked for. Go's
// collector finds out when nobody does.
type Ops struct {
	s    *Store
	list *[]Op // what is left of the Ops
}

// NewOps returns Ops without an operation.
func (s *Store) NewOps() *Ops {
	o := &Ops{s, new([]Op)}
	runtime.AddCleanup(o, endedOps.execute, endedOps{&s.dead, o.list})
	return o
}

// endedOps tell the store which operations nobody holds any more.
type endedOps struct {
	dead *deadRoots
	list *[]Op
}

func (e endedOps) execute() {
	e.dead.Lock()
	e.dead.ops = append(e.dead.ops, *e.list...)
	e.dead.Unlock()
}

// New registers an operation, as Store.NewOp does.
func (o *Ops) New(handles Operands) Op {
	op := o.s.NewOp(handles)
	*o.list = append(*o.list, op)
	return op
}

// findEndedOps takes what ended operations have remembered out of the computed table, so that their numbers can be
// given again. Cost: a run of Go's collector, and O(computed table).
func (s *Store) findEndedOps() {
	s.askGo()
	s.dead.Lock()
	ended := s.dead.ops
	s.dead.ops = nil
	s.dead.Unlock()
	if len(ended) == 0 {
		return
	}
	for _, op := range ended {
		s.ops[op].ended = true
	}
	for i := 0; i < len(s.cache); i += entryWords {
		if c := s.cache[i : i+entryWords : i+entryWords]; s.info(c[2]).ended {
			clear(c)
		}
	}
	slices.Sort(ended) // what comes next shall not depend on the order in which the collector found them
	slices.Reverse(ended)
	s.freeOps = ended
}

// With returns the operation with an extra operand 0 ≤ x ≤ MaxOperand. It is asked for each lookup, so the caller
// checks the range where operands are made; see WideOp for operands without one.
func (o Op) With(x int) Op {
	if invariants.Enabled && uint(x) > MaxOperand {
		panic(fmt.Sprintf("dd: Op.With: operand %d", x))
	}
	return o | Op(x)<<opBits
}

// A WideOp is an operation whose extra operands may pass MaxOperand: one Op for each MaxOperand+1 of them.
type WideOp []Op

// Widen registers more of w, if need be, so that its extra operands may be 0 … operands−1. Handles are as in NewOp, and
// the same each time.
func (o *Ops) Widen(w WideOp, handles Operands, operands int) WideOp {
	for len(w)<<operandBits < operands {
		w = append(w, o.New(handles))
	}
	return w
}

// With returns the operation with an extra operand. It panics if w is not wide enough.
func (w WideOp) With(x uint32) Op { return w[x>>operandBits].With(int(x & MaxOperand)) }

// info returns what is known of the operation.
func (s *Store) info(o uint32) opInfo { return s.ops[o&maxOps] }
