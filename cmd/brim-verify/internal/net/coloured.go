package net

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Coloured nets become place/transition nets: a place for each colour of a place that may be there, and a transition for
// each binding that may be enabled, a choice of colours of its variables that satisfies the guard.

const (
	maxTried = 1 << 26 // bindings that are tried, all transitions together, also of some of the variables only
	maxArcs  = 1 << 24 // of the unfolding
)

// A spot is a colour in a place.
type spot struct {
	place  int
	colour int64
}

func (a spot) compare(b spot) int { return cmp.Or(a.place-b.place, cmp.Compare(a.colour, b.colour)) }

// tokens are a number of tokens on a spot.
type tokens struct {
	spot
	count int64
}

// An inscription is the term of an arc.
type inscription struct {
	place int
	term  term
}

// A rule is a coloured transition.
type rule struct {
	id        string
	element   *Element
	scope     *scope
	in, out   []inscription
	tests     []test
	variables []*variable // in the sequence of the declarations
	tried     bool        // since its input places got their last colours
}

// A test is what has to hold of a binding: a part of the guard, or that the colours that an arc takes may be there.
type test struct {
	condition condition
	used      map[int]*variable
	bound     int // it can be asked when so many variables are bound
}

// An unfolder makes the unfolding.
type unfolder struct {
	*document
	*declarations
	sorts        []*sort // by place
	initial      []tokens
	rules        []*rule
	possible     map[spot]bool // may have tokens
	tried        int
	wordsOfSorts map[*sort][]string
}

// colouredNet returns the unfolding. Names of a place or transition stand for all its colours or bindings; those of the
// unfolding, as Fork_3, are names, too.
func (d *document) colouredNet() (*Net, error) {
	declared, err := readDeclarations(d.declarations)
	if err != nil {
		return nil, err
	}
	u := &unfolder{document: d, declarations: declared, possible: map[spot]bool{}, wordsOfSorts: map[*sort][]string{}}
	if err := u.readPlaces(); err != nil {
		return nil, err
	}
	for _, e := range d.transitions {
		r := &rule{id: e.Attr("id"), element: e, scope: &scope{declarations: declared, used: map[int]*variable{}}}
		if err := r.guard(); err != nil {
			return nil, err
		}
		u.rules = append(u.rules, r)
	}
	for _, e := range d.arcs {
		if err := u.inscription(e); err != nil {
			return nil, err
		}
	}
	if err := u.findPossible(); err != nil {
		return nil, err
	}
	return u.net()
}

// readPlaces reads the places and what is on them at first.
func (u *unfolder) readPlaces() error {
	for p, e := range u.places {
		label, err := e.label("type", "hlinitialMarking")
		if err != nil || label == nil {
			return cmp.Or(err, e.Errorf("found a place without <type>"))
		}
		structure, err := label.structure()
		if err != nil {
			return err
		}
		of, err := u.sort(structure)
		if err != nil {
			return err
		}
		u.sorts = append(u.sorts, of)
		if label, err = e.label("hlinitialMarking", "type"); label == nil || err != nil {
			if err != nil {
				return err
			}
			continue
		}
		if structure, err = label.structure(); err != nil {
			return err
		}
		t, err := (&scope{declarations: u.declarations}).term(structure, of)
		if err != nil {
			return err
		}
		b, err := t(nil)
		if err != nil {
			return label.Errorf("%w", err)
		}
		u.initial = b.on(p, u.initial)
	}
	return nil
}

// on appends what is in b as tokens on a place, by colour.
func (b bag) on(place int, list []tokens) []tokens {
	start := len(list)
	for c, k := range b {
		if k > 0 {
			list = append(list, tokens{spot{place, c}, k})
		}
	}
	slices.SortFunc(list[start:], func(x, y tokens) int { return x.compare(y.spot) })
	return list
}

// inscription reads an arc.
func (u *unfolder) inscription(e *Element) error {
	label, err := e.label("hlinscription", "type", "arctype")
	if err != nil {
		return err
	}
	kind, err := e.arcType()
	if err != nil {
		return err
	}
	if label == nil || kind != "normal" {
		return e.Errorf("found an arc without <hlinscription>, or of the type %s", kind)
	}
	structure, err := label.structure()
	if err != nil {
		return err
	}
	p, t, output, err := u.ends(e)
	if err != nil {
		return err
	}
	r := u.rules[t]
	own := r.scope.part()
	of, err := own.term(structure, u.sorts[p])
	if output {
		r.out = append(r.out, inscription{p, of})
		return err
	}
	r.in = append(r.in, inscription{p, of})
	r.tests = append(r.tests, test{used: own.used, condition: func(values []int64) (bool, error) {
		b, err := of(values)
		if err != nil {
			return false, e.unless(err, errNegative)
		}
		for c, k := range b {
			if k > 0 && !u.possible[spot{p, c}] {
				return false, nil
			}
		}
		return true, nil
	}})
	return err
}

