package engine

// A Result is the answer to the question whether a formula holds in the initial marking.
type Result uint8

const (
	Unknown Result = iota // a limit came first, or the part that was explored does not decide
	Holds
	Fails
)

func (r Result) String() string { return [...]string{"unknown", "holds", "fails"}[r] }

// Negate returns the answer for the negated formula.
func (r Result) Negate() Result { return [...]Result{Unknown, Fails, Holds}[r] }

// And returns the answer for a conjunction, given those for its operands, as far as these settle it.
func (r Result) And(s Result) Result {
	return Between(r == Holds && s == Holds, r != Fails && s != Fails)
}

// Or returns the answer for a disjunction, given those for its operands, as far as these settle it.
func (r Result) Or(s Result) Result {
	return Between(r == Holds || s == Holds, r != Fails || s != Fails)
}

// Between returns the answer for what holds if must is true, and can hold only if may is.
func Between(must, may bool) Result {
	switch {
	case must:
		return Holds
	case may:
		return Unknown
	}
	return Fails
}

// Decided returns the answer for what is known to hold or to fail.
func Decided(holds bool) Result { return Between(holds, holds) }

// Complete is the Bound of a verdict that rests on all reachable markings.
const Complete = -1

// A Verdict is the answer of an engine.
type Verdict struct {
	Result Result
	// Bound tells how deep the search went: all markings within so many steps of the initial one were looked at, or
	// Complete.
	Bound  int
	Reason string // why Result is Unknown, or why a witness is missing or cut, if not for its length
	// Stopped is the Reason as an error, if it is one: a limit, or that of a done context.
	Stopped error
	// Witness shows the formula, or its negation if it fails; nil if there is nothing that a firing sequence could
	// show.
	Witness *Witness
}
