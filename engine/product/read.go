package product

import (
	"cmp"
	"slices"

	"brim/engine/kripke"
	"brim/ltl/automaton"
)

// A reader is an automaton that reads the states of a structure. What holds in a state is found once: states in which
// the same propositions hold have the same letter, and what the automaton does is found once for a letter.
type reader struct {
	a       *automaton.Automaton
	all     uint64 // marks
	props   []kripke.Predicate
	letters []uint32          // by state: 1 + its letter; 0 is not known
	numbers map[uint64]uint32 // letters, by the propositions that hold
	values  []uint64          // by letter
	moves   [][]move          // by letter and state of the automaton; nil is not known
}

// A move is an arc that the automaton can take.
type move struct {
	to    uint32
	marks uint64
}

// newReader returns the reader of a in s. The error says which proposition has no meaning there.
func newReader(a *automaton.Automaton, s kripke.Structure) (r reader, err error) {
	r = reader{a: a, all: a.All(), numbers: map[uint64]uint32{}}
	for _, f := range a.Props {
		p, err := s.Predicate(f)
		if err != nil {
			return r, err
		}
		r.props = append(r.props, p)
	}
	return r, nil
}

// letter returns the letter of state number n.
func (r *reader) letter(n uint32, table *kripke.Table) uint32 {
	if int(n) < len(r.letters) && r.letters[n] != 0 {
		return r.letters[n] - 1
	}
	r.letters = grown(r.letters, int(n))
	s, values := table.State(int(n)), uint64(0)
	for i, holds := range r.props {
		if holds(s) {
			values |= 1 << i
		}
	}
	l, ok := r.numbers[values]
	if !ok {
		l = uint32(len(r.values))
		r.numbers[values] = l
		r.values = append(r.values, values)
		r.moves = append(r.moves, make([][]move, len(r.a.States))...)
	}
	r.letters[n] = l + 1
	return l
}

// read returns what the automaton can do in one of its states where it reads a letter: what may end a search soon comes
// first. Of two arcs to one state, of which one has all marks of the other, that is left.
func (r *reader) read(letter, q uint32) []move {
	at := &r.moves[int(letter)*len(r.a.States)+int(q)]
	if *at != nil {
		return *at
	}
	list := []move{}
	for arc := range r.a.From(int(q), r.values[letter]) {
		list = append(list, move{uint32(arc.To), arc.Marks})
	}
	slices.SortStableFunc(list, func(a, b move) int {
		return cmp.Or(cmp.Compare(r.rank(b, q), r.rank(a, q)), cmp.Compare(a.to, b.to))
	})
	kept := list[:0]
	for i, m := range list {
		beaten := slices.ContainsFunc(list[i+1:],
			func(o move) bool { return o.to == m.to && o.marks|m.marks == o.marks })
		if !beaten && !slices.ContainsFunc(kept,
			func(o move) bool { return o.to == m.to && o.marks|m.marks == o.marks }) {
			kept = append(kept, m)
		}
	}
	*at = slices.Clip(kept)
	return kept
}

// rank tells how soon a move may end a search.
func (r *reader) rank(m move, from uint32) int {
	switch {
	case r.universal(m.to):
		return 3
	case m.marks != 0:
		return 2
	case m.to != from:
		return 1
	}
	return 0
}

// universal reports whether the automaton accepts whatever it reads from a state on, by an arc to itself.
func (r *reader) universal(q uint32) bool {
	return slices.ContainsFunc(r.a.States[q].Arcs, func(arc automaton.Arc) bool {
		return arc.To == int(q) && arc.Marks == r.all && slices.Contains(arc.Guard, automaton.Cube{})
	})
}

// bytes is the memory that the letters take.
func (r *reader) bytes() int64 {
	const entry = 64 // of the map, and of values
	return 4*int64(cap(r.letters)) + int64(len(r.values))*(entry+int64(len(r.a.States))*(24+16))
}
