package main

import (
	"brim/check"
	"brim/internal/quantity"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

const dfsHelp = `dfs goes depth first to --increment steps, then so many more from the states there, which are the
frontier, and so on to --depth or until nothing is left. It decides EF f, AG f, EG f, AF f, EF EG f and
AG AF f. Where a limit comes first, the verdict tells within how many steps all states were visited.

  --algorithm threshold  a state is expanded again if it is met at a depth below its threshold
              naive      if it is met at less depth than ever before
              unsound    never; this loses states, and is there for comparison
  --frontier  tree       kept as steps from a state of the last frontier
              traces     as steps from the initial state
              states     in full as well
  --visited   exact      states are kept in full
              hash64     as fingerprints of 64 bits; hash128 has 128
              bits       as two of --cells cells, each with a depth, without keys

All but exact can take a state for another one and lose what is behind it; then nothing found is no
answer. What is found is right in any case. With --json the statistics are algorithm, frontier, visited,
increment, workers, states, expansions, revisits (of states expanded before), replayed and unwound
(steps forward and back to make states of the frontier), restore_seconds (for that), rounds, waiting
(states of the last frontier), search_bytes and frontier_bytes (the most at the end of a round).`

// A dfsEngine goes depth first within growing bounds.
type dfsEngine struct {
	depth, increment, cells, workers int
	algorithm, frontier, visited     choice

	options check.DFS
}

func (*dfsEngine) name() string { return "dfs" }

func (e *dfsEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&e.depth, "depth", 0, "go no further than so many `steps`; of dfs")
	f.IntVar(&e.increment, "increment", check.DFSIncrement, "`steps` of a round of dfs")
	f.IntVar(&e.cells, "cells", check.DFSCells, "`number` of cells of --visited bits, 4 bytes each")
	f.IntVar(&e.workers, "workers", 1, "`number` of goroutines of dfs")
	e.algorithm.flag(cmd, "algorithm", "when dfs expands a state again", check.DFSAlgorithms()...)
	e.frontier.flag(cmd, "frontier", "how dfs keeps the states at a bound", check.DFSFrontiers()...)
	e.visited.flag(cmd, "visited", "how dfs keeps visited states", check.DFSVisitedSets()...)
}

func (*dfsEngine) uses() []string {
	return []string{"depth", "increment", "cells", "workers", "algorithm", "frontier", "visited"}
}

func (e *dfsEngine) begin(cmd *cobra.Command) error {
	for _, x := range []struct {
		name  string
		value int
		most  int
	}{{"depth", e.depth, check.DFSMostDepth}, {"increment", e.increment, check.DFSMostDepth}, {"cells", e.cells, check.DFSMostCells}, {"workers", e.workers, check.DFSMostWorkers}} {
		if cmd.Flags().Changed(x.name) && (x.value < 1 || x.value > x.most) {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--%s %d: expected a number from 1 to %d", x.name, x.value, x.most)}
		}
	}
	if cmd.Flags().Changed("cells") && e.visited.value != "bits" {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--cells needs --visited bits, not %s", e.visited.value)}
	}
	e.options.Depth, e.options.Increment, e.options.Cells, e.options.Workers = e.depth, e.increment, e.cells, e.workers
	var err error
	e.options, err = e.options.Named(e.algorithm.value, e.frontier.value, e.visited.value)
	return err
}

func (e *dfsEngine) technique() check.Technique { return e.options }

// depthRows returns what a depth-first search did, for people.
func depthRows(s *check.Depth) []label {
	visited := fmt.Sprintf("%s, %s", quantity.Int(s.States), s.Visited)
	if s.Lossy {
		visited += ", which can lose states"
	}
	expansions := fmt.Sprintf("%s, %s of them again, %s", quantity.Int(s.Expansions), quantity.Int(s.Revisits), s.Algorithm)
	if s.Unsound {
		expansions += ", which loses states"
	}
	return []label{
		{"states", visited},
		{"expansions", expansions},
		{"rounds", fmt.Sprintf("%s of %s", quantity.Int(s.Rounds), quantity.Count(s.Increment, "step"))},
		{"frontier", fmt.Sprintf("%s, %s replayed in %s", s.Frontier, quantity.Count(int(s.Replayed), "step"), duration(s.Restoring).Round(time.Millisecond))},
		{"waiting", quantity.Int(s.Waiting)},
	}
}
