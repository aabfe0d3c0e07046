package timed

import (
	"iter"
	"slices"
)

// The tokens that a firing may take.

// Choices yields each choice of tokens with which t can fire in s, without a delay; choices with the same ages once.
// Their number grows as a power of the number of different ages, whose exponent is the number of tokens that t takes. A
// choice is valid until the next one.
func (r *ArcRule) Choices(s ArcState, t int) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		few := func(a taking) bool { return a.weight > int64(len(s[a.place])) }
		if r.inhibited(s, t) >= 0 || slices.ContainsFunc(r.takes[t], few) {
			return
		}
		e := chooser{arcs: r.takes[t], left: map[int][]int64{}, choice: make(Choice, len(r.takes[t])), yield: yield}
		for _, a := range e.arcs {
			if e.left[a.place] == nil {
				e.left[a.place] = slices.Clone(s[a.place])
			}
		}
		e.arc(0)
	}
}

// A chooser takes the tokens of one arc after the other. Those of one arc it takes with ascending ages, so that it
// finds each choice once.
type chooser struct {
	arcs   []taking
	left   map[int][]int64 // by place: the ages of the tokens that are not taken
	choice Choice
	yield  func(Choice) bool
}

// arc chooses for the arcs from number i on, and reports whether to go on.
func (e *chooser) arc(i int) bool {
	if i == len(e.arcs) {
		return e.yield(e.choice)
	}
	if e.arcs[i].weight > int64(len(e.left[e.arcs[i].place])) {
		return true
	}
	e.choice[i] = e.choice[i][:0]
	return e.token(i, 0)
}

// token chooses the tokens of arc i that are missing, among those from index from on, and those of the arcs after it.
func (e *chooser) token(i, from int) bool {
	a := e.arcs[i]
	if int64(len(e.choice[i])) == a.weight {
		return e.arc(i + 1)
	}
	left := e.left[a.place]
	for k := from; k < len(left); k++ {
		if !a.takes(left[k]) || k > from && left[k] == left[k-1] {
			continue
		}
		e.left[a.place] = slices.Delete(slices.Clone(left), k, k+1)
		e.choice[i] = append(e.choice[i], left[k])
		if !e.token(i, k) {
			return false
		}
		e.choice[i] = e.choice[i][:len(e.choice[i])-1]
	}
	e.left[a.place] = left
	return true
}
