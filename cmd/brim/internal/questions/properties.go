package questions

import (
	"bytes"
	"context"
	"slices"
	"strings"

	"brim/check"
	"brim/cmd/brim/internal/models"
	"brim/ctl/syntax"
	"brim/internal/cli"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/terminal"
	"brim/internal/ui/trace"
)

// Several questions at once: how they are read, and the table of their answers.

// read returns the questions of the command line: the properties in a file, selected by ID; the questions that the file
// of a circuit asks; or a single formula, of the μ-calculus if --mu is given. Only a single question wants a trace. A
// single property that cannot be read is an error.
func (c *checkCommand) read(ctx context.Context, m *check.Model, args []string) (list []*check.Question, err error) {
	paths := syntax.Maximal
	if c.deadlock.Value == syntax.Infinite.String() || m.Circuit != nil { // a circuit never ends
		paths = syntax.Infinite
	}
	if c.properties != "" {
		if list, err = m.Properties(ctx, c.properties, paths, syntax.ByFile); err != nil {
			return nil, models.ReadError(err)
		}
		if list, err = models.ChooseProperties(list, args, c.properties); err == nil && len(list) == 1 {
			list[0].Trace, err = !c.noTrace, list[0].Wrong
		}
		return list, err
	}
	if m.Circuit != nil && len(args) == 0 && c.file == "" {
		if list, err = m.CircuitQuestions(); err == nil && len(list) == 1 {
			list[0].Trace = !c.noTrace
		}
		return list, err
	}
	text, name, err := c.formula(ctx, args)
	if err != nil {
		return nil, err
	}
	ask := m.AskIn
	if c.mu {
		ask = m.AskMu
	}
	q, err := ask(name, text, paths)
	if err != nil {
		return nil, err
	}
	q.Trace = !c.noTrace
	return []*check.Question{q}, nil
}

// A propertyRow is what a table of properties says of one.
type propertyRow struct {
	id, answer, question string
	bound                bool // a number is asked for, not a verdict
	result               check.Result
	reason               string // why the result is unknown
	wrong                error  // why the property cannot be answered at all
}

// writeProperties writes a table with a row for each property to b, and adds to statistics how many of them hold, fail,
// are unknown or cannot be answered, and why answers are unknown.
func writeProperties(b *bytes.Buffer, rows []propertyRow, statistics *terminal.Table) error {
	t := &terminal.Table{Header: []string{"property", "answer", "formula"}}
	results := map[check.Result]int{}
	wrong := 0
	var reasons []string
	for _, r := range rows {
		switch {
		case r.wrong != nil:
			wrong++
			t.Add(r.id, "cannot answer", r.wrong.Error())
			continue
		case !r.bound || r.result == check.Unknown:
			results[r.result]++
		}
		t.Add(r.id, r.answer, printable.Cut(r.question, trace.LongOperand))
		if r.result == check.Unknown && !slices.Contains(reasons, r.reason) {
			reasons = append(reasons, r.reason)
		}
	}
	summary := quantity.Int(len(rows))
	sep := ": "
	for _, w := range []struct {
		n         int
		one, many string
	}{
		{results[check.Holds], "holds", "hold"}, {results[check.Fails], "fails", "fail"},
		{results[check.Unknown], "unknown", "unknown"},
		{wrong, "cannot be answered", "cannot be answered"},
	} {
		switch {
		case w.n == 1:
			summary += sep + "1 " + w.one
		case w.n > 1:
			summary += sep + quantity.Int(w.n) + " " + w.many
		default:
			continue
		}
		sep = ", "
	}
	statistics.Add("properties", summary)
	if reasons != nil {
		statistics.Add("unknown", strings.Join(reasons, "; "))
	}
	return t.Write(b)
}

// propertiesStatus returns the error that carries the exit status, that of the worst answer: nil if all formulas hold.
func propertiesStatus(rows []propertyRow) error {
	status := cli.StatusOK
	for _, r := range rows {
		switch {
		case r.wrong != nil:
			status = cli.StatusInput
		case r.result == check.Fails && status != cli.StatusInput:
			status = cli.StatusFails
		case r.result == check.Unknown && status == cli.StatusOK:
			status = cli.StatusUnknown
		}
	}
	if status == cli.StatusOK {
		return nil
	}
	return cli.ExitAfterResult(status, nil)
}
