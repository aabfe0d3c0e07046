package symbolic

import (
	"context"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
)

// localWork is the work that a local search may take: a moment.
const localWork = 1 << 23

// near decides f by a search for a witness of f or of !f that makes no sets of operands with path operators. Where little has to be seen
// for that, it takes no time, however large these sets are. It gives up, with the result Unknown, where something is claimed, or after a moment. The
// tracer knows the way to show what holds.
func (s *Space) near(ctx context.Context, c *ctl.Checker, f *syntax.Formula, o WitnessOptions) (engine.Result, *tracer) {
	x := newTracer(ctx, s, c, o)
	x.local = true
	rest := max(0, x.left-localWork)
	x.left -= rest
	defer func() { x.left += rest }()
	for _, r := range []engine.Result{engine.Holds, engine.Fails} {
		g := shown(f, r)
		if !showable(g) || claims(g) || g.Op == syntax.EF && !g.Args[0].Temporal() { // the last is easy for all markings at once
			continue
		}
		w, err := x.path(g, s.Net.Initial())
		switch {
		case err != nil:
		case w != nil:
			return r, x
		case s.Complete:
			return r.Negate(), x
		}
	}
	return engine.Unknown, x
}

// mostSingle is how many markings of a set a local search looks at one by one.
const mostSingle = 1 << 6

// among returns the markings of set in which f holds, for a local search.
func (x *tracer) among(set mdd.Set, f *syntax.Formula) (mdd.Set, error) {
	if f.Op == syntax.And {
		var err error
		for _, g := range f.Args {
			if !g.Temporal() && err == nil {
				set, err = x.part(g)(set)
			}
		}
		if err != nil {
			return set, err
		}
	}
	holds, looked := x.holds(f), 0
	var list [][]int
	for values := range set.All() {
		if looked++; looked > mostSingle {
			return set, errGaveUp
		}
		ok, err := holds(x.s.Model.Marking(values))
		if err != nil {
			return set, err
		}
		if ok {
			list = append(list, values)
		}
	}
	return x.guard(x.left, func() (mdd.Set, error) { return x.s.Model.Forest.Tuples(list), nil })
}
