package main

import (
	"bytes"
	"fmt"
	"time"

	"brim/engine"
	"brim/engine/kripke"
	"brim/internal/printable"
	"brim/internal/quantity"
	"brim/internal/watch"
)

// An explicitReport is the result of brim check with an explicit engine, as --json prints it. The keys are documented in the help and stable.
type explicitReport struct {
	modelReport
	Deadlock              string                  `json:"deadlock,omitempty"` // not of circuits
	Engine                string                  `json:"engine"`
	*explicitAnswerReport                         // of the only question
	Properties            []*explicitAnswerReport `json:"properties,omitempty"`
	RSS                   int64                   `json:"rss_bytes"`
}

// An explicitAnswerReport is the answer to one question.
type explicitAnswerReport struct {
	answerReport
	Steps      *int         `json:"steps,omitempty"` // of the path that was found
	Warning    string       `json:"warning,omitempty"`
	Path       *pathReport  `json:"path,omitempty"`
	Trace      *traceReport `json:"trace,omitempty"`
	Statistics any          `json:"statistics,omitempty"`
}

// An explorationReport is what a breadth-first search found.
type explorationReport struct {
	States      int     `json:"states"`
	Expanded    int     `json:"expanded"`
	Transitions int64   `json:"transitions"`
	Deadlocks   int     `json:"deadlocks"`
	Levels      []int   `json:"levels"`
	FanOut      float64 `json:"fan_out"`
	Bytes       int64   `json:"table_bytes"`
}

func newExplorationReport(x *kripke.Exploration) *explorationReport {
	return &explorationReport{x.States(), x.Expanded, x.Transitions, x.Deadlocks, x.Levels, x.FanOut(), x.Table.Bytes()}
}

// reportExplicit prints the answers and returns the exit status.
func (c *checkCommand) reportExplicit(model string, e explicitEngine, list []*request, answers []*explicitAnswer) error {
	var err error
	if c.json {
		err = writeJSON(c.out, c.newExplicitReport(model, e, list, answers))
	} else {
		err = c.writeExplicit(e, list, answers)
	}
	if err != nil {
		return fmt.Errorf("cannot write the result: %w", err)
	}
	return propertiesStatus(explicitRows(list, answers))
}

func (c *checkCommand) newExplicitReport(model string, e explicitEngine, list []*request, answers []*explicitAnswer) *explicitReport {
	m := list[0].explicitModel
	r := &explicitReport{modelReport: newModelReport("check", model, m), Deadlock: c.deadlock.value, Engine: e.name(), RSS: watch.ResidentPeak()}
	if m.circuit != nil {
		r.Deadlock = ""
	}
	for i, q := range list {
		r.Properties = append(r.Properties, c.reportAnswer(q, answers[i]))
	}
	if len(list) == 1 {
		r.explicitAnswerReport, r.Properties = r.Properties[0], nil
	}
	return r
}

func (c *checkCommand) reportAnswer(q *request, a *explicitAnswer) *explicitAnswerReport {
	r := &explicitAnswerReport{answerReport: answerReport{Property: q.property.ID, Seconds: a.took.Seconds()}}
	if a.wrong != nil {
		r.Error = a.wrong.Error()
		return r
	}
	r.Formula, r.Verdict, r.Complete = a.format(identities(q.petri())), a.Result.String(), a.Result != engine.Unknown && a.Bound == engine.Complete
	r.Reason, r.Warning, r.Statistics = a.Reason, a.warning, a.statistics
	if a.Bound >= 0 {
		r.Bound = new(a.Bound)
	}
	switch {
	case a.trace != nil:
		r.Trace, r.Steps = newTraceReport(q.circuit, a), new(a.trace.Steps())
	case a.Witness != nil:
		r.Steps = new(len(a.Witness.Steps))
		r.Witness = reportWitness(q.net.Net(), a.Witness)
	case a.path != nil:
		r.Path, r.Steps = q.reportPath(a), new(len(a.path.Labels))
	}
	if !q.trace {
		r.Trace, r.Witness, r.Path = nil, nil, nil
	}
	return r
}

// explicitRows returns what a table says of the answers.
func explicitRows(list []*request, answers []*explicitAnswer) (rows []propertyRow) {
	for i, a := range answers {
		rows = append(rows, propertyRow{
			id: list[i].property.ID, answer: a.Result.String(), question: a.format(aliases(list[i].petri())), result: a.Result, reason: a.Reason, wrong: a.wrong,
		})
	}
	return rows
}

// writeExplicit prints the answers for people.
func (c *checkCommand) writeExplicit(e explicitEngine, list []*request, answers []*explicitAnswer) error {
	var b bytes.Buffer
	t := &table{}
	list[0].heading(t)
	t.add("engine", e.name())
	if len(answers) == 1 {
		c.writeAnswer(&b, list[0], answers[0], t)
	} else if err := writeProperties(&b, explicitRows(list, answers), t); err != nil {
		return err
	}
	t.addf("memory", "%s", quantity.Size(watch.ResidentPeak()))
	var took time.Duration
	for _, a := range answers {
		took += a.took
	}
	t.add("time", quantity.Seconds(took))
	b.WriteByte('\n')
	if err := t.write(&b); err != nil {
		return err
	}
	return writeText(c.out, b.Bytes())
}

// writeAnswer writes the answer to the only question and adds what it took to the statistics.
func (c *checkCommand) writeAnswer(b *bytes.Buffer, q *request, a *explicitAnswer, t *table) {
	writeVerdict(b, c.out, q.property.ID, a.Result.String(), a.Verdict)
	fmt.Fprintln(b, printable.Text(printable.Cut(a.format(aliases(q.petri())), longFormula)))
	if a.warning != "" {
		fmt.Fprintln(b, printable.Text(a.warning))
	}
	if a.Result != engine.Unknown && !c.noTrace {
		b.WriteByte('\n')
		q.writeTrace(b, textColumns(c.out), a)
	}
	if a.Bound > 0 {
		t.addf("covered", "all states within %s", quantity.Count(a.Bound, "step"))
	}
	for _, r := range a.rows {
		t.add(r.name, r.value)
	}
}
