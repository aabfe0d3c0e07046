package symbolic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/mdd"
	"brim/petri"
)

// Witnesses of CTL formulas on a space, found by sets of markings and replayed by firing transitions.

// A tracer finds witnesses on a space, of formulas in the form of syntax.NNF.
//
// Diagrams find the way where there are too many markings to look at each: the layers of EU. What follows single
// markings, such as going back from layer to layer or looking for a lasso, fires the net's transitions.
//
// The checker's sets, which are made for all markings at once, say in which markings an operand with path operators
// holds. A witness is only asked for where the formula holds.
type tracer struct {
	runs.Budget
	s *Space
	c *ctl.Checker

	// by formula and marking: without branches at first; nil where the formula does not hold
	paths    map[string]*engine.Witness
	complete map[*engine.Witness]bool // those that have all their branches
	costly   map[*syntax.Formula]bool // operands whose sets take too much work
}

var (
	// errOpen says that a path, or an operand that holds, is not certain in the part of the state space that was
	// explored.
	errOpen = errors.New("no trace is certain in the part of the state space that was explored")
)

func newTracer(ctx context.Context, s *Space, c *ctl.Checker, o WitnessOptions) *tracer {
	return &tracer{
		Budget: runs.NewBudget(ctx, s.Model.Forest, o.Limits, o.Steps), s: s, c: c,
		paths: map[string]*engine.Witness{}, complete: map[*engine.Witness]bool{}, costly: map[*syntax.Formula]bool{},
	}
}

// witness makes a witness of f in marking m, where f holds. It gives it to attach as soon as its own steps are
// known, marked as cut until its branches are there, so that what was found outlives whatever ends the search.
func (x *tracer) witness(f *syntax.Formula, m petri.Marking, attach func(*engine.Witness)) error {
	w, err := x.path(f, m)
	switch {
	case err != nil:
		return err
	case w == nil:
		return errOpen
	case x.complete[w]:
		err = x.spend(w.Size())
	default:
		err = x.spend(len(w.Steps))
	}
	if err != nil {
		return err
	}
	if x.complete[w] {
		attach(w)
		return nil
	}
	owed, err := x.owed(w)
	if err != nil {
		return err
	}
	w.Cut = len(owed) > 0
	attach(w)
	if err := x.branches(w, owed); err != nil {
		return err
	}
	x.complete[w] = true
	return nil
}

// spend takes steps from those that are left.
func (x *tracer) spend(steps int) error {
	if steps > x.Steps {
		return runs.ErrTooLong
	}
	x.Steps -= steps
	return nil
}

// path returns a witness of f in m without its branches, or nil if f does not hold.
func (x *tracer) path(f *syntax.Formula, m petri.Marking) (*engine.Witness, error) {
	if err := x.Ctx.Err(); err != nil {
		return nil, err
	}
	id := fmt.Sprintf("%p%s", f, runs.Key(m))
	if w, ok := x.paths[id]; ok {
		return w, nil
	}
	if x.Left <= 0 {
		return nil, runs.ErrGaveUp
	}
	found, err := x.search(f, m)
	if err != nil {
		return nil, err
	}
	var w *engine.Witness
	if found != nil {
		w = &engine.Witness{Formula: f, Start: m, Steps: found.steps, Loop: found.loop}
	}
	x.paths[id] = w
	return w, nil
}

// A way is the steps of a witness. If it is a lasso, the last one leads back to the marking before step loop.
type way struct {
	steps []int
	loop  int // or engine.NoLoop
}

// search returns the way that shows f in m, or nil if f does not hold.
func (x *tracer) search(f *syntax.Formula, m petri.Marking) (*way, error) {
	switch f.Op {
	case syntax.EX:
		return x.next(f, m)
	case syntax.EF, syntax.EU:
		return x.until(f, m)
	case syntax.EG:
		return x.always(f, m)
	}
	return &way{loop: engine.NoLoop}, nil
}

// An operand has to hold at a position of a witness.
type operand struct {
	at int
	f  *syntax.Formula
}

