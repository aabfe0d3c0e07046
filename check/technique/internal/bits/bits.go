package bits

import (
	"context"
	"errors"
	"fmt"

	"brim/check/model"
	"brim/check/technique/internal/single"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/gmc"
	"brim/petri/structure"
)

// A BitModel is a net or a circuit encoded as binary decision diagrams.
type BitModel interface {
	Goal(f *syntax.Formula) (*gmc.Goal, error)
	Search(ctx context.Context, g *gmc.Goal, o gmc.Options) (*gmc.Result, error)
	Lasso(ctx context.Context, g *gmc.Goal, o gmc.Options) (*gmc.Result, error)
	Fixpoint(ctx context.Context, g *gmc.Goal, most int) (*gmc.Reach, error)
}

// Takes is Takes for techniques over binary decision diagrams.
func Takes(name string, m *model.Model, q *model.Question, kinds ...engine.Kind) error {
	if m.LTS != nil || m.System != nil {
		return model.NoNet(m.Name, name)
	}
	return single.TakesGoals(name, q, kinds...)
}

// Of encodes a model as diagrams, with the set of states where goal holds. Places without a known bound may hold at
// most tokens tokens, unless that is 0.
func Of(m *model.Model, tokens int64, goal *syntax.Formula) (x BitModel, g *gmc.Goal, err error) {
	switch {
	case m.Circuit != nil && tokens > 0:
		return nil, nil, errors.New("--tokens has no meaning for a circuit")
	case m.Circuit != nil:
		x, err = gmc.NewCircuit(m.Circuit)
	default:
		x, err = gmc.NewNet(m.Facts(), tokens)
	}
	var unbounded *structure.UnboundedPlaceError
	switch {
	case errors.As(err, &unbounded):
		return nil, nil, NeedsBound(unbounded.Place)
	case err != nil:
		return nil, nil, err
	}
	g, err = x.Goal(goal)
	return x, g, err
}

// Follow adds to an answer a path through x, which gives a goal's formula its verdict.
func Follow(a *model.Answer, goal engine.Goal, p *gmc.Path, x BitModel) {
	a.Result, a.Shows = goal.Found, engine.Shown(goal.Formula, goal.Found)
	if a.Trace = p.Trace; a.Trace != nil {
		return
	}
	start := x.(*gmc.Net).Marking(p.States[0])
	a.Witness = &engine.Witness{Formula: a.Shows, Start: start, Steps: p.Firings, Loop: p.Loop}
}

// NeedsBound is the error for a place without a bound.
func NeedsBound(place string) error {
	return fmt.Errorf("place %s has no bound by invariants; expected --tokens with a bound for such places", place)
}
