package symbolic

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"

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
	left   int // steps that the witness may still have
	found  map[string]*engine.Witness
	untils map[*syntax.Formula]*until
}

func newTracer(ctx context.Context, s *Space, c *ctl.Checker, steps int) *tracer {
	if steps == 0 {
		steps = defaultSteps
	}
	return &tracer{ctx: ctx, s: s, c: c, left: steps, found: map[string]*engine.Witness{}, untils: map[*syntax.Formula]*until{}}
}

var (
	// errTooLong says that a witness, or the rest of it, has more steps than it may have.
	errTooLong = errors.New("the trace is too long to be shown")
	// errOpen says that a path, or an operand that holds, is not certain in the part of the state space that was explored.
	errOpen = errors.New("no trace is certain in the part of the state space that was explored")
)

// witness returns a witness of f, in the form of syntax.NNF, in marking m, where f holds. It gives it to attach as soon as its own steps are
// known, marked as cut until its branches are complete, so that what was found outlives whatever ends the search.
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
	attach(w)
	if err := x.branches(w); err != nil {
		return nil, err
	}
	x.found[id] = w
	return w, nil
}

// spend takes steps from those that are left.
func (x *tracer) spend(steps int) error {
	if steps > x.left {
		return errTooLong
	}
	x.left -= steps
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
		var l lasso
		l, err = x.always(f, m)
		w.Steps, w.Loop = l.steps, l.loop
	}
	return w, err
}

// branches adds the witnesses of the operands of w.
func (x *tracer) branches(w *engine.Witness) error {
	f := w.Formula
	if engine.Claimed(f) || !f.Temporal() {
		return nil
	}
	if f.Op == syntax.Or {
		g, err := x.choose(f, w.Start)
		if err != nil || !g.Temporal() {
			return err
		}
		f = g
	}
	w.Cut = true
	position := 0
	for m, err := range w.Markings(x.s.Net) {
		if err != nil {
			return err
		}
		for _, g := range owed(w, f, position) {
			if !g.Temporal() {
				continue
			}
			add := func(b *engine.Witness) { w.Branches = append(w.Branches, engine.Branch{At: position, Witness: b}) }
			if _, err := x.witness(g, m.Clone(), add); err != nil {
				return err
			}
		}
		position++
	}
	w.Cut = false
	return nil
}

// owed returns the operands of w that have to hold at a position; chosen is the one of a disjunction.
func owed(w *engine.Witness, chosen *syntax.Formula, position int) []*syntax.Formula {
	f, last := w.Formula, position == len(w.Steps)
	switch f.Op {
	case syntax.And:
		return f.Args
	case syntax.Or:
		return []*syntax.Formula{chosen}
	case syntax.EX, syntax.EF:
		if last {
			return f.Args
		}
	case syntax.EU:
		if last {
			return f.Args[1:]
		}
		return f.Args[:1]
	case syntax.EG:
		if !last || w.Loop == engine.NoLoop {
			return f.Args
		}
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
	set, err := x.must(f.Args[0])
	if err != nil {
		return nil, err
	}
	to := m.Clone()
	for t := range x.s.Net.EnabledTransitions(m) {
		if x.s.Net.FireInto(to, m, t) && x.in(set, to) {
			return []int{t}, nil
		}
	}
	return nil, errOpen
}

// must returns the markings in which f certainly holds.
func (x *tracer) must(f *syntax.Formula) (mdd.Set, error) {
	b, err := x.c.Sat(f)
	return b.Must, err
}

// certain returns the markings in which f certainly holds and one of its operands does, too. In a part of the state space, rewriting can
// make f certain where no operand is.
func (x *tracer) certain(f *syntax.Formula, operands ...*syntax.Formula) (mdd.Set, error) {
	set, err := x.must(f)
	if err != nil || x.s.Complete {
		return set, err
	}
	some := x.s.Model.Forest.Empty()
	for _, g := range operands {
		holds, err := x.must(g)
		if err != nil {
			return set, err
		}
		some = some.Union(holds)
	}
	return set.Intersect(some), nil
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
