package petri

import (
	"cmp"
	"fmt"
	"math"
	"slices"
)

// A Builder collects places, transitions and arcs; Net checks them and returns
// the finished net. The first mistake is remembered and reported by Net, so the
// calls between need no checks.
type Builder struct {
	net                       Net
	inputs, outputs, inhibits []arcOf // in the order of their arrival, legal
	reads                     []arcOf
	err                       error
}

// An arcOf is an arc of a transition.
type arcOf struct {
	transition int
	Arc
}

// NewBuilder returns a Builder for a net of the given name.
func NewBuilder(name string) *Builder {
	return &Builder{net: Net{Name: name, placeNames: newNameTable(), transitionNames: newNameTable()}}
}

// Place adds a place with its initial tokens and returns its index.
func (b *Builder) Place(name string, initial int64) int {
	p := len(b.net.Places)
	if !b.net.placeNames.add(name, b.net.placeName) {
		b.fail("two places are called %q", name)
	}
	if initial < 0 {
		b.fail("place %q: negative initial marking %d", name, initial)
	}
	b.net.Places = appendTo(b.net.Places, Place{Name: name, Initial: initial})
	return p
}

// Transition adds a transition without arcs and returns its index.
func (b *Builder) Transition(name string) int {
	t := len(b.net.Transitions)
	if !b.net.transitionNames.add(name, b.net.transitionName) {
		b.fail("two transitions are called %q", name)
	}
	b.net.Transitions = appendTo(b.net.Transitions, Transition{Name: name})
	return t
}

// appendTo is append for lists that grow long: it doubles the room, where append adds a quarter to
// that of a long list and so copies it five times.
func appendTo[T any](list []T, x T) []T {
	if len(list) == cap(list) {
		list = slices.Grow(list, max(len(list), 16))
	}
	return append(list, x)
}

// PlaceIndex returns the index of the place called name, if there is one by now.
func (b *Builder) PlaceIndex(name string) (int, bool) { return b.net.PlaceIndex(name) }

// TransitionIndex is PlaceIndex for transitions.
func (b *Builder) TransitionIndex(name string) (int, bool) { return b.net.TransitionIndex(name) }

// PlaceName returns the name of place p.
func (b *Builder) PlaceName(p int) string { return b.net.placeName(p) }

// TransitionName returns the name of transition t.
func (b *Builder) TransitionName(t int) string { return b.net.transitionName(t) }

// AliasPlace gives place p a second name for people; see Net.FindPlace. Blanks
// around it do not count, and one that is just the name of p is none.
func (b *Builder) AliasPlace(p int, alias string) {
	if p < 0 || p >= len(b.net.Places) {
		b.fail("alias %q: no place %d", alias, p)
		return
	}
	b.net.Places[p].Alias = trimAlias(alias, b.net.Places[p].Name)
}

// AliasTransition is AliasPlace for transition t.
func (b *Builder) AliasTransition(t int, alias string) {
	if t < 0 || t >= len(b.net.Transitions) {
		b.fail("alias %q: no transition %d", alias, t)
		return
	}
	b.net.Transitions[t].Alias = trimAlias(alias, b.net.Transitions[t].Name)
}

// In adds an arc from place p to transition t. A second arc between the same
// two adds its weight.
func (b *Builder) In(t, p int, weight int64) {
	if b.legal("input", t, p, weight) {
		b.inputs = appendTo(b.inputs, arcOf{t, Arc{p, weight}})
	}
}

// Out adds an arc from transition t to place p. A second arc between the same
// two adds its weight.
func (b *Builder) Out(t, p int, weight int64) {
	if b.legal("output", t, p, weight) {
		b.outputs = appendTo(b.outputs, arcOf{t, Arc{p, weight}})
	}
}

// Read adds a read arc: t needs weight tokens on p and leaves them there. Beside
// other read arcs or input arcs between the two it asks for no further tokens: t is
// enabled if p holds the largest weight of the read arcs and the sum of those of
// the input arcs.
func (b *Builder) Read(t, p int, weight int64) {
	if b.legal("read", t, p, weight) {
		b.reads = appendTo(b.reads, arcOf{t, Arc{p, weight}})
	}
}

// Inhibit adds an inhibitor arc: t is disabled while p holds weight tokens or
// more. Of two such arcs between the same two the smaller weight counts.
func (b *Builder) Inhibit(t, p int, weight int64) {
	if b.legal("inhibitor", t, p, weight) {
		b.inhibits = appendTo(b.inhibits, arcOf{t, Arc{p, weight}})
	}
}

// Units attaches the nested units of an NUPN, which Net checks to be a tree in
// which no place occurs twice. Places in no unit are allowed.
func (b *Builder) Units(u *Units) { b.net.Units = u }

