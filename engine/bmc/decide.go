package bmc

import (
	"context"
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// An Algorithm says how Decide goes on from one length of paths to the next, and what ends it.
type Algorithm uint8

const (
	// Plain asks for each length, from 0 on, whether there are paths without a loop from the initial marking, whether there are such paths from anywhere to the goal,
	// and whether there is a path from the initial marking to the goal. A path that it finds is a shortest one.
	Plain Algorithm = iota
	// Refined begins with a path of at most Options.Start steps, and then asks for paths one step longer without a loop: with only the first marking initial, and
	// with only the last one in the goal.
	Refined
	// Induction asks for each length for a path to the goal, and for a path from anywhere with only the last marking in the goal. Markings of the latter have to be
	// different only where a model has made them equal. A path that it finds is a shortest one.
	Induction
)

func (a Algorithm) String() string { return [...]string{"plain", "refined", "induction"}[a] }

// Options say how Decide works. The zero value is usable.
type Options struct {
	Algorithm Algorithm
	Start     int // the length that Refined begins with
	Most      int // steps of the longest path looked at; 0 means any number

	// Tokens is a bound for places that have none by invariants, 0 for no such bound. Paths on which they hold more are left out, so nothing is proved then.
	Tokens int64

	// Together lets independent transitions fire in one step, so that paths have fewer steps; the least number of steps need not be the least number of firings
	// then. It has no meaning for paths that stay in a set, since the markings within a step are not looked at.
	Together bool

	// Solver is the command of a SAT solver, with its arguments, to which the name of a DIMACS file is added; its output is that of the SAT competitions.
	// Empty means the built-in solver, which keeps what it learns from one question to the next.
	Solver []string
}

// A Result is what Decide found, and what it took.
type Result struct {
	engine.Verdict
	Length    int  // steps of the longest paths from the initial marking that were asked for, −1 for none
	Questions int  // to the solver
	Apart     int  // pairs of markings that Induction had to keep apart
	Last      *CNF // the last question about a path from the initial marking to the goal, or, for EG, about a lasso; nil if there was none
	Largest   *CNF // the question with most clauses, nil if there was none
	Stopped   error
}

// Decide decides f, one of EF p, AG p, EG p and AF p, where p has no path operators, or such a p alone, in the initial marking of net. In a dead marking a path ends or
// does not count, as paths says. The witness, if there is one, has been replayed by the firing rule of net.
//
// A limit, that of ctx included, leaves the verdict unknown, with the reason; Stopped is the cause if ctx ended. The error says that f is of another kind, that a place has no
// bound (UnboundedError), that options contradict each other, or what is wrong with an external solver. Cost: the unrolling takes, for each step, clauses in
// proportion to the arcs and to the bits of the places, and paths without a loop as many bits for each pair of steps.
func Decide(ctx context.Context, net *petri.Net, f *syntax.Formula, paths syntax.Paths, o Options) (*Result, error) {
	t, err := newTask(f)
	if err != nil {
		return nil, err
	}
	r := &Result{Length: -1}
	if !t.path.Temporal() {
		r.Result, r.Bound = engine.Fails, engine.Complete
		if engine.Eval(net, t.path, net.Initial()) {
			r.Result = engine.Holds
		}
		return r, nil
	}
	if o.Start < 0 || o.Most < 0 || o.Tokens < 0 {
		return nil, fmt.Errorf("bounded model checking: a start of %d steps, at most %d steps, at most %d tokens; expected no negative number", o.Start, o.Most, o.Tokens)
	}
	if o.Algorithm == Refined && o.Most > 0 && o.Start > o.Most {
		return nil, fmt.Errorf("bounded model checking: a start of %d steps, where at most %d are looked at", o.Start, o.Most)
	}
	if o.Together && t.path.Op == syntax.EG {
		return nil, fmt.Errorf("steps of several transitions do not decide %v: the markings within a step are not looked at", f)
	}
	l, err := newLayout(net, o.Tokens)
	if err != nil {
		return nil, err
	}
	s := &search{ctx: ctx, l: l, o: o, r: r, goal: t.path.Args[0], covered: -1}
	s.rising = t.path.Op == syntax.EF && !o.Together
	s.forward = s.solved(l.from(net.Initial(), o.Together, s.rising))
	proved, err := s.run(t.path.Op, paths)
	if err != nil && ctx.Err() == nil {
		return nil, err
	}
	return r, s.verdict(t, proved, err, paths)
}

// A search looks for a path.
type search struct {
	ctx     context.Context
	l       *layout
	o       Options
	r       *Result
	goal    *syntax.Formula // or, for EG, where to stay
	rising  bool            // of a shortest path, only the one is looked for whose independent neighbours fire in rising order
	forward *path           // from the initial marking
	back    *path           // from anywhere
	covered int             // no path of at most so many steps leads to the goal; −1 if nothing is known
	found   *engine.Witness // without formula and start
}

// solved gives p a solver.
func (s *search) solved(p *path) *path {
	var x solver = newIncremental()
	if len(s.o.Solver) > 0 {
		x = &external{command: s.o.Solver}
	}
	p.value = x.value
	p.ask = func(f *CNF) (bool, error) {
		for _, l := range f.assumed {
			if l == no {
				return false, nil
			}
		}
		if s.ctx.Err() != nil {
			return false, context.Cause(s.ctx)
		}
		s.r.Questions++
		if s.r.Largest == nil || f.Clauses() > s.r.Largest.Clauses() {
			s.r.Largest = f
		}
		return x.solve(s.ctx, f)
	}
	return p
}

// run tells whether it is proved that there is no path, unless it finds one. The error is that of ctx or of a solver.
func (s *search) run(op syntax.Op, paths syntax.Paths) (proved bool, err error) {
	if op == syntax.EG {
		return s.lasso(paths)
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

// verdict completes the result. err is the cause if the search was stopped.
func (s *search) verdict(t *task, proved bool, stopped error, paths syntax.Paths) error {
	r := s.r
	if t.path.Op == syntax.EF && s.l.assumed == "" {
		r.Bound = max(s.covered, 0)
	}
	switch {
	case s.found != nil:
		r.Result, r.Witness = t.found, s.found
		r.Witness.Formula, r.Witness.Start = t.path, s.l.net.Initial()
		if err := r.Witness.Check(s.l.net, paths); err != nil {
			return fmt.Errorf("bmc: a path that is none: %w", err)
		}
	case proved && s.l.assumed == "":
		r.Result, r.Bound = t.found.Negate(), engine.Complete
	case proved:
		r.Reason = fmt.Sprintf("no such path with at most %s in places such as %s, whose bound is not known", count(int(s.o.Tokens), "token"), s.l.assumed)
	case stopped != nil:
		r.Stopped = stopped
		r.Reason = fmt.Sprintf("%v; no such path within %s", stopped, count(s.covered, "step"))
		if s.covered < 0 {
			r.Reason = stopped.Error()
		}
	default:
		r.Reason = fmt.Sprintf("no such path within %s, and no proof that there is none", count(s.covered, "step"))
	}
	return nil
}

// count writes a number of things.
func count(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return fmt.Sprintf("%d %s", n, what)
}
