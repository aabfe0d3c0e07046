package tracefile

import (
	"fmt"
	"path/filepath"
	"strconv"

	"brim/check"
	"brim/ctl/syntax"
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
	Time     string `json:"time,omitempty"`     // that was found if one was asked for, or +inf; then Result is holds
	Deadlock string `json:"deadlock,omitempty"` // how paths may end: maximal or infinite

	Witness *trace.Witness `json:"witness"`

	lines   []int     // of the steps, nil in JSON
	taken   [][]token // by step: the tokens that it consumes, as TAPAAL's form lists them
	forever bool      // at the end time passes for ever, as TAPAAL's form says it
	untimed bool      // a schedule of Tina without times
}

// A token is one that a step consumes.
type token struct {
	place   string
	age     string // as the file has it
	atLeast bool   // it may be older
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

// Of returns the trace that an answer about a net rests on, also about one with time, reset arcs or priorities; nil if
// there is none.
func Of(m *check.Model, q *check.Question, a *check.Answer) *Trace {
	t := &Trace{
		Format: name, Version: Version, Model: m.Name, Formula: q.String(), Result: a.Result.String(),
		Deadlock: q.Paths.String(),
	}
	if q.OfTime() && a.Infinite {
		t.Time = "+inf"
	} else if q.OfTime() {
		t.Time = a.Text()
	}
	switch {
	case m.Net != nil && a.Witness != nil:
		t.Witness = trace.OfWitness(m, a.Witness)
	case m.Net == nil && m.Document != nil && a.Path != nil:
		t.Witness = ofPlay(m, q, a)
	}
	if t.Witness == nil {
		return nil
	}
	return t
}

// ofPlay returns the run of an answer about a net that only a system expresses. The witness has the formula that the
// answer shows if the run alone shows it; otherwise it is cut.
func ofPlay(m *check.Model, q *check.Question, a *check.Answer) *trace.Witness {
	r := trace.RunOf(a)
	shown := a.Shows
	if q.Kind == check.Deadlock {
		pool := syntax.NewPool()
		shown = pool.Make(syntax.EF, pool.Deadlock())
	}
	if shown != nil && m.CheckRun(r, shown, q.Paths) == nil {
		return trace.OfPlay(m, r, trace.NamesOf(m).FormulaNames(shown))
	}
	if m.CheckRun(r, nil, q.Paths) != nil {
		return nil
	}
	w := trace.OfPlay(m, r, "")
	w.Cut = true
	return w
}

// OfPlay returns a run of the Document of a model as a trace without a formula. It panics if r is not a run.
func OfPlay(m *check.Model, r *check.TimedRun) *Trace {
	if err := m.CheckRun(r, nil, check.Maximal); err != nil {
		panic("brim: a run that cannot be replayed: " + err.Error())
	}
	return &Trace{Format: name, Version: Version, Model: m.Name, Witness: trace.OfPlay(m, r, "")}
}

// OfSteps returns a firing sequence that is not a witness of any formula, as a trace: the steps, fired from the marking
// start. It panics if they cannot be fired.
func OfSteps(m *check.Model, start petri.Marking, steps []int) *Trace {
	return &Trace{Format: name, Version: Version, Model: m.Name, Witness: trace.OfSteps(m, start, steps)}
}

// ofSteps returns a trace of bare steps.
func ofSteps() *Trace {
	return &Trace{Format: name, Version: Version,
		Witness: &trace.Witness{Steps: []trace.Firing{}, Branches: []*trace.Witness{}}}
}

// wait begins a line of a list that is a delay.
const wait = "wait "

// text writes a firing as lists have it.
func text(f trace.Firing) string {
	switch {
	case f.Delay > 0:
		return wait + strconv.FormatInt(f.Delay, 10)
	case f.Coloured == "":
		return f.Transition
	}
	return call(f.Coloured, f.Binding)
}
