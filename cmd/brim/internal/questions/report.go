package questions

import (
	"context"
	"io"
	"time"

	"brim/check"
	"brim/check/explore"
	"brim/check/technique/bmc"
	"brim/cmd/brim/internal/models"
	"brim/internal/ui/trace"
	"brim/internal/watch"
)

// The report of brim check as JSON, and the files of the last CNF formula and of the invariant.

// A checkReport is the result of brim check, as --json prints it. The keys are documented in the help and stable.
type checkReport struct {
	models.Report
	Deadlock string `json:"deadlock,omitempty"` // not of circuits
	Engine   string `json:"engine"`
	Strategy string `json:"strategy,omitempty"` // of decision diagrams

	*answerReport                 // of the only question
	Properties    []*answerReport `json:"properties,omitempty"`

	Rounds      []roundReport             `json:"rounds,omitempty"`
	Drawing     string                    `json:"drawing,omitempty"`
	TraceFile   string                    `json:"trace_file,omitempty"`
	Certificate *models.CertificateReport `json:"certificate,omitempty"`
	Statistics  any                       `json:"statistics,omitempty"`
	RSS         int64                     `json:"rss_bytes"`

	c         *checkCommand
	model     *check.Model
	questions []*check.Question
	answers   []*check.Answer
	diagrams  *explore.Exploration // nil if they explored nothing
	effort    *statisticsReport    // of the diagrams
}

// An answerReport is the answer to one question.
type answerReport struct {
	Property string         `json:"property,omitempty"`
	Error    string         `json:"error,omitempty"`
	Formula  string         `json:"formula,omitempty"`
	Sum      string         `json:"sum,omitempty"`
	Max      string         `json:"max,omitempty"`
	Time     string         `json:"time,omitempty"` // of a net with time: the least or the longest one
	Verdict  string         `json:"verdict,omitempty"`
	Complete bool           `json:"complete"`
	Bound    *int           `json:"bound,omitempty"`
	By       string         `json:"by,omitempty"`
	Reason   string         `json:"reason,omitempty"`
	Limit    string         `json:"limit,omitempty"`
	Warning  string         `json:"warning,omitempty"`
	Steps    *int           `json:"steps,omitempty"` // of the path that was found
	Witness  *trace.Witness `json:"witness,omitempty"`
	Path     *check.Run     `json:"path,omitempty"`
	Trace    *trace.Run     `json:"trace,omitempty"`
	*check.AutomatonSize
	Statistics any     `json:"statistics,omitempty"` // of one of several properties
	Seconds    float64 `json:"seconds"`
}

// A statisticsReport says what the state space was and cost.
type statisticsReport struct {
	States string `json:"states,omitempty"`
	models.Effort
}

// newReport returns the report on the answers of a run: the answer to a single question at the top level, those to
// several questions as a list, and the statistics of the state space if diagrams explored one.
func (c *checkCommand) newReport(model string, m *check.Model, questions []*check.Question,
	found *check.Report) *checkReport {
	r := &checkReport{
		Report: models.NewReport("check", model, m), Engine: c.engine.Value, Deadlock: c.deadlock.Value,
		RSS: watch.ResidentPeak(),
		c:   c, model: m, questions: questions, answers: found.Answers, diagrams: explore.ExplorationOf(found),
	}
	if m.Circuit != nil {
		r.Deadlock = ""
	}
	if m.Net != nil && (c.engine.Value == autoEngine || c.engine.Value == models.SymbolicEngine) {
		r.Strategy = c.strategy.Value
	}
	for i, q := range questions {
		r.Properties = append(r.Properties, r.answer(q, found.Answers[i]))
	}
	if e := r.diagrams; e != nil {
		r.Rounds = reportRounds(e.Rounds)
		if e.Method != "" {
			r.effort = &statisticsReport{Effort: models.NewEffort(e)}
			if e.States != nil {
				r.effort.States = e.States.String()
			}
			r.Statistics = r.effort
		}
	}
	r.onlyAll(r.diagrams)
	if len(questions) == 1 {
		r.answerReport, r.Properties = r.Properties[0], nil
		if s := r.answerReport.Statistics; s != nil {
			r.Statistics, r.answerReport.Statistics = s, nil
		}
	}
	return r
}

// onlyAll leaves the number of states out that some rounds of diagrams reached where the one answer rests on all
// reachable markings, as another technique found: else that number would be read as theirs.
func (r *checkReport) onlyAll(e *explore.Exploration) {
	if r.effort != nil && !e.Complete && len(r.Properties) == 1 && r.Properties[0].Complete {
		r.effort.States = ""
	}
}

// answer converts the answer to a question into the form that --json prints, with its witness, path or trace if one was
// asked for.
func (r *checkReport) answer(q *check.Question, a *check.Answer) *answerReport {
	if a.Wrong != nil {
		return &answerReport{Property: q.ID, Error: a.Wrong.Error(), Seconds: a.Took.Seconds()}
	}
	out := &answerReport{
		Property: q.ID, Verdict: a.Result.String(), Complete: a.Result != check.Unknown &&
			a.Verdict.Bound == check.Complete,
		By: a.By, Reason: a.Reason, Warning: a.Warning, AutomatonSize: a.Automaton, Statistics: a.Statistics,
		Seconds: a.Took.Seconds(),
	}
	if a.Stop != nil {
		out.Limit = string(a.Stop.Kind)
	}
	if b := a.Verdict.Bound; b > 0 || b == 0 && a.Statistics != nil {
		out.Bound = new(b)
	}
	if q.Sum != nil {
		out.Sum, out.Verdict = q.Format(trace.NamesOf(r.model).Identities()), ""
		switch {
		case a.Infinite:
			out.Max = "+inf"
		case a.Number != nil:
			out.Max = a.Number.String()
		}
		return out
	}
	out.Formula = q.Format(trace.NamesOf(r.model).Identities())
	if q.OfTime() {
		out.Verdict = ""
		if a.Infinite {
			out.Time = "+inf"
		} else if a.Number != nil {
			out.Time = a.Number.String()
		}
	}
	switch { // the steps are told without the path, too
	case a.Trace != nil:
		out.Steps = new(a.Trace.Steps())
	case a.Witness != nil:
		out.Steps = new(len(a.Witness.Steps))
	case a.Path != nil:
		out.Steps = new(len(a.Path.Labels))
	}
	switch {
	case !q.Trace:
	case a.Trace != nil:
		out.Trace = trace.OfRun(r.model.Circuit, a)
	case a.Witness != nil:
		out.Witness = trace.OfWitness(r.model, a.Witness)
	case a.Path != nil:
		out.Path = r.model.Run(a)
	}
	return out
}

// deciding returns the time of all verdicts or, if one is missing, the time of the run, which looked for it to the end.
func (r *checkReport) deciding() (sum time.Duration) {
	for _, a := range r.answers {
		if !a.Known() && a.Wrong == nil {
			return a.Took
		}
		sum += a.Took
	}
	return sum
}

// saveQuestion writes the last question of bounded model checking to the file of --dimacs, if that is asked for.
func (c *checkCommand) saveQuestion(ctx context.Context, r *checkReport) error {
	last := unrolledLast(r.answers[0])
	if c.dimacs == "" || last == nil {
		return nil
	}
	return c.Save(ctx, c.Deadline(), c.dimacs, last)
}

// unrolledLast returns what writes the last question of bounded model checking, nil if there was none.
func unrolledLast(a *check.Answer) func(io.Writer) error {
	if u, ok := a.Statistics.(*bmc.Statistics); ok && u.Last != nil {
		return u.Last.WriteDIMACS
	}
	return nil
}
