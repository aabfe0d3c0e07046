package symbolic

import (
	"context"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
	"brim/petri/encode"
)

// CTL on a space: the checker, the atoms of formulas as sets of markings, and verdicts without witnesses.

// Checker returns a checker of CTL formulas on the markings found. The formulas name places and transitions by their
// index in the net. It panics if the space is neither complete nor closed but for Open: what holds in a part of it says
// nothing.
func (s *Space) Checker(paths syntax.Paths) *ctl.Checker {
	if !s.Complete && s.Open.IsEmpty() {
		panic("symbolic: Checker: the space is not complete")
	}
	c := ctl.NewOfPart(s.Model.All, s.Reached, s.Open, atoms{s.Model}, paths)
	circles, forest := &circles{net: s.Net}, s.Model.Forest
	c.Recurring = func(events []bool) []bool { return circles.recurring(forest.Context(), events) }
	return c
}

// Holds reports whether f holds in the initial marking. It looks only where that is decided: below connectives at as
// many operands as it takes, and since every marking of the space can be reached, EF g holds exactly if g does
// somewhere.
func (s *Space) Holds(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	j := judge{Space: s, c: c, known: map[*syntax.Formula]engine.Result{}}
	return j.holds(syntax.Existential(syntax.Simplify(f, c.Paths())))
}

// HoldsBySets tells the same as Holds by the sets of f and all its operands alone: EF and EU by constrained saturation
// backward from their goals, EG as a greatest fixed point, on all markings of the space. So the papers decide formulas
// [ZC09, DVB14]; it is the slow twin of Holds, which need not look at all of them. It takes c.Recurring away.
func (s *Space) HoldsBySets(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	c.Recurring = nil
	j := judge{Space: s, c: c}
	return j.initially(syntax.Existential(syntax.Simplify(f, c.Paths())))
}

// A judge decides formulas in existential form, each once.
type judge struct {
	*Space
	c     *ctl.Checker
	known map[*syntax.Formula]engine.Result
}

func (s *judge) holds(f *syntax.Formula) (engine.Result, error) {
	if r, ok := s.known[f]; ok {
		return r, nil
	}
	r, err := s.decide(f)
	if err == nil {
		s.known[f] = r
	}
	return r, err
}

func (s *judge) decide(f *syntax.Formula) (engine.Result, error) {
	switch {
	case f.Op == syntax.Not:
		r, err := s.holds(f.Args[0])
		return r.Negate(), err
	case f.Temporal() && (f.Op == syntax.And || f.Op == syntax.Or):
		return s.junction(f)
	case f.Op == syntax.EU && f.Args[0].Op == syntax.True:
		return s.satisfiable(s.c, f.Args[1])
	case f.Op == syntax.EU:
		return s.until(f)
	case f.Op == syntax.EG:
		return s.forever(f)
	}
	return s.initially(f)
}

// initially tells from the sets of f whether it holds in the initial marking.
func (s *judge) initially(f *syntax.Formula) (engine.Result, error) {
	set, err := s.c.Must(f)
	must := err == nil && !set.Intersect(s.Model.Init).IsEmpty()
	if must || err != nil {
		return engine.Between(must, true), err
	}
	set, err = s.c.May(f)
	return engine.Between(false, err != nil || !set.Intersect(s.Model.Init).IsEmpty()), err
}

// untilWork is the work of the first attempts at an EU, in units of dd.Limits.Work.
const untilWork = 1 << 16

// until decides the EU f: step by step forward, since a goal may be near; by saturation, forward from the initial
// marking; and backward from the goals, which gives the set of f. Which is the quickest, by far sometimes, depends on
// where the goals are, so they take turns. The last one has longer ones, as what it finds is of use elsewhere.
func (s *judge) until(f *syntax.Formula) (r engine.Result, err error) {
	try := s.Model.Forest.Try
	for work := int64(untilWork); ; work *= 4 {
		near := false
		try(work, func() { near, err = s.reachesForward(f) })
		if near || err != nil {
			return engine.Between(near, true), err
		}
		if try(4*work, func() { r, err = s.reaches(f, s.Model.Init) }) {
			return r, err
		}
		if try(8*work, func() { r, err = s.initially(f) }) {
			return r, err
		}
	}
}

// reachesForward reports whether one of the shortest paths certainly shows the EU f. False says nothing.
func (s *judge) reachesForward(f *syntax.Formula) (bool, error) {
	inside, err := s.c.Must(f.Args[0])
	if err != nil {
		return false, err
	}
	goal, err := s.c.Must(f.Args[1])
	if err != nil {
		return false, err
	}
	layer, seen := s.Model.Init, s.Model.Init
	for !layer.IsEmpty() {
		if !layer.Intersect(goal).IsEmpty() {
			return true, nil
		}
		layer = s.Model.Moves.ImageWithin(layer.Intersect(inside), s.Reached).Minus(seen)
		seen = seen.Union(layer)
	}
	return false, nil
}

// reaches decides the EU f in a marking, by saturation forward from there.
func (s *judge) reaches(f *syntax.Formula, from mdd.Set) (engine.Result, error) {
	var found [2]bool
	for i, bound := range []func(*syntax.Formula) (mdd.Set, error){s.c.Must, s.c.May} {
		inside, err := bound(f.Args[0])
		if err != nil {
			return engine.Unknown, err
		}
		goal, err := bound(f.Args[1])
		if err != nil {
			return engine.Unknown, err
		}
		passed := s.Model.Moves.SaturateWithin(from.Intersect(inside), inside)
		met := goal.Intersect(from.Union(s.Model.Moves.ImageWithin(passed, s.Reached)))
		if found[i] = !met.IsEmpty() || i > 0 && !passed.Intersect(s.Open).IsEmpty(); found[i] || s.Open.IsEmpty() {
			break
		}
	}
	return engine.Between(found[0], found[1]), nil
}

