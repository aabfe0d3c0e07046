package tables_test

import (
	"fmt"

	"brim/bench/tables"
)

// The suites, and the first cell of one.
func ExampleAll() {
	for _, s := range tables.All(false) {
		fmt.Printf("%s: %s, %d cells\n", s.Name, s.Title, len(s.Cells))
	}
	c := tables.All(false)[0].Cells[1]
	fmt.Println(c.Name(), c.Time)
	fmt.Printf("%q\n", c.Args())
	// Output:
	// table1: run times of CTL properties, 6 families of nets, 138 cells
	// table1-paper: the bounded columns of Table 1 by the paper's method, next to ours, 196 cells
	// table1-orders: lines of Table 1 under orders of the places that brim does not choose, 55 cells
	// table2: run times on the safety function PRISE, a reconstruction, 30 cells
	// figure1: markings of a producer and a consumer, and their distances, as diagrams, 2 cells
	// figure3: nodes of the diagrams round by round, continuing and compacting, 4 cells
	// constrained: what constrained saturation saves compared with plain loops, 54 cells
	// steps: what the first bound B and the step δ do to the bounded strategies, 168 cells
	// refutation: verdicts on infinite nets, and liveness refuted by a part of the markings, 36 cells
	// versions: ways to find the distances within a bound: nodes made and run times, 152 cells
	// dfs-table1: states and depth that depth-first search covers in a given time, on stand-ins, 10 cells
	// dfs-table2: revisits of depth-first search with and without thresholds, on stand-ins, 36 cells
	// dfs-table3: times with and without a tree of frontiers at increment 50, on stand-ins, 14 cells
	// dfs-table4: times with and without a tree of frontiers at increment 1000, on stand-ins, 14 cells
	// dfs-payload: depth-first search through states of 128 KB: frontiers as traces, as a tree and in full, on stand-ins, 36 cells
	// bbmc-models: levels, states and average fan-out of the models of breadth-bounded model checking, 10 cells
	// bbmc-table1: probability of finding a witness by breadth, two protocols, 192 cells
	// bbmc-figure3: states of random parts for each that a breadth-first search needs, two protocols, 112 cells
	// bbmc-figure4: probability and states of random parts of a cache coherence protocol, 22 cells
	// bbmc-figure5: probability and states of random parts of a distributed lift, with graceful degradation, 58 cells
	// bbmc-highway: highway simulation next to breadth-bounded model checking, two protocols, 96 cells
	// bbmc-attempts: how many random parts it takes to find a witness, up to a bound by its probability, 164 cells
	// gmc-table1: greedy model checking on a motor control, a stand-in, 540 cells
	// gmc-options: greedy model checking: steps by sets, tries and flips, longer paths, early stop, 372 cells
	// bmc-table: diagrams and satisfiability, on nets and circuits, 196 cells
	// bmc-proofs: invariants proved by satisfiability: where both algorithms of the lecture end, 47 cells
	// bmc-peers: bounded model checking of circuits, next to an earlier build and ABC, 136 cells
	// engines: all engines on the same nets and properties, 144 cells
	// ltl-table: questions of LTL by sets, by single states and by satisfiability, 128 cells
	// orders: the order that is chosen next to all others, on nets of the contest, 77 cells
	// orders-shuffled: the same with the places of each file shuffled, 231 cells
	// reach: state spaces of families of nets, next to an earlier build (--program before=…) and other programs (meddly, pnmc), 100 cells
	// explicit: whole state spaces of nets of the contest, state by state, next to another explicit tool, 15 cells
	// timed: nets with time of growing size, next to TAPAAL's engine (verifydtapn), 184 cells
	// contest: all examinations of the contest on its nets, against the known answers, 1310 cells
	// certificates: answers with certificates that brim-verify accepts, on nets of the contest, 2560 cells
	// techniques: each technique left out, and each alone, on a sample of the contest's examinations, 833 cells
	// strategies: strategies of paper 001 and ways to cut, on its families and bounded nets of the contest, 3816 cells
	// model=dphil/n=10/strategy=rest 10m0s
	// ["check" "dphil:10" "E(!eating_2 U eating_1)" "--no-trace" "--json" "--deadlock" "infinite" "--strategy" "rest" "--bound" "20" "--step" "10"]
}
