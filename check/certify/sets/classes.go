package sets

import (
	"slices"

	"brim/internal/scc"
	"brim/mdd"
)

// Classes of the states of a product in which no run goes on for ever without postponing something for ever.
//
// The sets of formulas are taken by strongly connected components, those first from which no other one is reached. In
// each of them, the states are removed in turns, and each turn is a class:
//
//   - those all of whose successors are removed: no step stays within the class;
//   - those from which all steps to states that are left, now and later, postpone the same f U g.
//
// If states remain, they have steps within a strongly connected component of states that do not all postpone the same f
// U g: so there is a run. Otherwise such a component at the bottom is removed in the second way; if there is none, the
// first way removes some.

// classify gives all states classes. False says that some run satisfies the formula.
func (x *product) classify() bool {
	graph := scc.New(len(x.vertices), func(v int, yield func(w int)) {
		for _, s := range x.vertices[v].steps {
			if !s.where.IsEmpty() {
				yield(s.to.number)
			}
		}
	})
	components := scc.Find(graph, nil)
	for i := range components.Len() {
		var list []*vertex
		for _, v := range components.Members(i) {
			list = append(list, x.vertices[v])
		}
		var inner []*step
		for _, v := range list {
			for _, s := range v.steps {
				if !s.where.IsEmpty() && components.Of[s.to.number] == uint32(i) {
					inner = append(inner, s)
				}
			}
		}
		if !x.remove(list, inner) {
			return false
		}
	}
	return true
}

// remove gives the states of a component classes. False says that not all of them can have one.
func (x *product) remove(list []*vertex, inner []*step) bool {
	var postponed goals
	for _, s := range inner {
		postponed = append(postponed, s.postponed...)
	}
	postponed = postponed.unique()
	for some := true; some; {
		some = false
		for _, u := range postponed {
			some = x.assign(u, list, x.waiting(u, list, inner)) || some
		}
		for x.assign(nil, list, x.ended(list, inner)) {
			some = true
		}
	}
	return !slices.ContainsFunc(list, func(v *vertex) bool { return !v.left.IsEmpty() })
}

// assign gives the markings of each vertex the next class, within which steps postpone u if it is not nil. False says
// that there are none.
func (x *product) assign(u *goal, list []*vertex, sets []mdd.Set) (some bool) {
	for i, v := range list {
		if !sets[i].IsEmpty() {
			v.layers = append(v.layers, layer{sets[i], len(x.labels)})
			v.left = v.left.Minus(sets[i])
			some = true
		}
	}
	switch {
	case some && u != nil:
		x.labels = append(x.labels, u.text)
	case some:
		x.labels = append(x.labels, "")
	}
	return some
}

// before returns the markings that are left at the start of a step from which it leads to a set, or may lead.
func (x *product) before(s *step, to mdd.Set) mdd.Set {
	from := s.where.Intersect(s.from.left)
	switch {
	case x.e.space.wide && to.IsEmpty():
		return to
	case x.e.space.wide:
		return from
	}
	return x.model().All.PreImageWithin(to, from).Union(x.kept(from.Intersect(to)))
}

// ended returns for each vertex the markings all of whose steps lead to states with classes.
func (x *product) ended(list []*vertex, inner []*step) []mdd.Set {
	at, sets := make(map[*vertex]int, len(list)), make([]mdd.Set, len(list))
	for i, v := range list {
		at[v], sets[i] = i, v.left
	}
	for _, s := range inner {
		i := at[s.from]
		sets[i] = sets[i].Minus(x.before(s, s.to.left))
	}
	return sets
}

// waiting returns for each vertex the markings from which no path through states that are left takes a step that does
// not postpone u.
func (x *product) waiting(u *goal, list []*vertex, inner []*step) []mdd.Set {
	at, sets := make(map[*vertex]int, len(list)), make([]mdd.Set, len(list))
	fresh := make([]mdd.Set, len(list))
	for i, v := range list {
		at[v], sets[i], fresh[i] = i, v.left, x.empty()
	}
	for _, s := range inner {
		if !s.postponed.has(u.key) {
			i := at[s.from]
			fresh[i] = fresh[i].Union(x.before(s, s.to.left))
		}
	}
	back := x.model().Moves.Inverse()
	for i, some := 0, true; some; i = (i + 1) % len(list) {
		if i == 0 {
			some = false
			for k := range fresh {
				some = some || !fresh[k].IsEmpty()
			}
		}
		if fresh[i].IsEmpty() {
			continue
		}
		loop := x.empty()
		for _, s := range inner {
			if s.from == list[i] && s.to == list[i] {
				loop = loop.Union(s.where)
			}
		}
		bad := fresh[i].Union(loop).Intersect(sets[i])
		if !x.e.space.wide {
			bad = back.SaturateWithin(fresh[i], loop.Intersect(sets[i])).Intersect(sets[i])
		}
		sets[i], fresh[i] = sets[i].Minus(bad), x.empty()
		for _, s := range inner {
			if k := at[s.from]; s.to == list[i] && k != i {
				fresh[k] = fresh[k].Union(x.before(s, bad).Intersect(sets[k]))
			}
		}
	}
	return sets
}
