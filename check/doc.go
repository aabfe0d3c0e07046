// Package check answers questions about models: it model-checks formulas of CTL and LTL, bounds and global properties
// of Petri nets, circuits and other transition systems, by a portfolio of techniques that work at the same time.
//
//	m, err := check.Load(ctx, "dphil:3")
//	q, err := m.Ask("EF deadlock", check.Maximal)
//	a, err := check.Decide(ctx, m, q, check.Options{})
//	fmt.Println(a.Result, a.By)
//
// This package is the door: it has the names that programs use, most of them aliases, and the list of techniques.
//
// # Terms
//
// A Model is a Petri net, coloured or not, a circuit, a labelled transition system, or a system of named variables and
// events over package mdd (OfSystem). A Question asks whether a formula of CTL, LTL or the μ-calculus holds, or for a
// bound, a global property, or a number of states. An Answer is a verdict or a number, with a witness that shows it. A
// Technique answers some questions about some models: it sees a Turn of the run, with the open questions that it takes
// and the facts that all techniques share. A Stop is the limit that ended something.
//
//	check/model      models, questions, answers, and the replay of witnesses
//	check/board      the run: techniques, turns, the composition of answers
//	check/technique  a package for each technique; none imports another
//	check/limit      limits, and the error that all engines' limits become
//	check/explore    state spaces to be counted and drawn
//	check/reduction  nets made smaller for questions
//	check/ask        questions with a name, as soundness, with a diagnosis: AskNamed
//
// # A run
//
//	             ┌   initial, invariants   ┐     first, one after the other, since they cost nearly nothing
//	questions ─► │ symbolic │ explicit │ … │ ─► answers
//	             └     at the same time    ─┘     each in its goroutine
//
// The first certain answer to a question counts: it is replayed if it has a witness, reported at once, and ends the
// work of all other techniques on that question. If a trace is wanted and the first technique has none, others go on
// for three seconds. Two certain answers that differ, or a witness that cannot be replayed, are a Fault of this program
// and end the run. With Options.All every technique finishes, so that all answers are compared.
//
// What a technique finds without deciding a question helps the others: simpler formulas (Turn.Simplify), bounds of a
// number (Turn.Narrow), and properties of single transitions and places (Turn.Learn).
//
// # Coloured nets
//
// Techniques see nets without colours. Formulas over a coloured net are read with its names: a place is the sum over
// its colours, a transition the disjunction of its bindings, Fork(3) one colour, and Eat(p=2) the bindings that agree.
// Model.Unfold, or DecideAll, unfolds the net as far as the questions need it, and makes them questions about the
// unfolding. A global property speaks of coloured places and transitions: the board composes the answer from one
// question for each of these.
//
// # What decides what
//
//	              nets  circuits  systems  formulas                                     also
//	initial       yes                      without path operators; LTL, in part
//	invariants    yes                      CTL and LTL, in part                         bounds, global properties
//	walk          yes             named    made of EF p and AG p, if markings show it;  lower bounds, global
//	                                       LTL of nets, if a run shows it               properties, in part
//	equation      yes                      CTL and LTL, in part                         bounds, global properties
//	counting      yes                                                                   numbers
//	symbolic      yes             named    CTL, LTL                                     bounds, global properties,
//	                                                                                    numbers
//	explicit      yes               yes    CTL                                          bounds, global properties,
//	                                                                                    numbers
//	local         yes                      CTL
//	product       yes   few inputs  yes    LTL
//	stubborn      yes                      EF p, AG p                                   deadlock, bounds
//	bmc           yes   yes                EF p, AG p, EG p, AF p; LTL                  deadlock, one-safe
//	reduced       yes                      CTL, LTL                                     bounds, global properties
//	bfs           yes   few inputs  yes    EF p, AG p
//	dfs           yes   few inputs  yes    EF p, AG p, EG p, AF p, EF EG p, AG AF p
//	bbmc, bfsbmc  yes   few inputs  yes    about some path, or with such a negation     the μ-calculus
//	ic3           yes   yes                EF p, AG p; LTL                              deadlock, one-safe
//	gmc           yes   yes                EF p, AG p, EG p, AF p, if a path shows it
//	bdd           yes   yes                EF p, AG p
//
// Systems are named (of variables and events) or listed (labelled transition systems); yes means both. Of named systems
// one can also ask for bounds, deadlock, states and firings. symbolic refuses those without sets (System.NoSets).
//
// In the table p has no path operators, and yes for a net means that its places have bounds if the engine needs these.
// Techniques of CTL also help with LTL: for a question of LTL the board adds one of CTL with the same answer or, where
// none is known, one that implies one of the two answers.
package check
