package views

import (
	"context"
	"errors"
	"fmt"
	"math/big"
	"time"

	"brim/check"
	"brim/check/explore"
	"brim/check/technique/symbolic"
	"brim/cmd/brim/internal/models"
	"brim/internal/cli"
	"brim/internal/quantity"
	"brim/internal/terminal"

	"github.com/spf13/cobra"
)

// brim states of nets with time.

// A timedReport is what the reports of brim states say of nets with time. Numbers are decimal strings.
type timedReport struct {
	Markings         string `json:"markings,omitempty"`
	DeadlockMarkings string `json:"deadlock_markings,omitempty"`
	Timelocks        string `json:"timelocks,omitempty"`
	TimelockMarkings string `json:"timelock_markings,omitempty"`
	IntegerTime      string `json:"integer_time,omitempty"`

	markings        *big.Int
	dead, timelocks *explore.Quiet
}

// compiled returns the system of a net with time, as a model. If that has only some of the states and runs of the net,
// part says why.
func (s *statesCommand) compiled(
	ctx context.Context, name string, m *check.Model,
) (inner *check.Model, part, err error) {
	inner, err = models.Within(ctx, &s.Limits, func(ctx context.Context) (inner *check.Model, err error) {
		inner, _, err = m.Compile(ctx, nil)
		return inner, err
	})
	switch {
	case err == nil || models.Limited(err):
		return inner, nil, err
	case inner != nil:
		return inner, err, nil
	}
	return nil, nil, fmt.Errorf("%s: its states with time cannot be explored: %w", name, err)
}

// openTime is how long diagrams explore a net with time whose places have no known bounds, if nothing else is said:
// where there are infinitely many states, they end with nothing, and what looks at single states counts a part.
const openTime = 5 * time.Second

// tries returns the limits for diagrams: those of openTime, or of half of the time that is left if that is less, if the
// states are counted one by one when that is over.
func (s *statesCommand) tries(cmd *cobra.Command, inner *check.Model) (l check.Limits, again bool) {
	l = s.Limits.Check()
	again = inner.Ticks().Open && s.engine.Value == autoStates
	for _, flag := range statesSymbolicFlags {
		again = again && !cmd.Flags().Changed(flag)
	}
	if again {
		spent, most := time.Since(l.Start), openTime
		if l.Time > 0 {
			most = min(most, (l.Time-spent)/2)
		}
		l.Time = spent + most
	}
	return l, again
}

// refuseNetFlags refuses flags that only nets without time have.
func refuseNetFlags(cmd *cobra.Command, name string) error {
	for _, flag := range statesNetFlags {
		if cmd.Flags().Changed(flag) {
			return fmt.Errorf("%s is a net with time; --%s has a meaning for nets without time only", name, flag)
		}
	}
	return nil
}

// runTimed explores a net with time by decision diagrams, computes the numbers that the flags ask for, and prints the
// report. The error carries the exit status if a limit ended the search.
func (s *statesCommand) runTimed(cmd *cobra.Command, name string, m *check.Model, p *cli.Progress) error {
	if err := refuseNetFlags(cmd, name); err != nil {
		return err
	}
	p.At("making a system")
	start := time.Now()
	inner, part, err := s.compiled(cmd.Context(), name, m)
	if err != nil {
		return err
	}
	r := newStatesReport(name, m, symbolic.Methods()[0])
	r.variables = inner.System.Variables()
	made := time.Since(start)
	limits, again := s.tries(cmd, inner)
	x, err := explore.ExploreTimed(cmd.Context(), inner, limits, models.Progress(p))
	var stop *check.Stop
	switch {
	case errors.As(err, &stop) && again && stop.Kind == check.StopTime:
		p.End()
		return s.explore(cmd, name, m, inner)
	case errors.As(err, &stop):
		p.End()
		r.Reason, r.Limit = stop.Error(), string(stop.Kind)
		return s.report(r, &explore.Space{})
	case err != nil:
		return err
	}
	defer x.Close()
	if r.Complete = part == nil; part != nil {
		r.Reason = part.Error()
	}
	e := x.Exploration()
	e.Took += made
	r.noteExploration(e, s.showOrder)
	s.countTimed(r, x)
	p.End()
	if part == nil {
		return s.report(r, nil)
	}
	if err := s.print(r); err != nil {
		return err
	}
	return cli.ExitAfterResult(cli.StatusUnknown, part)
}

