package tracefile

import (
	"fmt"
	"path/filepath"

	"brim/check"
	"brim/internal/ui/trace"
	"brim/petri"
)

// Traces, and how they are made of answers and of firing sequences.

// Version is that of the JSON form that is written. Each version reads all before it.
const Version = 1

// name is what the JSON form calls itself.
const name = "brim-trace"

// A Trace is what a file says. Places and transitions are named, not yet looked up.
type Trace struct {
	Format   string `json:"format"`
	Version  int    `json:"version"`
	Model    string `json:"model,omitempty"`
	Formula  string `json:"formula,omitempty"`  // that was asked
	Result   string `json:"result,omitempty"`   // holds or fails
	Deadlock string `json:"deadlock,omitempty"` // how paths may end: maximal or infinite

	Witness *trace.Witness `json:"witness"`

	lines []int      // of the steps, nil in JSON
	taken [][]string // by step: the places of the tokens that it consumes, as TAPAAL's form lists them
}

// A Form is how a trace is written.
type Form int

// The forms.
const (
	JSON Form = iota
	XML
	List
)

// FormOf returns the form that a file's name asks for by its ending.
func FormOf(file string) (Form, error) {
	switch filepath.Ext(file) {
	case ".json":
		return JSON, nil
	case ".xml":
		return XML, nil
	case ".txt":
		return List, nil
	}
	return 0, fmt.Errorf("%s: expected a file that ends in .json, .xml or .txt", file)
}

// Of returns the trace that an answer about a net rests on, nil if there is none.
func Of(m *check.Model, q *check.Question, a *check.Answer) *Trace {
	if m.Net == nil || a.Witness == nil {
		return nil
	}
	t := &Trace{
		Format: name, Version: Version, Model: m.Name, Formula: q.String(), Result: a.Result.String(), Deadlock: q.Paths.String(),
		Witness: trace.OfWitness(m, a.Witness),
	}
	return t
}

// OfSteps returns a firing sequence that is not a witness of any formula, as a trace: the steps, fired from the marking
// start. It panics if they cannot be fired.
func OfSteps(m *check.Model, start petri.Marking, steps []int) *Trace {
	return &Trace{Format: name, Version: Version, Model: m.Name, Witness: trace.OfSteps(m, start, steps)}
}

// ofSteps returns a trace of bare steps.
func ofSteps() *Trace {
	return &Trace{Format: name, Version: Version, Witness: &trace.Witness{Steps: []trace.Firing{}, Branches: []*trace.Witness{}}}
}

// text writes a firing as lists have it.
func text(f trace.Firing) string {
	if f.Coloured == "" {
		return f.Transition
	}
	return call(f.Coloured, f.Binding)
}
