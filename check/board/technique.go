package board

import (
	"context"

	"brim/check/model"
)

// What the board asks of a technique.

// A Technique answers questions, or finds facts that help other techniques. It may take only some questions, and may
// work on another net than the model, as long as it brings back something that can be replayed on the model.
type Technique interface {
	// Name is what Answer.By says, and what Options.Without takes.
	Name() string
	// Takes returns nil if the technique may find an answer to the question, else an error that says what it decides.
	Takes(m *model.Model, q *model.Question) error
	// Run works on the open questions of the turn until ctx is done or nothing is left to try. It gives each answer by
	// Turn.Answer as soon as it has it. It checks ctx often, and no longer uses the turn once it has returned. An error
	// that is not a limit is a fault of the technique.
	Run(ctx context.Context, t *Turn) error
}

// Traits say how a technique works, as far as the board schedules by it. A technique may have a method Traits() Traits;
// without one it has none of these.
type Traits struct {
	Early   bool // so cheap that all other techniques wait for it
	Linear  bool // takes questions of LTL; other techniques get formulas of CTL that imply their answers
	Sliced  bool // works by Turn.Slices, and so shares a processor with other sliced techniques
	Sets    bool // works on sets of states, so that a system may start in several
	ByState bool // looks at states one by one; leaves CTL questions implied by LTL to a linear technique that does, too
	Folded  bool // works on a coloured net also before it is unfolded, or on a net with time before it is a system
	Samples bool // finds what some path shows, and hardly ever that all paths show something
}

// TraitsOf returns the traits of a technique.
func TraitsOf(t Technique) Traits {
	if x, ok := t.(interface{ Traits() Traits }); ok {
		return x.Traits()
	}
	return Traits{}
}
