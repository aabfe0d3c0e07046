package walk

import (
	"context"
	"math/bits"

	"brim/engine"
)

// A pursuit is one run of the net, read by an automaton as it goes.
//
// Invariant, between two firings, with n steps in the path: keys, values and sets have n+1 entries, of the markings
// from the initial one on: a hash, the propositions that hold, and the states in which the automaton may be before it
// reads it. hopes has as many: those of sets from which the part is reached, or once the run has entered the part, has
// reached it and stays there. None of these is empty, and reading the last marking leaves one of them in mask.
type pursuit struct {
	*Walker
	*Run
	part   *accepting
	mask   uint64 // states that the run may keep to
	inside int    // the position from which on it stays in the part, −1
	keys   []uint64
	values []uint64
	sets   []uint64
	hopes  []uint64
	try    int // position of the next attempts to close a loop

	style  style
	aim    *aim   // what it walks to, nil if that is nothing
	since  int    // the position at which it got its aim
	stale  bool   // the distance to the aim is not that of the present marking
	seen   uint64 // marks of the part that were aimed at
	order  []int32
	glance int64 // firings after which the context is looked at
	late   bool  // it has ended
}

// A style is how transitions are chosen.
type style uint8

const (
	anyone style = iota
	guided       // the distance to where the automaton goes on gets less
	rarely
	planned
	repeated
	styles
)

// Limits of a pursuit.
const (
	leaves     = 8   // how often a run may leave an accepting part
	firstTries = 8   // choices by style before all transitions are looked at
	mostTries  = 256 // transitions that are looked at
	aimFor     = 400 // firings, after which a run gets another aim
)

// TowardRun walks until a maximal run is found that the automaton of r accepts: only through markings that leave it
// hope, towards markings that let it go on to an accepting part, and when it is there, round in circles: it notes where
// it was, tries transition invariants and ways back. Goals are not looked for on the way. The error is a defect of this
// package.
func (w *Walker) TowardRun(ctx context.Context, r *Run, l Limits) error {
	return w.TowardRunAfter(ctx, r, nil, l)
}

// TowardRunAfter is TowardRun for runs that begin with some transitions, which another search found: it looks for loops
// from there on. It does nothing if they cannot fire, or leave the automaton no hope.
func (w *Walker) TowardRunAfter(ctx context.Context, r *Run, first []int, l Limits) error {
	o := w.outing(ctx, l)
	w.ready()
	defer w.leave()
	w.begins()
	c := r.chase
	for ; o.goesOn() && !r.found && !r.never && !r.dropped; c.runs++ {
		w.leave()
		part := &c.parts[c.runs/int(styles)%len(c.parts)]
		p := &pursuit{Walker: w, Run: r, part: part, style: style(c.runs % int(styles)), inside: -1}
		certain, before := r.certain, w.firings
		over, err := p.run(ctx, first, int(min(int64(c.length+len(first)), o.left)))
		if err != nil {
			return err
		}
		o.left -= w.firings - before + 1
		o.runs--
		if over { // no run begins like this, or all are alike
			return nil
		}
		if (r.found || r.certain && !certain) && o.found != nil && !o.found() {
			return nil
		}
		c.length, c.longest = w.lengthen(c.length, c.longest)
	}
	return nil
}

// run makes one run of at most length firings, some of them given, through markings after which the automaton can still
// accept. When the run has entered the accepting part, it tries now and then to close a lasso. It also tries to let the
// run stay in a dead marking. over reports that further runs are of no use, since no run can leave the initial marking.
func (p *pursuit) run(ctx context.Context, first []int, length int) (over bool, err error) {
	w := p.Walker
	w.restart()
	if cap(w.path) < length {
		w.path = make([]int32, 0, length)
	}
	p.observed = p.observed[:0]
	for _, t := range p.props {
		p.observed = append(p.observed, t.node)
	}
	p.visits.begin()
	p.mask = p.part.before
	start := uint64(1) << p.a.Initial
	values := p.observe()
	p.enters(w.origin, values, start, start&p.mask)
	if p.hopes[0] == 0 || p.read(start, values)&p.mask == 0 {
		return len(p.parts) == 1, nil
	}
	if !p.follow(first) {
		return false, nil
	}
	left := leaves
	for len(w.path) < length && !p.ended(ctx) {
		n := len(w.path)
		if p.sets[n]&p.anything != 0 && p.maximal {
			p.certain = true
		}
		if w.idle > 0 || len(w.live) == 0 {
			if done, err := p.stay(); done || err != nil {
				return false, err
			}
		}
		if len(w.live) == 0 {
			return n == 0, nil
		}
		if p.inside < 0 && p.hopes[n]&p.part.states != 0 && w.next()&1 == 0 {
			p.commit()
		}
		if p.inside >= 0 && n >= p.try {
			p.try = n + max(8, 2*(n-p.inside))
			if done, err := p.circle(ctx); done || err != nil {
				return false, err
			}
		}
		if p.step() {
			if done, err := p.closes(); done || err != nil {
				return false, err
			}
			if done, err := p.covers(); done || err != nil {
				return false, err
			}
			continue
		}
		if p.inside < 0 || left == 0 {
			return false, nil
		}
		left--
		p.uncommit()
	}
	return false, nil
}

// follow fires transitions, and enters the accepting part after them if it can. It reports false if one cannot fire.
func (p *pursuit) follow(steps []int) bool {
	for _, t := range steps {
		if p.missing[t] > 0 || !p.fires(int32(t)) {
			return false
		}
	}
	if len(steps) > 0 && p.hopes[len(steps)]&p.part.states != 0 {
		p.commit()
	}
	return true
}

