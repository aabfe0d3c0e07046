package walk

import (
	"context"
	"errors"
	"slices"

	"brim/engine"
	"brim/engine/kripke"
)

// Walks through the single states of any structure.

// A Rover makes runs of a structure from its first initial state on, and looks in all of them for all of its targets,
// in the states on the way and in their successors. Every other run goes nearer to one of the targets with most of its
// steps; the others are random. It belongs to one goroutine. Equal structures, seeds and targets give equal results,
// but for the end of a context.
type Rover struct {
	dice
	s      kripke.Structure
	sights []*Sight
	peaks  []*Peak
	out    kripke.Successors
	states []uint64 // of the run, one after the other
	labels []int
	length int // of the next run
	most   int // of any run
	runs   int
	steps  int64
}

// A Sight is a state that is sought.
type Sight struct {
	holds    kripke.Predicate
	distance func(kripke.State) int64
	path     *kripke.Path
}

// Found returns a path to such a state, without circles; ok is false if none was found.
func (x *Sight) Found() (p *kripke.Path, ok bool) { return x.path, x.path != nil }

// A Peak is the largest value of a function that was found.
type Peak struct {
	of   func(kripke.State) int64
	best int64
	any  bool
}

// Best returns the largest value; ok is false before the first state.
func (x *Peak) Best() (value int64, ok bool) { return x.best, x.any }

// roverWords is how many words the states of a run may have.
const roverWords = 1 << 22

// NewRover returns a rover without targets, whose choices the seed determines.
func NewRover(s kripke.Structure, seed uint64) *Rover {
	return &Rover{dice: newDice(seed), s: s, length: shortest, most: min(longest, max(1, roverWords/s.Words()))}
}

// Seek adds a target: a state in which something holds. distance guides to it: it is 0 there and small nearby. It may
// be nil.
func (w *Rover) Seek(holds kripke.Predicate, distance func(kripke.State) int64) *Sight {
	x := &Sight{holds: holds, distance: distance}
	w.sights = append(w.sights, x)
	return x
}

// Climb adds a target: states in which a function is large.
func (w *Rover) Climb(of func(kripke.State) int64) *Peak {
	x := &Peak{of: of}
	w.peaks = append(w.peaks, x)
	return x
}

// DropSight ends the search for a target.
func (w *Rover) DropSight(x *Sight) {
	w.sights = slices.DeleteFunc(w.sights, func(y *Sight) bool { return x == y })
}

// DropPeak ends the search for a target.
func (w *Rover) DropPeak(x *Peak) {
	w.peaks = slices.DeleteFunc(w.peaks, func(y *Peak) bool { return x == y })
}

// Steps returns how many steps were made.
func (w *Rover) Steps() int64 { return w.steps }

// Walk makes runs until ctx ends or a state is found that a Sight seeks. A run ends in a state without successors,
// where a successor cannot be packed, or when it is long enough. The error is one of the structure.
func (w *Rover) Walk(ctx context.Context) error {
	for found := false; !found && ctx.Err() == nil && len(w.sights)+len(w.peaks) > 0; {
		var err error
		if found, err = w.run(ctx); err != nil {
			return err
		}
		w.length = min(w.length+w.length/2, w.most)
		if w.runs++; w.runs%16 == 0 {
			w.length = min(shortest, w.most)
		}
	}
	return nil
}

// run makes one run. It reports whether it found a state that is sought.
func (w *Rover) run(ctx context.Context) (found bool, err error) {
	s := w.s.Initial()[0]
	w.states, w.labels = append(w.states[:0], s...), w.labels[:0]
	if found = w.look(s, -1); found {
		return true, nil
	}
	guide := w.guide()
	for step := range w.length {
		if step%64 == 0 && ctx.Err() != nil {
			return false, nil
		}
		err := w.s.Successors(s, &w.out)
		if overflow := (*kripke.OverflowError)(nil); errors.As(err, &overflow) || err == nil && w.out.Len() == 0 {
			return false, nil
		} else if err != nil {
			return false, err
		}
		w.steps++
		for i := range w.out.Len() {
			found = w.look(w.out.State(i), w.out.Label(i)) || found
		}
		if found {
			return true, nil
		}
		i := w.choose(guide)
		w.labels = append(w.labels, w.out.Label(i))
		w.states = append(w.states, w.out.State(i)...)
		s = w.states[len(w.states)-w.s.Words():]
	}
	return false, nil
}

// guide returns the distance by which a run is guided; nil for a random one.
func (w *Rover) guide() func(kripke.State) int64 {
	if n := len(w.sights) + len(w.peaks); w.runs%2 == 1 {
		switch i := w.runs / 2 % n; {
		case i < len(w.sights):
			return w.sights[i].distance
		default:
			of := w.peaks[i-len(w.sights)].of
			return func(s kripke.State) int64 { return -of(s) }
		}
	}
	return nil
}

// choose returns the number of a successor: most often a nearest one, if there is a guide, else any.
func (w *Rover) choose(guide func(kripke.State) int64) int {
	n := w.out.Len()
	if guide == nil || w.next()>>61 == 0 {
		return w.below(n)
	}
	best, least, ties := 0, int64(0), 0
	for i := range n {
		switch d := guide(w.out.State(i)); {
		case i == 0 || d < least:
			best, least, ties = i, d, 1
		case d == least:
			if ties++; w.below(ties) == 0 {
				best = i
			}
		}
	}
	return best
}

// look looks at a state: the end of the run if label is −1, else a successor of it. It reports whether it is one that
// is sought.
func (w *Rover) look(s kripke.State, label int) (found bool) {
	for _, x := range w.peaks {
		if v := x.of(s); !x.any || v > x.best {
			x.best, x.any = v, true
		}
	}
	for _, x := range w.sights {
		if x.path == nil && x.holds(s) {
			x.path, found = w.path(s, label), true
		}
	}
	return found
}

// path returns the run, and one step more to s unless label is −1, without its circles.
func (w *Rover) path(s kripke.State, label int) *kripke.Path {
	n := w.s.Words()
	states := slices.Collect(slices.Chunk(slices.Clone(w.states), n))
	labels := slices.Clone(w.labels)
	if label >= 0 {
		states, labels = append(states, slices.Clone(s)), append(labels, label)
	}
	table := kripke.NewTable(n)
	last := make([]int, 0, len(states)) // by state: the last position where the run is in it
	for i, x := range states {
		if k, added := table.Add(x); added {
			last = append(last, i)
		} else {
			last[k] = i
		}
	}
	p := &kripke.Path{Loop: engine.NoLoop}
	for i := 0; i < len(states); i++ {
		k, _ := table.Find(states[i])
		i = last[k]
		if p.States = append(p.States, states[i]); i < len(labels) {
			p.Labels = append(p.Labels, labels[i])
		}
	}
	return p
}
