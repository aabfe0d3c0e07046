package questions

import (
	"context"
	"errors"
	"fmt"
	"io"

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
	model *check.Model
}

// newTraceSheet tries a file for a trace of a model before anything takes long.
func newTraceSheet(file, model string) (*traceSheet, error) {
	if file == "" {
		return nil, nil
	}
	if check.IsCircuit(model) || check.IsLTS(model) {
		return nil, errors.New("--trace-out is for traces of nets; --json has those of circuits and listed systems")
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
	s.model, s.trace = r.model, tracefile.Of(r.model, r.questions[0], r.answers[0])
	if s.trace == nil {
		c.Note("brim: there is no trace to write: %s is not written", s.file)
		return ""
	}
	if s.trace.Model = model; s.form != tracefile.JSON && !s.trace.Bare() {
		c.Note("brim: %s has the outermost path only; a file that ends in .json has those inside of it, too", s.file)
	}
	return s.file
}

// saveTrace writes the trace, if there is one.
func (c *checkCommand) saveTrace(ctx context.Context, s *traceSheet) error {
	if s == nil || s.trace == nil {
		return nil
	}
	return c.Save(ctx, c.Deadline(), s.file, func(w io.Writer) error { return s.trace.Write(w, s.form, s.model) })
}
