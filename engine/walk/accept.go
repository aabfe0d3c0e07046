package walk

import (
	"errors"
	"math/bits"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/ltl/automaton"
	"brim/petri"
)

// This file has runs that an automaton is to accept: which sets of its states a run can be in, and whether it
// accepts a loop.

// mostStates is how many states an automaton of a Run can have: the bits of a word.
const mostStates = 64

// ErrStates says that walks take no automata with that many states.
var ErrStates = errors.New("walks take automata with at most 64 states")

// A Run is a maximal run of the net that an automaton accepts, and that a Walker looks for.
type Run struct {
	*chase
	net     *petri.Net
	props   []*target
	found   bool
	certain bool
	never   bool
	dropped bool
	steps   []int
	loop    int
}

// Found returns the transitions of a run that is accepted, from the initial marking on, and whether one was found. The
// last step leads back to the marking at the position loop, or with engine.NoLoop to a dead one. Nobody may change it.
func (r *Run) Found() (steps []int, loop int, ok bool) { return r.steps, r.loop, r.found }

// Certain reports whether it is certain that some maximal run is accepted: one was found, or a beginning after which
// the automaton accepts whatever comes, or a run that grows for ever.
func (r *Run) Certain() bool { return r.certain || r.found }

// Never reports whether it is certain that the automaton accepts no run from the initial marking, since it cannot read
// that.
func (r *Run) Never() bool { return r.never }

// Accept has TowardRun look for a run that a accepts. Runs that end in a dead marking count if paths are
// syntax.Maximal: the automaton reads the marking again and again. The error is ErrNumbers or ErrStates. Cost: the
// automaton, and at the next run that of all formulas.
func (w *Walker) Accept(a *automaton.Automaton, paths syntax.Paths) (*Run, error) {
	if len(a.States) > mostStates {
		return nil, ErrStates
	}
	if w.pool == nil {
		w.pool = syntax.NewPool()
	}
	r := &Run{net: w.net, loop: engine.NoLoop}
	for _, p := range a.Props {
		f := syntax.NNF(w.pool.Copy(p))
		if !w.fitsAll(f) {
			return nil, ErrNumbers
		}
		r.props = append(r.props, &target{formula: f, watched: true})
	}
	w.targets, w.formulas.changed = append(w.targets, r.props...), true
	r.chase = newChase(w, a, paths == syntax.Maximal)
	after, values := uint64(0), r.propositions(w.net.Initial())
	for _, part := range r.parts {
		after |= r.read(1<<a.Initial, values) & part.before
	}
	r.never = after == 0
	return r, nil
}

// DropRun ends the search for a run.
func (w *Walker) DropRun(r *Run) {
	r.dropped = true
	for _, t := range r.props {
		w.drop(t)
	}
}

// fitsAll reports whether all sums of a formula fit.
func (w *Walker) fitsAll(f *syntax.Formula) bool {
	for g := range f.All() {
		if g.Op == syntax.Compare && !w.fits(g.Terms) {
			return false
		}
	}
	return true
}

// A chase is what is known of an automaton whose runs are looked for: sets of its states are words.
type chase struct {
	a        *automaton.Automaton
	maximal  bool
	all      uint64       // marks
	parts    []accepting  // where runs can stay and be accepted
	accept   uint64       // states of these
	anything uint64       // states that accept whatever comes
	memo     [memos]known // of read
	lassos   [memos]stays
	runs     int
	length   int
	longest  int
	spent    int64 // on loops that were looked at, in readings of the automaton, less what was walked
	aims     map[aimed]*aim
	observed []int32 // nodes of the propositions
}

// An accepting part is a component of the automaton that has a cycle with all marks.
type accepting struct {
	states uint64
	before uint64 // states from which it is reached, its own included
	far    []int  // by state: least number of arcs to it, −1 if it is not reached
}

const memos = 1 << 10

// A known is a set of states and what it becomes by reading values; from 0 is nothing.
type known struct{ from, values, to uint64 }

// stays is a set of states, and whether some of them accept the same values for ever.
type stays struct {
	from, values uint64
	accepted     bool
}

func newChase(w *Walker, a *automaton.Automaton, maximal bool) *chase {
	c := &chase{a: a, maximal: maximal, all: a.All(), length: w.least(), longest: longest, aims: map[aimed]*aim{}}
	for _, component := range a.Components() {
		if !component.Accepting {
			continue
		}
		p := accepting{}
		for _, q := range component.States {
			p.states |= 1 << q
		}
		p.measure(a)
		c.parts = append(c.parts, p)
		c.accept |= p.states
	}
	for q, s := range a.States {
		for _, arc := range s.Arcs {
			if arc.To == q && arc.Marks == c.all && always(arc.Guard) {
				c.anything |= 1 << q
			}
		}
	}
	return c
}

