package board

import (
	"brim/check/limit"
	"brim/check/model"
	"slices"
)

// The options of a run.

// Options of Decide. The zero value is right for most uses.
type Options struct {
	limit.Limits
	// Techniques work on the questions. For check.Decide nil means check.Techniques of the model.
	Techniques []Technique
	// Without names techniques, or parts of them, that are not used.
	Without []string
	// AllColours gives each colour its own place, also where no question can tell colours apart; see Model.Unfold.
	AllColours bool
	// Folded keeps a coloured net that is not unfolded as it is: only techniques that need no unfolding work.
	Folded bool
	// All lets every technique finish. Their answers are compared, and two that differ are a Fault.
	All bool
	// Count asks for the number of states of the last space that the diagrams explored, for the report.
	Count bool
	// Answered is called as soon as a question has its answer, by one goroutine at a time. It must not call methods of
	// the run.
	Answered func(*model.Question, *model.Answer)
	// Progress is called a few times a second, by several goroutines.
	Progress func(Progress)
}

// Uses reports whether a technique, or a part of one that has a name, may be used.
func (o *Options) Uses(name string) bool { return !slices.Contains(o.Without, name) }
