package questions

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"

	"brim/check"
	"brim/internal/cli"
	"brim/internal/ui/tracefile"
)

// --trace-out: the trace of the only answer as a file for brim replay.

// A traceSheet is the file that a trace will be written to. The nil traceSheet is none.
type traceSheet struct {
	file  string
	form  tracefile.Form
	trace *tracefile.Trace // nil if there is none to write
	run   *check.CircuitTrace
	model *check.Model
}

// newTraceSheet tries a file for a trace of a model before anything takes long.
func newTraceSheet(file, model string) (*traceSheet, error) {
	if file == "" {
		return nil, nil
	}
	switch ending := filepath.Ext(file); {
	case check.IsLTS(model):
		return nil, errors.New("--trace-out is for traces of nets and circuits; --json has those of listed systems")
	case check.IsCircuit(model) && ending != ".aiw" && ending != ".aigw":
		return nil, fmt.Errorf("--trace-out %s: expected a file that ends in .aiw, a witness of AIGER, for a "+
			"circuit; --json has its trace, too", file)
	case check.IsCircuit(model):
		return &traceSheet{file: file}, cli.TryFile(file)
	}
	form, err := tracefile.FormOf(file)
	if err != nil {
		return nil, fmt.Errorf("--trace-out %w", err)
	}
	return &traceSheet{file: file, form: form}, cli.TryFile(file)
}

// takeTrace takes the trace of the only answer and returns the name of its file, "" if there is none.
func (c *checkCommand) takeTrace(s *traceSheet, r *checkReport, model string) string {
	if s == nil {
		return ""
	}
	s.model = r.model
	if r.model.Circuit != nil {
		return c.takeRun(s, r.answers[0].Trace)
	}
	s.trace = tracefile.Of(r.model, r.questions[0], r.answers[0])
	if s.trace == nil {
		c.Note("brim: there is no trace to write: %s is not written", s.file)
		return ""
	}
	if s.trace.Model = model; s.form != tracefile.JSON && !s.trace.Bare() {
		c.Note("brim: %s has the outermost path only; a file that ends in .json has those inside of it, too", s.file)
	}
	return s.file
}

// takeRun is takeTrace for the run of a circuit.
func (c *checkCommand) takeRun(s *traceSheet, t *check.CircuitTrace) string {
	switch {
	case t == nil:
		c.Note("brim: there is no trace to write: %s is not written", s.file)
		return ""
	case t.Violated(s.model.Circuit) == nil:
		c.Note("brim: the trace has no bad state and violates no justice property, so AIGER has no witness for it: "+
			"%s is not written", s.file)
		return ""
	}
	s.run = t
	return s.file
}

// saveTrace writes the trace, if there is one.
func (c *checkCommand) saveTrace(ctx context.Context, s *traceSheet) error {
	switch {
	case s == nil || s.trace == nil && s.run == nil:
		return nil
	case s.run != nil:
		return c.Save(ctx, c.Deadline(), s.file,
			func(w io.Writer) error { return s.run.WriteWitness(w, s.model.Circuit) })
	}
	return c.Save(ctx, c.Deadline(), s.file, func(w io.Writer) error { return s.trace.Write(w, s.form, s.model) })
}
