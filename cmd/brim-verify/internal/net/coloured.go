package net

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Coloured nets become place/transition nets: a place for each colour of a place that may be there, and a transition
// for each binding that may be enabled, a choice of colours of its variables that satisfies the guard.

// A spot is a colour in a place.
type spot struct{ place, colour int }

// A rule is a coloured transition.
type rule struct {
	element *Element
	arcs    []inscription
	tests   []test
	order   []int        // the variables, as they are bound
	done    bool         // nothing new can come of it
	fired   []Transition // its bindings, named by the colours
}

// An inscription is the term of an arc, or of an initial marking, which is as that of an output.
type inscription struct {
	place int
	kind  string
	term  *Element
}

// A test is what has to hold of a binding: a part of the guard, or that an arc is possible.
type test struct {
	variables []int
	bound     int // when so many variables of the rule are bound, these are
	holds     func() bool
}

// An unfolder makes the unfolding.
type unfolder struct {
	binding        // that is tried
	sorts   []sort // by place
	rules   []*rule
	spots   []spot       // what may have tokens: the places of the unfolding
	index   map[spot]int // of spots
}

// unfold makes n the unfolding. Names of a place or transition stand for all its colours or bindings. Spots may have
// tokens if they have some at first, or if bindings put some there that take from such spots only. A binding that takes
// from others is never enabled.
func (d *document) unfold(n *Net) {
	u := &unfolder{index: map[spot]int{}}
	u.declarations = d.readDeclarations()
	u.values = make([]int, len(u.variables))
	for p, e := range d.parts["place"] {
		e.understood("type", "hlinitialMarking")
		u.sorts = append(u.sorts, u.sort(e.structure("type")))
		if label := e.Child("hlinitialMarking"); label != nil {
			a := inscription{p, output, e.structure("hlinitialMarking")}
			if len(u.variablesIn(a.term, nil)) > 0 || !u.possible(a) {
				e.Fail("found a variable or a negative difference in the initial marking")
			}
			for _, tokens := range u.arcs(a) {
				n.Initial = append(n.Initial, tokens.Post)
			}
		}
	}
	for _, e := range d.parts["transition"] {
		e.understood("condition")
		r := &rule{element: e}
		if u.rules = append(u.rules, r); e.Child("condition") != nil {
			for _, part := range conjuncts(e.structure("condition"), "and") {
				u.test(r, part, func() bool { return u.condition(part) })
			}
		}
	}
	for _, e := range d.parts["arc"] {
		e.understood("hlinscription", "type")
		p, t, kind := d.ends(e)
		r, term := u.rules[t], e.structure("hlinscription")
		r.arcs = append(r.arcs, inscription{p, kind, term})
		for _, part := range conjuncts(term, "add") {
			u.test(r, part, func() bool { return u.possible(inscription{p, kind, part}) })
		}
	}
	for _, r := range u.rules {
		r.plan()
	}
	for count := -1; count < len(u.spots); {
		count = len(u.spots)
		for _, r := range u.rules {
			if !r.done {
				r.done, r.fired = true, nil
				u.bind(r, 0)
			}
		}
	}
	for p, s := range u.spots {
		name := colour(n.PlaceNamed, d.parts["place"][s.place], fmt.Sprint(s.colour), p)
		n.Places = append(n.Places, name)
	}
	n.Initial = append(n.Initial, make([]int64, len(u.spots)-len(n.Initial))...)
	for _, r := range u.rules {
		for _, t := range r.fired {
			t.Name = colour(n.TransitionNamed, r.element, t.Name, len(n.Transitions))
			n.Transitions = append(n.Transitions, t)
		}
	}
}

// colour names what a coloured place or transition stands for: by its id, a slash, and numbers of colours.
func colour(named map[string][]int, e *Element, word string, index int) string {
	id := e.Attr("id")
	name := id + "/" + word
	if strings.Contains(id, "/") {
		e.Fail("found a slash in the id of a coloured net")
	}
	named[id], named[name] = append(named[id], index), []int{index}
	return name
}

// conjuncts returns the operands of an operator, or the term itself if it is another one.
func conjuncts(e *Element, operator string) []*Element {
	if e.Name() == operator {
		return e.subterms(0)
	}
	return []*Element{e}
}

// colours returns the tokens of an inscription.
func (u *unfolder) colours(a inscription) bag {
	u.negative = false
	colours, of := u.term(a.term)
	if of != u.sorts[a.place] {
		a.term.Fail("found another sort than that of the place")
	}
	return colours
}

// arcs returns the arcs of an inscription. Where it puts tokens on new spots, bindings that take from the place, or are
// inhibited by it, have to be tried again.
func (u *unfolder) arcs(a inscription) (list []Arc) {
	tokens := u.colours(a)
	for _, c := range slices.Sorted(maps.Keys(tokens)) {
		s := spot{a.place, c}
		if _, known := u.index[s]; !known && a.kind == inhibitor {
			continue // it has no tokens yet
		} else if !known {
			u.index[s] = len(u.spots)
			u.spots = append(u.spots, s)
			for _, r := range u.rules {
				again := func(b inscription) bool { return a.place == b.place && b.kind != output }
				r.done = r.done && !slices.ContainsFunc(r.arcs, again)
			}
		}
		list = append(list, newArc(a.kind, u.index[s], tokens[c]))
	}
	return list
}

// possible reports whether the tokens of an input may be there, and no difference in an inscription is negative.
func (u *unfolder) possible(a inscription) bool {
	for c := range u.colours(a) {
		if _, known := u.index[spot{a.place, c}]; !known && a.kind == input {
			return false
		}
	}
	return !u.negative
}

// test adds a test about what e has to satisfy.
func (u *unfolder) test(r *rule, e *Element, holds func() bool) {
	r.tests = append(r.tests, test{u.variablesIn(e, nil), 0, holds})
}

// plan chooses in which sequence the variables of r are bound: those of the test first that needs the fewest more.
func (r *rule) plan() {
	missing := func(t test) (list []int) {
		return slices.DeleteFunc(slices.Clone(t.variables), func(v int) bool { return slices.Contains(r.order, v) })
	}
	for left := r.tests; len(left) > 0; left = left[1:] {
		slices.SortStableFunc(left, func(a, b test) int { return len(missing(a)) - len(missing(b)) })
		r.order = append(r.order, missing(left[0])...)
		left[0].bound = len(r.order)
	}
}

// bind tries the colours of the variables of r behind the first ones, which are bound, and adds a transition for each
// choice that satisfies the tests. It is named by the colours, in the sequence in which variables are declared.
func (u *unfolder) bind(r *rule, bound int) {
	if slices.ContainsFunc(r.tests, func(t test) bool { return t.bound == bound && !t.holds() }) {
		return
	}
	if bound < len(r.order) {
		v := r.order[bound]
		for c := range u.variables[v].size {
			u.values[v] = c
			u.bind(r, bound+1)
		}
		return
	}
	t, name := Transition{}, []string(nil)
	for _, a := range r.arcs {
		t.Arcs = append(t.Arcs, u.arcs(a)...)
	}
	t.merge(r.element)
	for _, v := range slices.Sorted(slices.Values(r.order)) {
		name = append(name, fmt.Sprint(u.values[v]))
	}
	t.Name = strings.Join(name, ",")
	r.fired = append(r.fired, t)
}