// ended looks at the context now and then.
func (p *pursuit) ended(ctx context.Context) bool {
	if p.firings >= p.glance {
		p.glance = p.firings + chunk
		p.late = p.late || ctx.Err() != nil
	}
	return p.late
}

// commit has the run stay in the part, if the present marking lets it.
func (p *pursuit) commit() {
	n := len(p.path)
	in := p.sets[n] & p.part.states
	if p.read(in, p.values[n])&p.part.states == 0 {
		return
	}
	p.hopes[n], p.mask, p.inside, p.try, p.aim = in, p.part.states, n, n, nil
}

// uncommit lets the run leave the part.
func (p *pursuit) uncommit() {
	p.mask, p.inside, p.aim = p.part.before, -1, nil
	p.hopes[len(p.path)] = p.sets[len(p.path)] & p.mask
}

// observe returns the propositions that hold in the present marking.
func (p *pursuit) observe() (values uint64) {
	w := p.Walker
	if d := w.formulas.dead; d >= 0 && w.formulas.nodes[d].holds != (len(w.live)+w.idle == 0) {
		w.flip(d)
	}
	w.forget()
	for i, n := range p.observed {
		if w.formulas.nodes[n].holds {
			values |= 1 << i
		}
	}
	return values
}

// enters notes the present marking as the next one of the run.
func (p *pursuit) enters(key, values, set, hope uint64) {
	p.keys, p.values = append(p.keys, key), append(p.values, values)
	p.sets, p.hopes = append(p.sets, set), append(p.hopes, hope)
	p.visits.add(p.keys)
}

// fires fires a transition if the automaton can go on afterwards: else the run stays where it was. It reports false,
// too, if the net cannot go on, which ends the run.
func (p *pursuit) fires(t int32) (ok bool) {
	w, n := p.Walker, len(p.path)
	hope := p.read(p.hopes[n], p.values[n]) & p.mask
	if hope == 0 || !p.fits(t) {
		return false
	}
	w.fire(t)
	w.firings++
	p.spent -= 4
	values := p.observe()
	if p.read(hope, values)&p.mask == 0 {
		p.back(n)
		return false
	}
	p.enters(p.keys[n]+w.effects[t], values, p.read(p.sets[n], p.values[n]), hope)
	if p.aim != nil && p.aim.distance != nil && !p.stale {
		p.aim.distance.fire(w, t, 1)
	}
	return true
}

// fits reports whether a firing keeps below the ceiling.
func (p *pursuit) fits(t int32) bool {
	for _, c := range p.of(t) {
		if c.delta > p.ceiling-p.places[c.place].tokens {
			return false
		}
	}
	return true
}

// back takes firings back until there are n.
func (p *pursuit) back(n int) {
	for len(p.path) > n {
		p.unfire()
	}
	p.observe()
	if n < p.mark.step {
		p.mark.off()
	}
	p.keys, p.values = p.keys[:n+1], p.values[:n+1]
	p.sets, p.hopes = p.sets[:n+1], p.hopes[:n+1]
	p.stale = true
}

// step fires a transition, by the style of the run if it can. It reports false if none leaves the automaton hope.
func (p *pursuit) step() bool {
	w := p.Walker
	for range firstTries {
		if p.fires(p.choose()) {
			return true
		}
	}
	p.order = append(p.order[:0], w.live...)
	first := w.below(len(p.order))
	for i := range min(mostTries, len(p.order)) {
		if p.fires(p.order[(first+i)%len(p.order)]) {
			return true
		}
	}
	return false
}

// stay looks whether the run may stay in the present marking for ever.
func (p *pursuit) stay() (done bool, err error) {
	n := len(p.path)
	dead := len(p.live)+p.idle == 0
	if dead && !p.maximal || !p.acceptsStaying(p.sets[n], p.values[n]) {
		return false, nil
	}
	steps := p.trace(n)
	if dead {
		return true, p.tells(steps, engine.NoLoop)
	}
	for t, h := range p.hooks {
		if h&idles != 0 && p.missing[t] == 0 {
			return true, p.tells(append(steps, t), n)
		}
	}
	panic("walk: a transition without a change is enabled, but none is")
}

// closes looks whether the run was in the present marking before, and whether the loop since is accepted. Loops are
// looked at so that this costs about as much as the walk.
func (p *pursuit) closes() (done bool, err error) {
	n := len(p.path)
	first := p.visits.find(p.keys, n)
	if first < 0 || p.sets[n]&p.accept == 0 || p.spent > 0 {
		return false, nil
	}
	p.looks(first)
	return p.loops(first)
}

// looks notes what it costs to look at the loop since a position.
func (p *pursuit) looks(first int) {
	p.spent = max(p.spent, -longest) + int64(len(p.path)-first)*int64(bits.OnesCount64(p.sets[first]))
}

// loops looks whether the steps since a position, at which the marking was the present one, are accepted if they repeat
// for ever.
func (p *pursuit) loops(first int) (done bool, err error) {
	n := len(p.path)
	if !p.acceptsLoop(p.sets[first], p.values[first:n]) {
		return false, nil
	}
	return true, p.tells(p.trace(n), first)
}

func (p *pursuit) trace(n int) []int {
	steps := make([]int, n, n+1)
	for i, t := range p.path[:n] {
		steps[i] = int(t)
	}
	return steps
}
