package model

import (
	"context"
	"fmt"
	"iter"
	"slices"
	"strconv"
	"strings"
	"sync"

	"brim/ctl/syntax"
	"brim/internal/nearest"
	"brim/internal/printable"
	"brim/petri/coloured"
	"brim/petri/coloured/notation"
	"brim/petri/coloured/unfold"
)

// The names that formulas over a coloured net may use.

// symbols resolve the names in formulas over a coloured net. Its places and transitions have their own indices; above
// these come the single colours of places, and transitions with values for some variables, that formulas have named so
// far, such as Fork(3) and Eat(p=2), or their names in the unfolding.
type symbols struct {
	*colours
	lock    sync.Mutex // guards what follows
	singles [2][]single
}

// A single is one colour of a place, or the bindings of a transition that agree with some values.
type single struct {
	name    string
	of      int     // the coloured place or transition
	colour  int64   // of a place
	binding []int64 // of a transition: colours of its variables, anyColour for a variable without a value
}

const anyColour = -1

// fits reports whether a binding has the given values.
func (s *single) fits(binding []int64) bool {
	for i, c := range s.binding {
		if c != anyColour && c != binding[i] {
			return false
		}
	}
	return true
}

// equal reports whether two singles mean the same.
func (s *single) equal(o *single) bool {
	return s.of == o.of && s.colour == o.colour && slices.Equal(s.binding, o.binding)
}

func (s *symbols) Place(name string) (int, bool)      { return s.find(syntax.Places, name) }
func (s *symbols) Transition(name string) (int, bool) { return s.find(syntax.Transitions, name) }

// Proposition finds no proposition: families define theirs for nets without colours.
func (s *symbols) Proposition(string) (string, bool) { return "", false }

// size returns the number of coloured places or transitions.
func (s *symbols) size(kind syntax.Kind) int {
	if kind == syntax.Places {
		return len(s.net.Places)
	}
	return len(s.net.Transitions)
}

// coloured returns the coloured place or transition of that name.
func (s *symbols) coloured(kind syntax.Kind, name string) (int, bool) {
	switch kind {
	case syntax.Places:
		return s.net.PlaceIndex(name)
	case syntax.Transitions:
		return s.net.TransitionIndex(name)
	}
	return 0, false
}

// find returns the index that a name stands for.
func (s *symbols) find(kind syntax.Kind, name string) (int, bool) {
	if i, ok := s.coloured(kind, name); ok {
		return i, true
	}
	one, err := s.bracketed(kind, name)
	if one == nil && err == nil {
		one = s.inUnfolding(kind, name)
	}
	if one == nil || err != nil {
		return 0, false
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	i := slices.IndexFunc(s.singles[kind], func(o single) bool { return o.equal(one) })
	if i < 0 {
		i = len(s.singles[kind])
		s.singles[kind] = append(s.singles[kind], *one)
	}
	return s.size(kind) + i, true
}

// which returns the coloured place or transition that an index belongs to, and the single colour or binding that it
// stands for, nil if it stands for all of them.
func (s *symbols) which(kind syntax.Kind, index int) (of int, one *single) {
	n := s.size(kind)
	if index < n {
		return index, nil
	}
	s.lock.Lock()
	defer s.lock.Unlock()
	one = &s.singles[kind][index-n]
	return one.of, one
}

// named returns the single colours of places and the single values of variables that occur in the questions, which an
// unfolding has to keep apart.
func (s *symbols) named(questions []*Question) (keep unfold.Keep) {
	place := func(terms []syntax.Term) {
		for _, t := range terms {
			if of, one := s.which(syntax.Places, t.Place.Index); one != nil {
				keep.Places = append(keep.Places, unfold.PlaceColour{Place: of, Colour: one.colour})
			}
		}
	}
	for _, q := range questions {
		if q.AskedSum != nil {
			place(q.AskedSum.Terms)
		}
		if q.Asked == nil {
			continue
		}
		for f := range q.Asked.All() {
			place(f.Terms)
			for _, t := range f.Transitions {
				of, one := s.which(syntax.Transitions, t.Index)
				if one == nil {
					continue
				}
				for i, c := range one.binding {
					if c != anyColour {
						v := unfold.VariableColour{Transition: of, Variable: s.net.Transitions[of].Variables[i],
							Colour: c}
						keep.Bindings = append(keep.Bindings, v)
					}
				}
			}
		}
	}
	return keep
}

// text returns what stands for a place or transition in the text of a formula.
func (s *symbols) text(kind syntax.Kind, r syntax.Ref) string {
	if s == nil {
		return syntax.NameText(r.Name)
	}
	if i := s.bracket(kind, r.Name); r.Index >= s.size(kind) && i > 0 {
		return syntax.NameText(r.Name[:i]) + r.Name[i:]
	}
	return syntax.NameText(r.Name)
}

// All yields for each coloured place and transition its alias and its name.
func (s *symbols) All(kind syntax.Kind) iter.Seq[string] {
	return func(yield func(string) bool) {
		for name, alias := range s.both(kind) {
			if alias != "" && alias != name && !yield(alias) || !yield(name) {
				return
			}
		}
	}
}

// Namesakes returns the names of the places or transitions that have the given alias.
func (s *symbols) Namesakes(kind syntax.Kind, called string) (list []string) {
	for name, alias := range s.both(kind) {
		if alias == called && alias != "" {
			list = append(list, name)
		}
	}
	return list
}

// both yields names and aliases.
func (s *symbols) both(kind syntax.Kind) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		for i := 0; kind == syntax.Places && i < len(s.net.Places); i++ {
			if p := &s.net.Places[i]; !yield(p.Name, p.Alias) {
				return
			}
		}
		for i := 0; kind == syntax.Transitions && i < len(s.net.Transitions); i++ {
			if t := &s.net.Transitions[i]; !yield(t.Name, t.Alias) {
				return
			}
		}
	}
}

