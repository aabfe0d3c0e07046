package check

import (
	"context"
	"math/big"
	"time"

	"brim/engine/symbolic"
	"brim/internal/quantity"
	"brim/mdd"
	"brim/petri/order"
)

// An Exploration tells what the diagrams of a run found and took: the last state space that was asked.
type Exploration struct {
	Order    order.Decomposition
	Method   string
	Choice   symbolic.Choice
	Stats    mdd.Stats
	Took     time.Duration // of the exploration, the choice of the order included
	Complete bool          // it is all reachable markings
	Partial  string        // what it is, if not
	States   *big.Int      // its markings; nil if there was no time to count them
	Nodes    int           // of the final diagram; 0 if there was no time
	Counting time.Duration // for both
	Rounds   []Round       // of a search in rounds
}

// A Round tells what one round of a search took and found.
type Round = symbolic.Round

// explored returns what a space says about itself.
func explored(s *symbolic.Space) *Exploration {
	return &Exploration{Order: s.Order, Method: string(s.Method), Choice: s.Choice, Stats: s.Stats, Took: s.Took, Complete: s.Complete}
}

// rounds takes over what the rounds so far found.
func (x *diagramsRun) rounds() {
	if x.searching != nil {
		x.found = x.searching.Done()
	}
}

// closeSearch gives the diagrams of the search back.
func (x *diagramsRun) closeSearch() {
	if x.searching != nil {
		x.searching.Close()
		x.searching, x.space = nil, nil
	}
}

// finish asks what was found of all markings before a limit came, counts the last space, and closes everything.
func (x *diagramsRun) finish(ctx context.Context) {
	x.rounds()
	defer func() {
		x.closeSearch()
		if x.parts != nil {
			x.parts.Close()
		}
		if x.cover != nil {
			x.cover.Close()
		}
	}()
	if x.space == nil {
		if x.found != nil {
			x.publish(Exploration{Rounds: x.found, Partial: x.partial})
		}
		return
	}
	x.work = 0
	if w, ok := x.searching.(*whole); ok && w.space != nil && !w.space.Complete && len(x.open()) > 0 {
		if x.guard(ctx, w.space.FindOpen) == nil {
			_ = x.ask(ctx, inParts, 2)
		}
	}
	s := x.space
	e := explored(s)
	e.Partial, e.Rounds = x.partial, x.found
	if !s.Complete && s.Steps > 0 && x.unbounded == nil {
		e.Partial = "explored what lies within " + quantity.Count(s.Steps, "step")
	}
	x.publish(*e)
	if !x.options.Count {
		return
	}
	start := time.Now()
	x.Progress(Progress{Phase: "counting states"})
	_ = x.guard(ctx, func() { e.States = s.States() })
	_ = x.guard(ctx, func() { e.Nodes = s.Reached.Nodes() })
	e.Counting = time.Since(start)
	x.publish(*e)
}

// publish gives what is known of the exploration to the report, if there is still one to come.
func (t *Turn) publish(e Exploration) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.ended {
		t.diagrams = &e
	}
}
