package product

import (
	"slices"

	"brim/ltl/automaton"
)

// remaining returns, by state of the automaton, the propositions that it still reads from there on, as bits. They
// become fewer on the way.
func remaining(a *automaton.Automaton) []uint64 {
	left := make([]uint64, len(a.States))
	for changed := true; changed; {
		changed = false
		for q := range a.States {
			props := left[q]
			for _, arc := range a.States[q].Arcs {
				props |= left[arc.To]
				for _, c := range arc.Guard {
					props |= c.True | c.False
				}
			}
			changed = changed || props != left[q]
			left[q] = props
		}
	}
	return left
}

// mostLetters is how many letters are looked at for Insensitive.
const mostLetters = 1 << 10

// Insensitive returns, by state of the automaton, whether it can be seen on the arcs that stuttering does not matter
// from there on: of this state and all that follow, with each letter that can be read,
//
//	an arc to r is a way of two arcs, too    what is read once may be read twice
//	a way of two arcs to r is an arc, too    what is read twice may be read once
//
// with no mark less, where arcs between components, which a run takes once, count as if they had all marks, and arcs of
// components that accept nothing as if they had none. So runs with equal letters up to their repetition are both
// accepted or neither. Automata of formulas as X X G p have states of both kinds. If it is not seen nothing is said.
// Cost: the ways of two arcs for each letter; nothing is looked at if there are more than 2^10 letters.
func Insensitive(a *automaton.Automaton) []bool {
	mute := make([]bool, len(a.States))
	letters := uint64(1) << min(len(a.Props), 63)
	if letters > mostLetters {
		return mute
	}
	for q := range mute {
		mute[q] = true
	}
	of := make([]int, len(a.States)) // components
	parts := a.Components()
	for i, part := range parts {
		for _, q := range part.States {
			of[q] = i
		}
	}
	marks := func(q int, arc automaton.Arc) uint64 {
		switch {
		case of[q] != of[arc.To]:
			return a.All()
		case !parts[of[q]].Accepting:
			return 0
		}
		return arc.Marks
	}
	for letter := range letters {
		moves := make([][]move, len(a.States))
		for q := range moves {
			for arc := range a.From(q, letter) {
				moves[q] = append(moves[q], move{uint32(arc.To), marks(q, arc)})
			}
		}
		for q := range moves {
			mute[q] = mute[q] && repeats(moves, q)
		}
	}
	for changed := true; changed; {
		changed = false
		for q := range mute {
			if mute[q] && slices.ContainsFunc(a.States[q].Arcs, func(arc automaton.Arc) bool { return !mute[arc.To] }) {
				mute[q], changed = false, true
			}
		}
	}
	return mute
}

// repeats reports whether a state can read a letter once or twice alike, given what can be done with it in each state.
func repeats(moves [][]move, q int) bool {
	var twice []move
	for _, m := range moves[q] {
		for _, n := range moves[m.to] {
			twice = append(twice, move{n.to, m.marks | n.marks})
		}
	}
	return within(moves[q], twice) && within(twice, moves[q])
}

// within reports whether for each of some moves there is another one to the same state that has all its marks.
func within(some, others []move) bool {
	for _, m := range some {
		if !slices.ContainsFunc(others, func(o move) bool { return o.to == m.to && o.marks|m.marks == o.marks }) {
			return false
		}
	}
	return true
}
