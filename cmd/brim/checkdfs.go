package main

import (
	"context"
	"fmt"
	"time"

	"brim/engine"
	"brim/engine/dfs"
	"brim/internal/quantity"
	"brim/petri"

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

	options dfs.Options
}

func (*dfsEngine) name() string { return "dfs" }

func (e *dfsEngine) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.IntVar(&e.depth, "depth", 0, "go no further than so many `steps`; of dfs")
	f.IntVar(&e.increment, "increment", dfs.DefaultIncrement, "`steps` of a round of dfs")
	f.IntVar(&e.cells, "cells", dfs.DefaultCells, "`number` of cells of --visited bits, 4 bytes each")
	f.IntVar(&e.workers, "workers", 1, "`number` of goroutines of dfs")
	for _, name := range []string{"depth", "increment", "cells", "workers"} {
		_ = cmd.RegisterFlagCompletionFunc(name, cobra.NoFileCompletions)
	}
	e.algorithm.flag(cmd, "algorithm", "when dfs expands a state again", dfs.Algorithms()...)
	e.frontier.flag(cmd, "frontier", "how dfs keeps the states at a bound", dfs.Frontiers()...)
	e.visited.flag(cmd, "visited", "how dfs keeps visited states", dfs.VisitedSets()...)
}

func (*dfsEngine) uses() []string {
	return []string{"depth", "increment", "cells", "workers", "algorithm", "frontier", "visited"}
}

func (e *dfsEngine) begin(cmd *cobra.Command) error {
	for _, x := range []struct {
		name  string
		value int
		most  int
	}{{"depth", e.depth, dfs.MostDepth}, {"increment", e.increment, dfs.MostDepth}, {"cells", e.cells, dfs.MostCells}, {"workers", e.workers, dfs.MostWorkers}} {
		if cmd.Flags().Changed(x.name) && (x.value < 1 || x.value > x.most) {
			return &usageError{cmd.CommandPath(), fmt.Errorf("--%s %d: expected a number from 1 to %d", x.name, x.value, x.most)}
		}
	}
	if cmd.Flags().Changed("cells") && e.visited.value != dfs.Bits.String() {
		return &usageError{cmd.CommandPath(), fmt.Errorf("--cells needs --visited bits, not %s", e.visited.value)}
	}
	e.options = dfs.Options{Depth: e.depth, Increment: e.increment, Cells: e.cells, Workers: e.workers}
	var err error
	if e.options.Algorithm, err = dfs.ParseAlgorithm(e.algorithm.value); err != nil {
		return err
	}
	if e.options.Frontier, err = dfs.ParseFrontier(e.frontier.value); err != nil {
		return err
	}
	e.options.Visited, err = dfs.ParseVisited(e.visited.value)
	return err
}

func (e *dfsEngine) check(ctx context.Context, q *request) (*explicitAnswer, error) {
	f, a, err := q.begin()
	if err != nil || !f.Temporal() {
		return a, err
	}
	o := e.options
	o.Memory = q.limits.Memory
	v, r, err := dfs.Decide(ctx, q.Structure, f, q.paths, o)
	if err != nil {
		return nil, err
	}
	a.Verdict, a.path, a.shows = v, r.Found, engine.Shown(f, v.Result)
	if r.Stopped != nil && v.Result == engine.Unknown {
		a.Reason = q.reason(r.Stopped)
	}
	if q.net != nil && r.Found != nil {
		a.Witness = q.pathWitness(a)
	}
	a.search(&o, r)
	return a, nil
}

// pathWitness returns the witness of a net that a's path is, where the formula is EF g, EG g or EF EG g.
func (q *request) pathWitness(a *explicitAnswer) *engine.Witness {
	from := func(i int) petri.Marking {
		m := make(petri.Marking, len(q.net.Net().Places))
		q.net.Marking(m, a.path.States[i])
		return m
	}
	w := &engine.Witness{Formula: a.shows, Start: from(0), Steps: a.path.Labels, Loop: a.path.Loop}
	if g := a.shows.Args[0]; g.Temporal() {
		at := len(a.path.Labels)
		inner := &engine.Witness{Formula: g, Loop: engine.NoLoop}
		if a.path.Loop != engine.NoLoop {
			at, inner.Loop = a.path.Loop, 0
		}
		inner.Start, inner.Steps = from(at), a.path.Labels[at:]
		w.Steps, w.Loop, w.Branches = a.path.Labels[:at], engine.NoLoop, []engine.Branch{{At: at, Witness: inner}}
	}
	return w
}

// A searchReport is what a depth-first search did.
type searchReport struct {
	Algorithm     string  `json:"algorithm"`
	Frontier      string  `json:"frontier"`
	Visited       string  `json:"visited"`
	Increment     int     `json:"increment"`
	Workers       int     `json:"workers"`
	States        int64   `json:"states"`
	Expansions    int64   `json:"expansions"`
	Revisits      int64   `json:"revisits"`
	Replayed      int64   `json:"replayed"`
	Unwound       int64   `json:"unwound"`
	Restoring     float64 `json:"restore_seconds"`
	Rounds        int     `json:"rounds"`
	Waiting       int64   `json:"waiting"`
	Bytes         int64   `json:"search_bytes"`
	FrontierBytes int64   `json:"frontier_bytes"`
}

// search takes over the numbers of a depth-first search.
func (a *explicitAnswer) search(o *dfs.Options, r *dfs.Result) {
	a.statistics = &searchReport{
		o.Algorithm.String(), o.Frontier.String(), o.Visited.String(), o.Increment, o.Workers,
		r.States, r.Expansions, r.Revisits, r.Replayed, r.Unwound, r.Restoring.Seconds(), r.Rounds, r.Waiting, r.Bytes, r.FrontierBytes,
	}
	visited := fmt.Sprintf("%s, %s", quantity.Int(r.States), o.Visited)
	if o.Visited.Lossy() {
		visited += ", which can lose states"
	}
	expansions := fmt.Sprintf("%s, %s of them again, %s", quantity.Int(r.Expansions), quantity.Int(r.Revisits), o.Algorithm)
	if o.Algorithm == dfs.Unsound {
		expansions += ", which loses states"
	}
	a.rows = []label{
		{"states", visited},
		{"expansions", expansions},
		{"rounds", fmt.Sprintf("%s of %s", quantity.Int(r.Rounds), quantity.Count(o.Increment, "step"))},
		{"frontier", fmt.Sprintf("%s, %s replayed in %s", o.Frontier, quantity.Count(int(r.Replayed), "step"), r.Restoring.Round(time.Millisecond))},
		{"waiting", quantity.Int(r.Waiting)},
	}
}
