package bmc

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/circuit"
)

// A search looks for a path.
type search struct {
	ctx     context.Context
	system  system
	goal    engine.Goal     // of the kind Reach or Stay; or Other, and then Path is a path formula of LTL
	state   *syntax.Formula // where to go, or to stay
	o       Options
	r       *Result
	forward *path // from the initial state
	back    *path // from anywhere; nil until anywhere is called
	covered int   // no path of at most this many steps leads to the goal; −1 if nothing is known
	found   *found

	excess func(steps []int) (string, error) // says which bound a step after these breaks
	// what excess said of a path to a marking with such a step; "" if none was found
	beyond string
	// markings within this many steps are within the bounds, if beyond is not empty
	sure  int
	clean []Lit // see before

	apart    Lit           // which states of paths from anywhere Induction keeps apart
	step     int           // the length of the next proof of Induction
	patience time.Duration // see induction
}

// What proofs by induction may take whatever paths take. Most questions about nets are decided by them and in that
// time; circuits have ic3 for proofs.
const (
	netPatience     = 30 * time.Millisecond
	circuitPatience = 5 * time.Millisecond
)

// found says where the last model has the path that was looked for.
type found struct {
	steps int
	loop  int // the position that the last step leads back to, or engine.NoLoop
}

func newSearch(ctx context.Context, x system, goal engine.Goal, o Options) *search {
	return &search{
		ctx: ctx, system: x, goal: goal, state: goal.State(), o: o, r: &Result{Length: -1}, covered: -1, apart: yes,
		patience: cmp.Or(o.patience, netPatience),
	}
}

// start returns an unrolling with a solver of its own.
func (s *search) start(first func(*gates) frame) *path {
	g := newGates(s.ctx)
	p := newPath(g, first(g))
	var x solver = newIncremental()
	if s.o.newSolver != nil {
		x = s.o.newSolver()
	}
	p.value = x.value
	p.ask = func(ctx context.Context, f *CNF) (bool, error) {
		for _, l := range f.assumed {
			if l == no {
				return false, nil
			}
		}
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		s.r.Questions++
		if s.r.Largest == nil || f.Clauses() > s.r.Largest.Clauses() {
			s.r.Largest = f
		}
		return x.solve(ctx, f)
	}
	return p
}

// anywhere returns the paths from anywhere.
func (s *search) anywhere() *path {
	if s.back == nil {
		s.back = s.start(s.system.anywhere)
	}
	return s.back
}

// run searches, and completes the result but for the witness. The error is that of a solver.
func (s *search) run(paths syntax.Paths) error {
	proved, err := s.look(paths)
	if err != nil && s.ctx.Err() == nil {
		return err
	}
	s.verdict(proved, err)
	return nil
}

// look searches for a path; if it finds none, it reports whether it proved that there is none. The error is that of ctx
// or of a solver.
func (s *search) look(paths syntax.Paths) (proved bool, err error) {
	defer func() { err = halted(recover(), err) }()
	s.forward = s.start(s.system.initial)
	if first := s.forward.valid(0); first != yes {
		if none, err := unsatisfiable(s.ctx, s.forward, "a first moment", first); none || err != nil {
			return false, cmp.Or(err, circuit.ErrNoStart)
		}
	}
	switch s.goal.Kind {
	case engine.Stay:
		return s.lasso(paths)
	case engine.Other:
		return newRuns(s).lassos()
	}
	if s.o.Algorithm == None {
		return false, s.unproved()
	}
	switch s.o.Algorithm {
	case Refined:
		return s.refined()
	case Induction:
		return s.induction()
	default:
		return s.plain()
	}
}

// verdict completes the result from what the search has found, covered or proved: the answer with its bound, or the
// reason why there is none. stopped is the cause if the search was stopped.
func (s *search) verdict(proved bool, stopped error) {
	r := s.r
	if s.goal.Kind == engine.Reach {
		r.Bound = max(s.covered, 0)
		if s.beyond != "" {
			r.Bound = min(r.Bound, s.sure)
		}
	}
	switch {
	case s.found != nil:
		r.Result = s.goal.Found
		return
	case proved && s.beyond == "":
		r.Result, r.Bound = s.goal.Found.Negate(), engine.Complete
		return
	case proved:
		r.Reason = "no such path within the bounds"
	case stopped != nil:
		r.Stopped = stopped
		r.Reason = stopped.Error()
		if s.covered >= 0 {
			r.Reason = fmt.Sprintf("%v; no such path within %s", stopped, count(s.covered, "step"))
		}
	default:
		r.Reason = fmt.Sprintf("no such path within %s, and no proof that there is none", count(s.covered, "step"))
	}
	if s.beyond != "" {
		r.Reason += "; " + s.beyond
	}
}

// count writes a number of things.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
