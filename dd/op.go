package dd

import (
	"fmt"
	"slices"
	"weak"

	"brim/internal/invariants"
)

// Operations, as the computed table names them: numbers that are given out, and given again when their owner is gone.

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
	name    string // under which Operations counts it
	handles Operands
	ended   bool // its Ops are no longer referenced
}

// NewOp registers an operation that the store keeps. Operations counts all operations of one name together. Where
// numbers run out, those of ended operations are given out again; if there are no such numbers, it panics with a
// LimitError of kind "operations".
func (s *Store) NewOp(name string, handles Operands) Op {
	if len(s.ops) <= maxOps {
		s.ops = append(s.ops, opInfo{name: name, handles: handles})
		s.asked = append(s.asked, questions{})
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
	s.ended(op)
	s.ops[op] = opInfo{name: name, handles: handles}
	return op
}

// Ops are operations that end with their owner, which keeps a reference to the Ops as long as it uses one of them. Go's
// collector finds out when there is no reference any more.
type Ops struct {
	s    *Store
	list *[]Op // what is left of the Ops
}

// An owner is what a store knows of Ops that have an operation.
type owner struct {
	ops  weak.Pointer[Ops]
	list *[]Op
}

// NewOps returns Ops without an operation.
func (s *Store) NewOps() *Ops { return &Ops{s, new([]Op)} }

// New registers an operation, as Store.NewOp does.
func (o *Ops) New(name string, handles Operands) Op {
	op := o.s.NewOp(name, handles)
	if len(*o.list) == 0 {
		o.s.owners = append(o.s.owners, owner{weak.Make(o), o.list})
	}
	*o.list = append(*o.list, op)
	return op
}

// findEndedOps takes the results of ended operations out of the computed table, so that their numbers can be given out
// again. Cost: a run of Go's collector, and O(computed table).
func (s *Store) findEndedOps() {
	s.askGo()
	var ended []Op
	s.owners = slices.DeleteFunc(s.owners, func(o owner) bool {
		gone := o.ops.Value() == nil
		if gone {
			ended = append(ended, *o.list...)
		}
		return gone
	})
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
	slices.Sort(ended) // so that new numbers do not depend on the order in which the collector found them
	slices.Reverse(ended)
	s.freeOps = ended
}

// With returns the operation with an extra operand 0 ≤ x ≤ MaxOperand. It is called for each lookup, so the caller
// checks the range where operands are made; see WideOp for operands without a bound.
func (o Op) With(x int) Op {
	if invariants.Enabled && uint(x) > MaxOperand {
		panic(fmt.Sprintf("dd: Op.With: operand %d", x))
	}
	return o | Op(x)<<opBits
}

// A WideOp is an operation whose extra operands may pass MaxOperand: one Op for each MaxOperand+1 of them, registered
// when one of them is used first.
type WideOp struct {
	owner   *Ops
	name    string
	handles Operands
	list    []Op
}

// NewWide returns a WideOp that ends with o. Name and handles are as in NewOp.
func (o *Ops) NewWide(name string, handles Operands) *WideOp {
	return &WideOp{owner: o, name: name, handles: handles}
}

// With returns the operation with an extra operand. It panics where NewOp does.
func (w *WideOp) With(x uint32) Op {
	page := int(x >> operandBits)
	if page >= len(w.list) {
		w.widen(page)
	}
	return w.list[page].With(int(x & MaxOperand))
}

// widen registers the operations of all pages up to this one.
func (w *WideOp) widen(page int) {
	for len(w.list) <= page {
		w.list = append(w.list, w.owner.New(w.name, w.handles))
	}
}

// info returns what is known of the operation.
func (s *Store) info(o uint32) opInfo { return s.ops[o&maxOps] }
