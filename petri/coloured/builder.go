package coloured

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
)

// A Builder collects sorts, variables, places, transitions and arcs; Net returns the finished net. The first mistake is
// remembered, so the calls between need no checks.
//
// Terms and guards are values of the caller, which the Builder copies. It finds the sorts of their parts itself, by the
// sort of the place and by variables: the Sort of a Colour, an All or an empty Sum may be left Open, that of a BlockOf
// says which partition is meant, and that of all others is not read. In the copy a Tuple of one term is that term, a
// Colour of a product is the Tuple of its components, and And of nothing is True.
//
// A sort without an identifier, which a Dot, a Range or a Product may be, has no name either and is one with the same
// colours if there is one by then. What has an identifier and no name is called by that.
type Builder struct {
	net   Net
	sorts sortTable
	taken [5]map[string]bool // names, by kind

	bundles map[ends]bundle
	work    int // steps left to look for differences below zero
	err     error
}

// The ends of arcs, and what is known of the arcs between them, which become one.
type (
	ends struct {
		place, transition int
		output            bool
	}
	bundle struct {
		arcs   int
		at     int   // where the arc is in the transition's list
		tokens int64 // at most, of all of them
	}
)

// Open is the sort of a Term that follows from where it stands.
const Open = -1

// An Error is the first mistake in what a Builder was told.
type Error struct {
	Term  *Term  // the part of a term that is at fault, as it was given; else nil
	Guard *Guard // the part of a guard that is at fault; else nil
	Msg   string // what was found where, and what was expected
}

func (e *Error) Error() string { return e.Msg }

// NewBuilder returns a Builder for a net of the given name.
func NewBuilder(name string) *Builder {
	b := &Builder{net: Net{Name: name}, bundles: map[ends]bundle{}, work: maxWork}
	b.sorts.first = map[string]int{}
	for kind := range b.taken {
		b.taken[kind] = map[string]bool{}
	}
	return b
}

// Err returns the first mistake by now, an *Error.
func (b *Builder) Err() error { return b.err }

// Variable adds a variable of a sort and returns its index.
func (b *Builder) Variable(id, name string, sort int) int {
	v := len(b.net.Variables)
	where := "variable " + quote(id)
	b.take(variableNames, id, where)
	if b.isSort(where, sort) {
		b.holds(where, sort)
	}
	b.net.Variables = append(b.net.Variables, Variable{ID: id, Name: cmp.Or(name, id), Sort: sort})
	return v
}

// Place adds a place of a sort, which is empty at first, and returns its index.
func (b *Builder) Place(name string, sort int) int {
	p := len(b.net.Places)
	where := "place " + quote(name)
	b.take(placeNames, name, where)
	if b.isSort(where, sort) {
		b.holds(where, sort)
	}
	b.net.Places = append(b.net.Places, Place{Name: name, Sort: sort})
	return p
}

// Transition adds a transition without guard and arcs and returns its index.
func (b *Builder) Transition(name string) int {
	t := len(b.net.Transitions)
	b.take(transitionNames, name, "transition "+quote(name))
	b.net.Transitions = append(b.net.Transitions, Transition{Name: name})
	return t
}

// AliasPlace gives place p a second name for people; see Net.PlaceIndex. Blanks around it do not count, and one that is
// just the name of p is none.
func (b *Builder) AliasPlace(p int, alias string) {
	if b.isPlace("an alias", p) {
		b.net.Places[p].Alias = trimAlias(alias, b.net.Places[p].Name)
	}
}

// AliasTransition is AliasPlace for transition t.
func (b *Builder) AliasTransition(t int, alias string) {
	if b.isTransition("an alias", t) {
		b.net.Transitions[t].Alias = trimAlias(alias, b.net.Transitions[t].Name)
	}
}

func trimAlias(alias, name string) string {
	if alias = strings.TrimSpace(alias); alias == strings.TrimSpace(name) {
		return ""
	}
	return alias
}

// Colours returns how many colours place p may hold, 0 if there is no such place.
func (b *Builder) Colours(p int) int64 {
	if !b.isPlace("the colours of a place", p) {
		return 0
	}
	return b.net.Sorts[b.net.Places[p].Sort].Size
}

// Initial puts the colours of a term without variables on place p.
func (b *Builder) Initial(p int, term *Term) {
	if !b.isPlace("an initial marking", p) {
		return
	}
	place := &b.net.Places[p]
	c := checker{b: b, where: "place " + quote(place.Name), constant: true}
	if place.Initial != nil {
		b.fail("%s has a second initial marking; expected one", c.where)
	} else if initial, ok := c.term(term, place.Sort); ok && c.positive(term, initial) {
		place.Initial = initial
	}
}

// Guard gives transition t its guard.
func (b *Builder) Guard(t int, guard *Guard) {
	if !b.isTransition("a guard", t) {
		return
	}
	transition := &b.net.Transitions[t]
	c := checker{b: b, where: "transition " + quote(transition.Name)}
	if transition.Guard != nil {
		b.fail("%s has a second guard; expected one", c.where)
	} else if g, ok := c.guard(guard); ok {
		transition.Guard = g
	}
}

