package symbolic

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/mdd"
	"brim/petri"
)

// Witnesses of CTL formulas on systems of named variables, as one run.

// follow adds to a run that ends in m what shows f, in the form of syntax.NNF, which holds there: a shortest way for
// EX, EF and EU, and on from its end; a lasso, or a way to where paths end, for EG. It returns how many operands of
// conjunctions would have had runs of their own.
func (t *systemTracer) follow(f *syntax.Formula, m petri.Marking, run *runs.Lasso) (others int, err error) {
	switch f.Op {
	case syntax.Or, syntax.And:
		return t.operand(f, m, run)
	case syntax.EX, syntax.EF, syntax.EU:
		to, err := t.towards(f, m, run)
		if err != nil {
			return 0, err
		}
		return t.follow(f.Args[len(f.Args)-1], to, run)
	case syntax.EG:
		set, err := t.must(f)
		if err != nil {
			return 0, err
		}
		l, err := t.walk(set, m)
		if err != nil {
			return 0, err
		}
		if l.Loop != engine.NoLoop {
			run.Loop = len(run.Steps) + l.Loop
		}
		run.Steps, run.To = append(run.Steps, l.Steps...), append(run.To, l.To...)
	}
	return 0, nil
}

// operand follows one operand of f, a conjunction or disjunction: of a conjunction the first that a run can show, of a
// disjunction one that holds, preferably one that needs no run. others is the number of operands of conjunctions that
// would have had runs of their own.
func (t *systemTracer) operand(f *syntax.Formula, m petri.Marking, run *runs.Lasso) (others int, err error) {
	var shown []*syntax.Formula
	for _, g := range f.Args {
		if f.Op == syntax.Or {
			set, err := t.must(g)
			if err != nil {
				return 0, err
			}
			if !t.In(set, m) {
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
	others, err = t.follow(shown[0], m, run)
	if f.Op == syntax.And {
		others += len(shown) - 1
	}
	return others, err
}

// must returns the tuples in which f holds.
func (t *systemTracer) must(f *syntax.Formula) (mdd.Set, error) {
	return t.Guard(t.Left, func() (mdd.Set, error) { return t.space.checker(t.paths).Must(f) })
}

// towards adds a shortest way from m to where the last operand of f, an EX, EF or EU, holds, and returns its end.
func (t *systemTracer) towards(f *syntax.Formula, m petri.Marking, run *runs.Lasso) (petri.Marking, error) {
	goal, err := t.must(f.Args[len(f.Args)-1])
	if err != nil {
		return nil, err
	}
	inside := t.space.Reached
	if f.Op == syntax.EU {
		if inside, err = t.must(f.Args[0]); err != nil {
			return nil, err
		}
	}
	values, _ := t.Tuple(m)
	layer, err := t.Guard(t.Left, func() (mdd.Set, error) { return t.Forest.Tuple(values...), nil })
	seen := t.Forest.Empty()
	var layers []mdd.Set
	for ; err == nil && !layer.IsEmpty(); layer, err = t.next(layers[len(layers)-1], seen) {
		if f.Op != syntax.EX || len(layers) > 0 {
			met, err := t.Guard(t.Left, func() (mdd.Set, error) { return layer.Intersect(goal), nil })
			if err != nil {
				return nil, err
			}
			if tuple, ok := met.Pick(); ok {
				return t.Marking(tuple), t.back(layers, t.Marking(tuple), run)
			}
		}
		if len(layers) == t.Steps {
			return nil, runs.ErrTooLong
		}
		if layer, err = t.Guard(t.Left, func() (mdd.Set, error) {
			if f.Op != syntax.EX { // whose step may lead back to where it begins
				seen = seen.Union(layer)
			}
			return layer.Intersect(inside), nil
		}); err != nil {
			return nil, err
		}
		layers = append(layers, layer)
	}
	if err == nil {
		err = runs.ErrNoWay
	}
	return nil, err
}

// next returns what one event leads to that was not seen.
func (t *systemTracer) next(layer, seen mdd.Set) (mdd.Set, error) {
	return t.Guard(t.Left, func() (mdd.Set, error) {
		return t.space.System.Moves().ImageWithin(layer, t.space.Reached).Minus(seen), nil
	})
}

// back adds a way through one tuple of each layer, where the first layer has only one, to the tuple to.
func (t *systemTracer) back(layers []mdd.Set, to petri.Marking, run *runs.Lasso) error {
	var way runs.Path
	for _, layer := range slices.Backward(layers) {
		e, from, err := t.Before(to, layer)
		if err != nil {
			return err
		}
		way = way.And(runs.Path{Steps: []int{e}, To: t.Kept(to)})
		to = from
	}
	slices.Reverse(way.Steps)
	slices.Reverse(way.To)
	run.Steps, run.To = append(run.Steps, way.Steps...), append(run.To, way.To...)
	return nil
}

// walk returns a run from m that stays in a set from each of whose tuples one does, for ever or until it ends where
// paths may: it goes on by the event that was used longest ago, until a tuple comes again.
func (t *systemTracer) walk(set mdd.Set, m petri.Marking) (*runs.Lasso, error) {
	l := &runs.Lasso{Loop: engine.NoLoop}
	seen := map[string]int{}
	last := make([]int, t.space.System.Moves().Len())
	for {
		if err := t.Ctx.Err(); err != nil {
			return nil, err
		}
		if at, ok := seen[runs.Key(m)]; ok {
			l.Loop = at
			return l, nil
		}
		if len(l.Steps) == t.Steps {
			return nil, runs.ErrTooLong
		}
		seen[runs.Key(m)] = len(l.Steps)
		event, next, dead := -1, m, true
		for e, to := range t.After(m) {
			dead = false
			if (event < 0 || last[e] < last[event]) && t.In(set, to) {
				event, next = e, to
			}
		}
		switch {
		case dead && t.paths == syntax.Maximal:
			return l, nil
		case event < 0:
			return nil, runs.ErrNoWay
		}
		l.Steps, l.To, m = append(l.Steps, event), append(l.To, next), next
		last[event] = len(l.Steps)
	}
}
