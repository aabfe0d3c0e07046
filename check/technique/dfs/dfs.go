package dfs

import (
	"cmp"
	"context"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/single"
	"brim/engine"
	"brim/engine/dfs"
)

// Technique searches depth first within growing bounds; see package engine/dfs.
type Technique struct{ dfs.Options }

// Name returns "dfs".
func (Technique) Name() string { return "dfs" }

// Takes takes the formulas that dfs.NewTask takes, and formulas without path operators.
func (Technique) Takes(_ *model.Model, q *model.Question) error {
	return single.TakesGoals("dfs", q, engine.Reach, engine.Stay, engine.ReachStay)
}

// Run decides one question after the other.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	return single.EachGoal(ctx, t, func(ctx context.Context, q *model.Question, goal engine.Goal) (a model.Answer,
		err error) {
		s, err := t.Model().States()
		if err != nil {
			return a, err
		}
		o := e.Options
		o.Memory = t.Options().Room(1)
		v, r, err := dfs.Decide(ctx, s, goal.Formula, q.Paths, o)
		if err != nil {
			return a, err
		}
		a.Verdict = v
		if v.Result == model.Unknown {
			a.Verdict.Stopped = r.Stopped
		}
		single.Follow(&a, t.Model(), goal.Formula, r.Found)
		a.Statistics = newStatistics(&o, r)
		return a, nil
	})
}

// Statistics is what a depth-first search did.
type Statistics struct {
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

	Lossy   bool `json:"-"` // states may be taken for visited ones by mistake
	Unsound bool `json:"-"` // the algorithm loses states
}

func newStatistics(o *dfs.Options, r *dfs.Result) *Statistics {
	return &Statistics{
		Algorithm: o.Algorithm.String(), Frontier: o.Frontier.String(), Visited: o.Visited.String(),
		Increment: o.Increment, Workers: o.Workers,
		States: r.States, Expansions: r.Expansions, Revisits: r.Revisits, Replayed: r.Replayed, Unwound: r.Unwound,
		Restoring: r.Restoring.Seconds(),
		Rounds:    r.Rounds, Waiting: r.Waiting, Bytes: r.Bytes, FrontierBytes: r.FrontierBytes, Payload: o.Payload,
		Work:  o.Work,
		Lossy: o.Visited.Lossy(), Unsound: o.Algorithm == dfs.Unsound,
	}
}

// What DFS has by default, and the most that it allows.
const (
	DefaultIncrement = dfs.DefaultIncrement
	DefaultCells     = dfs.DefaultCells
	MostDepth        = dfs.MostDepth
	MostCells        = dfs.MostCells
	MostWorkers      = dfs.MostWorkers
	MostPayload      = dfs.MostPayload
	MostWork         = dfs.MostWork
)

// Algorithms, Frontiers and VisitedSets list the names of the search algorithms, of the data structures for the
// frontier, and of those for the visited states, the default first.
func Algorithms() []string  { return dfs.Algorithms() }
func Frontiers() []string   { return dfs.Frontiers() }
func VisitedSets() []string { return dfs.VisitedSets() }

// Named returns e with an algorithm, a frontier and a visited set of these names.
func (e Technique) Named(algorithm, frontier, visited string) (Technique, error) {
	var wrong [3]error
	e.Algorithm, wrong[0] = dfs.ParseAlgorithm(algorithm)
	e.Frontier, wrong[1] = dfs.ParseFrontier(frontier)
	e.Visited, wrong[2] = dfs.ParseVisited(visited)
	return e, cmp.Or(wrong[0], wrong[1], wrong[2])
}