// part returns a scope whose variables are also those of s.
func (s *scope) part() *scope {
	return &scope{s.declarations, map[int]*variable{}, s}
}

// unless returns err with the line of e, nil if it is the one given.
func (e *Element) unless(err, expected error) error {
	if err == expected || err == nil {
		return nil
	}
	return e.Errorf("%w", err)
}

// guard reads the condition of a transition, in its parts if it is a conjunction.
func (r *rule) guard() error {
	label, err := r.element.label("condition")
	if label == nil || err != nil {
		return err
	}
	structure, err := label.structure()
	if err != nil {
		return err
	}
	parts := []*Element{structure}
	if structure.Name == "and" {
		if parts, err = structure.subterms(-1); err != nil {
			return err
		}
	}
	for _, part := range parts {
		own := r.scope.part()
		c, err := own.condition(part)
		if err != nil {
			return err
		}
		r.tests = append(r.tests, test{condition: c, used: own.used})
	}
	return nil
}

// findPossible finds the spots that may have tokens: those that have some at first, and those on which bindings put some
// that take from such spots only. A binding that takes from others is never enabled.
func (u *unfolder) findPossible() error {
	add := func(list []tokens) (more bool) {
		for _, t := range list {
			if more = more || !u.possible[t.spot]; !u.possible[t.spot] {
				u.possible[t.spot] = true
				for _, r := range u.rules {
					r.tried = r.tried && !slices.ContainsFunc(r.in, func(i inscription) bool { return i.place == t.place })
				}
			}
		}
		return more
	}
	add(u.initial)
	for more := true; more; {
		more = false
		for _, r := range u.rules {
			if r.tried {
				continue
			}
			r.tried = true
			if err := u.bindings(r, func(_, out []tokens, _ []int64) error {
				more = add(out) || more
				return nil
			}); err != nil {
				return err
			}
		}
	}
	return nil
}

// bindings calls visit for each binding of r that takes from possible spots only, with what it takes and puts.
func (u *unfolder) bindings(r *rule, visit func(in, out []tokens, values []int64) error) error {
	r.variables = r.scope.sorted()
	byBound := make([][]condition, len(r.variables)+1)
	for _, t := range r.tests {
		bound := 0
		for i, v := range r.variables {
			if t.used[v.index] != nil {
				bound = i + 1
			}
		}
		byBound[bound] = append(byBound[bound], t.condition)
	}
	values := make([]int64, len(u.variables))
	var try func(bound int) error
	try = func(bound int) error {
		if u.tried++; u.tried > maxTried {
			return r.element.Errorf("limit: more than %d bindings to try", maxTried)
		}
		for _, c := range byBound[bound] {
			if holds, err := c(values); err != nil || !holds {
				return err
			}
		}
		if bound == len(r.variables) {
			return r.visit(values, visit)
		}
		v := r.variables[bound]
		for values[v.index] = 0; values[v.index] < v.sort.size; values[v.index]++ {
			if err := try(bound + 1); err != nil {
				return err
			}
		}
		return nil
	}
	return try(0)
}

// visit calls it for one binding, unless that is never enabled since a difference is negative.
func (r *rule) visit(values []int64, it func(in, out []tokens, values []int64) error) error {
	var lists [2][]tokens
	for i, arcs := range [][]inscription{r.in, r.out} {
		for _, a := range arcs {
			b, err := a.term(values)
			if err != nil {
				return r.element.unless(err, errNegative)
			}
			lists[i] = b.on(a.place, lists[i])
		}
	}
	return it(lists[0], lists[1], values)
}

// sorted returns the variables in the sequence of their declarations.
func (s *scope) sorted() []*variable {
	var list []*variable
	for _, v := range s.used {
		list = append(list, v)
	}
	slices.SortFunc(list, func(a, b *variable) int { return a.index - b.index })
	return list
}

