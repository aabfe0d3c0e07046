package certify

import (
	"bufio"
	"encoding/binary"
	"fmt"
	"strconv"

	"brim/petri"
)

// This file has the markings of section part.

// A part is a set of markings that firing sequences reach, in the sequence in which they were found. Position 0 is the
// initial marking.
//
// Invariant: no two positions have the same marking, and each but the first is one firing after an earlier one.
type part struct {
	net      *petri.Net
	markings []string // packed
	origins  []origin // by position; of the initial one nothing
	at       map[string]int
	scratch  petri.Marking
	explore  int // that all reachable markings are added, and how many there are at most; 0 else
}

// An origin says how a marking is reached.
type origin struct{ from, transition int }

func newPart(net *petri.Net) *part {
	p := &part{net: net, at: map[string]int{}, scratch: net.Initial()}
	p.add(pack(net.Initial()), origin{})
	return p
}

func (p *part) add(key string, o origin) {
	p.at[key] = len(p.markings)
	p.markings, p.origins = append(p.markings, key), append(p.origins, o)
}

// marking returns the marking at a position.
func (p *part) marking(at int) petri.Marking { return unpack(p.markings[at], len(p.net.Places)) }

// fire returns the position after a firing in the marking at a position, which it adds if it is new, and whether the
// transition could fire.
func (p *part) fire(at, transition int) (next int, ok bool) {
	m := p.marking(at)
	if !p.net.Enabled(m, transition) {
		return 0, false
	}
	return p.fireIn(at, m, transition)
}

// fireIn is fire for a transition that is enabled in m, the marking at the position.
func (p *part) fireIn(at int, m petri.Marking, transition int) (next int, ok bool) {
	if !p.net.FireInto(p.scratch, m, transition) {
		return 0, false
	}
	key := pack(p.scratch)
	next, known := p.at[key]
	if !known {
		next = len(p.markings)
		p.add(key, origin{at, transition})
	}
	return next, true
}

// run fires transitions one after the other and returns the positions before each of them and after the last.
func (p *part) run(at int, transitions []int) (positions []int, ok bool) {
	positions = append(positions, at)
	m := p.marking(at)
	for _, t := range transitions {
		if !p.net.Enabled(m, t) {
			return nil, false
		}
		if at, ok = p.fireIn(at, m, t); !ok {
			return nil, false
		}
		copy(m, p.scratch)
		positions = append(positions, at)
	}
	return positions, true
}

// size returns the number of markings.
func (p *part) size() int { return len(p.markings) }

// cut removes all but the first so many markings.
func (p *part) cut(size int) {
	for _, key := range p.markings[size:] {
		delete(p.at, key)
	}
	p.markings, p.origins = p.markings[:size], p.origins[:size]
}

// write writes section part.
func (p *part) write(w *bufio.Writer) error {
	w.WriteString(".part")
	for at := 1; at < len(p.origins); at++ {
		o := p.origins[at]
		if at == 1 || o.from != at-1 {
			fmt.Fprintf(w, "\nfire %d", o.from)
		}
		w.WriteString(" " + strconv.Quote(p.net.Transitions[o.transition].Name))
	}
	if p.explore > 0 {
		fmt.Fprintf(w, "\nexplore %d", p.explore)
	}
	return w.WriteByte('\n')
}

// pack writes a marking as a string.
func pack(m petri.Marking) string {
	b := make([]byte, 0, len(m))
	for _, tokens := range m {
		b = binary.AppendUvarint(b, uint64(tokens))
	}
	return string(b)
}

// unpack reads a marking of so many places.
func unpack(key string, places int) petri.Marking {
	m := make(petri.Marking, places)
	b := []byte(key)
	for i := range m {
		tokens, n := binary.Uvarint(b)
		m[i], b = int64(tokens), b[n:]
	}
	return m
}
