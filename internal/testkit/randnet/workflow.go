package randnet

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"brim/petri"
)

// Random workflow nets, as process mining makes them: of blocks, with silent transitions, and with defects.

// A Workflow says what nets GenerateWorkflow makes.
type Workflow struct {
	Tasks int // about so many transitions that are not silent; 0 means 8

	// Defects is how many random changes the net gets once it is made. A net without any is sound by construction.
	// Most changes break soundness, some add a place between tasks of parallel blocks, which need not.
	Defects int

	// Ties is how many places, or pairs of places, are added that leave the net sound, if it has so many pairs of tasks
	// for them. Most such nets are not free-choice. See tie.
	Ties int

	// Broken is whether the net gets one change that makes it certain that it is not sound; see broken.
	Broken bool
}

// GenerateWorkflow returns a random workflow net: places "i" and "o", one token in i, and every node on a path from i
// to o unless a defect cuts it off. It is made of blocks from one place to another: a task, a sequence, a choice,
// parallel blocks between a silent split and a silent join, a loop, a block that can be skipped. Silent transitions
// have names that begin with tau. The state of rng determines the net.
func GenerateWorkflow(rng *rand.Rand, cfg Workflow) *petri.Net {
	if cfg.Tasks == 0 {
		cfg.Tasks = 8
	}
	w := &workflow{rng: rng, led: map[int]bool{}}
	i, o := w.place("i"), w.place("o")
	w.places[i].Initial = 1
	w.block(i, o, cfg.Tasks)
	inner := len(w.places)
	rng.Shuffle(len(w.pairs), func(i, j int) { w.pairs[i], w.pairs[j] = w.pairs[j], w.pairs[i] })
	for _, x := range w.pairs[:min(cfg.Ties, len(w.pairs))] {
		w.tie(x)
	}
	if cfg.Broken {
		w.broken(inner)
	}
	for range cfg.Defects {
		w.defect()
	}
	return w.net()
}

// A workflow is a workflow net in the making.
type workflow struct {
	sketch
	rng    *rand.Rand
	silent int
	pairs  []pair
	led    map[int]bool // places at which a choice follows another one
}

// place adds a place.
func (w *workflow) place(name string) int {
	w.places = append(w.places, petri.Place{Name: name})
	return len(w.places) - 1
}

// inner adds a place between others.
func (w *workflow) inner() int { return w.place(fmt.Sprint("p", len(w.places)-1)) }

// move adds a transition.
func (w *workflow) move(name string, from, to []int) {
	t := petri.Transition{Name: name}
	for _, p := range from {
		t.Pre = append(t.Pre, petri.Arc{Place: p, Weight: 1})
	}
	for _, p := range to {
		t.Post = append(t.Post, petri.Arc{Place: p, Weight: 1})
	}
	w.transitions = append(w.transitions, t)
}

// tau adds a silent transition.
func (w *workflow) tau(from, to []int) {
	w.silent++
	w.move(fmt.Sprint("tau", w.silent), from, to)
}

// block adds a block of n tasks from place a to place b.
func (w *workflow) block(a, b, n int) span {
	if n <= 1 {
		w.move(fmt.Sprint("task", len(w.transitions)-w.silent+1), []int{a}, []int{b})
		return span{first: len(w.transitions) - 1, once: []int{len(w.transitions) - 1}}
	}
	left := 1 + w.rng.IntN(n-1)
	switch d := w.rng.IntN(12); {
	case d < 5:
		c := w.inner()
		one, other := w.block(a, c, left), w.block(c, b, n-left)
		return w.after(one, other)
	case d < 7:
		return w.choice(a, w.block(a, b, left), w.block(a, b, n-left))
	case d < 10:
		starts, ends := []int{w.inner(), w.inner()}, []int{w.inner(), w.inner()}
		w.tau([]int{a}, starts)
		split := len(w.transitions) - 1
		one, other := w.block(starts[0], ends[0], left), w.block(starts[1], ends[1], n-left)
		w.tau(ends, []int{b})
		return w.beside(split, one, other, len(w.transitions)-1)
	case d < 11:
		start, end := w.inner(), w.inner()
		w.tau([]int{a}, []int{start})
		enter := len(w.transitions) - 1
		w.block(start, end, left)
		w.block(end, start, n-left)
		w.tau([]int{end}, []int{b})
		return span{first: enter, once: []int{enter, len(w.transitions) - 1}}
	default:
		w.block(a, b, n)
		w.tau([]int{a}, []int{b})
		return span{first: -1}
	}
}

// defect changes the net at random: an arc goes, comes or leads elsewhere, a split or a join becomes one of the other
// kind, or one task waits for another.
func (w *workflow) defect() {
	t := &w.transitions[w.rng.IntN(len(w.transitions))]
	list := &t.Pre
	if w.rng.IntN(2) == 0 {
		list = &t.Post
	}
	arc := petri.Arc{Place: w.rng.IntN(len(w.places)), Weight: 1}
	switch d := w.rng.IntN(10); {
	case d < 2 && len(*list) > 1:
		*list = slices.Delete(*list, 0, 1)
	case d < 4:
		*list = append(*list, arc)
	case d < 5 && len(*list) > 0:
		(*list)[w.rng.IntN(len(*list))].Weight++
	case d < 7 && len(*list) > 0:
		(*list)[w.rng.IntN(len(*list))] = arc
	case d < 9 && len(*list) > 1: // each place has a transition of its own
		rest := slices.Clone(*list)
		*list = rest[:1:1]
		twin := petri.Transition{Name: fmt.Sprint("twin", len(w.transitions)), Pre: slices.Clone(t.Pre),
			Post: slices.Clone(t.Post)}
		if list == &t.Pre {
			twin.Pre = rest[1:]
		} else {
			twin.Post = rest[1:]
		}
		w.transitions = append(w.transitions, twin)
	default:
		p := w.inner()
		u := &w.transitions[w.rng.IntN(len(w.transitions))]
		t.Post = append(t.Post, petri.Arc{Place: p, Weight: 1})
		u.Pre = append(u.Pre, petri.Arc{Place: p, Weight: 1})
	}
}
