package runs

import (
	"slices"

	"brim/mdd"
)

// Accepted cycles of a product, by fixed points over vectors of sets, and runs that end in a dead marking.

// A tread is a way to walk in a component of a product, forward or back, or where dead markings repeat themselves.
type tread interface {
	// marked returns the part of v to which a step inside v along an arc with the mark leads; without marks, along any.
	marked(v Vector, mark int) Vector
	// comes returns the part of v to which a way inside v leads from a goal, which belongs to it, the goal included.
	comes(goal, v Vector) Vector
}

// cycles returns a part of v on a component, empty exactly if no path that stays inside v and in the component for ever
// sees each mark infinitely often: the greatest part to which, for each mark, a way inside the part leads from an arc
// with the mark. [EL86] It has such paths, and what they lead to.
//
// That is the fixed point of Emerson and Lei turned round: saturation is better at sets of what comes after. On the
// contest's questions it takes four fifths of the work of the one with what comes before.
//
// Only steps that can be made infinitely often count, so not all that such paths lead to is in it. Where one is seen
// near, that ends the search, and a larger part is returned.
func (x *Product) cycles(component int, v Vector) Vector {
	events := make([]bool, x.Next.Len())
	for e := range events {
		events[e] = true
	}
	y := *x // whose steps become fewer
	for attempt := 1; ; attempt *= 4 {
		switch {
		case v.isEmpty() || attempt > 1 && x.recur != nil && !x.recur(events, v.union()):
			return x.none()
		case x.Near != nil && x.Near(v):
			return v
		}
		if slices.Contains(events, false) {
			y.Next = x.Next.Only(func(e int) bool { return events[e] })
			y.Moves = y.Next
		}
		most := attempt
		if x.recur == nil && x.Near == nil {
			most = -1
		}
		var stable bool
		if v, stable = x.narrow(v, forth{&y, component}, most); stable {
			return v
		}
	}
}

// union returns the markings of all sets together.
func (v Vector) union() mdd.Set {
	all := v[0]
	for _, s := range v[1:] {
		all = all.Union(s)
	}
	return all
}

// narrow shrinks v to what cycles returns, or stops after the given rounds with a larger vector. Negative rounds are no
// limit.
func (x *Product) narrow(v Vector, t tread, rounds int) (w Vector, stable bool) {
	marks := max(1, x.Auto.Marks)
	for unchanged, m := 0, 0; unchanged < marks; m = (m + 1) % marks {
		if m == 0 {
			if rounds == 0 {
				return v, false
			}
			rounds--
		}
		w := t.marked(v, m)
		if x.Auto.Marks > 0 {
			w = t.comes(w, v)
		}
		unchanged++
		if !slices.EqualFunc(v, w, mdd.Set.Equal) {
			v, unchanged = w, 0
		}
		if v.isEmpty() {
			break
		}
	}
	return v, true
}

// has reports whether an arc inside the component of q has the mark, or there are no marks.
func (x *Product) has(q int, a passage, mark int) bool {
	return x.inside(q, a) && (x.Auto.Marks == 0 || a.marks>>mark&1 != 0)
}

// forth is the tread along steps.
type forth struct {
	*Product
	component int
}

func (t forth) marked(v Vector, mark int) Vector {
	w := t.none()
	for _, q := range t.components[t.component].States {
		for _, a := range t.arcs[q] {
			if t.has(q, a, mark) {
				w[a.to] = w[a.to].Union(t.step(v[q], a, v[a.to]))
			}
		}
	}
	return w
}

// comes returns what can be reached from goal by steps inside v and inside the component.
func (t forth) comes(goal, v Vector) Vector {
	w := slices.Clone(goal)
	_, _ = t.spread(t.component, w, v) // all guards are known
	return w
}

// against returns the tread against steps, which have an Inverse.
func (x *Product) against(component int) backward {
	return backward{x, component, x.Next.PreImageWithin, x.Next.Inverse().SaturateWithin}
}

// backward is the tread against steps.
type backward struct {
	*Product
	component int
	before    func(goal, part mdd.Set) mdd.Set   // the part of a set from which a step leads to a goal
	closure   func(goal, inside mdd.Set) mdd.Set // what comes to a goal by steps inside a set, and the goal
}

// standing returns the tread against the steps that dead markings make to themselves.
func (x *Product) standing(component int) backward {
	before := func(goal, part mdd.Set) mdd.Set { return goal.Intersect(part) }
	return backward{x, component, before, func(goal, _ mdd.Set) mdd.Set { return goal }}
}

func (t backward) marked(v Vector, mark int) Vector {
	w := t.none()
	for _, q := range t.components[t.component].States {
		for _, a := range t.arcs[q] {
			if t.has(q, a, mark) {
				w[q] = w[q].Union(t.before(v[a.to], v[q].Intersect(a.where)))
			}
		}
	}
	return w
}

// comes returns what can come to goal by steps inside v and inside the component. It is a backward fixed point over the
// states of the automaton: the set of each state is closed under the steps that keep the state, and then extended to
// the states from which an arc leads to it, until nothing changes.
func (t backward) comes(goal, v Vector) Vector {
	w := slices.Clone(goal)
	states := t.components[t.component].States
	dirty := map[int]bool{}
	for _, q := range states {
		dirty[q] = !w[q].IsEmpty()
	}
	for again := true; again; {
		again = false
		for _, q := range slices.Backward(states) {
			if !dirty[q] {
				continue
			}
			dirty[q] = false
			w[q] = t.closure(w[q], v[q].Intersect(t.stays[q]))
			for _, p := range states {
				for _, a := range t.arcs[p] {
					if a.to != q || p == q {
						continue
					}
					if larger := w[p].Union(t.before(w[q], v[p].Intersect(a.where))); !larger.Equal(w[p]) {
						w[p], dirty[p], again = larger, true, true
					}
				}
			}
		}
	}
	return w
}

// deadEnds returns the part of r from which the automaton accepts a run that ends in its marking: that repeats it.
func (x *Product) deadEnds(r Vector) (Vector, error) {
	none := x.none()
	if !x.Ends || x.Dead.IsEmpty() {
		return none, nil
	}
	y := &Product{Next: x.Next, Moves: x.Moves, Init: x.Init, All: r.union().Intersect(x.Dead), Guard: x.Guard}
	if y.All.IsEmpty() {
		return none, nil
	}
	y.Read(x.Auto)
	for q := range y.Auto.States {
		if err := y.prepare(q, y.All); err != nil {
			return none, err
		}
	}
	found, everywhere := y.none(), y.everywhere()
	for i, c := range slices.Backward(y.components) {
		if c.Accepting {
			v, _ := y.narrow(y.only(i, everywhere), y.standing(i), -1)
			for _, q := range c.States {
				found[q] = v[q]
			}
		}
		for _, q := range c.States {
			for _, a := range y.arcs[q] {
				if !y.inside(q, a) {
					found[q] = found[q].Union(found[a.to].Intersect(a.where))
				}
			}
		}
		found = y.standing(i).comes(found, everywhere)
	}
	for q := range found {
		found[q] = found[q].Intersect(r[q])
	}
	return found, nil
}

// only returns what v has of a component.
func (x *Product) only(component int, v Vector) Vector {
	w := x.none()
	for _, q := range x.components[component].States {
		w[q] = v[q]
	}
	return w
}
