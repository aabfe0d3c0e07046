// Package certify finds proofs of answers about nets, in the format of docs/certificates.md, which the program
// brim-verify checks. It works when the answer is known, so that finding an answer costs nothing more.
//
//	c := certify.New(m, certify.Options{Digest: digest})
//	proof, err := c.Certify(ctx, q, a)
//
// # How
//
// The answer turns the question into a formula F that has to hold in the initial marking (Proven). What shows F is
// looked for in this sequence, the cheapest first:
//
//   - nothing, if the initial marking decides F;
//   - runs: the witness of the answer, walks, or a witness that techniques find when they are asked again with a trace
//     wanted (Options.Decide); a run that satisfies a formula of LTL; a cycle that can be repeated without bound;
//   - for formulas of CTL with operators below operators, the markings that decide them in a local search
//     (explicit.Local);
//   - around the markings of these runs, all markings that a universal operator asks for, if they are few;
//   - a proof by the state equation for AG of a formula without path operators;
//   - for AG EF p, weights and firing sequences that go down to p (package petri/home);
//   - all reachable markings, if they are few: the checker explores them itself;
//   - sets of markings as decision diagrams, see package sets. For A φ of LTL they are first looked for without the set
//     of all markings;
//   - before that set, the set of the markings that sums of tokens allow, if its diagram is small;
//   - for AG of a formula without path operators, an inductive invariant in clauses that ic3 finds; before the sets,
//     one that says that traps have tokens, where that excludes deadlocks.
//
// Formulas are those of the question as it was asked, not as a technique simplified them.
//
// # Nets with time, reset arcs or priorities
//
// What holds in all markings that such a net reaches without these holds in its own. The certificate is about that net
// (Model.Relaxed) and about a formula of it (Certificate.About).
//
// # What has no certificate
//
// Circuits, other systems and the μ-calculus; and what none of the above shows within the limits. The error is
// an *Uncertified with the reason.
package certify
