package randnet

import (
	"fmt"
	"slices"

	"brim/petri"
)

// Changes of random workflow nets of which it is certain what they do to soundness.

// A span is what is known of a block.
type span struct {
	first int    // the only transition that takes the token at its beginning, or -1
	once  []int  // transitions that fire once each time the block is passed, none to the left of one before it
	forks []fork // choices that are made once each time the block is passed
}

// A fork is a choice between two blocks, each of which begins with one transition.
type fork struct {
	place int
	first [2]int
	once  [2]int // a transition that fires once if the choice is for its block
}

// A pair is a place to which from gives a token and from which to takes it, or two such places.
type pair struct{ from, to []int }

// A tie adds a place between two transitions that fire once each when a sequence or parallel blocks are passed, the
// second one to the right of the first. Or it adds two places, by which the second one of two choices follows the
// first, as miners find long dependencies. The net stays sound: what waits at such a place waits for a transition to
// its left that fires for certain, so the leftmost thread of a case never waits, and all added places are empty when
// the block is passed.
func (w *workflow) tie(x pair) {
	for i := range x.from {
		p := petri.Arc{Place: w.inner(), Weight: 1}
		from, to := &w.transitions[x.from[i]], &w.transitions[x.to[i]]
		from.Post, to.Pre = append(from.Post, p), append(to.Pre, p)
	}
}

// pair notes that two transitions of blocks can be tied.
func (w *workflow) pair(one, other span) {
	if len(one.once) > 0 && len(other.once) > 0 {
		w.pairs = append(w.pairs, pair{w.pick(one.once), w.pick(other.once)})
	}
}

func (w *workflow) pick(list []int) []int { return []int{list[w.rng.IntN(len(list))]} }

// after returns what is known of two blocks in sequence.
func (w *workflow) after(one, other span) span {
	w.pair(one, other)
	if len(one.forks) > 0 && len(other.forks) > 0 {
		x, y := one.forks[w.rng.IntN(len(one.forks))], other.forks[w.rng.IntN(len(other.forks))]
		if w.takers(y.place) == 2 && !w.led[y.place] { // it cannot follow two choices that differ
			w.led[y.place] = true
			w.pairs = append(w.pairs, pair{x.once[:], y.first[:]})
		}
	}
	return span{one.first, slices.Concat(one.once, other.once), slices.Concat(one.forks, other.forks)}
}

// beside returns what is known of parallel blocks.
func (w *workflow) beside(split int, one, other span, join int) span {
	w.pair(one, other)
	once := slices.Concat([]int{split}, one.once, other.once, []int{join})
	return span{split, once, slices.Concat(one.forks, other.forks)}
}

// choice returns what is known of a choice between blocks.
func (w *workflow) choice(place int, one, other span) span {
	if one.first < 0 || other.first < 0 || len(one.once) == 0 || len(other.once) == 0 {
		return span{first: -1}
	}
	return span{first: -1, forks: []fork{{place, [2]int{one.first, other.first}, [2]int{one.once[0], other.once[0]}}}}
}

// takers counts the transitions that take tokens from a place.
func (w *workflow) takers(place int) (n int) {
	for _, t := range w.transitions {
		if slices.ContainsFunc(t.Pre, func(a petri.Arc) bool { return a.Place == place }) {
			n++
		}
	}
	return n
}

// broken makes one change after which the net is still a workflow net, but not sound: an arc more, or a split or join
// turned into a choice. The first so many places, which are those of the blocks, have positive weights by which the sum
// of the tokens stays what it is: a split halves the weight of its place. The transition that changes either never
// fires, or changes the sum, and no other one changes it back.
func (w *workflow) broken(places int) {
	at := w.rng.IntN(len(w.transitions))
	t := w.transitions[at]
	two := func(arcs []petri.Arc) bool { return len(arcs) > 1 && arcs[1].Place < places }
	twin := petri.Transition{Name: fmt.Sprint("twin", len(w.transitions))}
	switch {
	case two(t.Pre) && w.rng.IntN(3) > 0:
		twin.Pre, twin.Post = t.Pre[1:2:2], slices.Clone(t.Post)
		t.Pre = slices.Concat(t.Pre[:1], t.Pre[2:])
		w.transitions = append(w.transitions, twin)
	case two(t.Post) && w.rng.IntN(3) > 0:
		twin.Pre, twin.Post = slices.Clone(t.Pre), t.Post[1:2:2]
		t.Post = slices.Concat(t.Post[:1], t.Post[2:])
		w.transitions = append(w.transitions, twin)
	case w.rng.IntN(2) == 0: // to any place but the source, which is place 0
		t.Post = append(t.Post, petri.Arc{Place: 1 + w.rng.IntN(places-1), Weight: 1})
	default: // from any place but the sink, which is place 1
		p := w.rng.IntN(places - 1)
		if p > 0 {
			p++
		}
		t.Pre = append(t.Pre, petri.Arc{Place: p, Weight: 1})
	}
	w.transitions[at] = t
}
