package syntax

import (
	"iter"
	"math"
)

// Operators of formulas, and relations of comparisons.

// An Op is the kind of a formula.
type Op uint8

const (
	False    Op = iota
	True        // holds everywhere
	Deadlock    // no transition is enabled
	Timelock    // of a net with time: a deadlock in which time cannot go on for ever
	Compare     // Terms Rel Const
	Enabled     // some of Transitions is enabled
	Not         // and below: the arguments are Args
	And         // two or more arguments, none of them And
	Or          // two or more arguments, none of them Or
	Implies
	Iff
	EX // some successor
	EF // some path, some marking on it
	EG // some path, all markings on it
	EU // E(Args[0] U Args[1])
	AX // all successors
	AF
	AG
	AU
	Within // EF, EG, EU, AF, AG or AU, which is Args[0], at times from Low to High; of a net with time

	// LTL. Path formulas hold, or do not, of what is left of a run from a position on; a state formula in one holds of
	// the state there. U and R, and W, are strong and weak: p W q is (p U q) | G p.
	X // from the next position on
	F // from some position on
	G // from all positions on
	U // Args[1] from some position on, Args[0] from all before
	R // Args[1] from all positions on, up to the first from which Args[0] holds, if there is one
	W // Args[1] from some position on, and Args[0] from all before, or Args[0] from all
	A // a state formula: all runs satisfy the path formula Args[0]
	E // some run does
	opCount
)

var opNames = [opCount]string{
	"false", "true", "deadlock", "timelock", "compare", "enabled", "!", "&", "|", "->", "<->",
	"EX", "EF", "EG", "EU", "AX", "AF", "AG", "AU", "within",
	"X", "F", "G", "U", "R", "W", "A", "E",
}

func (o Op) String() string { return opNames[o] }

// Temporal reports whether o is a path operator or a quantifier, of CTL or of LTL.
func (o Op) Temporal() bool { return o >= EX && o < opCount }

// Linear reports whether o is an operator of LTL.
func (o Op) Linear() bool { return o >= X && o < opCount }

// arity returns the number of arguments, -1 for any.
func (o Op) arity() int {
	switch o {
	case And, Or:
		return -1
	case Not, EX, EF, EG, AX, AF, AG, X, F, G, A, E:
		return 1
	case Implies, Iff, EU, AU, U, R, W:
		return 2
	}
	return 0
}

// dual returns the operator d with  !o(f) = d(!f),  for o of CTL with one argument, A and E.
func (o Op) dual() Op {
	switch o {
	case EX:
		return AX
	case AX:
		return EX
	case EF:
		return AG
	case AG:
		return EF
	case EG:
		return AF
	case AF:
		return EG
	case A:
		return E
	case E:
		return A
	}
	panic("syntax: dual of " + o.String())
}

// A Relation compares two numbers.
type Relation uint8

const (
	Equal Relation = iota
	NotEqual
	Less
	LessEqual
	Greater
	GreaterEqual
	relationCount
)

var relationNames = [relationCount]string{"=", "!=", "<", "<=", ">", ">="}

func (r Relation) String() string { return relationNames[r] }

// relation returns the relation with the spelling s.
func relation(s string) (Relation, bool) {
	for r, name := range relationNames {
		if name == s {
			return Relation(r), true
		}
	}
	return 0, false
}

// Negate returns the relation that holds exactly where r does not.
func (r Relation) Negate() Relation {
	return [relationCount]Relation{NotEqual, Equal, GreaterEqual, Greater, LessEqual, Less}[r]
}

// Swap returns the relation s with  a r b  =  b s a.
func (r Relation) Swap() Relation {
	return [relationCount]Relation{Equal, NotEqual, Greater, GreaterEqual, Less, LessEqual}[r]
}

// Holds reports whether  a r b.
func (r Relation) Holds(a, b int64) bool {
	switch r {
	case Equal:
		return a == b
	case NotEqual:
		return a != b
	case Less:
		return a < b
	case LessEqual:
		return a <= b
	case Greater:
		return a > b
	default:
		return a >= b
	}
}

// Ranges yields the least and the largest a of each range in which  a r b,  in ascending order.
func (r Relation) Ranges(b int64) iter.Seq2[int64, int64] {
	const least, most = math.MinInt64, math.MaxInt64
	return func(yield func(lo, hi int64) bool) {
		switch r {
		case Equal:
			yield(b, b)
			return
		case LessEqual:
			yield(least, b)
			return
		case GreaterEqual:
			yield(b, most)
			return
		}
		if r != Greater && b > least && !yield(least, b-1) {
			return
		}
		if r != Less && b < most {
			yield(b+1, most)
		}
	}
}
