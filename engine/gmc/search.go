package gmc

import (
	"context"
	"math/rand/v2"
	"slices"

	"brim/engine"
)

// A Result is what a search found.
type Result struct {
	// Path leads from an initial state to the goal, and is replayed; nil if none was found, which does not mean that
	// there is none.
	Path   *Path
	Tries  int // quasi paths that were made
	Flips  int // states that were replaced
	Longer int // states that were put in
	// Stopped is the error of the context, or a *SizeError, if it ended the search.
	Stopped error
}

// Search looks for a path to a goal. Time is that of tries × flips walks through the diagrams, each of which has a
// limit; memory is that of the diagrams and of one path, whatever its length. The error says that an option makes no
// sense, that the diagrams failed, or that a path could not be replayed.
func (m *Model) Search(ctx context.Context, g *Goal, o Options) (*Result, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	s := &search{Model: m, o: o, rng: rand.New(rand.NewPCG(o.Seed, 0))}
	if err := s.prepare(ctx, m.initial, g.now); err != nil {
		return nil, err
	}
	for s.Stopped == nil && s.Tries < o.Tries {
		s.Tries++
		if s.quasiPath(ctx) && s.repair(ctx) && s.complete() {
			s.Path = &Path{States: s.path, Loop: engine.NoLoop}
			return &s.Result, m.replay(s.Path, g, false)
		}
		s.Stopped = ctx.Err()
	}
	return &s.Result, nil
}

// A search is a search at work.
type search struct {
	Result
	*Model
	o    Options
	stay *Goal // all states are in it; nil is no restriction
	loop bool  // the path begins and ends in the same state, and has a step
	rng  *rand.Rand
	w    *walker
	at   []int32 // the diagrams of w: first those of the relation, which are steps, and then those of the layers
	// By number of steps: the diagrams of the states that so many steps lead to, and from which so many lead to the
	// goal, now and next. What is behind the last layer is their union.
	inside, steps    []int // the diagrams of the invariants, and these with those of the relation
	forward          []int
	back, backNext   []int
	from, to, toNext int

	path []State // a quasi path
	gap  int     // there may be no step from path[gap] to path[gap+1]
	// The last flip was of state last, which was lastState before; nil if there was none since a state was put in.
	last      int
	lastState State
}

// quasiPath makes a random quasi path: a random walk from the beginning and one backward from the goal. Where one of
// them ends early, the other goes on; if both do, the quasi path is shorter. It reports whether there is one: of a path
// that has to be exact, only one of the length.
func (s *search) quasiPath(ctx context.Context) bool {
	n := s.o.Length
	first, last := s.any(s.from), s.any(s.to)
	if first == nil || last == nil {
		return false
	}
	head, tail := []State{first}, []State{last} // the tail from its end
	walk := func(list []State, length int, step func(State, State, int) State) []State {
		for len(list) < length && ctx.Err() == nil {
			x := step(list[len(list)-1], nil, -1)
			if x == nil {
				break
			}
			list = append(list, x)
		}
		return list
	}
	gap := s.rng.IntN(n)
	head = walk(head, gap+1, s.after)
	tail = walk(tail, n+1-len(head), s.before)
	head = walk(head, n+1-len(tail), s.after)
	if s.o.Exact && len(head)+len(tail) < n+1 {
		return false
	}
	slices.Reverse(tail)
	s.gap, s.lastState = len(head)-1, nil
	s.path = append(head, tail...)
	return true
}

// early cuts the quasi path where it is a path already, and reports whether it does.
func (s *search) early(ctx context.Context) bool {
	from, to := 0, len(s.path)-1
	if s.loop {
		from, to = 1, to-1
	}
	for i := from; i <= s.gap && ctx.Err() == nil; i++ {
		if s.isIn(s.path[i], s.to) {
			s.path = s.path[:i+1]
			return true
		}
	}
	for i := to; i > s.gap && ctx.Err() == nil; i-- {
		if s.isIn(s.path[i], s.from) {
			s.path = s.path[i:]
			return true
		}
	}
	return false
}

// repair flips states until the quasi path is a path, and reports whether it is.
func (s *search) repair(ctx context.Context) bool {
	if !s.o.Exact && s.early(ctx) {
		return true
	}
	if s.isStep(s.path[s.gap], s.path[s.gap+1]) {
		return true
	}
	for flips := s.o.Flips; flips > 0 && ctx.Err() == nil; flips-- {
		done, ok := s.flip()
		if done {
			return true
		}
		if !ok {
			return false
		}
	}
	return false
}

