package walk

import (
	"slices"

	"brim/ctl/syntax"
	"brim/petri"
)

// A Walker fires transitions of a net from its initial marking on and sees what holds in the markings on the way. It
// belongs to one goroutine. Equal nets, seeds and calls give equal results, but for the end of a context.
//
// Invariant, between two firings: the tokens of places are those of the marking after path; missing[t] is the number of
// tests of t that fail there; live has the transitions with a change whose missing is 0, t at live[at[t]], where at[t]
// is −1 for all others; idle is the number of transitions without a change whose missing is 0; and formulas has the
// values of that marking.
type Walker struct {
	*table
	places  []place
	missing []int32
	at      []int32
	live    []int32
	idle    int
	hooks   []hook // by transition
	path    []int32
	begin   beginning
	dice
	fired   []uint32 // by transition, in all runs; it may wrap
	length  int      // of the next run
	longest int      // after which they get short again
	runs    int
	firings int64

	formulas
	pool    *syntax.Pool
	seen    seen
	claims  claims
	vector  vector
	mark    mark
	hope    *hope
	planner *planner // nil until it is asked for
	effects []uint64 // by transition: what firing it adds to the hash of a marking; nil until it is asked for
	origin  uint64   // the hash of the initial marking
	visits  visits
	circles *circles // nil until they are asked for
	scratch petri.Marking
}

// A beginning is a run's state in the initial marking.
type beginning struct {
	missing, at, live []int32
	idle              int
}

// A hook is a set of reasons to look closer when a transition gets enabled or disabled.
type hook uint8

const (
	idles   hook = 1 << iota // its firing changes nothing
	unseen                   // it was not enabled before
	asked                    // formulas ask whether it is enabled
	counted                  // it is to be fired, see vector
)

// Run lengths, in firings.
const (
	shortest = 200
	longest  = 100_000
)

// New returns a walker for a net, whose choices the seed determines. Cost: the arcs. The error says that the net is too
// large.
func New(net *petri.Net, seed uint64) (*Walker, error) {
	b, err := newTable(net)
	if err != nil {
		return nil, err
	}
	n := len(net.Transitions)
	w := &Walker{table: b, places: slices.Clone(b.initial), hooks: make([]hook, n), fired: make([]uint32, n),
		longest: longest, dice: newDice(seed), hope: newHope(b)}
	w.length = w.least()
	w.scratch = net.Initial()
	w.begin = beginning{missing: make([]int32, n), at: make([]int32, n)}
	b.missing(w.begin.missing, w.scratch)
	for t, missing := range w.begin.missing {
		w.begin.at[t] = -1
		if len(b.of(int32(t))) == 0 {
			w.hooks[t] |= idles
		}
		switch {
		case missing > 0:
		case w.hooks[t]&idles != 0:
			w.begin.idle++
		default:
			w.begin.at[t] = int32(len(w.begin.live))
			w.begin.live = append(w.begin.live, int32(t))
		}
	}
	w.missing, w.at = slices.Clone(w.begin.missing), slices.Clone(w.begin.at)
	w.live = append(make([]int32, 0, n), w.begin.live...)
	w.idle = w.begin.idle
	w.look()
	w.formulas.build(w)
	return w, nil
}

// least is the length of the shortest runs: a restart costs as much as some firings.
func (w *Walker) least() int { return max(shortest, (len(w.places)+len(w.hooks))/8) }

// restart goes back to the initial marking. Cost: the places and transitions, and the formulas.
func (w *Walker) restart() {
	copy(w.missing, w.begin.missing)
	copy(w.at, w.begin.at)
	w.live = append(w.live[:0], w.begin.live...)
	w.idle = w.begin.idle
	w.path = w.path[:0]
	if w.formulas.changed {
		w.formulas.build(w)
	}
	copy(w.places, w.initial)
	w.formulas.restart()
	w.mark.off()
	w.runs++
}

