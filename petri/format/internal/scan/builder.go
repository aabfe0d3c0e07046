package scan

import (
	"strings"

	"brim/malformed"
	"brim/petri/extended"
)

// Nets that are built while a text is read.

// A Builder is a net whose nodes are found by their names.
type Builder struct {
	Net                 *extended.Net
	Places, Transitions map[string]int
}

// NewBuilder returns a net without nodes.
func NewBuilder(name string) *Builder {
	return &Builder{Net: &extended.Net{Name: name}, Places: map[string]int{}, Transitions: map[string]int{}}
}

// Place returns the place of that name, which it adds if there is none, without tokens.
func (b *Builder) Place(id string) int {
	p, ok := b.Places[id]
	if !ok {
		id = strings.Clone(id) // the text as a whole is not to be kept
		p = len(b.Net.Places)
		b.Places[id] = p
		b.Net.Places = append(b.Net.Places, extended.Place{ID: id, Capacity: extended.Unlimited})
	}
	return p
}

// Transition returns the transition of that name, which it adds if there is none.
func (b *Builder) Transition(id string) int {
	t, ok := b.Transitions[id]
	if !ok {
		id = strings.Clone(id)
		t = len(b.Net.Transitions)
		b.Transitions[id] = t
		b.Net.Transitions = append(b.Net.Transitions, extended.Transition{ID: id})
	}
	return t
}

// Arc adds an arc.
func (b *Builder) Arc(kind extended.Kind, p, t int, weight int64) {
	b.Net.Arcs = append(b.Net.Arcs, extended.Arc{Place: p, Transition: t, Kind: kind, Weight: weight})
}

// Finish returns the net. What is wrong with it as a whole, such as priorities that lead back to where they began, is
// an error about the file.
func (b *Builder) Finish(s *Source) (*extended.Net, error) {
	if err := b.Net.Check(); err != nil {
		return nil, malformed.Line(s.File, 0, "%v", err)
	}
	return b.Net, nil
}
