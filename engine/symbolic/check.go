package symbolic

import (
	"context"
	"fmt"
	"math"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
	"brim/petri/encode"
)

// Checker returns a checker of CTL formulas on the markings found. The formulas name places and transitions by their index in the net.
// It panics if the space is neither complete nor closed but for Open: what holds in a part of it says nothing.
func (s *Space) Checker(paths syntax.Paths) *ctl.Checker {
	if !s.Complete && s.Open.IsEmpty() {
		panic("symbolic: Checker: the space is not complete")
	}
	return ctl.New(s.Model.All, s.Reached, s.Open, atoms{s.Model}, paths)
}

// Holds tells whether f holds in the initial marking. It looks only where that is decided: below connectives at as many operands as it
// takes, and since every marking of the space can be reached, EF g holds exactly if g does somewhere.
func (s *Space) Holds(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	j := judge{Space: s, c: c, known: map[*syntax.Formula]engine.Result{}}
	return j.holds(syntax.Existential(syntax.Simplify(f, c.Paths())))
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
	c := s.c
	switch {
	case f.Op == syntax.Not:
		r, err := s.holds(f.Args[0])
		return r.Negate(), err
	case f.Temporal() && (f.Op == syntax.And || f.Op == syntax.Or):
		return s.junction(f)
	case f.Op == syntax.EU && f.Args[0].Op == syntax.True:
		return s.somewhere(c, f.Args[1])
	case f.Op == syntax.EG:
		return s.forever(c, f)
	case f.Op == syntax.EU:
		if met, err := s.soon(c, f); met || err != nil {
			return within(met, true), err
		}
	}
	return s.initially(c, f)
}

// initially tells from the sets of f whether it holds in the initial marking.
func (s *Space) initially(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	set, err := c.Must(f)
	must := err == nil && !set.Intersect(s.Model.Init).IsEmpty()
	if must || err != nil {
		return within(must, true), err
	}
	set, err = c.May(f)
	return within(false, err != nil || !set.Intersect(s.Model.Init).IsEmpty()), err
}

// forever decides an EG. A lasso near the initial marking saves the fixed point.
func (s *Space) forever(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	r, err := s.initially(c, f.Args[0])
	if r == engine.Fails || err != nil {
		return r, err
	}
	if r == engine.Holds {
		x := newTracer(context.Background(), s, c, WitnessOptions{})
		inside := x.inside(func() (mdd.Set, error) { return c.Must(f.Args[0]) })
		if found, err := newNearby(x, inside).some(s.Net.Initial()); found || err != nil {
			return engine.Holds, err
		}
	}
	return s.initially(c, f)
}

// soonWork is how many questions to the computed table soon may take, and soonSteps how many steps: little, compared with a fixed point.
const (
	soonWork  = 100_000
	soonSteps = 64
)

// soon tells whether some of the shortest paths shows the EU f: it steps forward from the initial marking for a moment, which saves the
// fixed point where the goal is near. False says nothing.
func (s *Space) soon(c *ctl.Checker, f *syntax.Formula) (bool, error) {
	inside, err := c.Must(f.Args[0])
	if err != nil {
		return false, err
	}
	goal, err := c.Must(f.Args[1])
	if err != nil {
		return false, err
	}
	forest := s.Model.Forest
	most := forest.Stats().Lookups + soonWork
	layer, seen := s.Model.Init, s.Model.Init
	for range soonSteps {
		if !layer.Intersect(goal).IsEmpty() {
			return true, nil
		}
		layer = s.Model.Moves.ImageWithin(layer.Intersect(inside), s.Reached).Minus(seen)
		seen = seen.Union(layer)
		if layer.IsEmpty() || forest.Stats().Lookups > most {
			break
		}
	}
	return false, nil
}

// within returns the result for what holds certainly, and possibly.
func within(must, may bool) engine.Result {
	switch {
	case must:
		return engine.Holds
	case may:
		return engine.Unknown
	}
	return engine.Fails
}

// junction decides a conjunction or disjunction, up to the first operand that settles it, those without path operators first.
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
	sum := make([]encode.Weighted, len(f.Terms))
	for i, t := range f.Terms {
		sum[i] = encode.Weighted{Place: t.Place.Index, Weight: t.Weight}
	}
	between := func(lo, hi int64) (mdd.Set, error) { return a.model.Between(all, sum, lo, hi) }
	none := func() (mdd.Set, error) { return all.Forest().Empty(), nil }
	const least, most = math.MinInt64, math.MaxInt64
	switch c := f.Const; f.Rel {
	case syntax.Equal:
		return between(c, c)
	case syntax.NotEqual:
		set, err := between(c, c)
		if err != nil {
			return set, err
		}
		return all.Minus(set), nil
	case syntax.Less:
		if c == least {
			return none()
		}
		return between(least, c-1)
	case syntax.LessEqual:
		return between(least, c)
	case syntax.Greater:
		if c == most {
			return none()
		}
		return between(c+1, most)
	case syntax.GreaterEqual:
		return between(c, most)
	}
	panic(fmt.Sprintf("symbolic: comparison %v", f.Rel))
}
