// Package bmc is bounded model checking by satisfiability [BCCZ99, SSS00]: it unrolls a Petri net or a sequential
// circuit into a formula that says "there is a path of k steps that shows this", and leaves the search to a SAT
// solver.
//
// # The unrolling
//
// A state of a net has, for each place, a counter up to its bound: from the initial marking one literal for each
// number of tokens, where that is not too long, so that a step needs no sums; from anywhere in binary. A step has
// one variable for each transition: whether it fires; the counters after a step are gates over these
// variables and the counters before, so the only freedom is in the choice of transitions and, for paths from
// anywhere, of the first state. A dead marking has no step.
//
// Bounds come from place invariants, from units that promise a safe net, or from the caller; a place without one is
// an error. The last two are promises. Paths leave out the steps that break them, and a state with such a step is
// what a proof has to exclude, like the goal: if none is reached the bounds are right, and the proof counts. Once a
// path to such a state is found nothing is proved any more, and paths that are found still count.
//
// A state of a circuit has a bit for each latch, and each moment has its own inputs, on which the goal may depend.
// Constraints hold in all moments, the last one too. Latches may begin with either value; then there is more than
// one initial state. What is between latches is unrolled as tables of up to four variables, which take fewer
// variables and clauses than the gates in them (cuts.go), and only as far back from a question as it depends on
// them. Only the latches that the goal or a constraint depends on are unrolled, as a circuit of its own; for lassos
// it is all of them, since a lasso of the part need not be one of the whole.
//
// All clauses define gates or follow from those that do, so they can be satisfied whatever is asked, and a question
// assumes the gates that it is about. The solver keeps what it learned from one question to the next, and a formula
// can be written for another solver at any time: the clauses, and the assumptions as clauses of one literal.
//
// There are two unrollings. Paths from the initial marking begin with constants, which make most of the first steps
// disappear. Paths from anywhere begin with free bits that keep the bounds and the place invariants; all reachable
// markings do that, and so what is proved for them holds, with fewer markings to look at.
//
// # Independent transitions
//
// Two transitions are independent if neither changes a place that the other touches. A path has as many forms as there
// are orders of its independent firings. There are two remedies.
//
// Peephole partial-order reduction [WYKG08] (step.rising): neighbouring independent firings have to be in rising order
// of their transitions. Exchanging neighbours brings each path into that form, with the same length and the same ends;
// a shortest path stays a shortest one. The reduction is left out
//
//   - for lassos, since the markings between the ends count there;
//   - for paths of a length that the caller names: one of many orders is found sooner than one certain order;
//   - for nets that are mostly sequential, as random walks show (concurrency.go).
//
// Step semantics [DJH12] (Options.Together): independent transitions fire in one step, in any order (∀-steps), so paths
// have fewer steps.
//
// Without the reduction a number in binary chooses the transition, else each transition has a variable.
//
// # LTL
//
// A lasso of LTL is a path of k steps whose last state is one before; its positions are those of a run that satisfies
// the path formula, which is unrolled with it: see runs. A run that ends in a dead marking stays there, by a step of
// its own. Steps of several independent transitions are those in which one of them at most changes what the formula
// looks at: the markings within a step repeat what is before or after that firing, in any order, and a formula without
// X does not tell how often.
//
// # What ends the search
//
// A shortest path to the goal has no loop, and only its last marking is in the goal. If there is no path of i steps
// without a loop from the initial marking, all markings are within fewer steps of it; if there is none to the goal
// from anywhere, a shortest path to the goal has fewer steps. So every algorithm ends on a net whose places are
// bounded, if only its limits allow. Only the length of the longest path without a loop bounds how late: it may be
// as large as the number of markings. Lassos of LTL end in the same way, with what the formula claims as a part of the
// state; few questions are proved by that within the time that there is.
//
// Induction divides the time between paths and proofs where proofs take longer than 30 ms, of circuits 5 ms. So which
// of the two comes first, and what the statistics say, depends on the clock there; verdicts do not, but for those that
// a limit cuts off.
package bmc
