package check

import (
	"cmp"
	"context"

	"brim/engine"
	"brim/engine/dfs"
)

// DFS goes depth first within growing bounds; see package dfs.
type DFS struct{ dfs.Options }

// Name returns "dfs".
func (DFS) Name() string { return "dfs" }

// Takes takes what dfs.NewTask takes, and formulas without path operators.
func (DFS) Takes(_ *Model, q *Question) error {
	return overStates("dfs", q, engine.Reach, engine.Stay, engine.ReachStay)
}

// Run decides one question after the other.
func (e DFS) Run(ctx context.Context, t *Turn) error {
	return t.eachGoal(ctx, func(ctx context.Context, q *Question, goal engine.Goal) (a Answer, err error) {
		s, err := t.model.states()
		if err != nil {
			return a, err
		}
		o := e.Options
		o.Memory = t.Room(1)
		v, r, err := dfs.Decide(ctx, s, goal.Formula, q.Paths, o)
		if err != nil {
			return a, err
		}
		a.Verdict = v
		if v.Result == Unknown {
			a.Verdict.Stopped = r.Stopped
		}
		a.follow(t.model, goal.Formula, r.Found)
		a.Statistics = newDepth(&o, r)
		return a, nil
	})
}

// A Depth is what a depth-first search did.
type Depth struct {
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
	Payload       int     `json:"payload,omitempty"`
	Work          int     `json:"step_work,omitempty"`

	Lossy   bool `json:"-"` // visited states can be taken for others
	Unsound bool `json:"-"` // the algorithm loses states
}

func newDepth(o *dfs.Options, r *dfs.Result) *Depth {
	return &Depth{
		Algorithm: o.Algorithm.String(), Frontier: o.Frontier.String(), Visited: o.Visited.String(), Increment: o.Increment, Workers: o.Workers,
		States: r.States, Expansions: r.Expansions, Revisits: r.Revisits, Replayed: r.Replayed, Unwound: r.Unwound, Restoring: r.Restoring.Seconds(),
		Rounds: r.Rounds, Waiting: r.Waiting, Bytes: r.Bytes, FrontierBytes: r.FrontierBytes, Payload: o.Payload, Work: o.Work,
		Lossy: o.Visited.Lossy(), Unsound: o.Algorithm == dfs.Unsound,
	}
}

// What DFS has by default, and the most that it allows.
const (
	DFSIncrement   = dfs.DefaultIncrement
	DFSCells       = dfs.DefaultCells
	DFSMostDepth   = dfs.MostDepth
	DFSMostCells   = dfs.MostCells
	DFSMostWorkers = dfs.MostWorkers
	DFSMostPayload = dfs.MostPayload
	DFSMostWork    = dfs.MostWork
)

// DFSAlgorithms, DFSFrontiers and DFSVisitedSets return the names of the ways to search, to keep the frontier, and to
// keep visited states, the default first.
func DFSAlgorithms() []string  { return dfs.Algorithms() }
func DFSFrontiers() []string   { return dfs.Frontiers() }
func DFSVisitedSets() []string { return dfs.VisitedSets() }

// Named returns e with an algorithm, a frontier and a visited set of these names.
func (e DFS) Named(algorithm, frontier, visited string) (DFS, error) {
	var wrong [3]error
	e.Algorithm, wrong[0] = dfs.ParseAlgorithm(algorithm)
	e.Frontier, wrong[1] = dfs.ParseFrontier(frontier)
	e.Visited, wrong[2] = dfs.ParseVisited(visited)
	return e, cmp.Or(wrong[0], wrong[1], wrong[2])
}
