// Package formula has the formulas that certificates are about, in one normal form, so that two texts that say the same
// in the same way are equal. It reads them from brim's notation and from the XML of the Model Checking Contest.
package formula

// An Op is an operator. Negation stands before Enabled and Deadlock only, as NotEnabled and Alive; negated comparisons
// are comparisons, negated path operators are their duals.
type Op uint8

const (
	True Op = iota
	False
	AtMost     // Σ Terms ≤ Bound
	Enabled    // at least one of Transitions is enabled
	NotEnabled // none of Transitions is
	Deadlock   // no transition is enabled
	Alive      // some transition is
	And        // all Args, two or more
	Or         // one of Args, two or more

	// CTL. EF f is EU(true, f), EG f is ER(false, f); AF and AG likewise.
	EX
	AX
	EU
	AU
	ER
	AR

	// LTL: E or A once, on top, over X, U and R.
	E
	A
	X
	U
	R
)

// A Formula is in normal form: NNF; terms by place, each once, without weight 0 and with a greatest common divisor of
// 1 (the bound is rounded down); transitions ascending; operands of And and Or flattened, sorted by Key and each once;
// constants folded wherever the value of an operand decides; EF EF f is EF f, likewise AG, AF, EG, F and G.
// An equation s = k is the And of two comparisons.
type Formula struct {
	Op          Op
	Args        []*Formula
	Terms       []Term
	Bound       int64
	Transitions []int  // indices of net.Transitions
	Key         string // equal exactly for equal formulas
}

// A Term is a place with a weight ≠ 0.
type Term struct {
	Place  int // index of net.Places
	Weight int64
}

// Temporal reports whether f has a path operator in it. If not, a marking alone decides whether f holds.
func (f *Formula) Temporal() bool {
	if f.Op >= EX {
		return true
	}
	for _, a := range f.Args {
		if a.Temporal() {
			return true
		}
	}
	return false
}
