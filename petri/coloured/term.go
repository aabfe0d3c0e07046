package coloured

// An Op is what a Term does with its arguments.
type Op int

const (
	Colour      Op = iota // the colour Value
	Bound                 // the colour bound to the variable Value
	Successor             // the next colour of one argument, after the last one the first
	Predecessor           // the colour before, before the first one the last
	BlockOf               // the block, a colour of the term's sort, a Partition, that has the colour of one argument
	Tuple                 // all tuples of the arguments, one multiset for each part of the sort, counts multiplied
	All                   // each colour of the sort once
	Times                 // Value ≥ 0 times the one argument
	Sum                   // of the arguments, none for the empty multiset
	Difference            // the first argument without the others; not enabled if one is negative
)

// A Term is a multiset of colours of a sort, once the variables are bound. What is one colour stands for it once.
type Term struct {
	Op    Op
	Sort  int   // index
	Value int64 // a colour, the index of a variable, or a factor
	Args  []*Term
}

// A Test is what a Guard asks.
type Test int

const (
	True  Test = iota
	And        // of any number of arguments
	Or         // of any number of arguments
	Not        // of one argument
	Imply      // of two arguments
	Equal      // Left and Right are terms of one sort, each one colour
	Unequal
	Less // by number; of sorts that are no products
	LessEqual
	Greater
	GreaterEqual
)

// A Guard is a condition on a binding.
type Guard struct {
	Test        Test
	Args        []*Guard // And, Or, Not, Imply
	Left, Right *Term    // comparisons
}

func (o Op) String() string {
	return [...]string{"colour", "variable", "successor", "predecessor", "block of", "tuple", "all", "multiple", "sum",
		"difference"}[o]
}

func (t Test) String() string {
	return [...]string{"true", "and", "or", "not", "imply", "=", "!=", "<", "<=", ">", ">="}[t]
}
