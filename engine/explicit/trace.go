package explicit

import (
	"context"
	"errors"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/kripke"
)

// This file finds a path that shows why a formula of CTL holds.

// errNoTrace is a fault of this program: what holds is not shown by any path.
var errNoTrace = errors.New("internal error: no path shows what holds")

// Trace returns a path from a state that shows f, in the form of syntax.NNF, which holds there, as far as one path can:
// it follows one operand of a conjunction, and leaves what f claims of all paths. Others is how many operands have
// paths of their own. Ways of EX, EF and EU are shortest ones. The error is that of ctx, or says what of f has no
// meaning. Cost: the sets of what is in f, and the states once for each of its path operators.
func (c *Checker) Trace(ctx context.Context, f *syntax.Formula, from kripke.State) (p *kripke.Path, others int,
	err error) {
	t := tracer{Checker: c, ctx: ctx, path: &kripke.Path{States: []kripke.State{from}, Loop: engine.NoLoop}}
	i, _ := c.graph.Table.Find(from)
	others, err = t.follow(f, i)
	return t.path, others, err
}

// A tracer finds a path.
type tracer struct {
	*Checker
	ctx  context.Context
	path *kripke.Path
	out  kripke.Successors
}

// follow adds what shows f in state i, which the path ends in.
func (t *tracer) follow(f *syntax.Formula, i int) (others int, err error) {
	switch f.Op {
	case syntax.And, syntax.Or:
		return t.operand(f, i)
	case syntax.EX, syntax.EF, syntax.EU:
		if i, err = t.towards(f, i); err != nil {
			return 0, err
		}
		return t.follow(f.Args[len(f.Args)-1], i)
	case syntax.EG:
		return 0, t.stay(f, i)
	}
	return 0, nil
}

// operand follows one operand of f, a conjunction or disjunction: of a conjunction the first that a path can show, of a
// disjunction one that holds, preferably one that needs no path. others is the number of operands of conjunctions that
// would have had paths of their own.
func (t *tracer) operand(f *syntax.Formula, i int) (others int, err error) {
	var shown []*syntax.Formula
	for _, g := range f.Args {
		if f.Op == syntax.Or {
			set, err := t.Sat(t.ctx, g)
			if err != nil {
				return 0, err
			}
			if !set.Has(i) {
				continue
			}
			if !showable(g) {
				return 0, nil
			}
		}
		if showable(g) {
			shown = append(shown, g)
		}
	}
	if len(shown) == 0 {
		return 0, nil
	}
	others, err = t.follow(shown[0], i)
	if f.Op == syntax.And {
		others += len(shown) - 1
	}
	return others, err
}

// showable reports whether a path may show f, in the form of syntax.NNF.
func showable(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.And, syntax.Or:
		return slices.ContainsFunc(f.Args, showable)
	}
	return f.Temporal() && !engine.Claimed(f)
}

// each calls visit with the transitions from a state until it returns false.
func (t *tracer) each(i int, visit func(label, to int) bool) error {
	if err := t.ctx.Err(); err != nil {
		return err
	}
	g := t.graph
	if err := g.Structure.Successors(g.Table.State(i), &t.out); err != nil {
		return err
	}
	for k := range t.out.Len() {
		if to, _ := g.Table.Find(t.out.State(k)); !visit(t.out.Label(k), to) {
			break
		}
	}
	return nil
}

// step adds a transition to the path.
func (t *tracer) step(label, to int) {
	t.path.Labels = append(t.path.Labels, label)
	t.path.States = append(t.path.States, t.graph.Table.State(to))
}

// An arrival tells how a state was come to.
type arrival struct{ from, label int }

// towards adds a shortest way from state i to one in which the last operand of f, an EX, EF or EU, holds, and returns
// that.
func (t *tracer) towards(f *syntax.Formula, i int) (int, error) {
	goal, err := t.Sat(t.ctx, f.Args[len(f.Args)-1])
	if err != nil {
		return 0, err
	}
	inside := t.graph.without(t.graph.none())
	if f.Op == syntax.EU {
		if inside, err = t.Sat(t.ctx, f.Args[0]); err != nil {
			return 0, err
		}
	}
	if f.Op == syntax.EX {
		end := -1
		err := t.each(i, func(label, to int) bool {
			if goal.Has(to) {
				t.step(label, to)
				end = to
			}
			return end < 0
		})
		if err == nil && end < 0 {
			err = errNoTrace
		}
		return end, err
	}
	come := map[int]arrival{i: {-1, 0}}
	for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		if goal.Has(at) {
			t.back(come, at)
			return at, nil
		}
		if !inside.Has(at) {
			continue
		}
		if err := t.each(at, func(label, to int) bool {
			if _, ok := come[to]; !ok {
				come[to] = arrival{at, label}
				queue = append(queue, to)
			}
			return true
		}); err != nil {
			return 0, err
		}
	}
	return 0, errNoTrace
}

// back adds the way to a state.
func (t *tracer) back(come map[int]arrival, at int) {
	var way []int
	for a := at; come[a].from >= 0; a = come[a].from {
		way = append(way, a)
	}
	for _, s := range slices.Backward(way) {
		t.step(come[s].label, s)
	}
}

// stay adds a path from state i in which f, an EG, holds until a state comes again, or it ends where paths may.
func (t *tracer) stay(f *syntax.Formula, i int) error {
	set, err := t.Sat(t.ctx, f)
	if err != nil {
		return err
	}
	seen := map[int]int{}
	for {
		if at, ok := seen[i]; ok {
			t.path.Loop = at
			return nil
		}
		seen[i] = len(t.path.Labels)
		next, label, dead := -1, 0, true
		if err := t.each(i, func(l, to int) bool {
			dead = false
			if set.Has(to) {
				next, label = to, l
			}
			return next < 0
		}); err != nil {
			return err
		}
		switch {
		case dead && t.paths == syntax.Maximal:
			return nil
		case next < 0:
			return errNoTrace
		}
		t.step(label, next)
		i = next
	}
}
