package certificate

// A Goal is a condition on a marking: that an atom holds, that all parts do, or that one of them does. All of no parts
// is true, Any of none is false.
type Goal struct {
	Kind  Kind
	Atom  Atom    // of IsAtom
	Parts []*Goal // of All and Any
}

// A Kind is the form of a goal.
type Kind uint8

const (
	IsAtom Kind = iota
	All
	Any
)

// An Atom says that  Σ Weight·m(Index) ≥ Least.  A place may be there several times.
type Atom struct {
	Terms []Term
	Least int64
}

// A Term is a place or a transition with a factor.
type Term struct {
	Index  int
	Weight int64
}

// AtLeast returns the goal that a place has at least n tokens.
func AtLeast(place int, tokens int64) *Goal {
	return &Goal{Atom: Atom{[]Term{{place, 1}}, tokens}}
}

// AtMost returns the goal that a place has no more tokens than that.
func AtMost(place int, tokens int64) *Goal {
	return &Goal{Atom: Atom{[]Term{{place, -1}}, -tokens}}
}

// And returns the goal that all parts hold.
func And(parts ...*Goal) *Goal { return &Goal{Kind: All, Parts: parts} }

// Or returns the goal that one of the parts holds.
func Or(parts ...*Goal) *Goal { return &Goal{Kind: Any, Parts: parts} }
