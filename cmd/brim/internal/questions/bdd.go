package questions

// The engine bdd: help.

const bddHelp = `bdd goes forward from the initial state step by step, with sets of states as binary decision diagrams of a
library, until it meets f or there is nothing new. It decides EF f and AG f, where f has no path operators.
What it finds is shortest, if the bounds of places that units or --tokens promise are true. Places need
bounds, as for gmc. With --json the statistics are states (of a circuit: of the latches that f depends on),
steps (of the farthest states) and nodes (of the diagrams).`