// flip replaces one of the states at the gap, or puts one in. A flip that would undo the last one is avoided: a state
// is put in, or else the other side is flipped, or else a state comes that is not the nearest one. flip reports whether
// the quasi path is a path then, and whether there was anything to do.
func (s *search) flip() (done, ok bool) {
	j, n := s.gap, len(s.path)-1
	a, b := s.path[j], s.path[j+1]
	if !s.o.Exact {
		if x := s.after(a, b, s.toNext); x != nil {
			s.Flips++
			s.path = append(s.path[:j+1], x)
			return true, true
		}
		if x := s.before(b, a, s.from); x != nil {
			s.Flips++
			s.path = s.path[j:]
			s.path[0] = x
			return true, true
		}
	}
	alsoA, alsoB := -1, -1
	if j == 0 {
		alsoA = s.from
	}
	if j == n-1 {
		alsoB = s.toNext
	}
	newA, newB := s.before(b, a, alsoA), s.after(a, b, alsoB)
	switch {
	case newA == nil && newB == nil:
		return false, s.longer()
	case newA != nil && (j == 0 || s.isStep(s.path[j-1], newA)):
		s.replace(j, newA)
		return true, true
	case newB != nil && (j == n-1 || s.isStep(newB, s.path[j+2])):
		s.replace(j+1, newB)
		return true, true
	}
	backA, backB := newA == nil || s.takesBack(j, newA), newB == nil || s.takesBack(j+1, newB)
	flipA := newB == nil || newA != nil && s.nearer(distance(a, newA), distance(b, newB))
	if (flipA && backA || !flipA && backB) && s.longer() {
		return false, true
	}
	switch {
	case backA && backB: // any state but the nearest one leads elsewhere
		if flipA {
			newA = or(s.before(b, nil, alsoA), newA)
		} else {
			newB = or(s.after(a, nil, alsoB), newB)
		}
	case backA || backB:
		flipA = backB
	}
	if flipA {
		s.replace(j, newA)
		s.gap--
	} else {
		s.replace(j+1, newB)
		s.gap++
	}
	return false, true
}

// or returns the first of two states that is there.
func or(x, y State) State {
	if x != nil {
		return x
	}
	return y
}

// replace flips state i.
func (s *search) replace(i int, x State) {
	s.last, s.lastState = i, s.path[i]
	s.path[i] = x
	s.Flips++
}

// takesBack reports whether flipping state i to x would undo the last flip.
func (s *search) takesBack(i int, x State) bool {
	return s.lastState != nil && s.last == i && slices.Equal(s.lastState, x)
}

// nearer reports whether x is less than y; if they are equal, either.
func (s *search) nearer(x, y int) bool {
	return x < y || x == y && s.rng.IntN(2) == 0
}

// longer puts a state into the gap, the nearest one to one of its sides that a step joins to the other, and reports
// whether there is room and a state.
func (s *search) longer() bool {
	if len(s.path)-1 >= s.o.Longest {
		return false
	}
	a, b := s.path[s.gap], s.path[s.gap+1]
	if x := s.after(a, b, -1); x != nil {
		s.path = slices.Insert(s.path, s.gap+1, x)
		s.gap++
	} else if x := s.before(b, a, -1); x != nil {
		s.path = slices.Insert(s.path, s.gap+1, x)
	} else {
		return false
	}
	s.Longer++
	s.lastState = nil
	return true
}

// distance is the Hamming distance.
func distance(a, b State) (d int) {
	for i := range a {
		if a[i] != b[i] {
			d++
		}
	}
	return d
}

// complete adds the steps within the layers at both ends of a path. It reports whether they were found; only the limit
// of a walk can prevent that.
func (s *search) complete() bool {
	layer := func(state State, layers []int) int {
		return slices.IndexFunc(layers, func(l int) bool { return s.isIn(state, l) })
	}
	first, last := s.path[0], s.path[len(s.path)-1]
	var start []State
	for x, k := first, layer(first, s.forward); k > 0; k-- {
		if x = s.before(x, nil, s.forward[k-1]); x == nil {
			return false
		}
		start = append(start, x)
	}
	slices.Reverse(start)
	list := append(start, s.path...)
	for x, k := last, layer(last, s.back); k > 0; k-- {
		if x = s.after(x, nil, s.backNext[k-1]); x == nil {
			return false
		}
		list = append(list, x)
	}
	s.path = list
	return true
}
