package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"brim/ctl/syntax"
	"brim/engine/symbolic"
	"brim/internal/watch"
	"brim/mdd"
	"brim/petri"
	"brim/petri/structure"
)

// settle answers questions about a net, each at once when its answer is known. Diagrams answer on the complete state space if it is found in
// time, and otherwise, or if the net is unbounded, by what is certain without it. Beside them, in a goroutine of its own, runs bounded model
// checking on the questions for which formulas has a formula, by name and in a pool of their own, since goroutines cannot share one. Whoever has an answer first prints it, and the other one drops the question.
func (m *contest) settle(ctx context.Context, net *petri.Net, todo []*question, formulas func() (map[string]*syntax.Formula, error)) error {
	p := m.startProgress()
	defer p.end()
	s := newSettling(ctx, m, net, p, todo)
	defer s.watch.Cancel(nil)
	alone, unrolled := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(unrolled)
		defer func() { // the diagrams go on
			if r := recover(); r != nil {
				s.rollUp(fmt.Errorf("internal error in bounded model checking: %v", r))
			}
		}()
		if m.engine.value != engineDiagrams {
			s.unroll(formulas, alone)
		}
	}()
	var reason error
	if m.engine.value != engineBMC {
		reason = s.diagrams()
	}
	close(alone)
	p.at("unrolling")
	select {
	case <-unrolled:
	case <-s.watch.Ctx.Done():
		select { // it looks at the context
		case <-unrolled:
		case <-time.After(countGrace):
		}
	}
	return s.end(reason)
}

// A settling is one run of settle.
type settling struct {
	*contest
	net      *petri.Net
	watch    *watch.Watch
	facts    *structure.Profile // of net
	progress *progress
	room     int64 // of diagrams, in bytes; 0 is no limit
	all      []*question
	todo     []*question // those that diagrams have not seen answered

	mu         sync.Mutex // guards what follows, err of all questions, and the contest's output
	left       int        // questions without an answer
	ended      bool       // nothing is printed any more
	unwritten  error      // why an answer could not be printed
	unrollable error      // why the net, or no question, can be unrolled
}

func newSettling(ctx context.Context, m *contest, net *petri.Net, p *progress, todo []*question) *settling {
	s := &settling{contest: m, net: net, facts: structure.NewProfile(net), watch: watch.New(ctx, m.limits.process()), progress: p, room: m.limits.process().Room(), all: todo, todo: todo, left: len(todo)}
	for _, q := range todo {
		q.open, q.drop = context.WithCancel(s.watch.Ctx)
	}
	return s
}

// diagrams answers by decision diagrams. The error is what ended them, nil if they saw everything; the status is that of a run without any answer.
func (s *settling) diagrams() error {
	o := symbolic.Options{Memory: s.room, Nodes: s.limits.nodes, Facts: s.facts}
	late := s.watch.Do(exploreGrace, func() {
		s.progress.at("looking for invariants")
		cover := symbolic.NewInvariants(s.watch.Ctx, s.net, o)
		defer cover.Close()
		s.askCover(cover, "TOPOLOGICAL")
	})
	if late != nil { // the goroutine may still use s.todo
		return &statusError{statusUnknown, false, errors.New(s.limits.reason(late))}
	}
	early := s.limits
	early.time = early.time / 5 * 4 // the rest is for what is certain without the complete space
	x, reason := explore(s.watch.Ctx, s.net, o, &early, s.progress)
	if _, ok := unbounded(reason); reason != nil && !ok {
		return reason
	}
	if x != nil && x.stopped != nil {
		reason = errors.New(s.limits.reason(x.stopped))
	}
	late = s.watch.Do(exploreGrace, func() { s.run(x) })
	if x != nil && late == nil {
		x.close()
	}
	if late != nil { // the goroutine may still use x and s.todo
		reason = errors.New(s.limits.reason(late))
	}
	if reason != nil {
		return &statusError{statusUnknown, false, reason}
	}
	return nil
}

// answer prints the answer to q unless there is one.
func (s *settling) answer(q *question, value, techniques string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.ended || s.unwritten != nil || q.done {
		return
	}
	q.done = true
	q.drop()
	s.left--
	s.lines++
	s.unwritten = s.print("FORMULA " + q.id + " " + value + " TECHNIQUES " + techniques)
	if s.left == 0 || s.unwritten != nil {
		s.watch.Cancel(nil) // nobody need go on
	}
}

// isOpen tells whether q has no answer.
func (s *settling) isOpen(q *question) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return !q.done
}

// end says which questions are left without an answer, and why: reason is that of the diagrams, nil if each question has its own. Nothing is
// printed after it.
func (s *settling) end(reason error) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.ended = true
	if s.unwritten != nil {
		return s.unwritten
	}
	for _, q := range s.all {
		if q.done {
			continue
		}
		why := cmp.Or(reason, q.err, s.unrollable, s.watch.Ctx.Err(), errUndecided)
		if s.lines > 0 {
			s.note("brim: %s: %s", q.id, s.limits.reason(why))
			continue
		}
		if reason == nil || limited(why) {
			why = &statusError{statusUnknown, false, errors.New(s.limits.reason(why))}
		}
		return s.giveUp("CANNOT_COMPUTE", why)
	}
	return nil
}

