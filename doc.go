// Package brim is the root of a model checker for Petri nets, sequential circuits and labelled transition systems. It
// has no code; this is a tour of its packages. Most programs need one of them, [brim/check]: models, questions,
// answers. The others follow in reading order. ARCHITECTURE.md shows how they fit together, docs/decisions why they
// are as they are.
//
// Nets, and what can be said about them without their states:
//
//   - [brim/petri]: nets, the firing rule, replay of firing sequences;
//   - [brim/petri/coloured]: coloured nets and their firing rule; [brim/petri/coloured/notation]: their text;
//     [brim/petri/coloured/unfold]: their unfoldings; [brim/petri/coloured/skeleton]: without colours;
//   - [brim/petri/pnml]: reading and writing PNML;
//   - [brim/petri/format]: the list of file formats of nets, with [brim/petri/format/tina], [brim/petri/format/lola],
//     [brim/petri/format/andl], [brim/petri/format/petrify], [brim/petri/format/romeo], [brim/petri/format/greatspn]
//     and [brim/petri/format/workcraft];
//   - [brim/petri/nets]: parametric families with known numbers of markings;
//   - [brim/petri/extended]: nets as files have them, with capacities, reset arcs, priorities and positions;
//   - [brim/petri/timed]: nets with time, of transitions or of tokens, and their firing rules;
//   - [brim/petri/structure]: invariants, token bounds, unboundedness, the class of a net;
//     [brim/petri/structure/siphon]: siphons and traps; [brim/petri/structure/component]: components and covers;
//     [brim/petri/structure/class]: what the class of a net proves, as liveness;
//   - [brim/petri/equation]: proofs by the state equation that a condition is unreachable, each checked by
//     [brim/petri/equation/certificate];
//   - [brim/petri/home]: proofs that a net can always return to a marking, up to a question of reachability;
//   - [brim/petri/reduce]: rules that make a net smaller for a question, and [brim/petri/counting], which counts the
//     markings of the original on the smaller net; [brim/petri/solutions]: the markings of nets in which all solutions
//     of the state equation are reachable, counted as the integer points of a polytope;
//   - [brim/petri/order]: which places share a level of a diagram, and the order of the levels.
//
// Decision diagrams, which know no nets:
//
//   - [brim/dd]: the kernel: nodes, tables, garbage collection, limits;
//   - [brim/mdd]: sets of integer tuples, relations, images, and saturation;
//   - [brim/edd]: distances of tuples, and bounded saturation;
//   - [brim/ldd]: sets of tuples of large numbers, as lists whose rests are shared.
//
// Formulas:
//
//   - [brim/ctl/syntax]: formulas of CTL and LTL, their readers and normal forms;
//   - [brim/ctl]: the sets of CTL formulas, by fixed points over diagrams; [brim/ctl/mu]: the existential μ-calculus;
//   - [brim/ltl]: normal forms of LTL; [brim/ltl/automaton]: Büchi automata; [brim/ltl/word]: the value of a formula
//     on a lasso.
//
// Where nets and diagrams meet:
//
//   - [brim/petri/encode]: a net and an order as an initial set and a relation;
//   - [brim/engine/symbolic]: the reachable markings of a net, and questions about them;
//   - [brim/engine/symbolic/race]: the exploration of a net under an order that is chosen by measuring;
//   - [brim/engine/lists]: the numbers of nets with many tokens, by [brim/ldd];
//   - [brim/engine/symbolic/cover]: what can be said of markings that are too many to explore;
//   - [brim/engine/system]: the same for systems without a net, described by variables and events;
//   - [brim/engine/ticks]: such systems of nets with time.
//
// Engines that do not use these diagrams:
//
//   - [brim/engine/circuit]: sequential circuits, AIGER files, traces;
//   - [brim/engine/kripke]: packed states of nets, circuits and listed graphs, and breadth-first search;
//     [brim/engine/kripke/lift]: the distributed lift;
//   - [brim/engine/explicit]: CTL on all states and their edges;
//   - [brim/engine/product]: LTL on the fly, in the product with an automaton;
//   - [brim/engine/dfs]: depth-first search within growing bounds;
//   - [brim/engine/walk]: walks that keep one marking, for nets of any size;
//   - [brim/engine/bbmc]: breadth-bounded model checking, on random parts of a state space;
//   - [brim/engine/gmc]: greedy model checking, by repairs of random sequences of states;
//   - [brim/engine/concurrency]: conditions that places exclude which are never marked together;
//   - [brim/engine/bmc]: bounded model checking with a SAT solver;
//   - [brim/engine/ic3]: inductive invariants by satisfiability, each checked by [brim/engine/ic3/certificate].
//
// Below [brim/check], which chooses among the techniques by which questions are decided:
//
//   - [brim/check/model]: models, questions and answers; [brim/check/limit]: limits of a run;
//   - [brim/check/board]: the board on which techniques decide questions at the same time;
//   - [brim/check/explore]: state spaces to be counted and drawn; [brim/check/reduction]: nets made smaller;
//   - [brim/check/ask]: questions with a name, such as soundness of workflows, and their diagnoses;
//   - [brim/check/certify]: proofs of answers; [brim/check/certify/sets]: proofs by sets of markings;
//   - techniques of nets: [brim/check/technique/initial], [brim/check/technique/invariants],
//     [brim/check/technique/concurrency], [brim/check/technique/rewrite], [brim/check/technique/siphons],
//     [brim/check/technique/equation], [brim/check/technique/counting], [brim/check/technique/walk],
//     [brim/check/technique/reduced], [brim/check/technique/colours], [brim/check/technique/home],
//     [brim/check/technique/skeleton], [brim/check/technique/fragment], [brim/check/technique/lasso],
//     [brim/check/technique/untimed];
//   - by diagrams: [brim/check/technique/symbolic], [brim/check/technique/bdd];
//   - by single states: [brim/check/technique/explicit], [brim/check/technique/local], [brim/check/technique/partial],
//     [brim/check/technique/product], [brim/check/technique/stubborn], [brim/check/technique/bfs],
//     [brim/check/technique/dfs], [brim/check/technique/bbmc], [brim/check/technique/bfsbmc];
//   - by satisfiability, and by repairs: [brim/check/technique/bmc], [brim/check/technique/ic3],
//     [brim/check/technique/gmc].
//
// The results of all engines, verdicts and witnesses, are in [brim/engine]; the error of all readers is in
// [brim/malformed].
//
// Measuring, for the commands that rerun papers and compare tools:
//
//   - [brim/bench]: suites, runs and their records; [brim/bench/tables]: the tables and figures of five papers;
//   - [brim/bench/tables/comparisons]: suites that belong to no paper; [brim/bench/tables/entry]: what suites share;
//   - [brim/bench/claims]: what the papers claim, as data; [brim/bench/command]: the commands of brim-bench;
//   - [brim/bench/measure]: the time and memory of a process with all that it starts;
//   - [brim/bench/suitefile] and [brim/bench/adapter]: suites of any commands, and how other tools are called and read;
//   - [brim/bench/stats] and [brim/bench/compare]: medians, intervals and tests, and two sweeps compared;
//   - [brim/bench/fleet]: runs measured by workers; [brim/bench/swarm]: questions decided by workers;
//   - [brim/bench/peers/puzzles]: packages of diagrams compared;
//   - [brim/bench/report], [brim/bench/benchexec] and [brim/bench/artifact]: the HTML page, files of BenchExec, and the
//     folder for the evaluation of artifacts.
//
// The commands are below cmd; brim-verify among them checks certificates, and shares no code with all this. Tests judge
// all this by internal/testkit: an oracle that explores one marking at a time, and generators of random nets and
// formulas. The build tag invariants switches expensive checks on. Papers are cited by key; REFERENCES.md resolves the
// keys.
package brim
