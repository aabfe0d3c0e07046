// Package reduce makes a Petri net smaller and keeps what a question needs of it.
//
//	r := reduce.Net(ctx, net, reduce.Options{Class: reduce.Reach, Observed: []int{p}})
//	trace, err := r.Lift(path) // a trace of net for one of r.Net
//
// # Classes
//
// A Class says what is kept, with V for the observed places. What a formula says of a transition that is enabled has to
// be written as conditions on its places first, which then belong to V.
//
// # Rules
//
// t, a, h and f are transitions, p and q places; Δ is an effect. A rule touches no place that is observed or that has
// an inhibitor arc unless it says so. C is states, R reach, D deadlock, S ltl, B ctl, X ctlx, L liveness; a rule for S
// is one for R, D and both of them, too, one for B is one for S, and one for X is one for B.
//
//	T1    X C L  transitions that never fire if nothing is ever used up, places that these leave as they are
//	T2    X C    t where another one has the same effect and needs no more
//	T3    R C    Δt = 0
//	T4    R      Δt ≤ 0, unseen
//	T5    R C    t where a and then b do the same; or a several times
//	T6    D      nothing is dropped: a transition without conditions keeps the net from being dead
//	T7    R      of a goal m(p) ≥ k: what needs k tokens on p
//	T8    X C L  transitions that are known to be dead, or that the state equation proves dead
//	P1    X L    p that no transition needs
//	P2    X L    p that is never short; single arcs that are never short: also C, also observed
//	P3    X L    p that q implies; with m(p) = k·m(q) + c also C
//	P4    X L    p that several others imply
//	P6    X      p and q whose consumers are twins become one
//	P7    X C L  a common divisor of all weights at p
//	cone  R      what cannot influence V; places that inhibit what is kept are exact like V
//	P8    B C L  places that elementary transitions join in circles become one; but for R and C a read arc stays
//	P9    C      places that short words of transitions join in circles become one
//	C1    R C    q that is empty at first and filled from p by an elementary transition only joins p
//	A1    B L    what takes from p is silent and needs p only: it fires with who fills p; several such ones not for B
//	A2    S L    what fills p does nothing else, from places of its own: it waits for who takes from p
//	A3    R      the same from places that others take from, too
//	A4    S      A1 with different weights, where tokens are left on p
//	A5    R      A3 for one that takes from p, several times
//	A6    B L    what is enabled at first and takes from places of its own fires first
//
// T1, T2 and P2 reason about what enables and are right with inhibitor arcs anywhere. Where h or f has inhibitor arcs,
// so has what is made of them, and never both do. The rules are those of [BJLS19] and [Thi20] and of the tools they
// describe, and C1 follows [BLD20]. Each is tested by itself and together with the others on random nets with inhibitor
// arcs, read arcs and weights against all markings.
//
// # Traces and numbers
//
// A Result lifts traces: transitions that stand for several are expanded, and where places were fused, tokens are
// moved before the next transition asks for them. For the class Count it has Equations, which give the original's
// markings for each one of the smaller net.
package reduce