// net makes the net of the possible spots and their bindings.
func (u *unfolder) net() (*Net, error) {
	b := newBuilder()
	for _, e := range u.places {
		b.net.PlaceNames = append(b.net.PlaceNames, e.Attr("id"))
		b.net.PlaceNamed[e.Attr("id")] = nil
	}
	taken := map[string]bool{}
	index := map[spot]int{}
	for _, s := range slices.SortedFunc(maps.Keys(u.possible), spot.compare) {
		id := u.places[s.place].Attr("id")
		index[s] = len(b.net.Places)
		b.net.PlaceNamed[id] = append(b.net.PlaceNamed[id], index[s])
		name := identifier(id, true)
		if of := u.sorts[s.place]; of.kind != "dot" {
			name += u.word(of, s.colour)
		}
		b.net.Places = append(b.net.Places, unique(name, taken))
	}
	b.net.Initial = make([]int64, len(index))
	for _, t := range u.initial {
		b.net.Initial[index[t.spot]] = t.count
	}
	arcs := 0
	for _, r := range u.rules {
		b.net.TransitionNames = append(b.net.TransitionNames, r.id)
		b.net.TransitionNamed[r.id] = nil
		if err := u.bindings(r, func(in, out []tokens, values []int64) error {
			name := identifier(r.id, true)
			for _, v := range r.variables {
				name += u.word(v.sort, values[v.index])
			}
			t := Transition{Name: unique(name, taken)}
			for _, a := range in {
				t.Pre = append(t.Pre, Arc{index[a.spot], a.count})
			}
			for _, a := range out {
				t.Post = append(t.Post, Arc{index[a.spot], a.count})
			}
			if arcs += len(in) + len(out); arcs > maxArcs {
				return r.element.Errorf("limit: more than %d arcs of bindings", maxArcs)
			}
			b.net.TransitionNamed[r.id] = append(b.net.TransitionNamed[r.id], len(b.net.Transitions))
			b.net.Transitions, b.read = append(b.net.Transitions, t), append(b.read, nil)
			return nil
		}); err != nil {
			return nil, err
		}
	}
	b.names(u.places, b.net.PlaceNamed)
	b.names(u.transitions, b.net.TransitionNamed)
	for p, name := range b.net.Places {
		if _, other := b.net.PlaceNamed[name]; !other {
			b.net.PlaceNamed[name] = []int{p}
		}
	}
	for i, t := range b.net.Transitions {
		if _, other := b.net.TransitionNamed[t.Name]; !other {
			b.net.TransitionNamed[t.Name] = []int{i}
		}
	}
	return b.finish()
}

// word returns _ and what a colour is called in names of the unfolding.
func (u *unfolder) word(of *sort, colour int64) string {
	switch of.kind {
	case "dot":
		return "_dot"
	case "finiteintrange":
		return "_" + strconv.FormatInt(of.low+colour, 10)
	case "productsort":
		text := ""
		for i := len(of.parts) - 1; i >= 0; i-- {
			text = u.word(of.parts[i], colour%of.parts[i].size) + text
			colour /= of.parts[i].size
		}
		return text
	}
	if u.wordsOfSorts[of] == nil {
		u.wordsOfSorts[of] = of.words()
	}
	return "_" + u.wordsOfSorts[of][colour]
}

// words returns the words of the constants of an enumeration: their names, if no two are the same; else their ids, or else
// their positions.
func (s *sort) words() []string {
	positions := make([]string, len(s.constants))
	for i := range positions {
		positions[i] = strconv.Itoa(i)
	}
	for _, of := range []func(c *constant) string{func(c *constant) string { return cmp.Or(c.name, c.id) }, func(c *constant) string { return c.id }} {
		list, seen := make([]string, len(s.constants)), map[string]bool{"": true}
		for i, c := range s.constants {
			list[i] = identifier(of(c), false)
			seen[list[i]] = true
		}
		if len(seen) == 1+len(list) {
			return list
		}
	}
	return positions
}

// identifier returns a text with _ for what no identifier has; one at the start of a name begins with a letter or _.
func identifier(text string, start bool) string {
	text = strings.Map(func(c rune) rune {
		switch {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9', c == '.', c == '-', c == '_':
			return c
		}
		return '_'
	}, strings.TrimSpace(text))
	if start && (text == "" || strings.IndexByte("0123456789.-", text[0]) >= 0) {
		return "_" + text
	}
	return text
}

// unique returns the name, with a number behind it if it is taken, and takes it.
func unique(name string, taken map[string]bool) string {
	free := name
	for i := 2; taken[free]; i++ {
		free = fmt.Sprintf("%s__%d", name, i)
	}
	taken[free] = true
	return free
}
