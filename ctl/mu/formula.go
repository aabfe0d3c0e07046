package mu

import "brim/ctl/syntax"

// An Op is the kind of a formula.
type Op uint8

const (
	False   Op = iota
	True       // holds everywhere
	State      // Atom holds
	Var        // the set Name
	And        // two or more operands
	Or         // two or more operands
	Diamond    // <Regular> Args[0]
	Mu         // the least set Name with Name = Args[0]
	Nu         // the greatest one
	Exists     // for some values of Names from Domain, Args[0]
)

// A Formula is immutable, and operands may be shared.
type Formula struct {
	Op      Op
	Args    []*Formula
	Atom    *syntax.Formula // without path operators
	Name    string
	Regular *Regular
	Names   []string
	Domain  Domain

	source *source
	closed bool // no set is free in it, and no value, so that it means the same wherever it stands
}

// A RegularOp is the kind of a regular expression.
type RegularOp uint8

const (
	All    RegularOp = iota // any label
	One                     // a label that matches Label
	Not                     // any label that is not in Args[0]
	Choice                  // two or more operands
	Concat                  // two or more operands
	Star                    // any number of times Args[0]
)

// A Regular is a regular expression over labels.
type Regular struct {
	Op    RegularOp
	Args  []*Regular
	Label Label
}

// isSet reports whether r stands for single labels.
func (r *Regular) isSet() bool {
	switch r.Op {
	case Concat, Star:
		return false
	case Choice:
		for _, a := range r.Args {
			if !a.isSet() {
				return false
			}
		}
	}
	return true
}

// A Domain is the values of a quantifier: Values, or what stands for the first * in labels that match Label if Values
// is nil.
type Domain struct {
	Values []string
	Label  Label
}

// A Label is a pattern for labels, without blanks; at is where it stands in the source.
type Label struct {
	Text string
	at   int
}