// Net returns the finished net, or the first mistake. The Builder must not be
// used afterwards.
func (b *Builder) Net() (*Net, error) {
	b.distribute(&b.inputs, func(t *Transition) *[]Arc { return &t.Pre })
	b.distribute(&b.outputs, func(t *Transition) *[]Arc { return &t.Post })
	b.distribute(&b.inhibits, func(t *Transition) *[]Arc { return &t.Inhibit })
	for i := range b.net.Transitions {
		t := &b.net.Transitions[i]
		t.Pre = b.tidy(t, t.Pre, addWeights)
	}
	b.addReads()
	for i := range b.net.Transitions {
		t := &b.net.Transitions[i]
		t.Post = b.tidy(t, t.Post, addWeights)
		t.Inhibit = b.tidy(t, t.Inhibit, func(a, b int64) (int64, bool) { return min(a, b), true })
	}
	if b.net.Units != nil {
		if fault := b.net.Units.fault(len(b.net.Places)); fault != "" {
			b.fail("%s", fault)
		}
	}
	if b.err != nil {
		return nil, b.err
	}
	b.net.indexAliases()
	return &b.net, nil
}

// distribute gives each transition its arcs, in one piece of memory for all of them, and lets go of the list.
func (b *Builder) distribute(arcs *[]arcOf, of func(*Transition) *[]Arc) {
	if len(*arcs) == 0 {
		return
	}
	ends := make([]int, len(b.net.Transitions)+1) // where the arcs of each transition start, then where they end
	for _, a := range *arcs {
		ends[a.transition+1]++
	}
	for t := range b.net.Transitions {
		ends[t+1] += ends[t]
	}
	all := make([]Arc, len(*arcs))
	for _, a := range *arcs {
		all[ends[a.transition]] = a.Arc
		ends[a.transition]++
	}
	start := 0
	for t, end := range ends[:len(b.net.Transitions)] {
		*of(&b.net.Transitions[t]) = all[start:end:end]
		start = end
	}
	*arcs = nil
}

// addReads makes of read arcs what is left of them: input and output arcs of the
// weight that exceeds the one of the tidy input arcs between the same two.
func (b *Builder) addReads() {
	slices.SortFunc(b.reads, func(x, y arcOf) int {
		return cmp.Or(x.transition-y.transition, x.Place-y.Place, cmp.Compare(y.Weight, x.Weight))
	})
	for len(b.reads) > 0 {
		i := b.reads[0].transition
		t := &b.net.Transitions[i]
		inputs, last := t.Pre, -1
		for len(b.reads) > 0 && b.reads[0].transition == i {
			r := b.reads[0].Arc
			b.reads = b.reads[1:]
			if r.Place == last {
				continue // the one before asks for as many tokens at least
			}
			last = r.Place
			if k, ok := slices.BinarySearchFunc(inputs, r.Place, func(a Arc, p int) int { return a.Place - p }); ok {
				r.Weight -= inputs[k].Weight
			}
			if r.Weight > 0 {
				t.Pre, t.Post = append(t.Pre, r), append(t.Post, r)
			}
		}
		t.Pre = b.tidy(t, t.Pre, addWeights)
	}
}

func addWeights(a, b int64) (int64, bool) { return a + b, a <= math.MaxInt64-b }

// tidy sorts arcs by place and merges those of one place.
func (b *Builder) tidy(t *Transition, arcs []Arc, merge func(a, b int64) (int64, bool)) []Arc {
	slices.SortFunc(arcs, func(x, y Arc) int { return x.Place - y.Place })
	out := arcs[:0]
	for _, a := range arcs {
		if len(out) == 0 || out[len(out)-1].Place != a.Place {
			out = append(out, a)
			continue
		}
		last := &out[len(out)-1]
		sum, ok := merge(last.Weight, a.Weight)
		if !ok {
			b.fail("transition %q, place %q: the sum of the arc weights exceeds 64 bits", t.Name,
				b.net.Places[a.Place].Name)
		}
		last.Weight = sum
	}
	return slices.Clip(out)
}

func (b *Builder) legal(kind string, t, p int, weight int64) bool {
	switch {
	case t < 0 || t >= len(b.net.Transitions):
		b.fail("%s arc: no transition %d", kind, t)
	case p < 0 || p >= len(b.net.Places):
		b.fail("%s arc of transition %q: no place %d", kind, b.net.Transitions[t].Name, p)
	case weight < 1:
		b.fail("%s arc between transition %q and place %q: weight %d, expected at least 1",
			kind, b.net.Transitions[t].Name, b.net.Places[p].Name, weight)
	default:
		return true
	}
	return false
}

func (b *Builder) fail(format string, args ...any) {
	if b.err == nil {
		b.err = fmt.Errorf("net %s: %s", b.net.Name, fmt.Sprintf(format, args...))
	}
}
