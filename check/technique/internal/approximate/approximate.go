package approximate

import (
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/memo"
)

// An Approximation is another system whose states have the same numbers of tokens in the places that formulas name.
// With more runs, it has each run of the net, with fewer it has only runs of the net. What holds on all runs of more,
// or on some run of fewer, holds in the net.
type Approximation struct {
	More        bool
	Transitions []syntax.Ref // all of the net

	// Sure reports of a transition whether it is enabled in the net wherever it is in the approximation.
	Sure func(transition int) bool
	// Maybe tells whether each transition is enabled in the approximation wherever it is in the net.
	Maybe bool
}

// Formula returns a formula that, if it holds in the first state of the approximation, shows that the answer to a
// question with the formula f, one of CTL or of LTL, is r. It is in a pool of its own, and false if the approximation
// shows nothing. paths is how the approximation reads the formula.
//
// A formula in the form of syntax.NNF is made stronger from top to bottom, and weaker below the negation of an until. A
// path operator that speaks of all runs of more, or of some of fewer, stays. Of another one the part is left that is
// about the present state: EF p is implied by p, and implies nothing.
func (a *Approximation) Formula(f *syntax.Formula, r model.Result, paths model.Paths) *syntax.Formula {
	x := &strengthener{Approximation: a, pool: syntax.NewPool()}
	g := engine.Shown(x.pool.Copy(f), r)
	if g.Op == syntax.A || g.Op == syntax.E {
		if (g.Op == syntax.A) != a.More {
			return x.pool.Bool(false)
		}
		return x.pool.Make(g.Op, x.formula(g.Args[0], true))
	}
	return syntax.Simplify(x.formula(g, true), paths)
}

// Ending reports whether a formula is about runs that may end: with maximal paths, those of a net that end in a dead
// marking are no runs of an approximation with more runs, unless it may end anywhere.
func Ending(f *syntax.Formula) bool {
	for g := range f.All() {
		if g.Op.Linear() || g.Op == syntax.AF || g.Op == syntax.AU || g.Op == syntax.EG {
			return true
		}
	}
	return false
}

// A strengthener makes formulas stronger, or weaker.
type strengthener struct {
	*Approximation
	pool *syntax.Pool
	done memo.Flagged[*syntax.Formula, *syntax.Formula] // by f and stronger
}

// formula returns a formula that implies f or, unless stronger, is implied by it, across the approximation.
func (x *strengthener) formula(f *syntax.Formula, stronger bool) *syntax.Formula {
	return x.done.Of(f, stronger, x.make)
}

// make is formula for one that has not been made yet.
func (x *strengthener) make(f *syntax.Formula, stronger bool) *syntax.Formula {
	p := x.pool
	switch f.Op {
	case syntax.True, syntax.False, syntax.Compare:
		return f
	case syntax.Enabled:
		return x.enabled(f.Transitions, stronger)
	case syntax.Deadlock:
		return p.Not(x.enabled(x.Transitions, !stronger))
	case syntax.Implies, syntax.Iff: // of state formulas, in one of LTL
		return x.formula(syntax.NNF(f), stronger)
	case syntax.Not:
		return p.Not(x.formula(f.Args[0], !stronger))
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, a := range f.Args {
		args[i] = x.formula(a, stronger)
	}
	universal := f.Op >= syntax.AX && f.Op <= syntax.AU
	if !f.Op.Temporal() || f.Op.Linear() || universal == (x.More == stronger) {
		return p.Make(f.Op, args...)
	}
	return x.present(f.Op, args, stronger)
}

// present returns what is left of a path operator of the wrong kind.
func (x *strengthener) present(op syntax.Op, args []*syntax.Formula, stronger bool) *syntax.Formula {
	switch last := args[len(args)-1]; {
	case stronger && slices.Contains([]syntax.Op{syntax.EF, syntax.AF, syntax.EU, syntax.AU}, op):
		return last
	case !stronger && slices.Contains([]syntax.Op{syntax.EG, syntax.AG}, op):
		return last
	case !stronger && slices.Contains([]syntax.Op{syntax.EU, syntax.AU}, op):
		return x.pool.Or(args...)
	}
	return x.pool.Bool(!stronger)
}

// enabled returns what implies that some of the transitions is enabled, or what that implies.
func (x *strengthener) enabled(list []syntax.Ref, stronger bool) *syntax.Formula {
	if !stronger && !x.Maybe {
		return x.pool.Bool(true)
	}
	if stronger {
		list = slices.DeleteFunc(slices.Clone(list), func(t syntax.Ref) bool { return !x.Sure(t.Index) })
	}
	return x.pool.Enabled(list...)
}
