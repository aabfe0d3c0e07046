// Package brim is the root of a module that checks models: Petri nets with huge state spaces, by multi-valued
// decision diagrams and saturation, circuits, and labelled transition systems. It has no code of its own; this is a
// tour of the packages. Most programs need one of them, [brim/check]: models, questions, answers. The others in
// reading order; ARCHITECTURE.md tells how they fit together, docs/decisions why they are as they are.
//
// Nets and what can be said about them without their states:
//
//   - [brim/petri]: nets, the firing rule, replay of firing sequences;
//   - [brim/petri/pnml]: reading and writing PNML;
//   - [brim/petri/nets]: parametric families with known numbers of markings;
//   - [brim/petri/structure]: invariants, token bounds, unboundedness, the shape of a net;
//   - [brim/petri/equation]: proofs by the state equation that conditions are out of reach;
//   - [brim/petri/order]: which places share a level, and the order of the levels.
//
// Diagrams, which know nothing of nets:
//
//   - [brim/dd]: the kernel: nodes, the tables, garbage collection, limits;
//   - [brim/mdd]: sets of integer tuples, relations, images, and saturation;
//   - [brim/edd]: distances of tuples, and bounded saturation.
//
// Formulas, which know no nets:
//
//   - [brim/ctl/syntax]: CTL formulas, their readers and normal forms;
//   - [brim/ctl]: fixed points over diagrams, on any set of tuples.
//
// Where nets and diagrams meet:
//
//   - [brim/petri/encode]: a net and an order as an initial set and a relation;
//   - [brim/engine/symbolic]: the reachable markings of a net, and questions about them.
//
// Single states, without the diagrams above:
//
//   - [brim/engine/circuit]: sequential circuits, AIGER files, traces;
//   - [brim/engine/kripke]: packed states of nets and of listed graphs, and breadth-first search;
//   - [brim/engine/dfs]: depth-first search within growing bounds;
//   - [brim/engine/bmc]: paths as clauses for a SAT solver;
//   - [brim/engine/bbmc]: random parts, and [brim/ctl/mu] for formulas about them;
//   - [brim/engine/gmc]: random sequences of states, repaired until they are paths.
//
// What all of these answer with is in [brim/engine], faults of texts are [brim/malformed]. The command is cmd/brim.
//
// For tests there are internal/testkit/oracle, which explores one marking at a time and judges the
// diagrams, internal/testkit/randnet, which draws and shrinks random nets, and internal/invariants, the switch for
// expensive checks. Papers are cited by key; REFERENCES.md resolves the keys.
package brim