// countTimed computes the numbers of the report.
func (s *statesCommand) countTimed(r *statesReport, x *explore.TimedSpace) {
	start := time.Now()
	ask := s.asking(r, x.SystemSpace)
	ask("nodes", func() { r.Nodes = x.Nodes() })
	ask("states", func() { r.states = x.States() })
	note := func(key string, err error) {
		if err != nil {
			r.unknown(key, err)
		}
	}
	var err error
	r.markings, err = x.Markings()
	note("markings", err)
	if r.Complete && !s.countOnly {
		if err == nil {
			var bounds []int64
			if bounds, err = x.PlaceBounds(); err == nil {
				r.setPlaces(bounds, s.places)
			}
		}
		note("max_tokens_in_place", err)
		if err == nil {
			r.maxMarking, err = x.MaxTokens()
		}
		note("max_tokens_per_marking", err)
		dead, timelocks, err := x.Quiet()
		if err == nil {
			r.dead, r.timelocks, r.deadlocks = &dead, &timelocks, dead.States
		}
		note("deadlocks", err)
	}
	r.CountSeconds = time.Since(start).Seconds()
}

// noteTimed takes over what single states tell of a net with time. If a limit ended that, the report is not complete.
func (r *levelsReport) noteTimed(m *check.Model, x *explore.Counting) {
	if x.Timed == nil {
		r.Complete, r.Deadlocks = false, ""
	} else {
		r.markings, r.dead, r.timelocks = big.NewInt(int64(x.Timed.Markings)), &x.Timed.Deadlocks, &x.Timed.Timelocks
		r.Deadlocks = r.dead.States.String()
	}
	r.finish(m)
}

// finish writes the numbers about a net with time as strings, for JSON.
func (r *timedReport) finish(m *check.Model) {
	if !m.HasTime() {
		return
	}
	if r.markings != nil {
		r.Markings = r.markings.String()
	}
	if r.dead != nil {
		r.DeadlockMarkings = r.dead.Markings.String()
		r.Timelocks, r.TimelockMarkings = r.timelocks.States.String(), r.timelocks.Markings.String()
	}
	if err := m.Exact(); err != nil {
		r.IntegerTime = err.Error()
	}
}

// add adds the numbers about a net with time to a table for people; found stands before those of states and markings,
// and unknown says why some are missing.
func (r *timedReport) add(
	t *terminal.Table, m *check.Model, found string, states *big.Int, unknown map[string]string, digits bool,
) {
	add := func(label, key string, n *big.Int, more string) {
		if n != nil {
			t.Add(label, found+quantity.Number(n, digits)+more)
		} else if unknown[key] != "" {
			t.Add(label, "unknown: "+unknown[key])
		}
	}
	of := "markings with the clocks of transitions"
	if m.TimedArcs != nil {
		of = "markings with the ages of their tokens"
	}
	add("markings", "markings", r.markings, "")
	add("states", "states", states, " ("+of+")")
	quiet := func(label string, q *explore.Quiet) {
		switch {
		case q == nil:
			add(label, "deadlocks", nil, "")
		case q.States.Sign() == 0:
			t.Add(label, "0")
		default:
			t.Addf(label, "%s, of %s", quantity.Number(q.States, digits), quantity.Count(q.Markings, "marking"))
		}
	}
	quiet("deadlocks", r.dead)
	quiet("timelocks", r.timelocks)
}

// realTime says whether real time differs from integer time.
func realTime(m *check.Model) string {
	switch err := m.Exact(); {
	case err != nil:
		return "may reach other markings: " + err.Error()
	case m.TimedArcs != nil:
		return "reaches the same markings; it may have further deadlocks"
	}
	return "reaches the same markings and has the same deadlocks"
}
