// Package check answers questions about models, by whatever technique is first to know.
//
//	m, err := check.Load(ctx, "dphil:3")
//	q, err := m.Ask("EF deadlock", check.Maximal)
//	a, err := check.Decide(ctx, m, q, check.Options{})
//	fmt.Println(a.Result, a.By)
//
// # Terms
//
// A Model is a Petri net, coloured or not, a circuit, a labelled transition system, or a system of named variables and
// events that is no net: a set of package mdd in which it starts, and a relation (OfSystem). A Question asks whether a
// formula of CTL or LTL holds, for a bound, a global property, or a number of states. An Answer is a verdict or a
// number with what shows it. A Technique answers some questions about some models: it sees a Turn of the run, with the
// questions that it takes and that are open, and with the facts that all share. A Stop is the limit that ended
// something.
//
// # A run
//
//	             ┌   initial, invariants   ┐     first, one after the other, since they cost nearly nothing
//	questions ─► │ symbolic │ explicit │ … │ ─► answers
//	             └     at the same time    ─┘     each in a goroutine of its own
//
// The first certain answer to a question is the one that counts: it is replayed if it has anything to replay, told at
// once, and ends the work of all others on that question. Where a trace is wanted and the technique that was first has
// none, others go on for three seconds. Two techniques whose certain answers differ, and a witness that cannot be
// replayed, are a Fault of this program and end the run. With Options.All everybody finishes, so that all answers are
// compared.
//
// What a technique has found of a question without deciding it helps others: simpler formulas (Turn.Simplify), and what
// a number lies between (Turn.Narrow).
//
// # Coloured nets
//
// Techniques see nets without colours. Formulas over a coloured net are read with its names: a place is the sum over
// its colours, a transition some binding of it, Fork(3) one colour, Eat(p=2) the bindings that agree. Model.Unfold, or
// DecideAll, then unfolds it as far as the questions need and makes them questions about that. Global properties speak
// of coloured places and transitions: the board makes such a question of one for each of these.
//
// # What decides what
//
//	              nets  circuits  listed   formulas                                    also
//	                              systems
//	initial       yes                      without path operators; LTL, in part
//	invariants    yes                      CTL and LTL, in part                        bounds, global properties
//	walk          yes                      made of EF p and AG p, if markings show it  bounds from below, global
//	                                       LTL, if a run shows it                      properties, if markings show it
//	equation      yes                      CTL and LTL, in part                        bounds, global properties
//	counting      yes                                                                  numbers
//	symbolic      yes             named    CTL, LTL                                    bounds, global properties,
//	                                                                                   numbers
//	explicit      yes             listed   CTL                                         bounds, global properties,
//	                                                                                   numbers
//	local         yes                      CTL
//	product       yes   few inputs  yes    LTL
//	stubborn      yes                      EF p, AG p                                  deadlock, bounds
//	bmc           yes   yes                EF p, AG p, EG p, AF p; LTL                 deadlock, one-safe
//	reduced       yes                      CTL, LTL                                    bounds, global properties
//	bfs           yes   few inputs  yes    EF p, AG p
//	dfs           yes   few inputs  yes    EF p, AG p, EG p, AF p, EF EG p, AG AF p
//	bbmc, bfsbmc  yes   few inputs  yes    what speaks of some path, or its negation   the μ-calculus
//	ic3           yes   yes                EF p, AG p; LTL                             deadlock, one-safe
//	gmc           yes   yes                EF p, AG p, EG p, AF p, if a path shows it
//	bdd           yes   yes                EF p, AG p
//
// The third column is of systems of named variables and of those that are listed: yes is both. Bounds, deadlock, states
// and firings are asked of the former, too.
//
// Above, p has no path operators, and yes means that its places have bounds where an engine needs these. What decides
// CTL has a part in LTL, too: beside a question of LTL the board asks one of CTL that has the same answer or, where
// none is at hand, one that tells one answer of the two.
package check
