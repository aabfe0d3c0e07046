package main

import (
	"fmt"
	"math/big"
	"time"

	"brim/engine"
	"brim/internal/watch"
	"brim/petri"
)

// A checkReport is the result of brim check, as --json prints it. The keys are documented in the help and stable.
type checkReport struct {
	netReport
	Deadlock string `json:"deadlock"`
	Strategy string `json:"strategy"`

	*answerReport                 // of the only property
	Properties    []*answerReport `json:"properties,omitempty"`

	Rounds     []roundReport     `json:"rounds,omitempty"`
	Drawing    string            `json:"drawing,omitempty"`
	Statistics *statisticsReport `json:"statistics,omitempty"`

	q       *inquiry
	noTrace bool
	states  *big.Int
}

// An answerReport is the answer to one property.
type answerReport struct {
	Property string         `json:"property,omitempty"`
	Error    string         `json:"error,omitempty"`
	Formula  string         `json:"formula,omitempty"`
	Sum      string         `json:"sum,omitempty"`
	Max      string         `json:"max,omitempty"`
	Verdict  string         `json:"verdict,omitempty"`
	Complete bool           `json:"complete"`
	Bound    *int           `json:"bound,omitempty"`
	By       string         `json:"by,omitempty"`
	Reason   string         `json:"reason,omitempty"`
	Witness  *witnessReport `json:"witness,omitempty"`
	Seconds  float64        `json:"seconds"`
}

// A statisticsReport says what the state space was and cost.
type statisticsReport struct {
	States string `json:"states,omitempty"`
	effort
}

// newReport returns the report on answers; counting the states for it is under the limits, too.
func (c *checkCommand) newReport(model string, q *inquiry) *checkReport {
	net, x := q.net, q.x
	r := &checkReport{
		netReport: newNetReport("check", model, net),
		Deadlock:  c.deadlock.value, Strategy: c.strategy.value,
		q: q, noTrace: c.noTrace,
	}
	for _, a := range q.answers {
		r.Properties = append(r.Properties, a.report(net))
	}
	if len(q.answers) == 1 {
		r.answerReport, r.Properties = r.Properties[0], nil
	}
	if q.search != nil {
		r.Rounds = reportRounds(q.search.Done())
	}
	if x.Space == nil {
		return r
	}
	r.Statistics = &statisticsReport{effort: effort{Method: string(x.Method)}}
	r.Statistics.note(x.Space)
	start := time.Now()
	if x.ask("counting states", func() { r.states = x.States() }) == nil {
		r.Statistics.States = r.states.String()
	}
	_ = x.ask("counting nodes", func() { r.Statistics.Nodes = x.Reached.Nodes() }) // 0 if there was no time for it
	r.Statistics.CountSeconds = time.Since(start).Seconds()
	r.Statistics.RSS = watch.ResidentPeak()
	return r
}

// report returns the answer for --json.
func (a answer) report(net *petri.Net) *answerReport {
	r := &answerReport{
		Property: a.ID, Complete: a.Result != engine.Unknown && a.Verdict.Bound == engine.Complete,
		By: a.by, Reason: a.Reason, Witness: reportWitness(net, a.Witness), Seconds: a.took.Seconds(),
	}
	if a.Wrong != nil {
		return &answerReport{Property: a.ID, Error: a.Wrong.Error()}
	}
	if a.Verdict.Bound > 0 {
		r.Bound = new(a.Verdict.Bound)
	}
	if a.Property.Bound == nil {
		r.Formula, r.Verdict = a.Formula.Format(identities(net)), a.Result.String()
		return r
	}
	r.Sum = a.Property.Bound.Format(identities(net))
	if a.Result != engine.Unknown {
		r.Max = fmt.Sprint(a.most)
		if a.most == petri.Omega {
			r.Max = "+inf"
		}
	}
	return r
}

// deciding returns the time of all verdicts.
func (r *checkReport) deciding() (sum time.Duration) {
	for i := range r.q.answers {
		sum += r.q.answers[i].took
	}
	return sum
}
