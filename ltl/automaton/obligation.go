package automaton

import (
	"encoding/binary"
	"slices"
)

// The least deterministic automaton of an obligation, a Boolean combination of safety and guarantee properties [DEK07].

// Bounds of the work of minimal: states of a subset construction, and these times letters and states of an automaton.
const (
	mostSubsets = 1024
	mostPairs   = 1 << 21
)

// A deterministic automaton is complete and weak: it accepts the words whose run stays in an accepting component in the
// end. State 0 is the initial one.
type deterministic struct {
	next      [][]int  // by state and letter
	of        []int    // components of states
	accepting []bool   // by component
	subsets   [][]bool // what each state stands for: states of the automaton that it was made of
}

// minimal returns the least deterministic automaton of the language of a, if that is one of an obligation [DEK07], a
// Boolean combination of safety and guarantee; else, or if the work passes its bounds, it returns nil. The language of
// not, over the same propositions, has to be the complement.
//
// The subsets of states that words lead to are its states. Whether a component accepts is decided by one word that goes
// round in it: if it is an obligation all others agree. That it was one is known when the two languages turn out to be
// equal. At last equal states become one [Loe01].
func minimal(a, not *Automaton) *Automaton {
	l, ok := lettersOf(guardsOf(a, not))
	if !ok || (len(a.States)+len(not.States))*len(l.parts) > mostPairs {
		return nil
	}
	t, u := a.tableOf(l), not.tableOf(l)
	d := subsets(t, a.Initial, len(l.parts))
	if d == nil || len(d.next)*(len(t)+len(u))*len(l.parts) > mostPairs {
		return nil
	}
	d.judge(t, a.All())
	if d.meets(t, a, false) || d.meets(u, not, true) {
		return nil
	}
	m := d.merge(l)
	m.Props = a.Props
	m.trim()
	return m
}

// subsets returns the deterministic automaton of the sets of states that words lead to, by the subset construction; nil
// if there are too many.
func subsets(t table, initial, letters int) *deterministic {
	d := &deterministic{}
	number := map[string]int{}
	enter := func(set []bool) int {
		key := make([]byte, 0, len(set))
		for s, in := range set {
			if in {
				key = binary.AppendUvarint(key, uint64(s))
			}
		}
		n, ok := number[string(key)]
		if !ok {
			n = len(d.subsets)
			number[string(key)] = n
			d.subsets = append(d.subsets, set)
		}
		return n
	}
	first := make([]bool, len(t))
	first[initial] = true
	enter(first)
	for i := 0; i < len(d.subsets); i++ {
		if len(d.subsets) > mostSubsets || len(d.subsets)*letters*len(t) > mostPairs {
			return nil
		}
		next := make([]int, letters)
		for n := range letters {
			set := make([]bool, len(t))
			for s, in := range d.subsets[i] {
				if in {
					for _, x := range t[s][n] {
						set[x.to] = true
					}
				}
			}
			next[n] = enter(set)
		}
		d.next = append(d.next, next)
	}
	return d
}

// judge finds the components and, by a word of each, whether it accepts.
func (d *deterministic) judge(t table, all uint64) {
	parts, of := stronglyConnected(len(d.next), func(v int, yield func(int)) {
		for _, w := range d.next[v] {
			yield(w)
		}
	})
	d.of, d.accepting = of, make([]bool, len(parts))
	for i, part := range parts {
		if word := d.cycle(part[0]); word != nil {
			d.accepting[i] = t.accepts(d.subsets[part[0]], word, all)
		}
	}
}

// cycle returns a shortest word that leads from a state to itself, nil if there is none.
func (d *deterministic) cycle(state int) (word []int) {
	type way struct{ from, letter int }
	seen := map[int]way{}
	queue := []int{state}
	for len(queue) > 0 {
		v := queue[0]
		queue = queue[1:]
		for n, w := range d.next[v] {
			if _, ok := seen[w]; ok || d.of[w] != d.of[state] {
				continue
			}
			seen[w] = way{v, n}
			if w == state {
				for back := seen[w]; ; back = seen[back.from] {
					word = append(word, back.letter)
					if back.from == state {
						slices.Reverse(word)
						return word
					}
				}
			}
			queue = append(queue, w)
		}
	}
	return nil
}

// accepts reports whether a run from one of the given states on a word again and again sees all marks again and again.
func (t table) accepts(from []bool, word []int, all uint64) bool {
	return fair(len(t)*len(word), func(v int) bool { return v < len(t) && from[v] }, all,
		func(v int, each func(w int, marks uint64)) {
			at, s := v/len(t), v%len(t)
			for _, x := range t[s][word[at]] {
				each((at+1)%len(word)*len(t)+x.to, x.marks)
			}
		}, nil)
}

// meets reports whether some word is accepted by an automaton, whose table is t, and accepted by d, or not accepted, as
// accepting says.
func (d *deterministic) meets(t table, a *Automaton, accepting bool) bool {
	n := len(t)
	return fair(n*len(d.next), func(v int) bool { return v == a.Initial }, a.All(),
		func(v int, each func(w int, marks uint64)) {
			for letter, steps := range t[v%n] {
				next := d.next[v/n][letter] * n
				for _, x := range steps {
					each(next+x.to, x.marks)
				}
			}
		}, func(v int) bool { return d.accepting[d.of[v/n]] == accepting })
}

// merge returns the smallest automaton for the same words: states are divided by whether they accept, then by the
// classes of their successors, until nothing changes.
func (d *deterministic) merge(l *letters) *Automaton {
	class := make([]int, len(d.next)) // first whether they count as accepting, then finer and finer
	for s, color := range d.colors() {
		class[s] = color % 2
	}
	for classes := 0; ; {
		number := map[string]int{}
		finer := make([]int, len(class))
		for s := range class {
			key := binary.AppendUvarint(nil, uint64(class[s]))
			for _, w := range d.next[s] {
				key = binary.AppendUvarint(key, uint64(class[w]))
			}
			if _, ok := number[string(key)]; !ok {
				number[string(key)] = len(number)
			}
			finer[s] = number[string(key)]
		}
		class = finer
		if len(number) == classes {
			break
		}
		classes = len(number)
	}
	a := &Automaton{Initial: class[0], Marks: 1}
	colors := d.colors()
	for s, c := range class {
		if c < len(a.States) {
			continue
		}
		steps := make([][]step, len(l.parts))
		for n, w := range d.next[s] {
			steps[n] = []step{{class[w], uint64(1 - colors[s]%2)}}
		}
		a.States = append(a.States, State{l.arcs(steps)})
	}
	return a
}

// colors returns numbers of states that do not fall along steps, are even where a component accepts and odd where it
// does not, and are the largest such numbers. A component without cycle has the number of what comes next.
func (d *deterministic) colors() []int {
	largest := 2 * len(d.accepting)
	color := make([]int, len(d.accepting))
	cyclic := make([]bool, len(d.accepting))
	states := make([][]int, len(d.accepting))
	for s, c := range d.of {
		states[c] = append(states[c], s)
	}
	for c := len(color) - 1; c >= 0; c-- { // later components first
		least := largest
		for _, s := range states[c] {
			for _, w := range d.next[s] {
				if d.of[w] == c {
					cyclic[c] = true
				} else {
					least = min(least, color[d.of[w]])
				}
			}
		}
		if cyclic[c] && (least%2 == 0) != d.accepting[c] {
			least--
		}
		color[c] = least
	}
	colors := make([]int, len(d.of))
	for s, c := range d.of {
		colors[s] = color[c]
	}
	return colors
}
