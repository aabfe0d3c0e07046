package gmc

import (
	"context"
	"errors"
	"fmt"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/bits"
	"brim/check/technique/internal/single"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/gmc"
	"brim/internal/quantity"
)

// Technique repairs random sequences of states until they are paths; see package engine/gmc.
type Technique struct {
	gmc.Options
	Tokens int64 // most tokens in places without a known bound; 0 is none
}

// What GMC has by default, and the most that it allows.
const (
	DefaultLength = gmc.DefaultLength
	DefaultTries  = gmc.DefaultTries
	DefaultFlips  = gmc.DefaultFlips
	MostLength    = gmc.MostLength
	MostTries     = gmc.MostTries
	MostLayers    = gmc.MostLayers
)

// Name returns "gmc".
func (Technique) Name() string { return "gmc" }

// Takes takes EF p, AG p, EG p, AF p and p, where p has no path operators. It decides them only if a path does.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	return bits.Takes("gmc", m, q, engine.Reach, engine.Stay)
}

// Run looks for a path to the goal for one question after the other, or for a lasso if the goal asks to stay. The
// answer is unknown if it finds none.
func (e Technique) Run(ctx context.Context, t *board.Turn) error {
	return single.EachGoal(ctx, t, func(ctx context.Context, q *model.Question, goal engine.Goal) (a model.Answer,
		err error) {
		x, g, err := bits.Of(t.Model(), e.Tokens, goal.State())
		if err != nil {
			return a, err
		}
		o := e.Options
		o.Finite, o.Nodes = q.Paths == syntax.Maximal && t.Model().Circuit == nil, t.Options().Nodes
		look := x.Search
		if goal.Kind == engine.Stay {
			if o.Forward > 0 || o.Backward > 0 {
				return a, errors.New("--forward and --backward have no meaning for the lassos of EG and AF")
			}
			if o.Exact {
				return a, errors.New("--exact has no meaning for the lassos of EG and AF")
			}
			look = x.Lasso
		}
		r, err := look(ctx, g, o)
		if err != nil {
			return a, err
		}
		switch {
		case r.Path != nil:
			bits.Follow(&a, goal, r.Path, x)
		case r.Stopped != nil:
			a.Verdict.Stopped = r.Stopped
		default:
			a.Reason = fmt.Sprintf("no path found in %s, which does not mean that there is none",
				quantity.Times(r.Tries, "try", "tries"))
		}
		a.Statistics = &Statistics{o.Length, o.Longest, o.Forward, o.Backward, r.Tries, r.Flips, r.Longer, o.Seed,
			goal.Kind == engine.Stay}
		return a, nil
	})
}

// Statistics is what a greedy search did.
type Statistics struct {
	Length   int    `json:"length"`
	Longest  int    `json:"longest"`
	Forward  int    `json:"forward"`
	Backward int    `json:"backward"`
	Tries    int    `json:"tries"`
	Flips    int    `json:"flips"`
	Inserted int    `json:"inserted"`
	Seed     uint64 `json:"seed"`
	Lasso    bool   `json:"-"` // it looked for a lasso
}
