package board

import (
	"brim/check/model"
	"fmt"
)

// The report of a run, and faults.

// A Report is what a run found.
type Report struct {
	Answers []*model.Answer // one for each question, in the same order
	// Model is what was decided about, and Questions are those about it: if a coloured net was unfolded, its unfolding,
	// else what was asked about. What an answer shows is about it.
	Model     *model.Model
	Questions []*model.Question
	// Published is what techniques say of all their work, by their names; see Turn.Publish.
	Published map[string]any
}

// A Fault is an error in brim itself: two certain answers that differ, a witness that cannot be replayed, or a panic.
type Fault struct {
	Technique string
	Question  string // its ID, or what it asks; "" if the fault is about no question
	Err       error
	Stack     []byte // of a panic
}

func (f *Fault) Error() string {
	if f.Question == "" {
		return fmt.Sprintf("internal error in %s: %v", f.Technique, f.Err)
	}
	return fmt.Sprintf("internal error: %s: %v", f.Question, f.Err)
}

func (f *Fault) Unwrap() error { return f.Err }
