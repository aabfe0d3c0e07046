package sat

import (
	"errors"
	"slices"
)

// Literals, clauses, and the data of a solver.

// A Lit is a literal: twice the number of its variable, plus 1 if it is negated.
type Lit uint32

// Not returns the negation.
func (l Lit) Not() Lit { return l ^ 1 }

// Var returns the number of the variable.
func (l Lit) Var() int { return int(l >> 1) }

// Negated reports whether l is the negation of its variable.
func (l Lit) Negated() bool { return l&1 == 1 }

// Of returns the literal that DIMACS writes as n; n is not 0.
func Of(n int32) Lit {
	if n < 0 {
		return Lit(-n)<<1 | 1
	}
	return Lit(n) << 1
}

// none stands for no literal: variable 0 switches on the clause of a question, and is used for nothing else.
const (
	own  Lit = 0
	none Lit = 1<<32 - 1
)

// A ref is the position of a clause in the arena, or 0 for none.
type ref uint32

// A clause in the arena is its header, an activity and its literals. The first two literals are watched; a clause that
// is the reason of a literal has it first.
//
//	header  size << 2 | learned << 1 | deleted
const (
	headWords = 2
	sizeShift = 2
	learned   = 2
	deleted   = 1
)

// A watch is a clause that has to be looked at when the literal that has it becomes false.
type watch struct {
	of      uint32 // its ref times 2, plus binary for a clause of two literals, which blocker decides alone
	blocker Lit    // another literal of the clause: where it is true, the clause need not be visited
}

const binary = 1

// mostWords is about the largest arena, far below the 2³¹ words that a watch can tell apart.
const mostWords = 1 << 30

// ErrTooLarge says that the clauses do not fit into a solver.
var ErrTooLarge = errors.New("sat: the clauses take more than 4 GiB")

// Values of literals.
const (
	unset int8 = 0
	yes   int8 = 1
	no    int8 = -1
)

// A Solver answers questions. It is not safe for concurrent use.
//
// Invariant between questions: the trail has the literals that follow from the clauses without a decision.
type Solver struct {
	arena   []uint32
	wasted  int // words of the arena that deleted clauses occupy
	watches [][]watch
	vals    []int8 // by literal
	level   []int32
	reason  []ref
	phase   []bool // by variable: its last value, which a decision repeats
	seen    []bool

	trail  []Lit
	limits []int // by level: the position in the trail at which it begins
	head   int   // all literals of the trail before it have been propagated

	activity []float32
	bump     float32
	heap     heap
	domain   []uint32 // by variable: the last question whose domain has it
	question uint32
	order    []int32 // the domain, before the first conflict of a question; nil after it
	next     int     // all variables of order before it have values
	whole    bool    // the last domain was that of all variables: each without a value is in the heap, if below entered
	entered  int     // where whole is true, all variables from it on are not in the heap yet
	deciding bool    // variables of the domain that lose their value return to the heap

	learnts    []ref
	passing    []ref // the clause of the last question, and those learned from it
	most       int   // the number of learned clauses at which reduce is called
	clauseBump float32
	broken     bool // the clauses have no model
	full       bool // a clause was left out
	failed     []Lit

	out       []Lit   // the clause that analyse derives
	redundant []int32 // see implied
	todo      []int32 // of implied
	spare     []Lit   // for the assumptions of a question
	spareOut  []Lit
	spareAdd  []Lit
	ticks     int // since the context was last checked
	Tally     Tally
}

// A Tally counts the steps of a solver.
type Tally struct {
	Questions, Conflicts, Decisions, Propagations int64
}

// New returns a solver without clauses.
func New() *Solver {
	s := &Solver{arena: make([]uint32, 1), bump: 1, clauseBump: 1, most: 2000}
	s.heap.activity = &s.activity
	s.Grow(own.Var())
	return s
}

