package kripke

import "brim/ctl/syntax"

// A State is a packed state: as many words as Structure.Words says.
type State = []uint64

// A Structure is a transition system. Its methods may be called by several goroutines at once.
type Structure interface {
	// Name names the structure in messages.
	Name() string
	// Words is the number of words of a state.
	Words() int
	// Initial returns the initial states, one at least. Nobody changes them.
	Initial() []State
	// Successors replaces what is in out by the transitions from s, in their order. An error says that a state cannot
	// be packed, and names it.
	Successors(s State, out *Successors) error
	// Labels returns the labels of transitions by their numbers.
	Labels() []string
	// Predicate returns a function that reports whether f, which has no path operators, holds in a state. It may keep
	// scratch, so each goroutine asks for its own. An error says what of f has no meaning here.
	Predicate(f *syntax.Formula) (Predicate, error)
	// Format writes a state for people.
	Format(s State) string
}

// A Predicate reports whether something holds in a state, which it does not keep.
type Predicate func(State) bool

// Successors are the transitions from one state. The zero value is empty.
type Successors struct {
	words   int
	labels  []int32
	states  []uint64
	scratch []uint64 // of a structure while it makes them
}

// Reset empties x for states of the given number of words.
func (x *Successors) Reset(words int) {
	x.words, x.labels, x.states = words, x.labels[:0], x.states[:0]
}

// Add appends a transition with a label and returns its target, to be filled in; it is a copy of s.
func (x *Successors) Add(label int, s State) State {
	x.labels = append(x.labels, int32(label))
	n := len(x.states)
	x.states = append(x.states, s...)
	return x.states[n : n+x.words : n+x.words]
}

// Bytes returns the memory of x.
func (x *Successors) Bytes() int64 {
	return int64(cap(x.states)+cap(x.scratch))*8 + int64(cap(x.labels))*4
}

// Len returns the number of transitions.
func (x *Successors) Len() int { return len(x.labels) }

// Label returns the number of the label of transition i.
func (x *Successors) Label(i int) int { return int(x.labels[i]) }

// State returns the target of transition i. It is valid until the next Reset.
func (x *Successors) State(i int) State { return x.states[i*x.words : (i+1)*x.words : (i+1)*x.words] }
