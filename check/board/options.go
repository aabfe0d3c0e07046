package board

import (
	"brim/check/limit"
	"brim/check/model"
	"slices"
)

// Options of Decide. The zero value is right for most uses.
type Options struct {
	limit.Limits
	// Techniques are what works on the questions; nil is Techniques of the model.
	Techniques []Technique
	// Without names techniques, or parts of them, that are not used.
	Without []string
	// AllColours has colours that nothing tells apart unfolded apart; see Unfold.
	AllColours bool
	// All has every technique finish: their answers are compared, and two that differ are a Fault.
	All bool
	// Count has the last space that the diagrams asked counted for the report.
	Count bool
	// Answered is called at once when a question has its answer, by one goroutine at a time. It must not call anything
	// of the run.
	Answered func(*model.Question, *model.Answer)
	// Progress is called a few times a second, by several goroutines.
	Progress func(Progress)
}

// Uses reports whether a technique, or a part of one that has a name, may be used.
func (o *Options) Uses(name string) bool { return !slices.Contains(o.Without, name) }
