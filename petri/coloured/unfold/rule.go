package unfold

import (
	"slices"

	"brim/petri/coloured"
)

// A rule is a transition made ready for the search of its bindings.
type rule struct {
	*coloured.Transition
	number    int
	arcs      []coloured.Arc // see arcsOf
	inArcs    []int          // variables of arcs, ascending
	conjuncts []*condition
	atoms     []atom
	exact     bool   // atoms and ground say all that is taken
	ground    []need // what every binding takes; before it may be there, the transition sleeps
	awake     bool
	dead      bool   // no binding has a meaning
	hungry    int    // how many places of atoms have nothing that is joined
	plans     []plan // by the atom that a search starts with
	whole     plan   // of a search that starts with none
	merge     bool   // bindings with the same effect count once, and there may be several

	found           int        // how many bindings
	bindings        []int64    // one behind the other
	pending         []int64    // those that wait for a colour that no atom asks for
	inputs, outputs int        // arcs of the bindings
	effects         dictionary // of the bindings, by a number made of it; empty unless several may be equal
	effect          []int64    // the last one
}

// A need is a colour that has to be in a place.
type need struct {
	place  int
	colour int64
}

// arcsOf returns the arcs of a transition: those in, those out, inhibitor arcs.
func arcsOf(t *coloured.Transition) []coloured.Arc { return slices.Concat(t.Pre, t.Post, t.Inhibit) }

// outside reports whether a variable is in the guard only.
func (r *rule) outside(v int) bool {
	_, ok := slices.BinarySearch(r.inArcs, v)
	return !ok
}

// newRule makes a transition ready. All transitions share a guardian and a planner.
func (f *inference) newRule(number int, g *guardian, p *planner) *rule {
	t := &f.net.Transitions[number]
	r := &rule{Transition: t, number: number, arcs: arcsOf(t), exact: true}
	r.merge = f.options.Merge && (f.options.coarse != nil || !decides(t))
	r.conjuncts = flat(nil, g.condition(t.Guard, true))
	for _, a := range r.arcs {
		r.inArcs = appendVariables(r.inArcs, a.Term)
	}
	for _, a := range t.Pre {
		f.takes(r, a.Place, a.Term)
	}
	var places []int
	for _, a := range r.atoms {
		if !slices.Contains(places, a.place) {
			places = append(places, a.place)
		}
	}
	r.hungry = len(places)
	p.rule = r
	for a := range r.atoms {
		r.plans = append(r.plans, p.plan(a))
	}
	r.whole = p.plan(unbound)
	return r
}

// mostAtoms is how many atoms of a transition take part in the search; the others are asked at its end.
const mostAtoms = 32

// takes notes what an input term asks for, summand by summand.
func (f *inference) takes(r *rule, place int, t *coloured.Term) {
	switch {
	case isGround(t):
		for _, a := range f.multiset(nil, t) {
			r.ground = append(r.ground, need{place, a.colour})
		}
		r.dead = f.isNegative() || r.dead
		return
	case t.Op == coloured.Sum:
		for _, a := range t.Args {
			f.takes(r, place, a)
		}
		return
	}
	list, exact := atoms(f.net, nil, place, t)
	r.exact = r.exact && exact
	for _, a := range list {
		switch {
		case slices.ContainsFunc(r.atoms,
			func(b atom) bool { return b.place == a.place && slices.Equal(a.parts, b.parts) }):
		case len(r.atoms) < mostAtoms:
			r.atoms = append(r.atoms, a)
		default:
			r.exact = false
		}
	}
}

// flat appends the conjuncts of a condition.
func flat(list []*condition, c *condition) []*condition {
	if c.test != coloured.And {
		return append(list, c)
	}
	for _, a := range c.args {
		list = flat(list, a)
	}
	return list
}

// decides reports whether the effect of a transition decides its binding, as far as its arcs tell at once: each
// variable is in an arc of one colour, a tuple of variables.
func decides(t *coloured.Transition) bool {
	left := slices.Clone(t.Variables)
	var drop func(x *coloured.Term) bool
	drop = func(x *coloured.Term) bool {
		switch x.Op {
		case coloured.Bound:
			left = slices.DeleteFunc(left, func(v int) bool { return v == int(x.Value) })
			return true
		case coloured.Colour:
			return true
		case coloured.Successor, coloured.Predecessor, coloured.Tuple, coloured.Times, coloured.Sum:
			if x.Op == coloured.Sum && len(x.Args) != 1 || x.Op == coloured.Times && x.Value == 0 {
				return false
			}
			for _, a := range x.Args {
				if !drop(a) {
					return false
				}
			}
			return true
		}
		return false
	}
	for _, a := range arcsOf(t) {
		before := slices.Clone(left)
		if !drop(a.Term) {
			left = before
		}
	}
	return len(left) == 0
}
