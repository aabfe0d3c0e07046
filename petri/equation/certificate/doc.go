// Package certificate checks proofs that no reachable marking of a net satisfies a condition. It is small on purpose:
// it knows nothing of how a proof was found, and all its arithmetic is that of package big. So who believes Check need
// not believe the prover, package equation.
//
//	err := certificate.NewChecker(net).Check(goal, proof) // nil: no reachable marking satisfies goal
//
// # What a proof rests on
//
// A run from the initial marking m0 that fires each transition t just x(t) times ends in m with
//
//	m(p) = m0(p) + Σ Δt(p)·x(t)  for each place p        the state equation [Mur89]
//	m(p) ≥ 0,  x(t) ≥ 0,  and all of them are integers
//
// where Δt(p) is the number of tokens that t adds. Inhibitor arcs and guards only forbid runs, so the equation holds
// with them. A Goal is made of atoms Σ weight·m(p) ≥ least. A proof begins with the goal as the only thing known, and
// each Step adds to what is known, or splits into cases, until a Sum shows a contradiction:
//
//	Sum     known inequalities, each times a number ≥ 0, add up to 0 ≥ 1, or to 0 ≥ something positive (Farkas)
//	Either  one of the parts of a known disjunction holds
//	Trap    a set of places that cannot become empty has a token [EM00]
//	Order   what needs a change that nothing made cannot have fired
//	Cut     an integer is at most k, or at least k + 1
//
// Each step says beside its type why it is right, for any weights, read arcs and inhibitor arcs.
package certificate
