package check

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/gmc"
	"brim/internal/quantity"
	"brim/petri/structure"
)

// A bitModel is a net or a circuit as binary decision diagrams, of which GMC and BDD make use.
type bitModel interface {
	Goal(f *syntax.Formula) (*gmc.Goal, error)
	Search(ctx context.Context, g *gmc.Goal, o gmc.Options) (*gmc.Result, error)
	Lasso(ctx context.Context, g *gmc.Goal, o gmc.Options) (*gmc.Result, error)
	Fixpoint(ctx context.Context, g *gmc.Goal, most int) (*gmc.Reach, error)
}

// takesBits is Takes of an engine over binary diagrams.
func takesBits(name string, m *Model, q *Question, kinds ...engine.Kind) error {
	if m.LTS != nil {
		return NoNet(m.Name, name)
	}
	return overStates(name, q, kinds...)
}

// bits returns the model as diagrams, where places without a bound have at most so many tokens, if that is not 0, and
// its states where goal holds.
func (m *Model) bits(tokens int64, goal *syntax.Formula) (x bitModel, g *gmc.Goal, err error) {
	switch {
	case m.Circuit != nil && tokens > 0:
		return nil, nil, errors.New("--tokens has no meaning for a circuit")
	case m.Circuit != nil:
		x, err = gmc.NewCircuit(m.Circuit)
	default:
		x, err = gmc.NewNet(m.facts(), tokens)
	}
	var unbounded *structure.UnboundedPlaceError
	switch {
	case errors.As(err, &unbounded):
		return nil, nil, needsBound(unbounded.Place)
	case err != nil:
		return nil, nil, err
	}
	g, err = x.Goal(goal)
	return x, g, err
}

// followBits takes over a path through x, which gives a goal's formula its verdict.
func (a *Answer) followBits(goal engine.Goal, p *gmc.Path, x bitModel) {
	a.Result, a.Shows = goal.Found, engine.Shown(goal.Formula, goal.Found)
	if a.Trace = p.Trace; a.Trace != nil {
		return
	}
	start := x.(*gmc.Net).Marking(p.States[0])
	a.Witness = &engine.Witness{Formula: a.Shows, Start: start, Steps: p.Firings, Loop: p.Loop}
}

// GMC repairs random sequences of states until they are paths; see package gmc.
type GMC struct {
	gmc.Options
	Tokens int64 // most tokens in places without a known bound; 0 is none
}

// What GMC has by default, and the most that it allows.
const (
	GMCLength     = gmc.DefaultLength
	GMCTries      = gmc.DefaultTries
	GMCFlips      = gmc.DefaultFlips
	GMCMostLength = gmc.MostLength
	GMCMostTries  = gmc.MostTries
	GMCMostLayers = gmc.MostLayers
)

// Name returns "gmc".
func (GMC) Name() string { return "gmc" }

// Takes takes EF p, AG p, EG p, AF p and p, where p has no path operators. What holds on all paths it never shows.
func (GMC) Takes(m *Model, q *Question) error {
	return takesBits("gmc", m, q, engine.Reach, engine.Stay)
}

// Run looks for one path after the other.
func (e GMC) Run(ctx context.Context, t *Turn) error {
	return t.eachGoal(ctx, func(ctx context.Context, q *Question, goal engine.Goal) (a Answer, err error) {
		x, g, err := t.model.bits(e.Tokens, goal.State())
		if err != nil {
			return a, err
		}
		o := e.Options
		o.Finite, o.Nodes = q.Paths == syntax.Maximal && t.model.Circuit == nil, t.options.Nodes
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
			a.followBits(goal, r.Path, x)
		case r.Stopped != nil:
			a.Verdict.Stopped = r.Stopped
		default:
			a.Reason = fmt.Sprintf("no path found in %s, which does not mean that there is none", quantity.Times(r.Tries, "try", "tries"))
		}
		a.Statistics = &Greed{o.Length, o.Longest, o.Forward, o.Backward, r.Tries, r.Flips, r.Longer, o.Seed, goal.Kind == engine.Stay}
		return a, nil
	})
}

// A Greed is what a greedy search did.
type Greed struct {
	Length   int    `json:"length"`
	Longest  int    `json:"longest"`
	Forward  int    `json:"forward"`
	Backward int    `json:"backward"`
	Tries    int    `json:"tries"`
	Flips    int    `json:"flips"`
	Inserted int    `json:"inserted"`
	Seed     uint64 `json:"seed"`
	Lasso    bool   `json:"-"` // that is what it looked for
}

// BDD goes forward by sets of states, as binary decision diagrams of a library.
type BDD struct {
	Tokens int64 // most tokens in places without a known bound; 0 is none
	most   int   // nodes, if the run has no limit for them; 0 is none
}

// Name returns "bdd".
func (BDD) Name() string { return "bdd" }

// Takes takes EF p, AG p and p, where p has no path operators.
func (BDD) Takes(m *Model, q *Question) error { return takesBits("bdd", m, q, engine.Reach) }

// Run decides one question after the other.
func (e BDD) Run(ctx context.Context, t *Turn) error {
	return t.eachGoal(ctx, func(ctx context.Context, _ *Question, goal engine.Goal) (a Answer, err error) {
		x, g, err := t.model.bits(e.Tokens, goal.State())
		if err != nil {
			return a, err
		}
		r, err := x.Fixpoint(ctx, g, cmp.Or(t.options.Nodes, e.most))
		if err != nil {
			return a, err
		}
		a.Verdict.Stopped = r.Stopped
		switch {
		case r.Path != nil:
			a.followBits(goal, r.Path, x)
		case r.Found:
			a.Result, a.Shows, a.Untraced = goal.Found, engine.Shown(goal.Formula, goal.Found), true
		case r.Complete:
			a.Result, a.Bound = goal.Found.Negate(), Complete
			a.Shows = engine.Shown(goal.Formula, a.Result)
		case r.Stopped == nil:
			a.Reason = "places can hold more tokens than is promised, and what follows was left out"
		}
		// Where bounds are only promised, markings may have been left out. The last layer may not have been looked at.
		if net := t.Net(); a.Bound != Complete && e.Tokens == 0 && (net == nil || net.Units == nil || !net.Units.Safe) {
			a.Bound = max(r.Steps-1, 0)
		}
		if r.States != nil {
			a.Statistics = &Layers{r.States.String(), r.Steps, r.Nodes}
		}
		return a, nil
	})
}

// A Layers is what a search by sets found.
type Layers struct {
	States string `json:"states"` // of a circuit: of the latches that the formula depends on
	Steps  int    `json:"steps"`  // of the farthest states
	Nodes  int    `json:"nodes"`
}
