package net

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Coloured nets become place/transition nets: a place for each colour of a place that may be there, and a transition
// for each binding that may be enabled, a choice of colours of its variables that satisfies the guard.

const (
	maxTried = 1 << 24 // bindings that are tried, all transitions together, also of some of the variables only
	maxArcs  = 1 << 24 // of the unfolding
)

// A spot is a colour in a place.
type spot struct {
	place  int
	colour int64
}

func (a spot) compare(b spot) int { return cmp.Or(a.place-b.place, cmp.Compare(a.colour, b.colour)) }

// An inscription is the term of an arc.
type inscription struct {
	place int
	term  term
}

// A rule is a coloured transition.
type rule struct {
	element   *Element
	variables map[int]*variable
	in, out   []inscription
	tests     []test
	done      bool // nothing new can come of it
}

// A test is what has to hold of a binding: a part of the guard, or that colours which an arc takes may be there.
type test struct {
	holds condition
	used  map[int]*variable
}

// An unfolder makes the unfolding.
type unfolder struct {
	*declarations
	rules    []*rule
	possible map[spot]bool // may have tokens
	tried    int
}

// unfold makes n the unfolding. Names of a place or transition stand for all its colours or bindings.
func (d *document) unfold(n *Net) {
	u := &unfolder{declarations: readDeclarations(d.declarations), possible: map[spot]bool{}}
	var sorts []*sort
	initial := map[spot]int64{}
	for p, e := range d.places {
		e.labels("type", "hlinitialMarking")
		if e.Child("type") == nil {
			e.Fail("expected <type>")
		}
		of := u.sort(e.Child("type").Only("structure").Only(""))
		if sorts = append(sorts, of); e.Child("hlinitialMarking") == nil {
			continue
		}
		s := &scope{u.declarations, map[int]*variable{}}
		t := s.term(e.Child("hlinitialMarking").Only("structure").Only(""), of)
		if len(s.used) > 0 {
			e.Fail("found a variable in the initial marking")
		}
		for c, k := range t(nil) {
			initial[spot{p, c}] = k
			u.possible[spot{p, c}] = true
		}
	}
	for _, e := range d.transitions {
		r := &rule{element: e, variables: map[int]*variable{}}
		e.labels("condition")
		if guard := e.Child("condition"); guard != nil {
			s := r.scope(u)
			for _, part := range conjuncts(guard.Only("structure").Only(""), "and") {
				s.used = map[int]*variable{}
				r.test(s.condition(part), s)
			}
		}
		u.rules = append(u.rules, r)
	}
	for _, e := range d.arcs {
		u.inscription(d, e, sorts)
	}
	u.findPossible()
	u.net(d, n, sorts, initial)
}

// conjuncts returns the operands of an operator, or the term itself if it is another one.
func conjuncts(e *Element, operator string) []*Element {
	if e.Name == operator {
		return e.subterms(1, many)
	}
	return []*Element{e}
}

func (r *rule) scope(u *unfolder) *scope { return &scope{u.declarations, map[int]*variable{}} }

// test adds a test with the variables of a scope.
func (r *rule) test(holds condition, s *scope) {
	r.tests = append(r.tests, test{holds, s.used})
	maps.Copy(r.variables, s.used)
}

// inscription reads an arc.
func (u *unfolder) inscription(d *document, e *Element, sorts []*sort) {
	e.labels("hlinscription", "type")
	if e.Child("hlinscription") == nil || e.arcType() != "normal" {
		e.Fail("expected a normal arc with <hlinscription>")
	}
	p, t, output := d.ends(e)
	r := u.rules[t]
	s := r.scope(u)
	whole := e.Child("hlinscription").Only("structure").Only("")
	arc := inscription{p, s.term(whole, sorts[p])}
	maps.Copy(r.variables, s.used)
	if output {
		r.out = append(r.out, arc)
		return
	}
	r.in = append(r.in, arc)
	for _, part := range conjuncts(whole, "add") {
		s := r.scope(u)
		t := s.term(part, sorts[p])
		r.test(func(values []int64) bool {
			b := t(values)
			for c := range b {
				if !u.possible[spot{p, c}] {
					return false
				}
			}
			return b != nil
		}, s)
	}
}

