package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"time"

	"brim/check"
	"brim/internal/ui/trace"
)

// Questions that have a name, such as soundness, and their diagnoses.

// questionNames lists the named questions.
func (s *Server) questionNames(w http.ResponseWriter, _ *http.Request) {
	list := []NamedQuestion{}
	for _, n := range check.QuestionNames() {
		list = append(list, NamedQuestion{n.Name, n.Asks})
	}
	tell(w, list)
}

// askNamed has a named question answered. A name that does not exist is refused at once.
func (s *Server) askNamed(_ context.Context, m *model, r AskRequest) (Job, error) {
	if err := m.askable(); err != nil {
		return Job{}, err
	}
	if !slices.ContainsFunc(check.QuestionNames(), func(n check.QuestionName) bool { return n.Name == r.Formula }) {
		return Job{}, fmt.Errorf("there is no question called %q", r.Formula)
	}
	work := func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error) {
		x := &asking{model: m, request: r, limits: l}
		return x.named(ctx, report)
	}
	return s.jobs.start(m, "ask", r.Seconds, work), nil
}

// named answers a named question as brim check --ask does.
func (x *asking) named(ctx context.Context, report func(check.Progress)) (*Answer, error) {
	start := time.Now()
	q := check.NamedQuestion{Name: x.request.Formula, K: x.request.K}
	out := &Answer{Formula: q.Name, Version: x.model.info.Version, Command: x.namedCommand(q)}
	answers, err := check.AskNamed(ctx, x.model.whole, []check.NamedQuestion{q},
		check.Options{Limits: x.limits, Progress: report})
	out.Seconds = time.Since(start).Seconds()
	if stop := x.limits.Stop(err); stop != nil {
		out.Result, out.Reason = check.Unknown.String(), stop.Error()
		return out, nil
	} else if err != nil {
		return nil, err
	}
	a := answers[0]
	out.Result, out.Reason, out.Summary = a.Result.String(), a.Reason, a.Summary
	out.Warning = a.Warning
	var b bytes.Buffer
	trace.WriteNamed(&b, trace.Width, a)
	out.Why = b.String()
	for _, f := range a.Findings {
		y := NamedFinding{About: f.About, Verdict: f.Result.String(), Text: f.Text}
		walk := cmp.Or(trace.TimedWalk(a.Model, f.Timed, nil), trace.WalkOf(a.Model, f.Run))
		if walk != nil {
			y.Walk = x.played(a.Model, walk)
			if f.Timed != nil {
				y.Walk.Run = x.model.clockedRun(f.Timed)
			}
			out.Walk = cmp.Or(out.Walk, y.Walk)
		}
		out.Findings = append(out.Findings, y)
	}
	return out, nil
}

// namedCommand returns the command line that asks the same.
func (x *asking) namedCommand(q check.NamedQuestion) string {
	words := []string{"check", "--ask", q.Name}
	if q.K > 0 && q.Name == "k-sound" {
		words = append(words, "--k", fmt.Sprint(q.K))
	}
	if l := x.limits.Time; l > 0 {
		words = append(words, "--limit-time", l.String())
	}
	return commandLine(words, x.model.info.Name)
}
