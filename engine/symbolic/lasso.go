package symbolic

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/mdd"
	"brim/petri"
)

// Witnesses of EG: lassos, and paths to dead markings.

// always returns a lasso [BCCZ99], or a path to a dead marking, that shows f, an EG, in m, or nil if f does not hold.
//
//  1. An exact search among the nearest markings in which the operand holds; it does not need the set of f.
//  2. If there are too many of them, the same among the nearest markings in the set of f.
//  3. Then greedy walks inside that set: they always come back to themselves or to a dead marking.
//
// In the first two cases the lasso is a shortest one.
func (x *tracer) always(f *syntax.Formula, m petri.Marking) (*way, error) {
	if w, err := x.circle(f.Args[0], m); w != nil || err != nil {
		return w, err
	}
	operand := x.holds(f.Args[0])
	if ok, err := operand(m); !ok || err != nil {
		return nil, err
	}
	w, all, err := newNearby(x, operand).lasso(m)
	if w != nil || all || err != nil {
		return w, err
	}
	set, err := x.must(f)
	if err != nil {
		return nil, err
	}
	inside := func(m petri.Marking) (bool, error) {
		if !x.in(set, m) || x.s.Complete {
			return x.in(set, m), nil
		}
		return operand(m) // on a part, rewriting can make f certain where the operand is not
	}
	if w, all, err = newNearby(x, inside).lasso(m); w != nil || all || err != nil {
		return w, err
	}
	most := x.Steps
	for _, r := range []rule{byIndex, leastRecent} {
		next, err := x.walk(inside, m, r, most)
		if err != nil {
			return nil, err
		}
		if next != nil {
			w, most = next, len(next.steps)-1
		}
	}
	if w == nil {
		return nil, runs.ErrTooLong
	}
	return w, nil
}

// circle returns a lasso that shows EG f in m, where f is E(p U q) or EF q, or nil if it finds none. It looks for one
// where p holds all along and f in one marking of its loop: then f holds in all of it, and the set of f is not needed.
func (x *tracer) circle(f *syntax.Formula, m petri.Marking) (*way, error) {
	inside := predicate(func(m petri.Marking) (bool, error) { return x.in(x.s.Reached, m), nil })
	switch f.Op {
	case syntax.EU:
		inside = x.holds(f.Args[0])
	case syntax.EF:
	default:
		return nil, nil
	}
	if ok, err := inside(m); !ok || err != nil {
		return nil, err
	}
	w, _, err := newNearby(x, inside).lasso(m)
	if w == nil || err != nil {
		return nil, err
	}
	before := w.steps
	if w.loop != engine.NoLoop {
		before = w.steps[:w.loop]
	}
	if len(before) == 0 {
		return w, nil // f holds in m, as EG f does
	}
	m = m.Clone()
	for _, t := range before {
		x.s.Net.FireInto(m, m.Clone(), t)
	}
	values, ok := x.s.Model.Tuple(m)
	if !ok {
		return nil, nil
	}
	r := engine.Unknown
	_, err = x.Guard(x.Left, func() (set mdd.Set, err error) {
		j := judge{Space: x.s, c: x.c}
		r, err = j.reaches(syntax.Existential(f), x.s.Model.Forest.Tuple(values...))
		return set, err
	})
	if r != engine.Holds || err != nil {
		return nil, err
	}
	return w, nil
}

// A rule ranks transitions: of those that stay inside, the walk takes the one of the least rank. last is the number of
// the step in which it was fired last, or 0.
type rule func(t, last int) int

func byIndex(t, _ int) int        { return t }
func leastRecent(_, last int) int { return last }

// walkBytes bounds the memory of a walk.
const walkBytes = 1 << 26

// walk follows one path inside from m by a rule until a marking comes again or is dead. It returns nil if that takes
// more than the given number of steps, or too much memory.
func (x *tracer) walk(inside predicate, m petri.Marking, r rule, most int) (*way, error) {
	net := x.s.Net
	seen := map[string]int{}
	bytes := 0
	last := make([]int, len(net.Transitions))
	var steps, enabled []int
	m = m.Clone()
	to := m.Clone()
	for {
		if err := x.Ctx.Err(); err != nil {
			return nil, err
		}
		id := runs.Key(m)
		if at, ok := seen[id]; ok {
			return &way{steps, at}, nil
		}
		seen[id] = len(steps)
		bytes += len(id)
		enabled = slices.AppendSeq(enabled[:0], net.EnabledTransitions(m))
		if len(enabled) == 0 && x.c.Paths() == syntax.Maximal {
			return &way{steps, engine.NoLoop}, nil
		}
		if len(steps) == most || bytes > walkBytes {
			return nil, nil
		}
		slices.SortStableFunc(enabled, func(t, u int) int { return r(t, last[t]) - r(u, last[u]) })
		t, err := x.first(enabled, inside, m, to)
		if err != nil {
			return nil, err
		}
		steps = append(steps, t)
		last[t] = len(steps)
		copy(m, to)
	}
}

// first returns the first of the transitions that leads from m inside, and sets to to the marking after it.
func (x *tracer) first(transitions []int, inside predicate, m, to petri.Marking) (int, error) {
	for _, t := range transitions {
		if !x.s.Net.FireInto(to, m, t) {
			continue
		}
		if ok, err := inside(to); ok || err != nil {
			return t, err
		}
	}
	return 0, errOpen
}