// errUndecided is why there is no answer where nothing else is.
var errUndecided = errors.New("not decided by bounded model checking")

// Shares of the time that is left, as divisors: what one attempt does not need is left to the next.
const (
	firstShare = 5 // building a coverability tree, enlarging, finding the edge of what was found
	partShare  = 4 // exploring a part; and asking all questions about it
	closeShare = 2 // looking closer with a cover
)

// run puts the questions to the space, which is nil for an unbounded net, and if that is not complete to covers and parts by turns: who has taken less
// time so far is next.
func (s *settling) run(x *exploration) {
	if x != nil && x.Space != nil {
		if x.Complete {
			s.ask(x.Space, 1)
			s.ask(x.Space, 1) // again those that were too hard for their share of the time
			return
		}
		ctx, cancel := s.share(s.watch.Ctx, firstShare)
		_ = x.Model.Forest.Guard(ctx, s.memory(1), x.FindOpen) // after a limit all of it is open
		cancel()
		s.ask(x.Space, partShare)
		x.close()
		x.Space = nil
	}
	o := symbolic.Options{Memory: s.memory(4).Memory, Nodes: s.limits.nodes, Facts: s.facts} // for two kinds of parts and a cover, and the rest
	ctx, cancel := s.share(s.watch.Ctx, firstShare)
	cover := symbolic.NewCover(ctx, s.net, coverMarkings, o)
	cancel()
	defer cover.Close()
	s.askCover(cover, coverTechniques)
	parts := symbolic.NewParts(s.net, o)
	defer parts.Close()
	turns := []func() bool{ // each tells whether there may be another one
		func() bool {
			ctx, cancel := s.share(s.watch.Ctx, closeShare)
			defer cancel()
			if cover.More() && cover.Enlarge(ctx) == nil {
				s.askCover(cover, coverTechniques)
			}
			return cover.More()
		},
		func() bool {
			ctx, cancel := s.share(s.watch.Ctx, partShare)
			defer cancel()
			if parts.More() {
				if space, err := parts.Next(ctx); err == nil {
					s.ask(space, partShare)
				}
			}
			return parts.More()
		},
	}
	took := make([]time.Duration, len(turns))
	for len(s.todo) > 0 && len(turns) > 0 && s.watch.Ctx.Err() == nil {
		i := 0
		if len(turns) > 1 && took[1] < took[0] {
			i = 1
		}
		start := time.Now()
		more := turns[i]()
		if took[i] += time.Since(start); !more {
			turns, took = slices.Delete(turns, i, i+1), slices.Delete(took, i, i+1)
		}
	}
}

// coverTechniques is how the contest calls what a cover does.
const coverTechniques = "TOPOLOGICAL EXPLICIT ABSTRACTIONS"

// coverMarkings is how many markings of a coverability tree are built: a second or two.
const coverMarkings = 300_000

// memory returns the limits of diagrams that may have one of so many parts of the memory.
func (s *settling) memory(parts int64) mdd.Limits {
	return mdd.Limits{Memory: s.room / parts, Nodes: s.limits.nodes}
}

// ask puts the questions to a space. Each may take an equal share of one of so many parts of the time that is left.
func (s *settling) ask(space *symbolic.Space, parts int) {
	st := &stage{Space: space}
	s.each(parts, space.Model.Forest.Guard, "DECISION_DIAGRAMS SATURATION TOPOLOGICAL",
		func(q *question) (string, error) { return q.ofSpace(st) })
}

// askCover puts the questions to a cover.
func (s *settling) askCover(c *symbolic.Cover, techniques string) {
	s.each(partShare, c.Guard, techniques,
		func(q *question) (string, error) { return q.ofCover(c), nil })
}

// each asks every question without an answer under guard, answers it and keeps those questions for which it has none.
func (s *settling) each(parts int, guard func(context.Context, mdd.Limits, func()) error, techniques string, ask func(*question) (string, error)) {
	var open []*question
	for i, q := range s.todo {
		if !s.isOpen(q) {
			continue
		}
		s.progress.at(q.id)
		var value string
		var wrong error
		ctx, cancel := s.share(q.open, parts*(len(s.todo)-i))
		limit := guard(ctx, s.memory(1), func() { value, wrong = ask(q) })
		cancel()
		if err := errors.Join(limit, wrong); err != nil || value == "" {
			s.keep(q, err)
			open = append(open, q)
			continue
		}
		s.answer(q, value, techniques)
	}
	s.todo = open
}

// keep notes why diagrams have no answer to q.
func (s *settling) keep(q *question, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	q.err = err
}

// share returns a context for one of so many parts of the time that is left.
func (s *settling) share(ctx context.Context, parts int) (context.Context, context.CancelFunc) {
	if s.limits.time == 0 {
		return context.WithCancel(ctx)
	}
	left := time.Duration(s.limits.time) - time.Since(s.limits.start)
	return context.WithTimeout(ctx, max(left/time.Duration(parts), time.Millisecond))
}
