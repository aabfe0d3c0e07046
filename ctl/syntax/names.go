package syntax

import (
	"fmt"
	"iter"
	"maps"
	"slices"
	"strings"

	"brim/internal/nearest"
	"brim/internal/printable"
)

// What names mean: the interface by which the reader looks them up, and its implementation by lists.

// A Kind says whether a name stands for a place, a transition or a proposition.
type Kind uint8

const (
	Places Kind = iota
	Transitions
	Propositions
)

func (k Kind) String() string { return [...]string{"place", "transition", "proposition"}[k] }

// Names resolves the names in formulas.
type Names interface {
	Place(name string) (index int, ok bool)
	Transition(name string) (index int, ok bool)

	// Proposition returns the formula, in the notation of Parse, that the name
	// abbreviates.
	Proposition(name string) (text string, ok bool)

	// All yields the names of a kind, always in the same order. It is asked when
	// a name is unknown, to suggest another.
	All(kind Kind) iter.Seq[string]
}

// Namesakes are Names with second names, which serve where they mean one thing only.
type Namesakes interface {
	Names

	// Namesakes returns the first names of those of a kind that share a second name.
	Namesakes(kind Kind, name string) []string
}

// Bracketed are Names of which some may go on in brackets: Fork(3) is one colour in a place, Eat(p=2) a transition with
// some of its values. Such a name is looked up with its brackets, without blanks before them.
type Bracketed interface {
	Names

	// Opens reports whether a name of that kind may go on in brackets.
	Opens(kind Kind, name string) bool

	// Wrong says what is wrong with an unknown name that goes on in brackets, "" for any other name.
	Wrong(kind Kind, name string) string
}

// Titled are Names of a system other than a net: messages use other words for places and transitions.
type Titled interface {
	Names

	// Title returns the word for one of a kind: "variable" for a place, say.
	Title(kind Kind) string
}

// Clocked are Names of a model with time: formulas over it may have times behind their path operators, and timelock.
type Clocked interface {
	Names

	// HasTime reports whether it has time.
	HasTime() bool
}

// hasTime reports whether the names are those of a model with time.
func hasTime(names Names) bool {
	c, ok := names.(Clocked)
	return ok && c.HasTime()
}

// title returns the word for the kind, as "place".
func title(names Names, kind Kind) string {
	if t, ok := names.(Titled); ok {
		return t.Title(kind)
	}
	return kind.String()
}

// Lists are Names that are kept in lists.
type Lists struct {
	places, transitions []string
	index               [2]map[string]int
	propositions        map[string]string
}

// variables are Lists of a system that is no net.
type variables struct{ *Lists }

func (variables) Title(kind Kind) string {
	return [...]string{"variable", "event", "proposition"}[kind]
}

// NewVariables is NewLists for a system of named variables and events: where formulas have places and transitions, they
// have these, and messages say so.
func NewVariables(names, events []string, propositions map[string]string) Titled {
	return variables{NewLists(names, events, propositions)}
}

// NewLists returns the names of a net: the index of a place or a transition is its
// position. The last argument maps propositions to formulas. The arguments must not
// change any more.
func NewLists(places, transitions []string, propositions map[string]string) *Lists {
	index := func(names []string) map[string]int {
		m := make(map[string]int, len(names))
		for i, n := range names {
			m[n] = i
		}
		return m
	}
	return &Lists{places, transitions, [2]map[string]int{index(places), index(transitions)}, propositions}
}

func (l *Lists) Place(name string) (int, bool) {
	i, ok := l.index[Places][name]
	return i, ok
}

func (l *Lists) Transition(name string) (int, bool) {
	i, ok := l.index[Transitions][name]
	return i, ok
}

func (l *Lists) Proposition(name string) (string, bool) {
	text, ok := l.propositions[name]
	return text, ok
}

func (l *Lists) All(kind Kind) iter.Seq[string] {
	switch kind {
	case Places:
		return slices.Values(l.places)
	case Transitions:
		return slices.Values(l.transitions)
	}
	return slices.Values(slices.Sorted(maps.Keys(l.propositions)))
}

// either lists names to choose from, a few at most.
func either(names []string) string {
	const most = 4
	var list []string
	for _, n := range names[:min(most, len(names))] {
		list = append(list, NameText(n))
	}
	if len(names) > most {
		return strings.Join(list, ", ") + ", …"
	}
	last := len(list) - 1
	return strings.Join(list[:last], ", ") + " or " + list[last]
}

// wordLike returns the word of the language that name may be a misspelling of.
func wordLike(name string) (string, bool) {
	for _, w := range reserved {
		if strings.EqualFold(w, name) || w[0] == 'E' && w[1:] == name {
			return w, true
		}
	}
	if len(name) > 1 && strings.Trim(name, "XFG") == "" {
		return strings.Join(strings.Split(name, ""), " "), true
	}
	return nearest.Of(name, slices.Values([]string{"true", "false", "deadlock", "enabled"}))
}

// unknown returns the message that name is unknown among the kinds, with the nearest known name as a suggestion.
func unknown(names Names, name string, kinds ...Kind) string {
	var words []string
	for _, kind := range kinds {
		words = append(words, title(names, kind))
		if several, ok := names.(Namesakes); ok {
			if list := several.Namesakes(kind, name); len(list) > 1 {
				return fmt.Sprintf("%s is the name of %d %ss; expected an id of one, %s", printable.Quote(name),
					len(list), title(names, kind), either(list))
			}
		}
		if b, ok := names.(Bracketed); ok {
			if why := b.Wrong(kind, name); why != "" {
				return why
			}
		}
	}
	msg := fmt.Sprintf("there is no %s %s", strings.Join(words, " or "), printable.Quote(name))
	best, ok := nearest.Of(name, func(yield func(string) bool) {
		for _, kind := range kinds {
			for n := range names.All(kind) {
				if !yield(n) {
					return
				}
			}
		}
	})
	switch {
	case ok:
		best = NameText(best)
	case slices.Contains(kinds, Propositions): // a word of the language could stand here, too
		best, ok = wordLike(name)
	}
	if !ok {
		return msg
	}
	return msg + "; did you mean " + best + "?"
}
