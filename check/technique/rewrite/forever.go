package rewrite

import (
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// Formulas AG f that hold nowhere, since firing would have to end.
//
// Let each marking with f enable a transition of a set T. Where AG f holds one of them can fire, then another one, and
// so on, since f holds after each. If the transitions of T alone can fire only so often, AG f holds nowhere. So AG
// enabled(t) is false for each transition t that takes more tokens from some place than it gives.

const (
	mostSets   = 16    // sets of transitions that are tried for one formula
	mostJoined = 2_000 // transitions in one of them
)

func newRewriter(net *petri.Net) *rewriter {
	r := &rewriter{net: net, takes: make([][]int, len(net.Places)), all: make([]int, len(net.Transitions))}
	for i := range net.Transitions {
		r.all[i] = i
		if len(net.Transitions[i].Inhibit) > 0 {
			continue
		}
		for x := range net.Transitions[i].Effects() {
			if x.Delta < 0 {
				r.takes[x.Place] = append(r.takes[x.Place], i)
			}
		}
	}
	r.ends = r.finite(r.all)
	return r
}

// finite reports whether the transitions of a set can fire only so often, without others between them: whether they can
// be removed step by step, each because it takes tokens from a place to which none of those left gives any. The tokens
// of these places, in this sequence, decrease lexicographically with each firing. Cost: the arcs of the set.
func (r *rewriter) finite(set []int) bool {
	gives, takers := map[int]int{}, map[int][]int{} // of places: how many of those left give to it; which take from it
	var places []int                                // to which none of those left gives
	for _, t := range set {
		for x := range r.net.Transitions[t].Effects() {
			if x.Delta > 0 {
				gives[x.Place]++
			} else if x.Delta < 0 && r.net.Places[x.Place].Initial != petri.Omega {
				takers[x.Place] = append(takers[x.Place], t)
			}
		}
	}
	for p := range takers {
		if gives[p] == 0 {
			places = append(places, p)
		}
	}
	removed := make(map[int]bool, len(set))
	for len(places) > 0 {
		p := places[len(places)-1]
		places = places[:len(places)-1]
		for _, t := range takers[p] {
			if removed[t] {
				continue
			}
			removed[t] = true
			for x := range r.net.Transitions[t].Effects() {
				if x.Delta <= 0 {
					continue
				}
				if gives[x.Place]--; gives[x.Place] == 0 {
					places = append(places, x.Place)
				}
			}
		}
	}
	return !slices.ContainsFunc(set, func(t int) bool { return !removed[t] })
}

// wants returns sets of transitions: each marking that satisfies f, in the form of syntax.NNF, enables one of each set.
func (r *rewriter) wants(f *syntax.Formula) [][]int {
	switch f.Op {
	case syntax.False:
		return [][]int{nil}
	case syntax.Enabled:
		set := make([]int, len(f.Transitions))
		for i, t := range f.Transitions {
			set[i] = t.Index
		}
		return [][]int{set}
	case syntax.Compare:
		return r.enabledBy(leasts(nil, f))
	case syntax.And:
		var list [][]int
		var low []petri.Arc
		for _, g := range f.Args {
			list = append(list, r.wants(g)...)
			low = leasts(low, g)
		}
		list = append(list, r.enabledBy(low)...)
		return list[:min(len(list), mostSets)]
	case syntax.Or, syntax.EU, syntax.AU: // one of the operands of a path operator holds at once
		list := [][]int{nil}
		for _, g := range f.Args {
			list = joined(list, r.wants(g))
		}
		return list
	case syntax.EG, syntax.AG:
		return r.wants(f.Args[0])
	case syntax.EX:
		return [][]int{r.all}
	case syntax.Not:
		if f.Args[0].Op == syntax.Deadlock {
			return [][]int{r.all}
		}
	}
	return nil
}

// joined returns unions of a set of the first list and one of the second.
func joined(a, b [][]int) (list [][]int) {
	for _, x := range a {
		for _, y := range b {
			if len(list) < mostSets && len(x)+len(y) <= mostJoined {
				list = append(list, append(slices.Clone(x), y...))
			}
		}
	}
	return list
}

// leasts appends the least number of tokens that f asks of a place, if f is a comparison that does so.
func leasts(low []petri.Arc, f *syntax.Formula) []petri.Arc {
	if f.Op != syntax.Compare || len(f.Terms) != 1 || f.Terms[0].Weight != 1 {
		return low
	}
	switch least := f.Const; f.Rel {
	case syntax.GreaterEqual, syntax.Equal:
		return append(low, petri.Arc{Place: f.Terms[0].Place.Index, Weight: least})
	case syntax.Greater:
		return append(low, petri.Arc{Place: f.Terms[0].Place.Index, Weight: max(least, least+1)})
	}
	return low
}

// enabledBy returns sets of one transition each that is enabled if places hold so many tokens, and takes some of these.
func (r *rewriter) enabledBy(low []petri.Arc) (list [][]int) {
	for _, a := range low {
		for _, t := range r.takes[a.Place] {
			enough := !slices.ContainsFunc(r.net.Transitions[t].Pre, func(b petri.Arc) bool {
				return !slices.ContainsFunc(low,
					func(a petri.Arc) bool { return a.Place == b.Place && a.Weight >= b.Weight })
			})
			if enough && len(list) < mostSets {
				list = append(list, []int{t})
			}
		}
	}
	return list
}