// owed returns the operands of w that a marking alone does not decide, each once, by position. Of a disjunction that is
// at most one.
func (x *tracer) owed(w *engine.Witness) ([]operand, error) {
	var list []operand
	add := func(from, to int, f *syntax.Formula) {
		for at := from; at < to && f.Temporal(); at++ {
			list = append(list, operand{at, f})
		}
	}
	f, n := w.Formula, len(w.Steps)
	switch f.Op {
	case syntax.And:
		for i, g := range f.Args {
			if !slices.Contains(f.Args[:i], g) {
				add(0, 1, g)
			}
		}
	case syntax.Or:
		g, err := x.choose(f, w.Start)
		if g == nil || err != nil {
			return nil, cmp.Or(err, errOpen)
		}
		add(0, 1, g)
	case syntax.EX, syntax.EF:
		add(n, n+1, f.Args[0])
	case syntax.EU:
		add(0, n, f.Args[0])
		add(n, n+1, f.Args[1])
	case syntax.EG:
		add(0, n, f.Args[0])
		if w.Loop == engine.NoLoop {
			add(n, n+1, f.Args[0])
		}
	}
	return list, nil
}

// branches adds the witnesses of the operands that w owes.
func (x *tracer) branches(w *engine.Witness, owed []operand) error {
	if len(owed) == 0 {
		return nil
	}
	at := 0
	for m, err := range w.Markings(x.s.Net) {
		if err != nil {
			return err
		}
		for len(owed) > 0 && owed[0].at == at {
			add := func(b *engine.Witness) {
				w.Branches = append(w.Branches, engine.Branch{At: at, Witness: b})
				w.Cut = len(owed) > 1
			}
			if err := x.witness(owed[0].f, m.Clone(), add); err != nil {
				return err
			}
			owed = owed[1:]
		}
		at++
	}
	return nil
}

// choose returns an operand of the disjunction f that holds in m: preferably one without path operators, else one
// whose witness claims nothing, else the first. It returns nil if none holds.
func (x *tracer) choose(f *syntax.Formula, m petri.Marking) (*syntax.Formula, error) {
	var best *syntax.Formula
	var missing error
	for _, temporal := range []bool{false, true} {
		for _, g := range f.Args {
			if g.Temporal() != temporal || best != nil && (claims(g) || !claims(best)) {
				continue
			}
			ok, err := x.holds(g)(m)
			if err != nil {
				missing = err // another operand may do
			} else if ok {
				best = g
			}
		}
	}
	if best == nil {
		return nil, missing
	}
	return best, nil
}

// claims reports whether some part of f is claimed in a witness.
func claims(f *syntax.Formula) bool {
	for g := range f.All() {
		if engine.Claimed(g) {
			return true
		}
	}
	return false
}

// next returns a step from m to a marking in which the operand of f, an EX, holds.
func (x *tracer) next(f *syntax.Formula, m petri.Marking) (*way, error) {
	holds := x.holds(f.Args[0])
	to := m.Clone()
	for t := range x.s.Net.EnabledTransitions(m) {
		if !x.s.Net.FireInto(to, m, t) {
			continue
		}
		if ok, err := holds(to); err != nil {
			return nil, err
		} else if ok {
			return &way{[]int{t}, engine.NoLoop}, nil
		}
	}
	return nil, nil
}

// A predicate reports whether something holds in a marking. It keeps no marking.
type predicate func(petri.Marking) (bool, error)

// holds returns a predicate that reports whether f holds: certainly, on a part of the state space.
func (x *tracer) holds(f *syntax.Formula) predicate {
	if !f.Temporal() {
		return func(m petri.Marking) (bool, error) { return engine.Eval(x.s.Net, f, m), nil }
	}
	return x.inside(func() (mdd.Set, error) { return x.must(f) })
}

// inside returns a predicate for the markings of a set, which is made when first needed.
func (x *tracer) inside(make func() (mdd.Set, error)) predicate {
	made := sync.OnceValues(make)
	return func(m petri.Marking) (bool, error) {
		set, err := made()
		return err == nil && x.in(set, m), err
	}
}

// must returns the markings in which f certainly holds.
func (x *tracer) must(f *syntax.Formula) (mdd.Set, error) {
	return x.Guard(x.Left, func() (mdd.Set, error) { return x.c.Must(f) })
}

// in reports whether m is in set.
func (x *tracer) in(set mdd.Set, m petri.Marking) bool {
	values, ok := x.s.Model.Tuple(m)
	return ok && set.Contains(values...)
}
