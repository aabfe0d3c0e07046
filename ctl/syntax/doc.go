// Package syntax is the front end for temporal logic: it reads, prints and rewrites formulas of CTL and LTL over the
// markings of a net. It knows neither nets nor diagrams; names are resolved by Names.
//
// A Pool makes formulas and keeps each of them once, so equality is comparison of
// pointers. Pool.Parse reads the notation of textbooks, Pool.ReadProperties the XML
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
//	           | ( "E" | "A" ) ( unary | "(" path ")" )
//	           | comparison | place | proposition | atom .
//	path       = formula [ ( "U" | "R" | "W" ) formula ] .
//	atom       = "true" | "false" | "deadlock"
//	           | "enabled" "(" transition { "," transition } ")"
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
// # CTL and LTL
//
// A and E before a path formula ask for all runs or for some run. In a path formula, unary is also
//
//	( "X" | "F" | "G" | "[]" | "<>" ) unary
//
// and a path may stand in any brackets. [] is G, <> is F. f U g is strong, f W g is (f U g) | G f, and f R g is
// !(!f U !g). As with CTL's operators, A G p & q is (A G p) & q. E(f U g) of CTL has connectives without brackets:
// E(p & q U r) is E((p & q) U r). In path formulas that are no CTL, U, R and W need brackets around these, since other
// tools read p & q U r as p & (q U r).
//
// A formula is CTL, which has A or E before each path operator, or LTL, which has one of them before all; anything else
// is an error. Some are both:
//
//	AX p                  is CTL; in a dead marking it holds
//	A X p                 is LTL; in a dead marking it is p
//	A G p, A F p, E G p   are CTL's AG p, AF p, EG p
//	A(p U q)              is CTL
//	A (G p), A ((p U q))  are LTL, by brackets that CTL has no need of
//	A G EF p              is CTL's AG EF p
//
// Without X the two mean the same, except with Infinite: LTL says nothing about markings from which no run is infinite,
// but AG does. Of runs, A f & A g is A (f & g), E f | E g is E (f | g) and !A f is E !f; no other connective may stand
// above a formula that is only LTL.
//
// # Time
//
// In formulas over a model with time (see Clocked), times may stand behind EF, EG, AF and AG and behind the U of CTL,
// and timelock is an atom:
//
//	EF[2,5] p        at some time from 2 to 5, counted from where the formula is asked, of some run
//	AG[2,5] p        at all of these times of all runs; AF[2,inf) p from time 2 on
//	E(p U[2,5] q)    q at some time from 2 to 5 of some run, and p in all states before
//
// # Names
//
// A name without quotes starts with a letter, a digit or _ and goes on with these
// and . ' : @ # $. Digits alone are a number. All other names are written in quotes,
// as strings of Go; so are the words true, false, deadlock, enabled, and, or, not,
// EX, EF, EG, AX, AF, AG. A place called U, R or W may stand without quotes where an
// operand starts. One that is called X, F, G, A or E is a name except where another
// name, a number, ! or [] comes next, or a bracket, but not that of a colour; behind A and
// E a bracket is always that of a path formula. A <> p is A != p if there is a place A.
//
// A minus inside a name needs no quotes as long as there is no blank before or after it: of x-y-z the
// longest of x-y-z, x-y and x that is known is the name, and what is left is
// subtracted. x - y is always a difference.
//
// # Paths that end
//
// In a dead marking no path goes on, and the readings of EG and so of AF and AU
// differ there; see Paths. The rewritings NNF and Existential are right in both,
// Simplify is told which one to follow.
package syntax
