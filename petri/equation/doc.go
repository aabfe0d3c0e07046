// Package equation proves that no reachable marking of a net satisfies a condition, without looking at markings: from
// the state equation, exact linear arithmetic, traps, the order of first firings, and integers.
//
//	s := equation.New(net)
//	r, err := s.Refute(ctx, certificate.AtLeast(p, 2), equation.Limits{})
//	if r.Proof != nil { ... } // p is never above 1
//
// # Terms
//
// The state equation [Mur89] says that a marking reached by firing each transition t just x(t) times is
// m(p) = m0(p) + Σ Δt(p)·x(t), with m ≥ 0 and x ≥ 0. A goal (certificate.Goal) is a condition on m made of linear
// inequalities, "and" and "or". It is refuted by a proof, which package certificate checks before anybody sees it: so
// what Refute says is true even if this package is wrong. A solution satisfies the equation, the goal and all that was
// tried to refute it; no run need lead to it, but a walk along its firings often finds one.
//
// # How
//
// The general simplex of SMT solvers [DM06] looks for a solution of the inequalities that must hold: rows of integers,
// 63 bits where they fit and those of package big where not; values as floating-point numbers that only guide the
// search. See tableau for why it stays small on large nets. "Or" is split lazily: only a disjunction that the
// solution violates, the one with the fewest cases first; a case whose proof does not need its assumption is the proof
// of all. A solution is refined by what it violates:
//
//   - traps: places that cannot become empty, but are [EM00];
//   - orders: transitions that fire although what they need could only come from each other, also where an inhibitor
//     arc needs that something is taken;
//   - cuts: a place or a transition with a fraction.
//
// # Costs
//
// New: the arcs. A question: on nets of a thousand transitions typically 0.1 to 10 ms, see BenchmarkRefute; without
// limits it may be exponential in the disjunctions and cuts.
package equation
