package symbolic

import (
	"iter"
	"slices"

	"brim/ctl/syntax"
	"brim/mdd"
	"brim/petri"
)

// newRunTracer returns a tracer of runs of a net.
func newRunTracer(x *tracer, p *product) *runTracer {
	r := &runTracer{tracing: &x.tracing, ground: netGround{x}, p: p}
	r.ball = r.around
	return r
}

// A netGround is a net.
type netGround struct{ *tracer }

func (x netGround) tuple(m petri.Marking) ([]int, bool) { return x.s.Model.Tuple(m) }
func (x netGround) marking(values []int) petri.Marking  { return x.s.Model.Marking(values) }
func (x netGround) kept(petri.Marking) []petri.Marking  { return nil }

func (x netGround) before(to petri.Marking, sets ...mdd.Set) (int, petri.Marking, error) {
	net, from := x.s.Net, to.Clone()
	for t := range net.Transitions {
		if unfire(net, from, to, t) && !slices.ContainsFunc(sets, func(s mdd.Set) bool { return !x.in(s, from) }) {
			return t, from, nil
		}
	}
	return 0, nil, errNoWay
}

func (x netGround) after(from petri.Marking) iter.Seq2[int, petri.Marking] {
	return func(yield func(int, petri.Marking) bool) {
		m := from.Clone()
		for t := range x.s.Net.EnabledTransitions(from) {
			if x.s.Net.FireInto(m, from, t) && !yield(t, m) {
				return
			}
		}
	}
}

func (x netGround) endless(from petri.Marking) (*Lasso, error) {
	pool := syntax.NewPool()
	w, err := x.always(pool.Make(syntax.EG, pool.Bool(true)), from)
	if w == nil || err != nil {
		return nil, err
	}
	return &Lasso{Steps: w.steps, Loop: w.loop}, nil
}
