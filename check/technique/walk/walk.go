package walk

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/internal/drive"
	"brim/check/technique/internal/walks"
	"brim/engine"
)

// tracesAfter is how long walks wait if a trace is wanted, since the diagrams find shorter ones.
const tracesAfter = 300 * time.Millisecond

// Technique fires transitions of a net, or events of a system, at random and towards what is asked for. It finds what
// one state, or one run, shows.
type Technique struct{}

// Name returns "walk".
func (Technique) Name() string { return "walk" }

// Traits tells how it works.
func (Technique) Traits() board.Traits {
	return board.Traits{Sliced: true, Linear: true, Samples: true}
}

// Takes takes bounds, global properties, formulas of LTL, and formulas of CTL in which some EF p or AG p, with p free
// of path operators, is in no scope of another path operator. Of systems it takes bounds, deadlock, EF p and AG p.
func (Technique) Takes(m *model.Model, q *model.Question) error {
	switch {
	case m.System != nil:
		return takesSystem(q)
	case m.Net == nil:
		return model.NoNet(m.Name, "walk")
	case q.LTL != nil:
		return nil
	case q.Kind == model.Truth:
		if err := drive.WantsCTL("walk", q); err != nil {
			return err
		}
		if goals := engine.Parts(model.Apart(q.Formula)); len(goals) == 0 {
			return errors.New("walks decide formulas made of EF p and AG p, p without path operators")
		}
		return nil
	case q.Kind >= model.States && q.Kind != model.MostInMarking:
		return fmt.Errorf("walks count no %v", q.Kind)
	}
	return nil
}

// Run walks in slices of time.
func (Technique) Run(ctx context.Context, t *board.Turn) error {
	if t.Model().System != nil {
		return runSystem(ctx, t)
	}
	r, err := walks.New(t, "walk")
	if err != nil {
		for _, q := range t.Open() {
			t.Undecided(q, err.Error(), nil)
		}
		return nil
	}
	r.LearnStructure()
	after := time.Duration(0)
	for _, q := range t.Open() {
		if q.Trace || q.Kind == model.MostInMarking {
			after = tracesAfter
		}
		r.Add(q)
	}
	err = r.Run(ctx, after)
	for _, q := range t.Open() {
		t.Undecided(q, fmt.Sprintf("walks of %d firings do not decide", r.Firings()), nil)
	}
	return err
}
