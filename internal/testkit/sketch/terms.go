// Package sketch builds terms and guards of coloured nets for tests in few words: Sum(X, Successor(X)) instead of
// nested literals of coloured.Term. Seats is a net under construction with sorts of each kind, for tests that need any.
package sketch

import "brim/petri/coloured"

// Constant returns the colour c of whatever sort its place asks for.
func Constant(c int64) *coloured.Term {
	return &coloured.Term{Op: coloured.Colour, Sort: coloured.Open, Value: c}
}

// ColourOf returns a colour of the given sort.
func ColourOf(sort int, colour int64) *coloured.Term {
	return &coloured.Term{Op: coloured.Colour, Sort: sort, Value: colour}
}

// Variable returns the variable with that index.
func Variable(index int64) *coloured.Term {
	return &coloured.Term{Op: coloured.Bound, Sort: coloured.Open, Value: index}
}

// Tuple returns the tuple of its arguments.
func Tuple(args ...*coloured.Term) *coloured.Term {
	return &coloured.Term{Op: coloured.Tuple, Args: args}
}

// Sum returns the sum of its arguments.
func Sum(args ...*coloured.Term) *coloured.Term { return &coloured.Term{Op: coloured.Sum, Args: args} }

// Minus returns the first argument without the others.
func Minus(args ...*coloured.Term) *coloured.Term {
	return &coloured.Term{Op: coloured.Difference, Args: args}
}

// All returns each colour once, of whatever sort its place asks for.
func All() *coloured.Term { return &coloured.Term{Op: coloured.All, Sort: coloured.Open} }

// Times returns n times t.
func Times(n int64, t *coloured.Term) *coloured.Term {
	return &coloured.Term{Op: coloured.Times, Value: n, Args: []*coloured.Term{t}}
}

// Successor returns the next colour after t.
func Successor(t *coloured.Term) *coloured.Term {
	return &coloured.Term{Op: coloured.Successor, Args: []*coloured.Term{t}}
}

// Predecessor returns the colour before t.
func Predecessor(t *coloured.Term) *coloured.Term {
	return &coloured.Term{Op: coloured.Predecessor, Args: []*coloured.Term{t}}
}

// Compare returns the guard that compares two terms.
func Compare(test coloured.Test, left, right *coloured.Term) *coloured.Guard {
	return &coloured.Guard{Test: test, Left: left, Right: right}
}

// Connect returns the guard that joins others with And, Or, Imply or Not.
func Connect(test coloured.Test, args ...*coloured.Guard) *coloured.Guard {
	return &coloured.Guard{Test: test, Args: args}
}
