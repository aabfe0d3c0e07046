package kripke

import (
	"fmt"
	"slices"
)

// A move is a transition, compiled for packed states.
type move struct {
	label    int
	exact    []exact  // what has to be so for it to be enabled
	ranges   []within // and this
	room     []within // and, if it is, this, or the firing is an error
	crowded  []int    // the places of room
	additive []added
}

// An exact test asks for some bits of a word: the places with one bit of a word together.
type exact struct {
	word int
	mask uint64
	want uint64
}

// A within test asks whether a field is from least to least+span.
type within struct {
	word  int
	shift uint8
	mask  uint64
	least uint64
	span  uint64
}

func (f *field) within(least, most int64) within {
	return within{f.word, f.shift, f.mask(), uint64(least), uint64(most - least)}
}

func (w *within) holds(s State) bool { return s[w.word]>>w.shift&w.mask-w.least <= w.span }

// An added is what a firing adds to a word, modulo 2^64. No field that has room for its new number carries into
// another: the sum is that of numbers shifted to their fields, and so is what it should be.
type added struct {
	word  int
	delta uint64
}

// enabled reports whether the transition may fire in s.
func (m *move) enabled(s State) bool {
	for i := range m.exact {
		if e := &m.exact[i]; s[e.word]&e.mask != e.want {
			return false
		}
	}
	for i := range m.ranges {
		if !m.ranges[i].holds(s) {
			return false
		}
	}
	return true
}

// compile compiles transition t. It is not possible if no state of these fields enables it.
func (n *Net) compile(t int) (m move, possible bool) {
	m.label = t
	for e := range n.net.Transitions[t].Effects() {
		f := &n.fields[e.Place]
		lo, hi := e.Range()
		hi = min(hi, f.most())
		if lo > hi || f.bits == 0 && f.fixed > hi {
			return m, false
		}
		if f.bits > 0 {
			m.test(f, lo, hi)
			m.change(f, e.Place, e.Delta)
		}
	}
	return m, true
}

// test asks for lo to hi tokens in a field.
func (m *move) test(f *field, lo, hi int64) {
	switch {
	case lo == 0 && hi == f.most():
	case f.bits > 1:
		m.ranges = append(m.ranges, f.within(lo, hi))
	default:
		i := slices.IndexFunc(m.exact, func(e exact) bool { return e.word == f.word })
		if i < 0 {
			i = len(m.exact)
			m.exact = append(m.exact, exact{word: f.word})
		}
		m.exact[i].mask |= 1 << f.shift
		m.exact[i].want |= uint64(lo) << f.shift
	}
}

// change adds d tokens to the field of place p.
func (m *move) change(f *field, p int, d int64) {
	if d == 0 {
		return
	}
	if d > 0 && !f.sure {
		room := f.within(0, f.most()-d)
		if d > f.most() {
			room.least, room.span = f.mask()+1, 0 // there is never room
		}
		m.room = append(m.room, room)
		m.crowded = append(m.crowded, p)
	}
	i := slices.IndexFunc(m.additive, func(a added) bool { return a.word == f.word })
	if i < 0 {
		i = len(m.additive)
		m.additive = append(m.additive, added{word: f.word})
	}
	m.additive[i].delta += uint64(d) << f.shift
}

// Successors fires the enabled transitions, by index. Cost: a test or more for each transition of the net, and nothing
// is allocated but what out needs for a larger state than all before.
func (n *Net) Successors(s State, out *Successors) error {
	out.Reset(n.words)
	for i := range n.moves {
		m := &n.moves[i]
		if !m.enabled(s) {
			continue
		}
		for j := range m.room {
			if !m.room[j].holds(s) {
				return n.overflow(s, m, j)
			}
		}
		to := out.Add(m.label, s)
		for _, a := range m.additive {
			to[a.word] += a.delta
		}
	}
	return nil
}

// An OverflowError says that a firing gives a place more tokens than a state has room for, or that an event gives a
// variable such a value.
type OverflowError struct {
	System                        bool // Net, Transition and Place are a system, an event and a variable
	Net, Transition, Place, State string
	Most                          int64 // tokens that there is room for
	// Safe tells that the room is that small because the units of the net promise that it is safe, which it is not.
	Safe bool
}

func (e *OverflowError) Error() string {
	if e.System {
		return fmt.Sprintf("system %s: event %s gives variable %s a value above %d, in %s", e.Net, e.Transition,
			e.Place, e.Most, e.State)
	}
	if e.Safe {
		return fmt.Sprintf("net %s: transition %s gives place %s a second token, although the units of the net "+
			"promise that it is safe, in %s",
			e.Net, e.Transition, e.Place, e.State)
	}
	return fmt.Sprintf("net %s: transition %s gives place %s more than %d tokens, in %s", e.Net, e.Transition, e.Place,
		e.Most, e.State)
}

// overflow is the error for the firing of m in s, which gives the place of m.room[j] too many tokens.
func (n *Net) overflow(s State, m *move, j int) error {
	p := m.crowded[j]
	return &OverflowError{
		Net: n.net.Name, Transition: n.labels[m.label], Place: n.net.Places[p].Name, State: n.Format(s),
		Most: n.fields[p].most(), Safe: n.fields[p].bits == 1,
	}
}
