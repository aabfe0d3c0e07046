package cover

import (
	"math"

	"brim/ctl"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/mdd"
)

// checker returns what computes the markings of the view in which a formula surely, or possibly, holds.
func (v *view) checker(paths syntax.Paths) *ctl.Modal {
	m := v.modal[paths]
	if m == nil {
		m = &ctl.Modal{Surely: v.surely, Maybe: v.maybe, Universe: v.space.Reached, Atom: v.atom, Paths: paths}
		v.modal[paths] = m
	}
	return m
}

// atom bounds the set of a comparison and for enabled(…).
func (v *view) atom(f *syntax.Formula) ctl.Bounds {
	if f.Op == syntax.Enabled {
		return v.enabled(f)
	}
	all := v.space.Reached
	may := func(r syntax.Relation) mdd.Set {
		some := all.Forest().Empty()
		for lo, hi := range r.Ranges(f.Const) {
			some = some.Union(v.possible(f.Terms, lo, hi))
		}
		return some
	}
	return ctl.Bounds{Must: all.Minus(may(f.Rel.Negate())), May: may(f.Rel)}
}

// enabled is atom for enabled(…).
func (v *view) enabled(f *syntax.Formula) ctl.Bounds {
	all := v.space.Reached
	named := map[int]bool{}
	for _, t := range f.Transitions {
		named[t.Index] = true
	}
	b := ctl.Bounds{Must: all.Forest().Empty(), May: all.Forest().Empty()}
	for i, t := range v.of {
		if !named[t] {
			continue
		}
		set := v.space.Model.All.Enabled(i, all)
		if v.sure[i] {
			b.Must = b.Must.Union(set)
		}
		if v.may[i] {
			b.May = b.May.Union(set)
		}
	}
	return b
}

// possible returns the markings that stand for one with a sum of the terms from lo to hi; and maybe others, where the
// numbers are too large.
func (v *view) possible(terms []syntax.Term, lo, hi int64) mdd.Set {
	set := v.space.Reached
	var places []int // of the view
	weights := map[int]int64{}
	sights := map[int]sight{}
	most := v.space.Model.PlaceBounds(v.space.Reached)
	beyond := int64(1) // more than the size of the sum of all that is finite
	up, down := false, false
	for _, t := range terms {
		p := v.at[t.Place.Index]
		if p < 0 {
			up, down = up || t.Weight > 0, down || t.Weight < 0
			continue
		}
		size, ok := times(max(t.Weight, -t.Weight), most[p])
		if beyond, ok = addTo(beyond, size, ok && t.Weight != math.MinInt64); !ok {
			return set
		}
		places, weights[p], sights[p] = append(places, p), t.Weight, v.sights[t.Place.Index]
	}
	if beyond > math.MaxInt64/int64(8*(len(terms)+1)) {
		return set
	}
	end := func(upper bool) func(p int, x int64) int64 { // of what a place adds
		return func(p int, x int64) int64 {
			w, s := weights[p], sights[p].span(x)
			switch {
			case upper == (w < 0):
				return w * s.least
			case s.most == endless && upper:
				return 2 * beyond
			case s.most == endless:
				return -2 * beyond
			}
			return w * s.most
		}
	}
	clamp := func(x int64) int64 { return max(min(x, beyond), -beyond) }
	if lo != math.MinInt64 && !up {
		set = v.space.Model.BetweenBy(set, places, end(true), clamp(lo), math.MaxInt64)
	}
	if hi != math.MaxInt64 && !down {
		set = v.space.Model.BetweenBy(set, places, end(false), math.MinInt64, clamp(hi))
	}
	return set
}

// addTo returns total + x; it stays not ok, and is not beyond 64 bits.
func addTo(total, x int64, ok bool) (int64, bool) {
	if !ok {
		return 0, false
	}
	return plus(total, x, endless)
}

// never reports whether f, which has no path operators, certainly holds in no reachable marking.
func (v *view) never(f *syntax.Formula) bool {
	return v.checker(syntax.Maximal).May(f).Intersect(v.reach).IsEmpty()
}

// holds reports whether f holds in the initial marking, as far as that is certain.
func (v *view) holds(f *syntax.Formula, paths syntax.Paths) engine.Result {
	c, start := v.checker(paths), v.space.Model.Init
	if !c.Must(f).Intersect(start).IsEmpty() {
		return engine.Holds
	}
	return engine.Between(false, !c.May(f).Intersect(start).IsEmpty())
}
