package symbolic

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"math/big"
	"slices"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/engine/system"
	"brim/ltl"
	"brim/ltl/automaton"
	"brim/mdd"
	"brim/petri"
)

// A SystemSpace is the set of reachable tuples of a system of named variables. Its callers must hold the turn of the
// system (system.System.Use).
type SystemSpace struct {
	System   *system.System
	Reached  mdd.Set
	checkers map[syntax.Paths]*ctl.Checker
}

// A SystemRun shows a verdict on a system: the values of the variables before each event and after the last one.
type SystemRun struct {
	Values [][]int // one more than Events
	Events []int   // by number
	Loop   int     // the position that the last event leads back to, or engine.NoLoop
	Others int     // how many operands of conjunctions have runs of their own, which are not shown
}

// ExploreSystem finds the reachable tuples. The error is the limit.
func ExploreSystem(ctx context.Context, s *system.System, limits mdd.Limits) (*SystemSpace, error) {
	x := &SystemSpace{System: s, checkers: map[syntax.Paths]*ctl.Checker{}}
	err := s.Start().Forest().Guard(ctx, limits, func() { x.Reached = s.Moves().Saturate(s.Start()) })
	return x, err
}

// States returns the number of tuples.
func (x *SystemSpace) States() *big.Int { return x.Reached.Count() }

// Firings returns the number of pairs of a tuple and an event that is enabled in it.
func (x *SystemSpace) Firings() *big.Int { return x.System.Moves().CountEnabled(x.Reached) }

// HasDeadlock reports whether some tuple enables no event.
func (x *SystemSpace) HasDeadlock() bool { return !x.System.Moves().Dead(x.Reached).IsEmpty() }

// Most returns the largest value of a sum of variables. The error says that it may pass 64 bits.
func (x *SystemSpace) Most(sum *syntax.Sum) (*big.Int, error) {
	weigh, err := x.weights(x.Reached, sum.Terms)
	if err != nil {
		return nil, err
	}
	most, _ := x.Reached.MaxSum(weigh)
	return new(big.Int).Add(big.NewInt(most), big.NewInt(sum.Const)), nil
}

// checker returns the checker of a reading of paths.
func (x *SystemSpace) checker(paths syntax.Paths) *ctl.Checker {
	c := x.checkers[paths]
	if c == nil {
		c = ctl.New(x.System.Moves(), x.Reached, x, paths)
		x.checkers[paths] = c
	}
	return c
}

// errWide says that a sum may be too large.
var errWide = errors.New("a sum of variables may pass 64 bits")

// A weighed is what one term of a sum adds for a value: a multiple of it, or of what it stands for.
type weighed struct {
	weight int64
	of     []int64 // nil if values stand for themselves
}

// weights returns what the values of a tuple of the set add to a sum.
func (x *SystemSpace) weights(set mdd.Set, terms []syntax.Term) (func(level, value int) int64, error) {
	byLevel := make([][]weighed, x.System.Start().Forest().Levels()+1)
	sum := new(big.Int)
	for _, t := range terms {
		variable, of := x.System.Numbered(t.Place.Index)
		level := x.System.Level(variable)
		byLevel[level] = append(byLevel[level], weighed{t.Weight, of})
		if _, most, ok := set.Extent(level); ok {
			largest := int64(most)
			if of != nil {
				largest = slices.Max(of)
			}
			size := new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(largest))
			sum.Add(sum, size.Abs(size))
		}
	}
	if sum.BitLen() > 62 {
		return nil, errWide
	}
	return func(level, value int) (total int64) {
		for _, w := range byLevel[level] {
			if w.of == nil {
				total += w.weight * int64(value)
			} else {
				total += w.weight * w.of[value]
			}
		}
		return total
	}, nil
}

// Sat returns the tuples of part in which an atom holds, for package ctl.
func (x *SystemSpace) Sat(f *syntax.Formula, part mdd.Set) (mdd.Set, error) {
	set := part.Forest().Empty()
	if f.Op == syntax.Enabled {
		for _, t := range f.Transitions {
			set = set.Union(x.System.Moves().Enabled(t.Index, part))
		}
		return set, nil
	}
	weigh, err := x.weights(part, f.Terms)
	if err != nil {
		return set, err
	}
	for lo, hi := range f.Rel.Ranges(f.Const) {
		set = set.Union(part.Between(weigh, lo, hi))
	}
	return set, nil
}

// Verdict reports whether a formula of CTL holds in all tuples in which the system starts. Unless o.None says
// otherwise, a run shows it from one of these, or its negation: as far as one run can, which follows one operand of a
// conjunction, and what it claims of all paths it leaves to the sets.
//
// Limits, a done ctx and sums beyond 64 bits make the verdict Unknown, with the Reason. If they come while the run is
// looked for, the verdict stays. An error is a fault of this program.
func (x *SystemSpace) Verdict(ctx context.Context, f *syntax.Formula, paths syntax.Paths,
	o WitnessOptions) (v engine.Verdict, run *SystemRun, err error) {
	start := x.System.Start()
	v.Bound = engine.Complete
	var fails mdd.Set
	var wrong error
	if limit := start.Forest().Guard(ctx, o.Limits, func() {
		var set mdd.Set
		if set, wrong = x.checker(paths).Must(f); wrong == nil {
			fails = start.Minus(set)
		}
	}); limit != nil {
		wrong = limit
	}
	if wrong != nil {
		return engine.Verdict{Bound: v.Bound, Reason: wrong.Error(), Stopped: wrong}, nil, nil
	}
	v.Result = engine.Decided(fails.IsEmpty())
	shown := engine.Shown(f, v.Result)
	if o.None || !showable(shown) {
		return v, nil, nil
	}
	from, ok := fails.Pick()
	if !ok {
		from, _ = start.Pick()
	}
	t := x.tracer(ctx, paths, o)
	at := t.Marking(from)
	all := &runs.Lasso{Loop: engine.NoLoop, To: []petri.Marking{at}}
	others, err := t.follow(shown, at, all)
	switch {
	case errors.Is(err, runs.ErrNoWay):
		return v, nil, fmt.Errorf("system %s: %w", x.System.Name(), err)
	case err != nil:
		v.Reason, v.Stopped = err.Error(), err
		return v, nil, nil
	}
	return v, t.shown(all, others), nil
}

