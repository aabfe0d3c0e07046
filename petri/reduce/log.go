package reduce

import (
	"fmt"
	"slices"

	"brim/petri"
)

// A log tells of each transition that a rule made which others it stands for, and has what is needed to lift a trace
// through rules that fuse places.
type log struct {
	originals int      // transitions of the original net
	words     [][]part // of the transitions made, in the order of their numbers
	layers    []layer  // the newest last
}

// A part of a word is a transition, older than the one that the word stands for, and how often it fires.
type part struct {
	transition int
	times      int64
}

// A layer lifts traces of the net after a pass to that before it.
type layer struct {
	from int // transitions of this number and above were made later
	lift func(trace []int, limit int) ([]int, error)
}

// A TooLongError says that a lifted trace has more steps than allowed.
type TooLongError struct{ Most int }

func (e *TooLongError) Error() string {
	return fmt.Sprintf("the lifted trace has more than %d steps", e.Most)
}

// push notes what lifts traces through the pass that comes now.
func (s *state) push(lift func(trace []int, limit int) ([]int, error)) {
	s.log.layers = append(s.log.layers, layer{len(s.transitions), lift})
}

// expand replaces the transitions from a number on by older ones.
func (l *log) expand(trace []int, from, limit int) ([]int, error) {
	var out []int
	type item struct {
		word []part
		done int64 // of the first part
	}
	var stack []item
	for _, t := range trace {
		stack = append(stack[:0], item{word: []part{{t, 1}}})
		for len(stack) > 0 {
			top := &stack[len(stack)-1]
			if len(top.word) == 0 {
				stack = stack[:len(stack)-1]
				continue
			}
			p := top.word[0]
			if top.done == p.times {
				top.word, top.done = top.word[1:], 0
				continue
			}
			top.done++
			if p.transition >= from {
				stack = append(stack, item{word: l.words[p.transition-l.originals]})
				continue
			}
			if len(out) >= limit {
				return nil, &TooLongError{limit}
			}
			out = append(out, p.transition)
		}
	}
	return out, nil
}

// lift returns a trace of the original net for one of numbers of the newest.
func (l *log) lift(trace []int, limit int) ([]int, error) {
	var err error
	for i := len(l.layers) - 1; i >= 0; i-- {
		if trace, err = l.expand(trace, l.layers[i].from, limit); err != nil {
			return nil, err
		}
		if trace, err = l.layers[i].lift(trace, limit); err != nil {
			return nil, err
		}
	}
	return l.expand(trace, l.originals, limit)
}

// A window is some places of the net as it was before a pass, with all that happens to them: enough to replay a trace
// as far as these places see it.
type window struct {
	slot    map[int]int // of a place
	initial []int64
	pre     map[int][]petri.Arc // by transition; Place is a slot
	post    map[int][]petri.Arc
	tokens  []int64 // of a replay
}

// look returns a window on some places.
func (s *state) look(places []int) *window {
	w := &window{slot: make(map[int]int, len(places)), pre: map[int][]petri.Arc{}, post: map[int][]petri.Arc{}}
	for _, p := range places {
		if _, twice := w.slot[p]; twice {
			continue
		}
		w.slot[p] = len(w.slot)
		w.initial = append(w.initial, s.initial[p])
		for _, t := range s.out[p] {
			w.pre[int(t)] = append(w.pre[int(t)], petri.Arc{Place: w.slot[p], Weight: weight(s.transitions[t].pre, p)})
		}
		for _, t := range s.in[p] {
			w.post[int(t)] = append(w.post[int(t)],
				petri.Arc{Place: w.slot[p], Weight: weight(s.transitions[t].post, p)})
		}
	}
	return w
}

// replay starts a replay.
func (w *window) replay() *window {
	r := *w
	r.tokens = append([]int64(nil), w.initial...)
	return &r
}

// enabled reports whether t can fire as far as the window shows.
func (w *window) enabled(t int) bool {
	return !slices.ContainsFunc(w.pre[t], func(a petri.Arc) bool { return w.tokens[a.Place] < a.Weight })
}

// fire fires t. It does not look whether it is enabled: the replay of the whole trace does in the end.
func (w *window) fire(t int) {
	for _, a := range w.pre[t] {
		w.tokens[a.Place] -= a.Weight
	}
	for _, a := range w.post[t] {
		w.tokens[a.Place] += a.Weight
	}
}
