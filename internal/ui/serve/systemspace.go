package serve

import (
	"context"
	"errors"
	"math/big"
	"slices"
	"strconv"
	"strings"

	"brim/check"
	"brim/check/explore"
	"brim/internal/ui/picture"
)

// State spaces of nets with time, reset arcs or priorities, as brim states counts them.

// exploreSystem begins to build the state space of a model that is a system, or becomes one.
func (s *Server) exploreSystem(m *model, q ExploreRequest) (*Job, error) {
	if q.Order != nil {
		return nil, errors.New(m.info.Name + " has time, reset arcs or priorities; orders are chosen of other nets")
	}
	job := s.jobs.start(m, "explore", q.Seconds,
		func(ctx context.Context, l check.Limits, report func(check.Progress)) (any, error) {
			x := &Space{Levels: []Level{}, Widths: []int{}, Counts: []Counted{}, Fixed: true,
				Command: commandLine([]string{"states"}, m.info.Name)}
			stop, err := x.ofSystem(ctx, m.whole, l, report)
			if stop != nil {
				x.Stopped = stop.Error()
			}
			return x, err
		})
	return &job, nil
}

// ofSystem explores the system of a model by decision diagrams or, if it has no sets, state by state. A limit that
// ended that is the first result.
func (s *Space) ofSystem(ctx context.Context, m *check.Model, l check.Limits, report func(check.Progress)) (*check.Stop,
	error) {
	if m.HasTime() {
		report(check.Progress{Phase: "making a system"})
		inner, _, err := m.Compile(ctx, nil)
		if err != nil {
			return nil, err
		}
		m = inner
	}
	if m.System.NoSets() != nil {
		return s.ofStates(ctx, m, l, report)
	}
	var err error
	if m.Ticks() == nil {
		var x *explore.SystemSpace
		if x, err = explore.ExploreSystem(ctx, m.System, l, report); err == nil {
			defer x.Close()
			err = s.ofResets(x)
		}
	} else {
		var x *explore.TimedSpace
		if x, err = explore.ExploreTimed(ctx, m, l, report); err == nil {
			defer x.Close()
			err = s.ofTimed(x)
		}
	}
	var stop *check.Stop
	if errors.As(err, &stop) {
		return stop, nil
	}
	return nil, err
}

// ofResets tells the numbers of a net with reset arcs or priorities.
func (s *Space) ofResets(x *explore.SystemSpace) error {
	s.ofDiagram(x)
	var states, dead, most *big.Int
	var bounds []int64
	err := x.Ask("counting markings", func() {
		states, dead, most, bounds = x.States(), x.Deadlocks(), x.MaxTokens(), x.PlaceBounds()
	})
	if err != nil {
		return err
	}
	s.States = states.String()
	s.count("Deadlocks", dead)
	s.tokens(bounds, most)
	return nil
}

// ofTimed tells the numbers of a net with time.
func (s *Space) ofTimed(x *explore.TimedSpace) error {
	s.ofDiagram(x.SystemSpace)
	markings, err := x.Markings()
	if err != nil {
		return err
	}
	s.States = markings.String()
	var states *big.Int
	if err := x.Ask("counting states", func() { states = x.SystemSpace.States() }); err != nil {
		return err
	}
	s.count("States, with clocks or ages", states)
	dead, timelocks, err := x.Quiet()
	if err != nil {
		return err
	}
	s.count("Deadlocks", dead.States)
	s.count("Timelocks among them", timelocks.States)
	bounds, err := x.PlaceBounds()
	if err != nil {
		return err
	}
	most, err := x.MaxTokens()
	if err == nil {
		s.tokens(bounds, most)
	}
	return err
}

// ofDiagram tells the size of the diagram and what it took.
func (s *Space) ofDiagram(x *explore.SystemSpace) {
	e := x.Exploration()
	s.Complete, s.Peak, s.Bytes, s.Seconds = true, e.Stats.PeakNodes, e.Stats.PeakBytes, e.Took.Seconds()
	s.Origin = e.Order.Method
	var widths, values []int
	err := x.Ask("counting nodes by level", func() {
		s.Nodes, widths = x.Nodes(), x.Reached.Widths()
		for _, all := range x.Reached.AllValues() {
			values = append(values, len(all))
		}
	})
	if err != nil {
		return
	}
	s.Height = len(widths)
	s.Widths, _ = picture.Bands(widths, mostBands)
	if s.Height > mostLevels {
		return
	}
	for k, variables := range e.Order.Levels {
		l := Level{Nodes: widths[k]}
		for _, v := range variables {
			l.Places = append(l.Places, x.System.Variables()[v])
		}
		l.Name, l.Labels = strings.Join(l.Places, " "), l.Places
		if values != nil {
			l.Values = values[k]
		}
		s.Levels = append(s.Levels, l)
	}
}

// ofStates counts the states of a system one by one.
func (s *Space) ofStates(ctx context.Context, m *check.Model, l check.Limits, report func(check.Progress)) (*check.Stop,
	error) {
	c, err := explore.Count(ctx, m, l, report)
	if err != nil {
		return nil, err
	}
	s.Complete, s.Origin = c.Complete, "none: state by state"
	found := big.NewInt(int64(c.States()))
	switch {
	case m.Ticks() == nil:
		s.States = found.String()
		s.count("Deadlocks", big.NewInt(int64(c.Deadlocks)))
	case c.Timed == nil:
		s.count("States, with clocks or ages", found)
	default:
		s.States = strconv.Itoa(c.Timed.Markings)
		s.count("States, with clocks or ages", found)
		s.count("Deadlocks", c.Timed.Deadlocks.States)
		s.count("Timelocks among them", c.Timed.Timelocks.States)
	}
	return c.Stop, nil
}

func (s *Space) count(name string, n *big.Int) {
	s.Counts = append(s.Counts, Counted{name, n.String()})
}

// tokens tells the most tokens of places, of which there may be none, and of markings.
func (s *Space) tokens(bounds []int64, all *big.Int) {
	if len(bounds) > 0 {
		s.count("Most tokens in a place", big.NewInt(slices.Max(bounds)))
	}
	s.count("Most tokens in a marking", all)
}
