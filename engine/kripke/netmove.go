package kripke

import (
	"fmt"
	"math"
	"slices"

	"brim/petri"
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

// An added is what a firing adds to a word, modulo 2^64. No field that has room for its new number carries into another: the sum is
// that of numbers shifted to their fields, and so is what it should be.
type added struct {
	word  int
	delta uint64
}

// enabled tells whether the transition may fire in s.
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
	tr := &n.net.Transitions[t]
	m.label = t
	least, most := map[int]int64{}, map[int]int64{} // of the places with arcs that have a say
	for _, a := range tr.Pre {
		least[a.Place], most[a.Place] = a.Weight, math.MaxInt64
	}
	for _, a := range tr.Inhibit {
		most[a.Place] = a.Weight - 1
	}
	delta := effect(tr)
	bits := map[int]exact{} // by word
	words := map[int]uint64{}
	for _, p := range slices.Sorted(placesOf(tr)) {
		f := &n.fields[p]
		lo, hi := least[p], f.most()
		if h, ok := most[p]; ok {
			hi = min(hi, h)
		}
		switch {
		case f.bits == 0 && (f.fixed < lo || f.fixed > hi), lo > hi:
			return m, false
		case f.bits == 0 || lo == 0 && hi == f.most():
		case f.bits == 1:
			e := bits[f.word]
			e.word = f.word
			e.mask |= 1 << f.shift
			e.want |= uint64(lo) << f.shift
			bits[f.word] = e
		default:
			m.ranges = append(m.ranges, f.within(lo, hi))
		}
		if f.bits == 0 {
			continue
		}
		d := delta[p]
		if d > 0 && !f.sure {
			room := f.within(0, f.most()-d)
			if d > f.most() {
				room.least, room.span = f.mask()+1, 0 // there is never room
			}
			m.room = append(m.room, room)
			m.crowded = append(m.crowded, p)
		}
		if d != 0 {
			words[f.word] += uint64(d) << f.shift
		}
	}
	for _, e := range bits {
		m.exact = append(m.exact, e)
	}
	slices.SortFunc(m.exact, func(a, b exact) int { return a.word - b.word })
	for w, d := range words {
		m.additive = append(m.additive, added{w, d})
	}
	slices.SortFunc(m.additive, func(a, b added) int { return a.word - b.word })
	return m, true
}

// placesOf yields the places with an arc of any kind, each at least once.
func placesOf(tr *petri.Transition) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		seen := map[int]bool{}
		for _, arcs := range [][]petri.Arc{tr.Pre, tr.Post, tr.Inhibit} {
			for _, a := range arcs {
				if !seen[a.Place] {
					seen[a.Place] = true
					if !yield(a.Place) {
						return
					}
				}
			}
		}
	}
}

// Successors fires the enabled transitions, by index. Cost: a test or more for each transition of the net, and nothing is allocated but
// what out needs for a larger state than all before.
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

// An OverflowError says that a firing gives a place more tokens than a state has room for.
type OverflowError struct {
	Net, Transition, Place, State string
	Most                          int64 // tokens that there is room for
	// Safe tells that the room is that small because the units of the net promise that it is safe, which it is not.
	Safe bool
}

func (e *OverflowError) Error() string {
	if e.Safe {
		return fmt.Sprintf("net %s: transition %s gives place %s a second token, although the units of the net promise that it is safe, in %s",
			e.Net, e.Transition, e.Place, e.State)
	}
	return fmt.Sprintf("net %s: transition %s gives place %s more than %d tokens, in %s", e.Net, e.Transition, e.Place, e.Most, e.State)
}

// overflow is the error for the firing of m in s, which gives the place of m.room[j] too many tokens.
func (n *Net) overflow(s State, m *move, j int) error {
	p := m.crowded[j]
	return &OverflowError{
		Net: n.net.Name, Transition: n.labels[m.label], Place: n.net.Places[p].Name, State: n.Format(s),
		Most: n.fields[p].most(), Safe: n.fields[p].bits == 1,
	}
}
