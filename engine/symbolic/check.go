package symbolic

import (
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
	return ctl.New(s.Model.All, s.Reached, s.Open, atoms{s}, paths)
}

// Holds tells whether f holds in the initial marking, as c finds out.
func (s *Space) Holds(c *ctl.Checker, f *syntax.Formula) (engine.Result, error) {
	b, err := c.Sat(f)
	switch {
	case err != nil:
		return engine.Unknown, err
	case !b.Must.Intersect(s.Model.Init).IsEmpty():
		return engine.Holds, nil
	case b.May.Intersect(s.Model.Init).IsEmpty():
		return engine.Fails, nil
	}
	return engine.Unknown, nil
}

// atoms gives the markings of a space in which comparisons and enabled(…) hold.
type atoms struct{ s *Space }

func (a atoms) Sat(f *syntax.Formula) (mdd.Set, error) {
	all := a.s.Reached
	if f.Op == syntax.Enabled {
		set := all.Forest().Empty()
		for _, t := range f.Transitions {
			set = set.Union(a.s.Model.All.Enabled(t.Index, all))
		}
		return set, nil
	}
	sum := make([]encode.Weighted, len(f.Terms))
	for i, t := range f.Terms {
		sum[i] = encode.Weighted{Place: t.Place.Index, Weight: t.Weight}
	}
	between := func(lo, hi int64) (mdd.Set, error) { return a.s.Model.Between(all, sum, lo, hi) }
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
