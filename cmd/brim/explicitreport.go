package main

import (
	"bytes"
	"fmt"

	"brim/engine"
	"brim/engine/kripke"
)

// An explicitReport is the result of brim check with an explicit engine, as --json prints it. The keys are documented in the help and stable.
type explicitReport struct {
	modelReport
	Deadlock string `json:"deadlock,omitempty"` // not of circuits
	Engine   string `json:"engine"`
	answerReport
	Steps      *int         `json:"steps,omitempty"` // of the path that was found
	Warning    string       `json:"warning,omitempty"`
	Path       *pathReport  `json:"path,omitempty"`
	Trace      *traceReport `json:"trace,omitempty"`
	Statistics any          `json:"statistics,omitempty"`
	RSS        int64        `json:"rss_bytes"`
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

// reportExplicit prints the answer and returns the exit status.
func (c *checkCommand) reportExplicit(model string, e explicitEngine, q *request, a *explicitAnswer) error {
	var err error
	if c.json {
		err = writeJSON(c.out, c.newExplicitReport(model, e, q, a))
	} else {
		err = c.writeExplicit(e, q, a)
	}
	switch {
	case err != nil:
		return fmt.Errorf("cannot write the result: %w", err)
	case a.Result == engine.Fails:
		return &statusError{status: statusFails, object: true}
	case a.Result == engine.Unknown:
		return &statusError{status: statusUnknown, object: true}
	}
	return nil
}

func (c *checkCommand) newExplicitReport(model string, e explicitEngine, q *request, a *explicitAnswer) *explicitReport {
	r := &explicitReport{
		modelReport: newModelReport("check", model, q.explicitModel), Deadlock: c.deadlock.value, Engine: e.name(),
		answerReport: answerReport{
			Formula: a.formula, Verdict: a.Result.String(), Complete: a.Result != engine.Unknown && a.Bound == engine.Complete,
			Reason: a.Reason, Seconds: a.took.Seconds(),
		},
		Warning: a.warning, Statistics: a.statistics, RSS: residentPeak(),
	}
	if q.circuit != nil {
		r.Deadlock = ""
	}
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
	if c.noTrace {
		r.Trace, r.Witness, r.Path = nil, nil, nil
	}
	return r
}

// writeExplicit prints the answer for people.
func (c *checkCommand) writeExplicit(e explicitEngine, q *request, a *explicitAnswer) error {
	var b bytes.Buffer
	verdict := a.Result.String()
	switch a.Result {
	case engine.Holds:
		verdict = styled(c.out, styleGreen, verdict)
	case engine.Fails:
		verdict = styled(c.out, styleRed, verdict)
	case engine.Unknown:
		verdict += ": " + a.Reason
	}
	fmt.Fprintf(&b, "%s\n%s\n", verdict, cutText(a.formula, longFormula))
	if a.warning != "" {
		fmt.Fprintf(&b, "%s\n", a.warning)
	}
	if a.Result != engine.Unknown && !c.noTrace {
		b.WriteByte('\n')
		q.writeTrace(&b, a)
	}
	t := &table{}
	q.heading(t)
	t.add("engine", e.name())
	if a.Bound > 0 {
		t.addf("covered", "all states within %s", count(a.Bound, "step"))
	}
	for _, r := range a.rows {
		t.add(r.name, r.value)
	}
	t.addf("memory", "%s", size(residentPeak()))
	t.add("time", seconds(a.took))
	b.WriteByte('\n')
	if err := t.write(&b); err != nil {
		return err
	}
	_, err := c.out.Write(b.Bytes())
	return err
}
