package dfs

import (
	"sync"

	"brim/engine/kripke"
)

// A loaded structure has states with a payload behind them. In [UDR11] a state takes hundreds of kilobytes and a step
// runs a program; the states of nets take a word or two, and a step costs some nanoseconds. With a payload they are
// kept, copied and compared at the cost of the paper's.
//
// The payload is a function of the state: most of its words are the same in all states, payloadWords of them tell of
// it. So a step changes few words, as in a program, and two states are equal exactly if their own words are, which
// alone are looked up in the visited set.
type loaded struct {
	kripke.Structure
	own, words int // words of the structure's own states, and of those with a payload
	work       int // rounds of mixing for each step
	// successors of the structure itself, one for each goroutine at work
	scratch sync.Pool
}

// payloadWords is how many words of a payload tell of the state.
const payloadWords = 16

// newLoaded returns s with a payload of the given size in bytes, rounded up to words, one at least.
func newLoaded(s kripke.Structure, bytes, work int) *loaded {
	return &loaded{
		Structure: s, own: s.Words(), words: s.Words() + max(1, (bytes+7)/8), work: work,
		scratch: sync.Pool{New: func() any { return new(kripke.Successors) }},
	}
}

func (l *loaded) Words() int { return l.words }

func (l *loaded) Initial() (list []kripke.State) {
	for _, s := range l.Structure.Initial() {
		t := make(kripke.State, l.words)
		for i := range t {
			t[i] = uint64(i)
		}
		l.fill(t, s)
		list = append(list, t)
	}
	return list
}

// fill makes t, any state with a payload, the one of s.
func (l *loaded) fill(t, s kripke.State) {
	copy(t, s)
	x := kripke.Hash(s, fingerprintSeed)
	for range l.work {
		x = kripke.Hash(t[:1], x)
	}
	payload := t[l.own:]
	stride := max(1, len(payload)/payloadWords)
	for i := 0; i < len(payload); i += stride {
		payload[i] = x ^ uint64(i)
	}
}

func (l *loaded) Successors(s kripke.State, out *kripke.Successors) error {
	return l.steps(s, out, -1)
}

// steps sets out to the transitions from s, or only to the one with a number, if that is not −1: to go a step of a
// trace costs one payload, to expand a state one for each transition.
func (l *loaded) steps(s kripke.State, out *kripke.Successors, only int) error {
	own := l.scratch.Get().(*kripke.Successors)
	defer l.scratch.Put(own)
	out.Reset(l.words)
	if err := l.Structure.Successors(s[:l.own], own); err != nil {
		return err
	}
	for i := range own.Len() {
		if only < 0 || only == i {
			l.fill(out.Add(own.Label(i), s), own.State(i))
		}
	}
	return nil
}

// successor returns the target of a transition from s, by number. It is valid until out is used again.
func successor(s kripke.Structure, from kripke.State, edge int, out *kripke.Successors) (kripke.State, error) {
	if l, ok := s.(*loaded); ok {
		err := l.steps(from, out, edge)
		if err != nil {
			return nil, err
		}
		return out.State(0), nil
	}
	if err := s.Successors(from, out); err != nil {
		return nil, err
	}
	return out.State(edge), nil
}
