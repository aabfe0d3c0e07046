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
	in, out []inscription
	tests   []test
	order   []int        // the variables, as they are bound
	done    bool         // nothing new can come of it
	fired   []Transition // its bindings, named by the colours
}

// An inscription is the term of an arc.
type inscription struct {
	place int
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
	binding // that is tried
	places  []*sort
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
		u.places = append(u.places, u.sort(e.structure("type")))
		if e.Child("hlinitialMarking") != nil {
			u.initial(n, inscription{p, e.structure("hlinitialMarking")})
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
		if e.understood("hlinscription", "type"); e.arcType() != "normal" {
			e.Fail("expected a normal arc")
		}
		p, t, output := d.ends(e)
		r, term := u.rules[t], e.structure("hlinscription")
		if output {
			r.out = append(r.out, inscription{p, term})
		} else {
			r.in = append(r.in, inscription{p, term})
		}
		for _, part := range conjuncts(term, "add") {
			u.test(r, part, func() bool { return u.possible(inscription{p, part}, output) })
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
	u.net(d, n)
}

// conjuncts returns the operands of an operator, or the term itself if it is another one.
func conjuncts(e *Element, operator string) []*Element {
	if e.Name == operator {
		return e.subterms(0)
	}
	return []*Element{e}
}

// initial notes the tokens of a place in the initial marking.
func (u *unfolder) initial(n *Net, a inscription) {
	if len(u.variablesIn(a.term, nil)) > 0 || !u.possible(a, true) {
		a.term.Fail("found a variable or a negative difference in the initial marking")
	}
	tokens := bag{}
	u.put(tokens, a)
	for _, a := range tokens.arcs() {
		n.Initial = append(n.Initial, a.Weight)
	}
}

// put adds the tokens of an inscription to a multiset of spots.
func (u *unfolder) put(b bag, a inscription) {
	colours := u.term(a.term, u.places[a.place])
	for _, c := range slices.Sorted(maps.Keys(colours)) {
		b.give(a.term, u.spot(spot{a.place, c}), colours[c], 1)
	}
}

// spot returns the place of the unfolding for a colour in a place. If it is new, bindings that take from the place have
// to be tried again.
func (u *unfolder) spot(s spot) int {
	if _, known := u.index[s]; !known {
		u.index[s] = len(u.spots)
		u.spots = append(u.spots, s)
		for _, r := range u.rules {
			r.done = r.done && !slices.ContainsFunc(r.in, func(a inscription) bool { return a.place == s.place })
		}
	}
	return u.index[s]
}

// possible reports whether the tokens of an inscription may be there, if it is not that of an output, and no difference
// in it is negative.
func (u *unfolder) possible(a inscription, output bool) bool {
	u.negative = false
	for c := range u.term(a.term, u.places[a.place]) {
		if _, known := u.index[spot{a.place, c}]; !known && !output {
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

// bind tries the colours of the variables of r behind the first ones, which are bound, and fires it for those that
// satisfy the tests.
func (u *unfolder) bind(r *rule, bound int) {
	if slices.ContainsFunc(r.tests, func(t test) bool { return t.bound == bound && !t.holds() }) {
		return
	}
	if bound == len(r.order) {
		u.fire(r)
		return
	}
	v := r.order[bound]
	for c := range u.variables[v].size {
		u.values[v] = c
		u.bind(r, bound+1)
	}
}

// fire adds a transition for the binding that is tried.
func (u *unfolder) fire(r *rule) {
	pre, post := bag{}, bag{}
	for _, a := range r.in {
		u.put(pre, a)
	}
	for _, a := range r.out {
		u.put(post, a)
	}
	t := Transition{Pre: pre.arcs(), Post: post.arcs()}
	for _, v := range slices.Sorted(slices.Values(r.order)) {
		t.Name += u.variables[v].word(u.values[v])
	}
	r.fired = append(r.fired, t)
}

// net makes n the net of the spots and bindings.
func (u *unfolder) net(d *document, n *Net) {
	taken := map[string]bool{}
	for p, s := range u.spots {
		id, of, word := d.parts["place"][s.place].Attr("id"), u.places[s.place], ""
		if of.kind != "dot" {
			word = of.word(s.colour)
		}
		n.Places, n.PlaceNamed[id] = append(n.Places, unique(id, word, taken)), append(n.PlaceNamed[id], p)
	}
	n.Initial = append(n.Initial, make([]int64, len(n.Places)-len(n.Initial))...)
	for _, r := range u.rules {
		id := r.element.Attr("id")
		for _, t := range r.fired {
			t.Name = unique(id, t.Name, taken)
			n.TransitionNamed[id] = append(n.TransitionNamed[id], len(n.Transitions))
			n.Transitions = append(n.Transitions, t)
		}
	}
}

// unique returns a name that begins with an id, with a number behind it if it is taken, and takes it.
func unique(id, word string, taken map[string]bool) string {
	name := identifier(id) + word
	if name == "" || strings.IndexByte("0123456789.-", name[0]) >= 0 {
		name = "_" + name
	}
	free := name
	for i := 2; taken[free]; i++ {
		free = fmt.Sprintf("%s__%d", name, i)
	}
	taken[free] = true
	return free
}