// Opens reports whether brackets may follow a name: that of a place with colours, or of a transition with variables.
func (s *symbols) Opens(kind syntax.Kind, name string) bool {
	i, ok := s.coloured(kind, name)
	switch {
	case !ok:
		return false
	case kind == syntax.Places:
		return s.net.Sorts[s.net.Places[i].Sort].Kind != coloured.Dot
	}
	return len(s.net.Transitions[i].Variables) > 0
}

// Wrong says what is wrong with a name in brackets.
func (s *symbols) Wrong(kind syntax.Kind, name string) string {
	if _, err := s.bracketed(kind, name); err != nil {
		return err.Error()
	}
	return ""
}

// bracketed reads a name with brackets. It returns nil if the name has no brackets, or no place or transition is named
// before them.
func (s *symbols) bracketed(kind syntax.Kind, name string) (*single, error) {
	at := s.bracket(kind, name)
	if at == 0 {
		return nil, nil
	}
	of, _ := s.coloured(kind, name[:at])
	one := &single{name: name, of: of}
	text := name[at+1 : len(name)-1]
	if kind == syntax.Transitions {
		return one, s.values(one, text)
	}
	var err error
	one.colour, err = notation.ParseColour(s.net, s.net.Places[of].Sort, text)
	return one, err
}

// bracket returns where the brackets of a name begin behind a coloured place or transition, 0 if it has none. Names may
// have brackets in them.
func (s *symbols) bracket(kind syntax.Kind, name string) int {
	for at, c := range name {
		if c == '(' && syntax.BracketLength(name[at:]) == len(name)-at && s.Opens(kind, name[:at]) {
			return at
		}
	}
	return 0
}

// values parses the values of variables, as p=2, q=(1,alice), into one.binding.
func (s *symbols) values(one *single, text string) error {
	t := &s.net.Transitions[one.of]
	one.binding = slices.Repeat([]int64{anyColour}, len(t.Variables))
	for _, part := range apartAt(text, ',') {
		pair := apartAt(part, '=')
		if len(pair) != 2 {
			return fmt.Errorf("found %s in %s; expected a variable, = and a colour",
				printable.Quote(strings.TrimSpace(part)), printable.Quote(one.name))
		}
		name := strings.TrimSpace(pair[0])
		if plain, err := strconv.Unquote(name); err == nil {
			name = plain
		}
		i := s.variable(t, name)
		if i < 0 {
			return s.noVariable(t, name)
		}
		c, err := notation.ParseColour(s.net, s.net.Variables[t.Variables[i]].Sort, strings.TrimSpace(pair[1]))
		switch {
		case err != nil:
			return err
		case one.binding[i] != anyColour:
			return fmt.Errorf("%s has two values in %s; expected one", printable.Quote(name), printable.Quote(one.name))
		}
		one.binding[i] = c
	}
	return nil
}

// variable returns which of the variables of a transition a name is: the one that the net calls so or, if that is not
// among them, the only one of its own with that name. It returns −1 if there is none.
func (s *symbols) variable(t *coloured.Transition, name string) int {
	if v, ok := s.net.VariableIndex(name); ok {
		if i := slices.Index(t.Variables, v); i >= 0 {
			return i
		}
	}
	found := -1
	for i, v := range t.Variables {
		if s.net.Variables[v].Name != name {
			continue
		}
		if found >= 0 {
			return -1
		}
		found = i
	}
	return found
}

// noVariable says that a transition has no variable of that name.
func (s *symbols) noVariable(t *coloured.Transition, name string) error {
	var names []string
	for _, v := range t.Variables {
		names = append(names, s.net.VariableText(v))
	}
	text := fmt.Sprintf("%s has no variable %s; it has %s", printable.Quote(t.Name), printable.Quote(name),
		strings.Join(names, ", "))
	if best, ok := nearest.Of(name, slices.Values(names)); ok {
		text += "; did you mean " + best + "?"
	}
	return fmt.Errorf("%s", text)
}

// apartAt splits a text at a separator that stands outside of quotes and brackets.
func apartAt(text string, separator byte) (parts []string) {
	from := 0
	for i, depth := range syntax.Unquoted(text) {
		if depth == 0 && text[i] == separator {
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}

// nameLimits bound an unfolding that is made for its names alone.
var nameLimits = unfold.Limits{Places: 1_000_000, Transitions: 1_000_000, Arcs: 10_000_000}

// inUnfolding returns what a name of the unfolding stands for, nil if the unfolding has no such name or is too large.
func (s *symbols) inUnfolding(kind syntax.Kind, name string) *single {
	u, err := s.all(context.Background(), nameLimits)
	if err != nil {
		return nil
	}
	one := &single{name: name}
	if kind == syntax.Places {
		p, ok := u.Net.PlaceIndex(name)
		if !ok {
			return nil
		}
		one.of, one.colour = u.PlaceOf(p)
		return one
	}
	t, ok := u.Net.TransitionIndex(name)
	if !ok {
		return nil
	}
	one.of, one.binding = u.TransitionOf(t)
	return one
}
