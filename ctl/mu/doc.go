// Package mu is a model checker for the existential fragment of the modal μ-calculus on finite graphs with labelled
// edges. A formula of this fragment is true of a transition system if it is true of a part of it. The package reads and
// prints formulas, translates existential CTL, and evaluates formulas with witnesses. It knows neither nets nor how a
// graph was found.
//
// # Notation
//
//	formula  = all { "|" all } .
//	all      = unary { "&" unary } .
//	unary    = "<" regular ">" unary
//	         | ( "mu" | "nu" ) name "." formula
//	         | "exists" name { "," name } "in" domain "." formula
//	         | "true" | "false" | name | "{" state "}" | "(" formula ")" .
//	regular  = sequence { "|" sequence } .
//	sequence = factor { "." factor } .
//	factor   = set { "*" } .
//	set      = label | "true" | "!" set | "(" regular ")" .
//	domain   = label | "{" value { "," value } "}" .
//
// mu, nu and exists reach as far to the right as they can. μ, ν and ∃ are other spellings, as are ¬, ∧, ∨ and ∈.
//
// A state formula is one of ctl/syntax without path operators; ! and -> are free in it. There is no negation outside of
// it, and no box: with either, the truth of a formula in a part would say nothing about the whole.
//
// A label is a word of letters, digits and _, with arguments in brackets if it has any, as in send(d1, 0); any other
// label stands in quotes. Blanks in labels do not count. A * in a label, but for one behind its end, stands for any
// text: ack(*) are all labels ack with arguments, "*" are all labels. The word true stands for all labels, too. ! needs
// a set of labels: a label, true, and these with | and !.
//
// # Meaning
//
// A formula is true or false in each state. <R>f holds where a path whose labels are a word of R leads to a state in
// which f holds; R has concatenation, choice and repetition. mu X. f is the least set X of states with X = f, nu X. f
// the greatest. For example
//
//	<true* . send(d1)> nu X. <!deliver(d1)>X
//
// says that a path leads to a send(d1) from which another one goes on for ever without deliver(d1).
//
// exists d in D. f is the disjunction of f over the values d of D, which are put in place of the word d in all labels
// of f; for this the words of a label end at _, too, so that send_d is a label with d in it. D lists its values, or is
// a label with a *: then its values are the texts, as short as possible, that stand for the first * in the labels of
// the graph. Several names have different values: exists d, e in send(*). f means that d is not e.
package mu