// Grow creates all variables up to most that do not exist yet.
func (s *Solver) Grow(most int) {
	if n := most + 1 - len(s.level); n > 1 {
		s.watches, s.vals = slices.Grow(s.watches, 2*n), slices.Grow(s.vals, 2*n)
		s.level, s.reason = slices.Grow(s.level, n), slices.Grow(s.reason, n)
		s.phase, s.seen = slices.Grow(s.phase, n), slices.Grow(s.seen, n)
		s.activity, s.domain, s.heap.at = slices.Grow(s.activity, n), slices.Grow(s.domain, n),
			slices.Grow(s.heap.at, n)
	}
	for v := len(s.level); v <= most; v++ {
		s.watches = append(s.watches, nil, nil)
		s.vals = append(s.vals, unset, unset)
		s.level = append(s.level, 0)
		s.reason = append(s.reason, 0)
		s.phase = append(s.phase, false)
		s.seen = append(s.seen, false)
		s.activity = append(s.activity, 0)
		s.domain = append(s.domain, 0)
		s.heap.at = append(s.heap.at, -1)
	}
}

// Bytes is about the memory that the solver takes.
func (s *Solver) Bytes() int64 {
	const variable, words = 120, 8 // bytes of a variable, and of a word of the arena with its watches
	return variable*int64(len(s.level)) + words*int64(cap(s.arena))
}

// Fresh returns a new variable.
func (s *Solver) Fresh() int {
	s.Grow(len(s.level))
	return len(s.level) - 1
}

// Add adds a clause for all later questions, and creates its variables where they do not exist yet. Repeated literals
// and literals that are false for good are dropped, clauses that are true are ignored, and a unit clause is propagated
// at once.
func (s *Solver) Add(clause ...Lit) {
	s.rest()
	if len(s.arena) > mostWords {
		s.full = true
		return
	}
	for _, l := range clause {
		s.Grow(l.Var())
	}
	list := append(s.spareAdd[:0], clause...)
	s.spareAdd = list
	slices.Sort(list)
	list = slices.Compact(list)
	kept := list[:0]
	for i, l := range list {
		if s.vals[l] == yes || i > 0 && list[i-1] == l.Not() {
			return
		}
		kept = append(kept, l)
	}
	kept = slices.DeleteFunc(kept, func(l Lit) bool { return s.vals[l] == no })
	switch len(kept) {
	case 0:
		s.broken = true
	case 1:
		s.assign(kept[0], 0)
		if s.propagate() != 0 {
			s.broken = true
		}
	default:
		s.attach(kept, 0)
	}
}

// attach stores a clause of two or more literals and watches the first two.
func (s *Solver) attach(clause []Lit, flags uint32) ref {
	r := ref(len(s.arena))
	s.arena = append(s.arena, uint32(len(clause))<<sizeShift|flags, 0)
	for _, l := range clause {
		s.arena = append(s.arena, uint32(l))
	}
	of := uint32(r) << 1
	if len(clause) == 2 && clause[0] != own.Not() && clause[1] != own.Not() { // with own it will be deleted
		of |= binary
	}
	s.watches[clause[0]] = append(s.watches[clause[0]], watch{of, clause[1]})
	s.watches[clause[1]] = append(s.watches[clause[1]], watch{of, clause[0]})
	return r
}

// lits returns the literals of a clause, which may be changed in place.
func (s *Solver) lits(r ref) []uint32 {
	return s.arena[r+headWords : uint32(r)+headWords+s.arena[r]>>sizeShift]
}

// remove deletes a clause; propagation drops its watches when it meets them.
func (s *Solver) remove(r ref) {
	s.wasted += headWords + int(s.arena[r]>>sizeShift)
	s.arena[r] |= deleted
}

// Value reports whether l is true in the last model. A literal whose variable got no value, being outside the domain,
// is not true.
func (s *Solver) Value(l Lit) bool {
	if l.Var() >= len(s.level) {
		return l.Negated()
	}
	return s.vals[l] == yes || s.vals[l] == unset && l.Negated()
}

// Failed returns assumptions of the last question, which had no model, that cannot hold together. The slice is valid
// until the next question.
func (s *Solver) Failed() []Lit { return s.failed }
