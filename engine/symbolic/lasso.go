package symbolic

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
	"brim/petri"
)

// A lasso is a path that goes on for ever or ends in a dead marking: the last step leads back to the marking before step loop, unless that is
// engine.NoLoop.
type lasso struct {
	steps []int
	loop  int
}

// always returns a lasso that shows f, an EG, in m. It is one of the shortest if few enough markings are as near.
//
// Near m, all markings in which the operand holds are looked at, which does without the set of f. If there are too many of them, those of
// that set are, and then single paths are followed there by a few rules: they always come back to themselves or to a dead marking.
func (x *tracer) always(f *syntax.Formula, m petri.Marking) (*lasso, error) {
	inside, err := x.must(f.Args[0])
	if err != nil {
		return nil, err
	}
	if l, _, err := newNearby(x, inside).lasso(m); l != nil || err != nil {
		return l, err
	}
	if inside, err = x.certain(f, f.Args[0]); err != nil {
		return nil, err
	}
	l, all, err := newNearby(x, inside).lasso(m)
	switch {
	case l != nil || err != nil:
		return l, err
	case all:
		return nil, errOpen
	}
	most := x.steps
	for _, r := range []rule{byIndex, leastRecent} {
		next, err := x.walk(inside, m, r, most)
		if err != nil {
			return nil, err
		}
		if next != nil {
			l, most = next, len(next.steps)-1
		}
	}
	if l == nil {
		return nil, errTooLong
	}
	return l, nil
}

// A rule ranks transitions: of those that stay inside, the walk takes the one of the least rank. last is the number of the step in which it
// was fired last, or 0.
type rule func(t, last int) int

func byIndex(t, _ int) int        { return t }
func leastRecent(_, last int) int { return last }

// walkBytes bounds the memory of a walk.
const walkBytes = 1 << 26

// walk follows one path inside from m by a rule until a marking comes again or is dead. It returns nil if that takes more than
// the given number of steps, or too much memory.
func (x *tracer) walk(inside mdd.Set, m petri.Marking, r rule, most int) (*lasso, error) {
	net := x.s.Net
	seen := map[string]int{}
	bytes := 0
	last := make([]int, len(net.Transitions))
	var steps, enabled []int
	m = m.Clone()
	to := m.Clone()
	for {
		if err := x.ctx.Err(); err != nil {
			return nil, err
		}
		id := key(m)
		if at, ok := seen[id]; ok {
			return &lasso{steps, at}, nil
		}
		seen[id] = len(steps)
		bytes += len(id)
		enabled = slices.AppendSeq(enabled[:0], net.EnabledTransitions(m))
		if len(enabled) == 0 && x.c.Paths() == syntax.Maximal {
			return &lasso{steps, engine.NoLoop}, nil
		}
		if len(steps) == most || bytes > walkBytes {
			return nil, nil
		}
		slices.SortStableFunc(enabled, func(t, u int) int { return r(t, last[t]) - r(u, last[u]) })
		i := slices.IndexFunc(enabled, func(t int) bool { return net.FireInto(to, m, t) && x.in(inside, to) })
		if i < 0 {
			return nil, errOpen
		}
		steps = append(steps, enabled[i])
		last[enabled[i]] = len(steps)
		copy(m, to)
	}
}
