package product_test

import (
	"math/rand/v2"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/ltl/automaton"
	"brim/petri"
)

// A word is a graph whose states are letters: the propositions that hold there, by bits.
type word struct {
	letters []uint64
	next    [][]int
}

// accepts reports whether a accepts some run from a state, by a nested fixed point on all pairs: of those that are
// left, from each an arc with each mark has to be reached that leads to one that is left.
func (w *word) accepts(a *automaton.Automaton, start int) bool {
	n := len(a.States)
	left := make([]bool, len(w.letters)*n)
	for i := range left {
		left[i] = true
	}
	// some reports whether a pair has an arc of which is says so, given where it leads.
	some := func(pair int, is func(to int, marks uint64) bool) bool {
		for arc := range a.From(pair%n, w.letters[pair/n]) {
			for _, to := range w.next[pair/n] {
				if is(to*n+arc.To, arc.Marks) {
					return true
				}
			}
		}
		return false
	}
	for changed := true; changed; {
		changed = false
		for mark := range max(a.Marks, 1) {
			good := make([]bool, len(left))
			for more := true; more; {
				more = false
				for pair := range left {
					if left[pair] && !good[pair] && some(pair, func(to int, marks uint64) bool {
						return left[to] && (good[to] || a.Marks == 0 || marks>>mark&1 == 1)
					}) {
						good[pair], more = true, true
					}
				}
			}
			for pair := range left {
				changed = changed || left[pair] != good[pair]
			}
			left = good
		}
	}
	return left[start*n+a.Initial]
}

// wordOf returns the states of a space, in which dead ones step to themselves if paths are maximal.
func wordOf(s *oracle.Space, a *automaton.Automaton, paths syntax.Paths) *word {
	w := &word{}
	for i, m := range s.States {
		w.letters = append(w.letters, letter(s.Net, a, m))
		var next []int
		for _, e := range s.Succ[i] {
			next = append(next, e.To)
		}
		if len(next) == 0 && paths == syntax.Maximal {
			next = append(next, i)
		}
		w.next = append(w.next, next)
	}
	return w
}

func letter(net *petri.Net, a *automaton.Automaton, m petri.Marking) (values uint64) {
	for i, f := range a.Props {
		if engine.Eval(net, f, m) {
			values |= 1 << i
		}
	}
	return values
}

// randomAutomaton returns an automaton with up to so many propositions about a net, three states and two marks. If
// they are few, they are atoms.
func randomAutomaton(rng *rand.Rand, net *petri.Net, props int, pool *syntax.Pool) *automaton.Automaton {
	a := &automaton.Automaton{Marks: rng.IntN(3)}
	for range 1 + rng.IntN(props) {
		f := randformula.Generate(rng, net, rng.IntN(props), pool)
		for f.Temporal() {
			f = f.Args[0]
		}
		for props <= 2 && len(f.Args) > 0 {
			f = f.Args[0]
		}
		a.Props = append(a.Props, f)
	}
	n := 1 + rng.IntN(3)
	for range n {
		var s automaton.State
		for range 1 + rng.IntN(4) {
			var g automaton.Guard
			for range 1 + rng.IntN(2) {
				c := automaton.Cube{True: rng.Uint64() & rng.Uint64() & (1<<len(a.Props) - 1)}
				c.False = rng.Uint64() & rng.Uint64() & (1<<len(a.Props) - 1) &^ c.True
				g = append(g, c)
			}
			s.Arcs = append(s.Arcs, automaton.Arc{Guard: g, To: rng.IntN(n),
				Marks: rng.Uint64() & rng.Uint64() & a.All()})
		}
		a.States = append(a.States, s)
	}
	if n > 1 && rng.IntN(2) == 0 {
		waits(rng, a)
	}
	return a
}

// waits changes an automaton so that it stays in its first state until something holds, or maybe longer, and may then
// come to where it accepts everything.
func waits(rng *rand.Rand, a *automaton.Automaton) {
	last := len(a.States) - 1
	for q := range a.States {
		for i := range a.States[q].Arcs {
			arc := &a.States[q].Arcs[i]
			arc.To = max(arc.To, 1)
		}
	}
	some := uint64(1) << rng.IntN(len(a.Props))
	stay := automaton.Guard{{False: some}}
	if rng.IntN(2) == 0 {
		stay = automaton.Guard{{}}
	}
	to := 1 + rng.IntN(last)
	a.States[0].Arcs = []automaton.Arc{{Guard: stay, To: 0}, {Guard: automaton.Guard{{True: some}}, To: to}}
	if rng.IntN(2) == 0 {
		a.States[to].Arcs = append(a.States[to].Arcs, automaton.Arc{Guard: automaton.Guard{{}}, To: to, Marks: a.All()})
	}
}

// stuttering returns an automaton that accepts the runs of which a accepts the run that has each letter once where it
// is repeated. Its states are those of a before anything is read; those that have read a letter which may be repeated;
// and those that read one letter for ever.
func stuttering(a *automaton.Automaton) *automaton.Automaton {
	letters, n := 1<<len(a.Props), len(a.States)
	b := &automaton.Automaton{Props: a.Props, Initial: a.Initial, Marks: max(a.Marks, 1)}
	if a.Marks == 0 {
		b.Marks = 1
	}
	b.States = make([]automaton.State, n+2*n*letters)
	read := func(q, l int) int { return n + 2*(q*letters+l) }
	guard := func(l int) automaton.Guard {
		return automaton.Guard{{True: uint64(l), False: ^uint64(l) & uint64(letters-1)}}
	}
	marks := func(arc automaton.Arc) uint64 {
		if a.Marks == 0 {
			return 1
		}
		return arc.Marks
	}
	add := func(from, l, to int, marks uint64) {
		b.States[from].Arcs = append(b.States[from].Arcs, automaton.Arc{Guard: guard(l), To: to, Marks: marks})
	}
	for q := range n {
		for l := range letters {
			for arc := range a.From(q, uint64(l)) {
				add(q, l, read(arc.To, l), marks(arc))   // and then another letter, after some repetitions
				add(q, l, read(arc.To, l)+1, marks(arc)) // and then the same for ever
				add(read(q, l)+1, l, read(arc.To, l)+1, marks(arc))
				for before := range letters {
					if before != l {
						add(read(q, before), l, read(arc.To, l), marks(arc))
						add(read(q, before), l, read(arc.To, l)+1, marks(arc))
					}
				}
			}
			add(read(q, l), l, read(q, l), 0)
		}
	}
	return b
}