// Run decides a question of LTL: whether some run from a tuple in which the system starts satisfies the goal, of whose
// path formula a is an automaton. Else it is as Verdict.
func (x *SystemSpace) Run(ctx context.Context, g ltl.Goal, a *automaton.Automaton, paths syntax.Paths,
	o WitnessOptions) (v engine.Verdict, run *SystemRun, err error) {
	v.Bound = engine.Complete
	start, moves := x.System.Start(), x.System.Moves()
	var f runs.Finding
	t := x.tracer(ctx, paths, o)
	if limit := start.Forest().Guard(ctx, o.Limits, func() {
		c := x.checker(paths)
		starts, _ := x.System.Starts()
		t.Product = (&runs.Product{
			Next: moves, Moves: moves, Init: start, All: x.Reached, Open: start.Forest().Empty(),
			Joined: starts.Cmp(big.NewInt(1)) == 0,
		}).ReadBy(c, a)
		f, err = t.Product.Run()
	}); limit != nil {
		err = limit
	}
	if err != nil {
		v.Reason, v.Stopped = err.Error(), err
		return v, nil, nil
	}
	v.Result = engine.Decided(f.Some == g.Holds)
	if !f.Some || o.None {
		return v, nil, nil
	}
	l, err := t.Lasso(f)
	switch {
	case errors.Is(err, runs.ErrNoWay):
		return v, nil, fmt.Errorf("system %s: %w", x.System.Name(), err)
	case err != nil:
		v.Reason, v.Stopped = err.Error(), err
		return v, nil, nil
	}
	l.To = append([]petri.Marking{t.Origin}, l.To...)
	return v, t.shown(l, 0), nil
}

// A systemTracer finds runs of a system. A tuple is a marking of its levels.
type systemTracer struct {
	runs.Tracer
	space *SystemSpace
	paths syntax.Paths
}

func (x *SystemSpace) tracer(ctx context.Context, paths syntax.Paths, o WitnessOptions) *systemTracer {
	t := &systemTracer{space: x, paths: paths}
	tracing := runs.NewBudget(ctx, x.Reached.Forest(), o.Limits, o.Steps)
	t.Tracer = runs.Tracer{Budget: &tracing, Ground: t}
	return t
}

// shown returns a run with the values of the variables.
func (t *systemTracer) shown(l *runs.Lasso, others int) *SystemRun {
	r := &SystemRun{Events: l.Steps, Loop: l.Loop, Others: others}
	for _, m := range l.To {
		values, _ := t.Tuple(m)
		r.Values = append(r.Values, t.space.System.Values(values))
	}
	return r
}

func (t *systemTracer) Kept(m petri.Marking) []petri.Marking { return []petri.Marking{m.Clone()} }

func (t *systemTracer) Tuple(m petri.Marking) ([]int, bool) {
	values := make([]int, len(m))
	for i, v := range m {
		values[i] = int(v)
	}
	return values, true
}

func (t *systemTracer) Marking(values []int) petri.Marking {
	m := make(petri.Marking, len(values))
	for i, v := range values {
		m[i] = int64(v)
	}
	return m
}

func (t *systemTracer) Before(to petri.Marking, sets ...mdd.Set) (int, petri.Marking, error) {
	values, _ := t.Tuple(to)
	moves := t.space.System.Moves()
	from, err := t.Guard(t.Left, func() (mdd.Set, error) {
		part := sets[0]
		for _, s := range sets[1:] {
			part = part.Intersect(s)
		}
		return moves.PreImageWithin(t.Forest.Tuple(values...), part), nil
	})
	if err != nil {
		return 0, nil, err
	}
	if tuple, ok := from.Pick(); ok {
		for e, m := range t.After(t.Marking(tuple)) {
			if m.Equal(to) {
				return e, t.Marking(tuple), nil
			}
		}
	}
	return 0, nil, runs.ErrNoWay
}

func (t *systemTracer) After(from petri.Marking) iter.Seq2[int, petri.Marking] {
	values, _ := t.Tuple(from)
	return func(yield func(int, petri.Marking) bool) {
		moves := t.space.System.Moves()
		for e := range moves.Len() {
			for to := range moves.Successors(e, values...) {
				if !yield(e, t.Marking(to)) {
					return
				}
			}
		}
	}
}

func (t *systemTracer) Endless(from petri.Marking) (*runs.Lasso, error) {
	return t.walk(t.space.Reached, from)
}