// always reports whether a guard holds whatever is read, as far as one cube says so.
func always(g automaton.Guard) bool {
	return slices.ContainsFunc(g, func(c automaton.Cube) bool { return c.True|c.False == 0 })
}

// measure finds how far all states are from the part.
func (p *accepting) measure(a *automaton.Automaton) {
	p.far = make([]int, len(a.States))
	for q := range p.far {
		if p.far[q] = -1; p.states>>q&1 == 1 {
			p.far[q] = 0
		}
	}
	p.before = p.states
	for distance, again := 1, true; again; distance++ {
		again = false
		for q, s := range a.States {
			for _, arc := range s.Arcs {
				if p.far[q] < 0 && p.far[arc.To] == distance-1 {
					p.far[q], again = distance, true
					p.before |= 1 << q
				}
			}
		}
	}
}

// read returns the states that some of a set lead to by reading values.
func (c *chase) read(from, values uint64) (to uint64) {
	k := &c.memo[(from*0x9e3779b97f4a7c15^values*0xc2b2ae3d27d4eb4f)>>54]
	if k.from == from && k.values == values {
		return k.to
	}
	for rest := from; rest != 0; rest &= rest - 1 {
		for arc := range c.a.From(bits.TrailingZeros64(rest), values) {
			to |= 1 << arc.To
		}
	}
	*k = known{from, values, to}
	return to
}

// acceptsStaying reports whether some state of a set accepts the same values read for ever.
func (c *chase) acceptsStaying(from, values uint64) bool {
	k := &c.lassos[(from*0x9e3779b97f4a7c15^values*0xc2b2ae3d27d4eb4f)>>54]
	if k.from != from || k.values != values {
		*k = stays{from, values, c.acceptsLoop(from, []uint64{values})}
	}
	return k.accepted
}

// acceptsLoop reports whether some state of a set accepts values that are read one after the other, again and again.
// It looks at the graph of states before and after the loop, and at the marks that some way from one to the other
// sees: within a strongly connected part of it all of these ways can be taken in turn. Cost: the values times the arcs,
// once for each state.
func (c *chase) acceptsLoop(from uint64, loop []uint64) bool {
	var leads [mostStates]uint64             // by state: where the loop leads to
	var marks [mostStates][mostStates]uint64 // by states: what is seen on the way
	reached := from
	for done := uint64(0); done != reached; {
		q := bits.TrailingZeros64(reached &^ done)
		done |= 1 << q
		leads[q] = c.lap(q, loop, &marks[q])
		reached |= leads[q]
	}
	closure := leads
	for k := range len(c.a.States) {
		for q := range len(c.a.States) {
			if closure[q]>>k&1 == 1 {
				closure[q] |= closure[k]
			}
		}
	}
	for rest := reached & c.accept; rest != 0; rest &= rest - 1 {
		q := bits.TrailingZeros64(rest)
		if closure[q]>>q&1 == 0 {
			continue
		}
		seen := uint64(0)
		for x := range len(c.a.States) {
			if x != q && (closure[q]>>x&1 == 0 || closure[x]>>q&1 == 0) {
				continue
			}
			for y := leads[x]; y != 0; y &= y - 1 {
				if z := bits.TrailingZeros64(y); z == q || closure[z]>>q&1 == 1 {
					seen |= marks[x][z]
				}
			}
		}
		if seen == c.all {
			return true
		}
	}
	return false
}

// lap reads a loop once from a state, and returns the states that it leads to, with the marks that some way to each
// sees.
func (c *chase) lap(from int, loop []uint64, marks *[mostStates]uint64) (to uint64) {
	var now, then [mostStates]uint64
	at := uint64(1) << from
	for _, values := range loop {
		to = 0
		for rest := at; rest != 0; rest &= rest - 1 {
			q := bits.TrailingZeros64(rest)
			for arc := range c.a.From(q, values) {
				if to>>arc.To&1 == 0 {
					to |= 1 << arc.To
					then[arc.To] = 0
				}
				then[arc.To] |= now[q] | arc.Marks
			}
		}
		at, now = to, then
	}
	*marks = now
	return at
}
