package main

import (
	"cmp"
	"context"
	"errors"
	"time"

	"brim/engine/symbolic"
	"brim/mdd"
	"brim/petri"
)

// settle answers questions about a net: on the complete state space if it is found in time, and otherwise, or if the net is unbounded, by
// what is certain without it. Each answer is printed at once.
func (m *contest) settle(ctx context.Context, net *petri.Net, todo []question) error {
	p := m.startProgress()
	defer p.end()
	early := m.limits
	early.time = early.time / 5 * 4 // the rest is for what is certain without the complete space
	x, reason := explore(ctx, net, symbolic.Options{Memory: int64(early.memory)}, &early, p)
	if _, ok := unbounded(reason); reason != nil && !ok {
		return m.giveUp("CANNOT_COMPUTE", reason)
	}
	if x != nil && x.stopped != nil {
		reason = errors.New(m.limits.reason(x.stopped))
	}
	s := &settling{contest: m, net: net, watch: newWatch(ctx, &m.limits), progress: p, todo: todo}
	defer s.watch.cancel(nil)
	late := s.watch.do(exploreGrace, func() { s.run(x) })
	if x != nil && late == nil {
		x.close()
	}
	switch {
	case late != nil: // and s, which may still be used, is forgotten
		return &statusError{statusUnknown, false, errors.New(m.limits.reason(late))}
	case s.unwritten != nil:
		return s.unwritten
	}
	for _, q := range s.todo {
		m.note("brim: %s: %v", q.id, cmp.Or(reason, q.err))
	}
	if len(s.todo) > 0 && m.lines == 0 {
		return m.giveUp("CANNOT_COMPUTE", &statusError{statusUnknown, false, cmp.Or(reason, s.todo[0].err)})
	}
	return nil
}

// A settling is one run of settle, after the exploration.
type settling struct {
	*contest
	net       *petri.Net
	watch     *watch
	progress  *progress
	todo      []question
	unwritten error // why an answer could not be printed; ends everything
}

// Shares of the time that is left, as divisors: what one attempt does not need is left to the next.
const (
	firstShare = 5 // building a coverability tree, enlarging, finding the edge of what was found
	partShare  = 4 // exploring a part; and asking all questions about it
)

// run puts the questions to the space, which is nil for an unbounded net, and if that is not complete to covers and parts by turns.
func (s *settling) run(x *exploration) {
	if x != nil && x.Space != nil {
		if x.Complete {
			s.ask(x.Space, 1)
			s.ask(x.Space, 1) // again those that were too hard for their share of the time
			return
		}
		ctx, cancel := s.share(firstShare)
		_ = x.Model.Forest.Guard(ctx, s.memory(1), x.FindOpen) // after a limit all of it is open
		cancel()
		s.ask(x.Space, partShare)
		x.close()
		x.Space = nil
	}
	o := symbolic.Options{Memory: s.memory(4).Memory} // for two kinds of parts and a cover, and the rest
	ctx, cancel := s.share(firstShare)
	cover := symbolic.NewCover(ctx, s.net, coverMarkings, o)
	cancel()
	defer cover.Close()
	s.askCover(cover)
	parts := symbolic.NewParts(s.net, o)
	defer parts.Close()
	for enlarging := !cover.Complete(); len(s.todo) > 0 && parts.More() && s.watch.ctx.Err() == nil; {
		ctx, cancel := s.share(partShare)
		if space, err := parts.Next(ctx); err == nil {
			s.ask(space, partShare)
		}
		cancel()
		if enlarging {
			ctx, cancel := s.share(firstShare)
			if enlarging = cover.Enlarge(ctx) == nil; enlarging {
				s.askCover(cover)
			}
			cancel()
		}
	}
}

// coverMarkings is how many markings of a coverability tree are built: a second or two.
const coverMarkings = 300_000

// memory returns the limits of diagrams that may have one of so many parts of the memory.
func (s *settling) memory(parts int64) mdd.Limits {
	return mdd.Limits{Memory: int64(s.limits.memory) / parts}
}

// ask puts the questions to a space. Each may take an equal share of one of so many parts of the time that is left.
func (s *settling) ask(space *symbolic.Space, parts int) {
	st := &stage{Space: space}
	s.each(parts, space.Model.Forest.Guard, "DECISION_DIAGRAMS SATURATION TOPOLOGICAL",
		func(q question) (string, error) { return q.ofSpace(st) })
}

// askCover puts the questions to a cover.
func (s *settling) askCover(c *symbolic.Cover) {
	s.each(partShare, c.Guard, "TOPOLOGICAL EXPLICIT ABSTRACTIONS",
		func(q question) (string, error) { return q.ofCover(c), nil })
}

// each asks every question under guard, prints the answers and keeps those questions that have none.
func (s *settling) each(parts int, guard func(context.Context, mdd.Limits, func()) error, techniques string, ask func(question) (string, error)) {
	var open []question
	for i, q := range s.todo {
		s.progress.at(q.id)
		var value string
		var wrong error
		ctx, cancel := s.share(parts * (len(s.todo) - i))
		limit := guard(ctx, s.memory(1), func() { value, wrong = ask(q) })
		cancel()
		if q.err = errors.Join(limit, wrong); q.err != nil || value == "" {
			open = append(open, q)
			continue
		}
		s.lines++
		if err := s.print("FORMULA " + q.id + " " + value + " TECHNIQUES " + techniques); err != nil {
			s.unwritten, open = err, nil
			break
		}
	}
	s.todo = open
}

// share returns a context for one of so many parts of the time that is left.
func (s *settling) share(parts int) (context.Context, context.CancelFunc) {
	if s.limits.time == 0 {
		return context.WithCancel(s.watch.ctx)
	}
	left := time.Duration(s.limits.time) - time.Since(s.limits.start)
	return context.WithTimeout(s.watch.ctx, max(left/time.Duration(parts), time.Millisecond))
}