// Input makes transition t take what a term gives from place p. What several such arcs give is added.
func (b *Builder) Input(p, t int, term *Term) {
	if b.isPlace("an input arc", p) && b.isTransition("an input arc", t) {
		b.arc(&b.net.Transitions[t].Pre, p, t, term)
	}
}

// Output makes transition t put what a term gives on place p. What several such arcs give is added.
func (b *Builder) Output(t, p int, term *Term) {
	if b.isPlace("an output arc", p) && b.isTransition("an output arc", t) {
		b.arc(&b.net.Transitions[t].Post, p, t, term)
	}
}

// Inhibitor lets transition t fire only where place p holds of each colour in a term fewer tokens than the term has.
// Each of several such arcs counts.
func (b *Builder) Inhibitor(p, t int, term *Term) {
	if !b.isPlace("an inhibitor arc", p) || !b.isTransition("an inhibitor arc", t) {
		return
	}
	c := b.between(p, t)
	own, ok := c.term(term, b.net.Places[p].Sort)
	switch {
	case !ok:
	case b.net.size(own) < 0:
		c.overflow(term)
	default:
		list := &b.net.Transitions[t].Inhibit
		*list = append(*list, Arc{p, own})
	}
}

// between returns what checks the term of an arc.
func (b *Builder) between(p, t int) *checker {
	where := "transition " + quote(b.net.Transitions[t].Name) + ", place " + quote(b.net.Places[p].Name)
	return &checker{b: b, where: where}
}

func (b *Builder) arc(to *[]Arc, p, t int, term *Term) {
	c := b.between(p, t)
	own, ok := c.term(term, b.net.Places[p].Sort)
	if !ok {
		return
	}
	key := ends{place: p, transition: t, output: to == &b.net.Transitions[t].Post}
	all := b.bundles[key]
	if all.tokens = plus(all.tokens, b.net.size(own)); all.tokens < 0 {
		c.overflow(term)
		return
	}
	switch all.arcs++; all.arcs {
	case 1:
		all.at = len(*to)
		*to = append(*to, Arc{p, own})
	case 2:
		sum := &Term{Op: Sum, Sort: own.Sort, Args: []*Term{(*to)[all.at].Term, own}}
		(*to)[all.at].Term = sum
	default:
		sum := (*to)[all.at].Term
		sum.Args = append(sum.Args, own)
	}
	b.bundles[key] = all
}

// Net returns the finished net, or the first mistake. The Builder must not be used afterwards.
func (b *Builder) Net() (*Net, error) {
	if b.err != nil {
		return nil, b.err
	}
	byPlace := func(x, y Arc) int { return cmp.Compare(x.Place, y.Place) }
	for i := range b.net.Transitions {
		t := &b.net.Transitions[i]
		slices.SortFunc(t.Pre, byPlace)
		slices.SortFunc(t.Post, byPlace)
		slices.SortStableFunc(t.Inhibit, byPlace)
		t.Variables = variablesOf(t)
	}
	b.net.index()
	return &b.net, nil
}

// variablesOf returns the variables of a transition's guard and arcs, ascending.
func variablesOf(t *Transition) []int {
	var list []int
	var inTerm func(*Term)
	inTerm = func(x *Term) {
		if x.Op == Bound {
			list = append(list, int(x.Value))
		}
		for _, a := range x.Args {
			inTerm(a)
		}
	}
	var inGuard func(*Guard)
	inGuard = func(g *Guard) {
		for _, a := range g.Args {
			inGuard(a)
		}
		if g.Left != nil {
			inTerm(g.Left)
			inTerm(g.Right)
		}
	}
	if t.Guard != nil {
		inGuard(t.Guard)
	}
	for _, arcs := range [][]Arc{t.Pre, t.Post, t.Inhibit} {
		for _, a := range arcs {
			inTerm(a.Term)
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// isPlace reports whether there is a place p, and no mistake before: after one nothing is looked at any more.
func (b *Builder) isPlace(what string, p int) bool { return b.is(what, "place", p, len(b.net.Places)) }

func (b *Builder) isTransition(what string, t int) bool {
	return b.is(what, "transition", t, len(b.net.Transitions))
}

func (b *Builder) isSort(what string, sort int) bool {
	return b.is(what, "sort", sort, len(b.net.Sorts))
}

// is reports whether there is a thing of a kind with index i of n, and no mistake before.
func (b *Builder) is(what, kind string, i, n int) bool {
	ok := i >= 0 && i < n
	if !ok {
		b.fail("%s: there is no %s %d", what, kind, i)
	}
	return ok && b.err == nil
}

// The kinds of names, each of which two things of the kind must not share; see Builder.taken.
const (
	sortNames = iota
	variableNames
	constantNames
	placeNames
	transitionNames
)

// take notes a name of one of the kinds, which must be new.
func (b *Builder) take(kind int, name, where string) {
	switch {
	case name == "":
		b.fail("%s has no identifier; expected one", where)
	case b.taken[kind][name]:
		b.fail("%s: the identifier %s is taken; expected another one", where, quote(name))
	}
	b.taken[kind][name] = true
}

func (b *Builder) fail(format string, args ...any) { b.failAt(nil, nil, format, args...) }

func (b *Builder) failAt(t *Term, g *Guard, format string, args ...any) {
	if b.err == nil {
		b.err = &Error{Term: t, Guard: g, Msg: fmt.Sprintf(format, args...)}
	}
}
