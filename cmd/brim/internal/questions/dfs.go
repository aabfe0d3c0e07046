package questions

import (
	"brim/check"
	"brim/check/technique/dfs"
	"brim/internal/cli"
	"brim/internal/quantity"
	"fmt"
	"time"

	"github.com/spf13/cobra"
)

// The engine dfs: help, flags and rows of the report.

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

With --payload each state carries so many bytes beside its own, of which a step copies all and changes
few; with --step-work each step costs so many rounds of mixing. Both make a search cost what one through
the states of a program does, and change nothing that it finds.

All but exact can take a state for another one and lose what is behind it; then nothing found is no
answer. What is found is right in any case. With --json the statistics are algorithm, frontier, visited,
increment, workers, states, expansions, revisits (of states expanded before), replayed and unwound
(steps forward and back to make states of the frontier), restore_seconds (for that), rounds, waiting
(states of the last frontier), search_bytes and frontier_bytes (the most at the end of a round), payload and
step_work where they are given.`

// dfsEngine returns the engine dfs, depth-first search within growing bounds: its flags, and the checks of their ranges
// and combinations.
func dfsEngine() engine {
	var o check.DFS
	var algorithm, frontier, visited cli.Choice
	own := []string{"depth", "increment", "cells", "workers", "algorithm", "frontier", "visited", "payload",
		"step-work"}
	return engine{"dfs", func(cmd *cobra.Command) {
		f := cmd.Flags()
		f.IntVar(&o.Depth, "depth", 0, "go no further than so many `steps`; of dfs")
		f.IntVar(&o.Increment, "increment", dfs.DefaultIncrement, "`steps` of a round of dfs")
		f.IntVar(&o.Cells, "cells", dfs.DefaultCells, "`number` of cells of --visited bits, 4 bytes each")
		f.IntVar(&o.Workers, "workers", 1, "`number` of goroutines of dfs")
		f.IntVar(&o.Payload, "payload", 0, "`bytes` that each state of dfs carries beside its own")
		f.IntVar(&o.Work, "step-work", 0, "`rounds` of mixing that each step of dfs costs beside its own work")
		algorithm.Flag(cmd, "algorithm", "when dfs expands a state again", dfs.Algorithms()...)
		frontier.Flag(cmd, "frontier", "how dfs keeps the states at a bound", dfs.Frontiers()...)
		visited.Flag(cmd, "visited", "how dfs keeps visited states", dfs.VisitedSets()...)
	}, own, func(cmd *cobra.Command) (check.Technique, error) {
		if err := cli.InRange(cmd, cli.Between("depth", o.Depth, 1, dfs.MostDepth),
			cli.Between("increment", o.Increment, 1, dfs.MostDepth),
			cli.Between("cells", o.Cells, 1, dfs.MostCells), cli.Between("workers", o.Workers, 1, dfs.MostWorkers),
			cli.Between("payload", o.Payload, 0, dfs.MostPayload),
			cli.Between("step-work", o.Work, 0, dfs.MostWork)); err != nil {
			return nil, err
		}
		if cmd.Flags().Changed("cells") && visited.Value != "bits" {
			return nil, cli.Misuse(cmd, fmt.Errorf("--cells needs --visited bits, not %s", visited.Value))
		}
		return o.Named(algorithm.Value, frontier.Value, visited.Value)
	}}
}

// depthRows returns what a depth-first search did, for people.
func depthRows(s *dfs.Statistics) []label {
	visited := fmt.Sprintf("%s, %s", quantity.Int(s.States), s.Visited)
	if s.Lossy {
		visited += ", which can lose states"
	}
	expansions := fmt.Sprintf("%s, %s of them again, %s", quantity.Int(s.Expansions), quantity.Int(s.Revisits),
		s.Algorithm)
	if s.Unsound {
		expansions += ", which loses states"
	}
	return []label{
		{"states", visited},
		{"expansions", expansions},
		{"rounds", fmt.Sprintf("%s of %s", quantity.Int(s.Rounds), quantity.Count(s.Increment, "step"))},
		{"frontier", fmt.Sprintf("%s, %s replayed in %s", s.Frontier, quantity.Count(int(s.Replayed), "step"),
			quantity.Duration(s.Restoring).Round(time.Millisecond))},
		{"waiting", quantity.Int(s.Waiting)},
	}
}