// forever decides the EG f. A lasso near the initial marking saves the fixed point, and so does a path that leaves what
// is known.
func (s *judge) forever(f *syntax.Formula) (engine.Result, error) {
	operand := f.Args[0]
	r, err := s.holds(operand)
	if r == engine.Fails || err != nil {
		return r, err
	}
	if r == engine.Holds {
		if found, err := s.hasLasso(operand); found || err != nil {
			return engine.Between(found, true), err
		}
		if s.Open.IsEmpty() {
			return s.stays(f)
		}
		set, err := s.c.Must(f)
		if err != nil || !set.Intersect(s.Model.Init).IsEmpty() {
			return engine.Between(err == nil, true), err
		}
	}
	if away, err := s.leavesKnown(operand); away || err != nil {
		return engine.Unknown, err
	}
	set, err := s.c.May(f)
	return engine.Between(false, err != nil || !set.Intersect(s.Model.Init).IsEmpty()), err
}

// stays decides the EG f where nothing leads out of the space: on the markings that are reached from the initial one on
// the operand, which may be few, and by turns, with longer ones, on all.
func (s *judge) stays(f *syntax.Formula) (r engine.Result, err error) {
	inside, err := s.c.Must(f.Args[0])
	if err != nil {
		return r, err
	}
	try := s.Model.Forest.Try
	for work := int64(untilWork); ; work *= 4 {
		if try(4*work, func() {
			r = engine.Decided(s.c.Stays(s.Model.Moves.SaturateWithin(s.Model.Init.Intersect(inside), inside)))
		}) {
			return r, nil
		}
		if try(8*work, func() { r, err = s.initially(f) }) {
			return r, err
		}
	}
}

// leavesKnown reports whether a path on which f possibly holds leads from the initial marking out of what is known. If
// f is E(p U q), that is so where p possibly holds all along.
func (s *judge) leavesKnown(f *syntax.Formula) (bool, error) {
	if s.Open.IsEmpty() {
		return false, nil
	}
	inside, err := s.c.May(invariantOf(f))
	if err != nil {
		return false, err
	}
	passed := s.Model.Moves.SaturateWithin(s.Model.Init.Intersect(inside), inside)
	return !passed.Intersect(s.Open).IsEmpty(), nil
}

// invariantOf returns what holds all along a path that shows f in each of its markings: p if f is E(p U q), else f.
func invariantOf(f *syntax.Formula) *syntax.Formula {
	if f.Op == syntax.EU {
		return f.Args[0]
	}
	return f
}

// hasLasso reports whether a lasso near the initial marking, where f certainly holds, shows EG f. False says nothing.
//
// If f is E(p U q), p has to hold all along the lasso, and f in one marking of its loop: from all others a path leads
// there. So the set of f, with all markings from which q can be reached, is not needed.
func (s *judge) hasLasso(f *syntax.Formula) (bool, error) {
	x := newTracer(context.Background(), s.Space, s.c, WitnessOptions{})
	inside := x.inside(func() (mdd.Set, error) { return s.c.Must(invariantOf(f)) })
	if ok, err := inside(s.Net.Initial()); !ok || err != nil {
		return false, err
	}
	m, err := newNearby(x, inside).loop(s.Net.Initial())
	if m == nil || f.Op != syntax.EU || m.Equal(s.Net.Initial()) || err != nil {
		return m != nil, err
	}
	values, ok := s.Model.Tuple(m)
	if !ok {
		return false, nil
	}
	forest := s.Model.Forest
	r := engine.Unknown
	forest.Try(max(untilWork, forest.Stats().Work), func() { r, err = s.reaches(f, forest.Tuple(values...)) })
	return r == engine.Holds, err
}

// junction decides a conjunction or disjunction, up to the first operand that settles it, those without path operators
// first.
func (s *judge) junction(f *syntax.Formula) (engine.Result, error) {
	settled, result := engine.Fails, engine.Holds
	if f.Op == syntax.Or {
		settled, result = engine.Holds, engine.Fails
	}
	for _, temporal := range []bool{false, true} {
		for _, g := range f.Args {
			if g.Temporal() != temporal {
				continue
			}
			switch r, err := s.holds(g); {
			case err != nil || r == settled:
				return r, err
			case r == engine.Unknown:
				result = r
			}
		}
	}
	return result, nil
}

// atoms gives the markings in which comparisons and enabled(…) hold.
type atoms struct{ model *encode.Model }

func (a atoms) Sat(f *syntax.Formula, all mdd.Set) (mdd.Set, error) {
	if f.Op == syntax.Enabled {
		set := all.Forest().Empty()
		for _, t := range f.Transitions {
			set = set.Union(a.model.All.Enabled(t.Index, all))
		}
		return set, nil
	}
	sum, rel := Weights(f.Terms), f.Rel
	if rel == syntax.NotEqual {
		rel = syntax.Equal // one question in place of two
	}
	set := all.Forest().Empty()
	for lo, hi := range rel.Ranges(f.Const) {
		part, err := a.model.Between(all, sum, lo, hi)
		if err != nil {
			return part, err
		}
		set = set.Union(part)
	}
	if rel != f.Rel {
		set = all.Minus(set)
	}
	return set, nil
}