// fire fires a transition that is enabled. It reports false if a place would pass the ceiling: then the marking is that
// before, what a part of the firing brought that is told later has to be forgotten, and the run is over.
func (w *Walker) fire(t int32) bool {
	w.fired[t]++
	w.path = append(w.path, t)
	for i, c := range w.of(t) {
		p := &w.places[c.place]
		old := p.tokens
		if c.delta > w.ceiling-old {
			w.path = w.path[:len(w.path)-1]
			w.takeBack(w.of(t)[:i])
			return false
		}
		now := old + c.delta
		p.tokens = now
		if c.delta > 0 {
			if old < p.most {
				w.raise(p, old, now)
			}
			if now > 1 && w.seen.safe {
				w.unsafe(c.place)
			}
		} else if now < p.most {
			w.lower(p, old, now)
		}
		if p.link < p.linked {
			w.shift(p, c.delta)
		}
		if w.mark.on {
			w.mark.update(c.place, old, now)
		}
	}
	return true
}

// unfire takes the last firing of the run back. What it brought that is told later has to be forgotten before.
func (w *Walker) unfire() {
	t := w.path[len(w.path)-1]
	w.path = w.path[:len(w.path)-1]
	w.takeBack(w.of(t))
}

// takeBack takes changes back that a firing made.
func (w *Walker) takeBack(changes []change) {
	for _, c := range changes {
		p := &w.places[c.place]
		old := p.tokens
		now := old - c.delta
		p.tokens = now
		if c.delta < 0 {
			if old < p.most {
				w.raise(p, old, now)
			}
		} else if now < p.most {
			w.lower(p, old, now)
		}
		if p.link < p.linked {
			w.shift(p, -c.delta)
		}
		if w.mark.on {
			w.mark.update(c.place, old, now)
		}
	}
}

// raise brings the users of a place up to date that got tokens.
func (w *Walker) raise(p *place, old, now int64) {
	for _, u := range w.users[p.first:p.inhibit] {
		if u.weight <= old {
			continue
		}
		if u.weight > now {
			break
		}
		if w.missing[u.transition]--; w.missing[u.transition] == 0 {
			w.enable(u.transition)
		}
	}
	for _, u := range w.users[p.inhibit:p.last] {
		if old < u.weight && u.weight <= now {
			if w.missing[u.transition]++; w.missing[u.transition] == 1 {
				w.disable(u.transition)
			}
		}
	}
}

// lower is raise for a place that lost tokens.
func (w *Walker) lower(p *place, old, now int64) {
	for _, u := range w.users[p.first:p.inhibit] {
		if u.weight <= now {
			continue
		}
		if u.weight > old {
			break
		}
		if w.missing[u.transition]++; w.missing[u.transition] == 1 {
			w.disable(u.transition)
		}
	}
	for _, u := range w.users[p.inhibit:p.last] {
		if now < u.weight && u.weight <= old {
			if w.missing[u.transition]--; w.missing[u.transition] == 0 {
				w.enable(u.transition)
			}
		}
	}
}

func (w *Walker) enable(t int32) {
	if h := w.hooks[t]; h != 0 {
		if h&unseen != 0 {
			w.seen.fresh = append(w.seen.fresh, t)
		}
		if h&asked != 0 {
			w.formulas.enabled(t, 1)
		}
		if h&counted != 0 {
			w.vector.enable(t)
		}
		if h&idles != 0 {
			w.idle++
			return
		}
	}
	w.at[t] = int32(len(w.live))
	w.live = append(w.live, t) // there is room for all
}

func (w *Walker) disable(t int32) {
	if h := w.hooks[t]; h != 0 {
		if h&asked != 0 {
			w.formulas.enabled(t, -1)
		}
		if h&counted != 0 {
			w.vector.disable(t)
		}
		if h&idles != 0 {
			w.idle--
			return
		}
	}
	last := len(w.live) - 1
	moved, at := w.live[last], w.at[t]
	w.live[at], w.at[moved] = moved, at
	w.live = w.live[:last]
	w.at[t] = -1
}

// marking returns the present marking, in a slice that the next call overwrites.
func (w *Walker) marking() petri.Marking {
	for p := range w.places {
		w.scratch[p] = w.places[p].tokens
	}
	return w.scratch
}
