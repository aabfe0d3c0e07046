// Package syntax has CTL formulas over the markings of a net: the type, two readers,
// a printer and rewritings. It knows neither nets nor diagrams; names are resolved
// by Names.
//
// A Pool makes formulas and keeps each of them once, so equality is comparison of
// pointers. Pool.Parse reads the notation of the papers, Pool.ReadProperties the XML
// property files of the Model Checking Contest, and Formula.String prints what Parse
// reads back as the same formula.
//
// # Notation
//
//	formula    = implied { "<->" implied } .                   groups to the left
//	implied    = any [ "->" implied ] .                        groups to the right
//	any        = all { "|" all } .
//	all        = unary { "&" unary } .
//	unary      = ( "!" | "EX" | "EF" | "EG" | "AX" | "AF" | "AG" ) unary
//	           | comparison | place | proposition | atom .
//	atom       = "true" | "false" | "deadlock"
//	           | "enabled" "(" transition { "," transition } ")"
//	           | ( "E" | "A" ) "(" formula "U" formula ")"
//	           | "(" formula ")" .
//	comparison = sum relation sum { relation sum } .
//	relation   = "=" | "!=" | "<" | "<=" | ">" | ">=" .
//	sum        = product { ( "+" | "-" ) product } .
//	product    = factor { "*" factor } .                       at most one with places
//	factor     = number | place | "-" factor | "(" sum ")" .
//
// Blanks and line ends are free. [ ] can be used instead of ( ). Other spellings are
// && ∧ and, || ∨ or, ~ ¬ not, →, ↔, ==, <> ≠, ≤, ≥, · .
//
// Meaning: deadlock holds where no transition is enabled, enabled(t, u) where at
// least one of t and u is. A place alone is the comparison place >= 1. A chain
// a = b < c means a = b & b < c: only neighbours are compared, also with !=. A
// proposition is an abbreviation for the formula that Names knows for it. Where a
// name is a place as well as a proposition, it is the proposition as a formula and
// the place in a sum.
//
// The operand of ! and of the path operators reaches over one comparison and no
// further: !p = 3 is !(p = 3), and EF p & q is (EF p) & q.
//
// Numbers have 64 bits. Those of tokens are never negative, so p >= -1 is true.
//
// # Names
//
// A name without quotes starts with a letter, a digit or _ and goes on with these
// and . ' : @ # $. Digits alone are a number. All other names are written in quotes,
// as strings of Go; so are the words true, false, deadlock, enabled, and, or, not,
// EX, EF, EG, AX, AF, AG. E and A are names where no bracket follows, U is one where
// an operand starts and a place is called so.
//
// A minus inside a name needs no quotes as long as no blank is beside it: of x-y-z the
// longest of x-y-z, x-y and x that is known is the name, and what is left is
// subtracted. x - y is always a difference.
//
// # Paths that end
//
// In a dead marking no path goes on, and the readings of EG and so of AF and AU
// differ there; see Paths. The rewritings NNF and Existential are right in both,
// Simplify is told which one to follow.
package syntax
