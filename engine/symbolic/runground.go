package symbolic

import (
	"iter"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/symbolic/internal/runs"
	"brim/mdd"
	"brim/petri"
)

// Runs of LTL in a net: how the tracer of package runs fires transitions, forward and backward.

// newRunTracer returns a tracer of runs of a net.
func newRunTracer(x *tracer, p *runs.Product) *runs.Tracer {
	return &runs.Tracer{Budget: &x.Budget, Ground: netGround{x}, Product: p}
}

// A netGround is a net.
type netGround struct{ *tracer }

func (x netGround) Tuple(m petri.Marking) ([]int, bool) { return x.s.Model.Tuple(m) }
func (x netGround) Marking(values []int) petri.Marking  { return x.s.Model.Marking(values) }
func (x netGround) Kept(petri.Marking) []petri.Marking  { return nil }

func (x netGround) Before(to petri.Marking, sets ...mdd.Set) (int, petri.Marking, error) {
	net, from := x.s.Net, to.Clone()
	for t := range net.Transitions {
		if unfire(net, from, to, t) && !slices.ContainsFunc(sets, func(s mdd.Set) bool { return !x.in(s, from) }) {
			return t, from, nil
		}
	}
	return 0, nil, runs.ErrNoWay
}

func (x netGround) After(from petri.Marking) iter.Seq2[int, petri.Marking] {
	return func(yield func(int, petri.Marking) bool) {
		m := from.Clone()
		for t := range x.s.Net.EnabledTransitions(from) {
			if x.s.Net.FireInto(m, from, t) && !yield(t, m) {
				return
			}
		}
	}
}

func (x netGround) Endless(from petri.Marking) (*runs.Lasso, error) {
	pool := syntax.NewPool()
	w, err := x.always(pool.Make(syntax.EG, pool.Bool(true)), from)
	if w == nil || err != nil {
		return nil, err
	}
	return &runs.Lasso{Steps: w.steps, Loop: w.loop}, nil
}