// findPossible finds the spots that may have tokens: those that have some at first, and those on which bindings put
// some that take from such spots only. A binding that takes from others is never enabled.
func (u *unfolder) findPossible() {
	for again := true; again; {
		again = false
		for _, r := range u.rules {
			if r.done {
				continue
			}
			r.done = true
			u.bindings(r, func(values []int64) {
				for _, arc := range r.out {
					for c := range arc.term(values) {
						if s := (spot{arc.place, c}); !u.possible[s] {
							u.possible[s] = true
							again = true
							u.wake(arc.place)
						}
					}
				}
			})
		}
	}
}

// wake notes that there are new colours in a place.
func (u *unfolder) wake(place int) {
	for _, r := range u.rules {
		r.done = r.done && !slices.ContainsFunc(r.in, func(a inscription) bool { return a.place == place })
	}
}

// bindings calls visit for each binding of r that satisfies the tests and in which no difference is negative.
func (u *unfolder) bindings(r *rule, visit func(values []int64)) {
	order, stages := r.plan()
	values := make([]int64, len(u.variables))
	var try func(bound int)
	try = func(bound int) {
		if u.tried++; u.tried > maxTried {
			r.element.Fail("%w: more than %d bindings to try", ErrLimit, maxTried)
		}
		if slices.ContainsFunc(stages[bound], func(t test) bool { return !t.holds(values) }) {
			return
		}
		if bound < len(order) {
			v := order[bound]
			for values[v.index] = 0; values[v.index] < v.sort.size; values[v.index]++ {
				try(bound + 1)
			}
			return
		}
		if !slices.ContainsFunc(r.out, func(a inscription) bool { return a.term(values) == nil }) {
			visit(values)
		}
	}
	try(0)
}

// plan returns the sequence in which variables are bound, those of the test first that needs the fewest more, and the
// tests that can be asked when so many are bound.
func (r *rule) plan() (order []*variable, stages [][]test) {
	bound := map[int]*variable{}
	missing := func(used map[int]*variable) (list []*variable) {
		for _, i := range slices.Sorted(maps.Keys(used)) {
			if bound[i] == nil {
				list = append(list, used[i])
			}
		}
		return list
	}
	stages = make([][]test, len(r.variables)+1)
	tests := append(slices.Clone(r.tests), test{func([]int64) bool { return true }, r.variables})
	for len(tests) > 0 {
		next := 0
		for i, t := range tests {
			if len(missing(t.used)) < len(missing(tests[next].used)) {
				next = i
			}
		}
		for _, v := range missing(tests[next].used) {
			bound[v.index], order = v, append(order, v)
		}
		stages[len(order)] = append(stages[len(order)], tests[next])
		tests = slices.Delete(tests, next, next+1)
	}
	return order, stages
}

// net makes n the net of the possible spots and their bindings.
func (u *unfolder) net(d *document, n *Net, sorts []*sort, initial map[spot]int64) {
	taken := map[string]bool{}
	index := map[spot]int{}
	for _, s := range slices.SortedFunc(maps.Keys(u.possible), spot.compare) {
		id, of := d.places[s.place].Attr("id"), sorts[s.place]
		index[s] = len(n.Places)
		n.PlaceNamed[id] = append(n.PlaceNamed[id], index[s])
		word := ""
		if of.kind != "dot" {
			word = of.word(s.colour)
		}
		n.Places = append(n.Places, unique(id, word, taken))
		n.Initial = append(n.Initial, initial[s])
	}
	arcs := 0
	for _, r := range u.rules {
		id := r.element.Attr("id")
		u.bindings(r, func(values []int64) {
			word := ""
			for _, i := range slices.Sorted(maps.Keys(r.variables)) {
				word += r.variables[i].sort.word(values[i])
			}
			t := Transition{Name: unique(id, word, taken)}
			list := func(inscriptions []inscription) (list []Arc) {
				for _, a := range inscriptions {
					for c, k := range a.term(values) {
						list = append(list, Arc{index[spot{a.place, c}], k})
					}
				}
				return list
			}
			t.Pre, t.Post = list(r.in), list(r.out)
			if arcs += len(t.Pre) + len(t.Post); arcs > maxArcs {
				r.element.Fail("%w: more than %d arcs of bindings", ErrLimit, maxArcs)
			}
			n.TransitionNamed[id] = append(n.TransitionNamed[id], len(n.Transitions))
			n.Transitions = append(n.Transitions, t)
		})
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
