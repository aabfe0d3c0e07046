package walk

import (
	"errors"
	"fmt"

	"brim/engine"
	"brim/petri"
)

// This file finds out when a run comes back to a marking, and checks the lasso that this makes.

// begins has the hashes of markings ready: that of a marking is a sum of the tokens of places, each times a random
// number, so a firing changes it by a fixed number.
func (w *Walker) begins() {
	if w.effects != nil {
		return
	}
	weights := make([]uint64, len(w.places))
	for p := range weights {
		weights[p] = w.next() | 1
		w.origin += weights[p] * uint64(w.initial[p].tokens)
	}
	w.effects = make([]uint64, len(w.hooks))
	for t := range w.effects {
		for _, c := range w.of(int32(t)) {
			w.effects[t] += weights[c.place] * uint64(c.delta)
		}
	}
}

// visits is a small table of where a run was: of each hash the first position, as far as there is room.
type visits struct {
	table []visit
	round uint32
}

type visit struct {
	key   uint64
	at    int32
	round uint32
}

// Size of the table, and how many entries are looked at.
const (
	visitBits  = 16
	visitProbe = 4
)

// begin empties the table.
func (v *visits) begin() {
	if v.table == nil {
		v.table = make([]visit, 1<<visitBits)
	}
	if v.round++; v.round == 0 {
		clear(v.table)
		v.round = 1
	}
}

// add notes the last position of keys.
func (v *visits) add(keys []uint64) {
	at := len(keys) - 1
	key := keys[at]
	x := visit{key, int32(at), v.round}
	base := key >> (64 - visitBits)
	last := base
	for i := range uint64(visitProbe) {
		last = (base + i) % (1 << visitBits)
		e := &v.table[last]
		if e.round != v.round || int(e.at) >= at || keys[e.at] != e.key { // empty, or of steps that were taken back
			*e = x
			return
		}
		if e.key == key {
			return
		}
	}
	v.table[last] = x
}

// find returns a position before n with the same hash, −1 if none is known.
func (v *visits) find(keys []uint64, n int) int {
	key := keys[n]
	base := key >> (64 - visitBits)
	for i := range uint64(visitProbe) {
		e := &v.table[(base+i)%(1<<visitBits)]
		if e.round == v.round && e.key == key && int(e.at) < n && keys[e.at] == key {
			return int(e.at)
		}
	}
	return -1
}

// errWord says that the automaton does not accept a run that it accepted while it was made.
var errWord = errors.New("walk: the automaton does not accept the run that was found")

// tells checks a run with the firing rule of the net and with an evaluation of its word by the automaton, and if both
// confirm it, makes it the answer. A loop that does not close because two markings had the same hash is no error.
func (p *pursuit) tells(steps []int, loop int) error {
	net, r := p.net, p.Run
	var at, last petri.Marking
	word := make([]uint64, 0, len(steps)+1)
	for m, err := range net.Markings(steps) {
		if err != nil {
			return fmt.Errorf("walk: %w", err)
		}
		if len(word) == loop {
			at = m.Clone()
		}
		word, last = append(word, r.propositions(m)), m
	}
	first := loop
	if loop == engine.NoLoop {
		for range net.EnabledTransitions(last) {
			return errors.New("walk: a run ends where a transition is enabled")
		}
		first = len(steps)
	} else {
		if !last.Equal(at) {
			return nil // two markings had the same hash
		}
		word = word[:len(steps)]
	}
	if !r.a.Accepts(word[:first], word[first:]) {
		return errWord
	}
	r.found, r.steps, r.loop = true, steps, loop
	return nil
}
