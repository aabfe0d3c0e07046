package symbolic

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
	"brim/petri"
)

// A tracer builds witnesses on a space from the sets of the subformulas.
//
// Diagrams find the way where there are too many markings to look at each: the layers of EU. What follows single markings, such as
// going back from layer to layer or looking for a lasso, fires the net's transitions and asks the sets for membership only.
type tracer struct {
	ctx    context.Context
	s      *Space
	c      *ctl.Checker
	limits mdd.Limits
	left   int64 // work that the diagrams may still take, in questions to the computed table
	steps  int   // steps that the witness may still have
	found  map[string]*engine.Witness
	dear   map[*syntax.Formula]bool // goals whose sets take too much work
}

var (
	// errTooLong says that a witness, or the rest of it, has more steps than it may have.
	errTooLong = errors.New("the trace is too long")
	// errOpen says that a path, or an operand that holds, is not certain in the part of the state space that was explored.
	errOpen = errors.New("no trace is certain in the part of the state space that was explored")
	// errGaveUp says that the work for a witness is used up.
	errGaveUp = errors.New("the search for a trace takes too long")
)

func newTracer(ctx context.Context, s *Space, c *ctl.Checker, steps int) *tracer {
	return &tracer{ctx: ctx, s: s, c: c, steps: steps, found: map[string]*engine.Witness{}, dear: map[*syntax.Formula]bool{}}
}

// guard makes a set within the limits, in at most the given work.
func (x *tracer) guard(most int64, make func() (mdd.Set, error)) (set mdd.Set, err error) {
	forest := x.s.Model.Forest
	before := forest.Stats().Lookups
	limits := x.limits
	limits.Work = max(1, min(most, x.left))
	stop := forest.Guard(x.ctx, limits, func() { set, err = make() })
	x.left -= forest.Stats().Lookups - before
	var limit *mdd.LimitError
	switch {
	case errors.As(stop, &limit) && limit.Kind == "work":
		err = errGaveUp
	case stop != nil:
		err = stop
	}
	return set, err
}

// witness returns a witness of f, in the form of syntax.NNF, in marking m, where f holds. It gives it to attach as soon as its own steps are
// known, marked as cut until its branches are there, so that what was found outlives whatever ends the search.
func (x *tracer) witness(f *syntax.Formula, m petri.Marking, attach func(*engine.Witness)) (*engine.Witness, error) {
	if err := x.ctx.Err(); err != nil {
		return nil, err
	}
	id := fmt.Sprintf("%p%s", f, key(m))
	if w := x.found[id]; w != nil {
		if err := x.spend(w.Size()); err != nil {
			return nil, err
		}
		attach(w)
		return w, nil
	}
	w, err := x.path(f, m)
	if err != nil {
		return nil, err
	}
	if err := x.spend(len(w.Steps)); err != nil {
		return nil, err
	}
	owed, err := x.owed(w)
	if err != nil {
		return nil, err
	}
	w.Cut = len(owed) > 0
	attach(w)
	if err := x.branches(w, owed); err != nil {
		return nil, err
	}
	x.found[id] = w
	return w, nil
}

// spend takes steps from those that are left.
func (x *tracer) spend(steps int) error {
	if steps > x.steps {
		return errTooLong
	}
	x.steps -= steps
	return nil
}

// path returns a witness of f in m without its branches.
func (x *tracer) path(f *syntax.Formula, m petri.Marking) (w *engine.Witness, err error) {
	w = &engine.Witness{Formula: f, Start: m, Loop: engine.NoLoop}
	switch f.Op {
	case syntax.EX:
		w.Steps, err = x.next(f, m)
	case syntax.EF, syntax.EU:
		w.Steps, err = x.until(f, m)
	case syntax.EG:
		l, err := x.always(f, m)
		if err != nil {
			return nil, err
		}
		w.Steps, w.Loop = l.steps, l.loop
	}
	return w, err
}

// An operand has to hold at a position of a witness.
type operand struct {
	at int
	f  *syntax.Formula
}

// owed returns the operands of w that a marking alone does not decide, each once, by position. Of a disjunction that is at most one.
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
		if err != nil {
			return nil, err
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
			if _, err := x.witness(owed[0].f, m.Clone(), add); err != nil {
				return err
			}
			owed = owed[1:]
		}
		at++
	}
	return nil
}

// choose returns an operand of the disjunction f that holds in m: one without path operators if there is one, else one whose witness
// claims nothing, else the first.
func (x *tracer) choose(f *syntax.Formula, m petri.Marking) (*syntax.Formula, error) {
	for _, g := range f.Args {
		if !g.Temporal() && engine.Eval(x.s.Net, g, m) {
			return g, nil
		}
	}
	var best *syntax.Formula
	missing := errOpen
	for _, g := range f.Args {
		if !g.Temporal() || best != nil && (claims(g) || !claims(best)) {
			continue
		}
		set, err := x.must(g)
		if err != nil {
			missing = err // another operand may do
			continue
		}
		if x.in(set, m) {
			best = g
		}
	}
	if best == nil {
		return nil, missing
	}
	return best, nil
}

// claims tells whether some part of f is claimed in a witness.
func claims(f *syntax.Formula) bool {
	for g := range f.All() {
		if engine.Claimed(g) {
			return true
		}
	}
	return false
}

// next returns a transition that leads from m to a marking in which the operand of f, an EX, holds.
func (x *tracer) next(f *syntax.Formula, m petri.Marking) ([]int, error) {
	g := f.Args[0]
	holds := func(m petri.Marking) bool { return engine.Eval(x.s.Net, g, m) }
	if g.Temporal() {
		set, err := x.must(g)
		if err != nil {
			return nil, err
		}
		holds = func(m petri.Marking) bool { return x.in(set, m) }
	}
	to := m.Clone()
	for t := range x.s.Net.EnabledTransitions(m) {
		if x.s.Net.FireInto(to, m, t) && holds(to) {
			return []int{t}, nil
		}
	}
	return nil, errOpen
}

// must returns the markings in which f certainly holds.
func (x *tracer) must(f *syntax.Formula) (mdd.Set, error) {
	set, err := x.guard(x.left, func() (mdd.Set, error) {
		b, err := x.c.Sat(f)
		return b.Must, err
	})
	return set, err
}

// certain returns the markings in which f certainly holds and one of its operands does, too. In a part of the state space, rewriting can
// make f certain where no operand is.
func (x *tracer) certain(f *syntax.Formula, operands ...*syntax.Formula) (mdd.Set, error) {
	set, err := x.must(f)
	if err != nil || x.s.Complete {
		return set, err
	}
	var sets []mdd.Set
	for _, g := range operands {
		holds, err := x.must(g)
		if err != nil {
			return set, err
		}
		sets = append(sets, holds)
	}
	set, err = x.guard(x.left, func() (mdd.Set, error) {
		some := x.s.Model.Forest.Empty()
		for _, holds := range sets {
			some = some.Union(holds)
		}
		return set.Intersect(some), nil
	})
	return set, err
}

// in tells whether m is in set.
func (x *tracer) in(set mdd.Set, m petri.Marking) bool {
	values, ok := x.s.Model.Tuple(m)
	return ok && set.Contains(values...)
}

// key returns a string that no other marking has.
func key(m petri.Marking) string {
	b := make([]byte, 0, len(m)+8)
	for _, tokens := range m {
		b = binary.AppendUvarint(b, uint64(tokens))
	}
	return string(b)
}
