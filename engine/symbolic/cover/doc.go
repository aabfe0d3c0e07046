// Package cover over-approximates the reachable markings of a Petri net, also of one with infinitely many: by the
// limits of its coverability tree [KM69], by place invariants, by an enlarged state space in which Omega stands for any
// number of tokens [GRV06], and by a view, a modal transition system that counts some places coarsely [GHJ01].
//
// What no approximation allows is not reachable, and what holds close to a limit is: both answers are certain. A
// question that neither shows is engine.Unknown, and Cover.Enlarge then looks closer.
package cover
