package serve

import (
	"bytes"
	"cmp"
	"context"
	"fmt"
	"strings"
	"time"

	"brim/check"
	"brim/check/explore"
	"brim/ctl/syntax"
	"brim/internal/ui/picture"
	"brim/internal/ui/sequence"
	"brim/internal/ui/trace"
)

// Questions about models, and what their answers rest on.

// mostRows is how many steps a sequence chart of the page has at most.
const mostRows = 500

// ask has a question decided. A formula that cannot be read is refused at once.
func (s *Server) ask(ctx context.Context, m *model, r AskRequest) (Job, error) {
	if r.Named {
		return s.askNamed(ctx, m, r)
	}
	paths, err := r.paths()
	if err = cmp.Or(err, m.askable()); err != nil {
		return Job{}, err
	}
	q, err := m.whole.AskIn("formula", r.Formula, paths)
	if err != nil {
		return Job{}, err
	}
	work := func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error) {
		x := &asking{model: m, request: r, limits: l}
		return x.decide(ctx, q, report)
	}
	return s.jobs.start(m, "ask", r.Seconds, work), nil
}

// paths returns how dead markings are read.
func (r AskRequest) paths() (syntax.Paths, error) {
	for _, p := range []syntax.Paths{syntax.Maximal, syntax.Infinite} {
		if cmp.Or(r.Deadlock, syntax.Maximal.String()) == p.String() {
			return p, nil
		}
	}
	return 0, fmt.Errorf("deadlock is %q; expected %v or %v", r.Deadlock, syntax.Maximal, syntax.Infinite)
}

// An asking is a question on its way.
type asking struct {
	model   *model
	request AskRequest
	limits  check.Limits
}

// decide asks the model as brim check does: a coloured net is unfolded as far as the question needs, with all its
// colours, so that there is a trace.
func (x *asking) decide(ctx context.Context, q *check.Question, report func(check.Progress)) (*Answer, error) {
	start := time.Now()
	out := &Answer{Formula: q.Format(trace.NamesOf(x.model.whole).Aliases()), Version: x.model.info.Version,
		Command: x.command()}
	m, list, err := x.unfold(ctx, q, report)
	if stop := x.limits.Stop(err); stop != nil {
		out.Result, out.Reason, out.Seconds = check.Unknown.String(), stop.Error(), time.Since(start).Seconds()
		return out, nil
	} else if err != nil {
		return nil, err
	}
	found, err := check.DecideAll(ctx, m, list, check.Options{Limits: x.limits, Progress: report})
	if err != nil {
		return nil, err
	}
	a := found.Answers[0]
	if a.Wrong != nil {
		return nil, a.Wrong
	}
	out.Result, out.By, out.Reason, out.Warning, out.Seconds = a.Result.String(), a.By, a.Reason, a.Warning,
		time.Since(start).Seconds()
	if b := a.Verdict.Bound; b > 0 || b == 0 && a.Statistics != nil {
		out.Bound = new(b)
	}
	if a.Result != check.Unknown {
		out.proven = answered{m, list[0], a, strings.TrimSpace(x.request.Formula)}
	}
	x.shown(out, m, list[0], found)
	return out, nil
}

// unfold returns the model that is asked.
func (x *asking) unfold(ctx context.Context, q *check.Question, report func(check.Progress)) (*check.Model,
	[]*check.Question, error) {
	if x.model.whole.Coloured != nil {
		report(check.Progress{Phase: "unfolding"})
	}
	if x.limits.Time > 0 {
		limited, cancel := context.WithDeadline(ctx, x.limits.Start.Add(x.limits.Time))
		defer cancel()
		ctx = limited
	}
	return x.model.whole.Unfold(ctx, []*check.Question{q}, check.UnfoldOptions{Limits: x.limits.Unfolding()})
}

// shown adds what the answer rests on.
func (x *asking) shown(out *Answer, m *check.Model, q *check.Question, found *check.Report) {
	a := found.Answers[0]
	if a.Result != check.Unknown {
		var b bytes.Buffer
		trace.Write(&b, trace.Width, m, q, a)
		out.Why = b.String()
	}
	walk := trace.WalkAnswer(m, a)
	if walk == nil {
		return
	}
	out.Walk = x.played(m, walk)
	switch listing := x.model.listing; {
	case a.Timed != nil:
		out.Walk.Run = x.model.clockedRun(a.Timed)
	case a.Path != nil && listing != nil:
		out.Walk.Run = listing.run(a.Path)
		for i, t := range out.Walk.Run {
			out.Walk.PlayedTransitions[walk.Paths[0].Steps[i]] = t
		}
	}
	w := trace.Outermost(a.Witness)
	if w == nil || len(w.Steps) == 0 {
		return
	}
	out.Charted, out.ChartSteps = walk.Index(w), len(w.Steps)
	if len(w.Steps) <= mostRows {
		out.Sequence = string(sequence.SVG(picture.Trace(trace.NamesOf(m),
			picture.Lifelines(m, explore.ExplorationOf(found)), w)))
	}
}

// played says which places and transitions of the net that is played those of a walk are. A question about a coloured
// net has an unfolding of its own, where one binding may stand for several; what is equal in both is what stands for
// the same colours.
func (x *asking) played(m *check.Model, w *trace.Walk) *Walk {
	out := &Walk{Walk: w, PlayedPlaces: make([]int, len(w.Places)), PlayedTransitions: make([]int, len(w.Transitions))}
	place, transition := func(p int) int { return p }, func(t int) int { return t }
	switch played := x.model.played; {
	case played == nil && m.Coloured != nil:
		place, transition = nowhereIn, nowhereIn
	case played != nil && m.Unfolding != nil && m.Unfolding != played.Unfolding:
		place = twins(len(played.Net.Places), m.Unfolding.PlaceOf, played.Unfolding.PlaceOf)
		transition = twins(len(played.Net.Transitions), m.Unfolding.TransitionOf, played.Unfolding.TransitionOf)
	}
	for i, p := range w.Places {
		out.PlayedPlaces[i] = place(p.Place)
	}
	for i, t := range w.Transitions {
		out.PlayedTransitions[i] = transition(t.Transition)
	}
	return out
}

func nowhereIn(int) int { return -1 }

// twins returns what finds, for one of a net, that of another net with n of them which stands for the same, or -1.
func twins[T any](n int, in, of func(int) (int, T)) func(int) int {
	index := make(map[string]int, n)
	key := func(i int, x T) string { return fmt.Sprint(i, x) }
	for i := range n {
		index[key(of(i))] = i
	}
	return func(i int) int {
		if j, ok := index[key(in(i))]; ok {
			return j
		}
		return -1
	}
}

// command returns the command line that asks the same.
func (x *asking) command() string {
	words := []string{"check"}
	if r := x.request; r.Deadlock != "" && r.Deadlock != syntax.Maximal.String() {
		words = append(words, "--deadlock", r.Deadlock)
	}
	if l := x.limits.Time; l > 0 {
		words = append(words, "--limit-time", l.String())
	}
	return commandLine(words, x.model.info.Name, strings.TrimSpace(x.request.Formula))
}
