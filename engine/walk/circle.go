package walk

import (
	"cmp"
	"context"
	"slices"

	"brim/petri"
	"brim/petri/structure"
)

// A circle is a transition invariant, but for places from which nothing is taken: firing each transition so often, in
// any order, leads back to where it began, or adds tokens to such places.
type circle struct {
	transitions []int32
	times       []int64
	firings     int64
}

// circles are the transition invariants of small support, short ones first, and for each transition those that have it.
type circles struct {
	list []circle
	with [][]int32
}

// Limits of circles.
const (
	circleWork    = 20_000_000 // for finding them
	mostCircles   = 5000
	longestCircle = 200_000 // firings
	usualCircle   = 5000    // firings, of circles that are tried at once
	circleShare   = 16      // longer ones need so many times the firings before
	circleTries   = 12      // at one marking
	returnTries   = 8
	returnSteps   = 64 // away, at most
)

// findCircles finds the circles of a net: they are the semiflows of the net whose places are its transitions. Cost: the
// limits.
func (w *Walker) findCircles(ctx context.Context) *circles {
	c := &circles{with: make([][]int32, len(w.hooks))}
	b := petri.NewBuilder("dual")
	for t := range w.hooks {
		b.Place(w.net.Transitions[t].Name, 0)
	}
	rows := make([][]petri.Arc, len(w.places))
	for t := range w.hooks {
		for _, x := range w.of(int32(t)) {
			rows[x.place] = append(rows[x.place], petri.Arc{Place: t, Weight: x.delta})
		}
	}
	for p, row := range rows {
		if !slices.ContainsFunc(row, func(a petri.Arc) bool { return a.Weight < 0 }) {
			continue // no firing takes anything from it
		}
		n := b.Transition(w.net.Places[p].Name)
		for _, a := range row {
			if a.Weight > 0 {
				b.Out(n, a.Place, a.Weight)
			} else {
				b.In(n, a.Place, -a.Weight)
			}
		}
	}
	dual, err := b.Net()
	if err != nil {
		return c // a weight has no negative
	}
	flows, _ := structure.Semiflows(dual, structure.Limit{Work: circleWork, Done: ctx.Done()})
	for _, f := range flows {
		x := circle{times: f.Weights}
		for i, t := range f.Places {
			x.transitions = append(x.transitions, int32(t))
			x.firings += min(f.Weights[i], longestCircle)
		}
		if x.firings <= longestCircle && w.hooks[f.Places[0]]&idles == 0 {
			c.list = append(c.list, x)
		}
	}
	slices.SortStableFunc(c.list, func(a, b circle) int { return cmp.Compare(a.firings, b.firings) })
	c.list = c.list[:min(len(c.list), mostCircles)]
	for i, x := range c.list {
		for _, t := range x.transitions {
			c.with[t] = append(c.with[t], int32(i))
		}
	}
	return c
}

// circle looks for a loop from the present marking: first it fires transition invariants, one after the other, then it
// walks away at random and back by distance. done reports whether a loop was found and accepted; if not, the run stays
// where it was.
func (p *pursuit) circle(ctx context.Context) (done bool, err error) {
	w, base := p.Walker, len(p.path)
	if w.circles == nil {
		w.circles = w.findCircles(ctx)
	}
	w.setMark()
	for range circleTries {
		if len(w.circles.list) == 0 || len(w.live) == 0 || p.ended(ctx) {
			break
		}
		with := w.circles.with[w.uniform()]
		if len(with) == 0 {
			continue
		}
		n, c := len(p.path), &w.circles.list[with[min(w.below(len(with)), w.below(len(with)))]]
		if c.firings > max(usualCircle, w.firings/circleShare) {
			continue
		}
		if !p.along(c) {
			p.back(n)
		} else if done, err := p.returns(base); done || err != nil {
			return done, err
		}
	}
	p.back(base)
	for i := range returnTries {
		if p.ended(ctx) {
			break
		}
		if done, err := p.away(1+w.below(returnSteps>>(i%4)), base); done || err != nil {
			return done, err
		}
		p.back(base)
	}
	return false, nil
}

// returns looks whether the run is in the marked marking again, which is that of base, or in one that covers it, and
// accepted if the steps since then repeat for ever.
func (p *pursuit) returns(base int) (done bool, err error) {
	if p.keys[len(p.path)] == p.keys[base] {
		return p.loops(base)
	}
	return p.covers()
}

// along fires the transitions of a circle, each as often as the circle says, in an order that firing finds at random,
// without backtracking and only through markings after which the automaton can still accept. It reports whether all
// were fired.
func (p *pursuit) along(c *circle) bool {
	w, v := p.Walker, &p.vector
	w.leave()
	v.support = v.support[:0]
	for i, t := range c.transitions {
		v.support, v.count[t] = append(v.support, t), c.times[i]
		w.hooks[t] |= counted
		if w.missing[t] == 0 {
			v.enable(t)
		}
	}
	left, failed := c.firings, 0
	for left > 0 && len(v.enabled) > 0 && failed <= 2*len(v.enabled)+2 {
		t := v.take(w)
		if p.fires(t) {
			left, failed = left-1, 0
			continue
		}
		failed++
		if v.count[t] == 0 {
			w.hooks[t] |= counted
			v.enable(t)
		}
		v.count[t]++
	}
	w.leave()
	v.support = v.support[:0]
	return left == 0
}

// away fires some transitions, and then those that bring the marking nearer to the marked one, that of base, until it
// is that again or none is of use.
func (p *pursuit) away(steps, base int) (done bool, err error) {
	w := p.Walker
	for i := range 4*steps + 8 {
		if len(w.live) == 0 || (i < steps || !p.fires(p.homeward())) && !p.step() {
			return false, nil
		}
		if done, err := p.returns(base); done || err != nil || p.keys[len(p.path)] == p.keys[base] {
			return done, err
		}
	}
	return false, nil
}

// homeward returns the transition of some enabled ones after which the marking is nearest to the marked one.
func (p *pursuit) homeward() int32 {
	w := p.Walker
	first, best, least := w.below(len(w.live)), int32(-1), int64(0)
	for i := range min(4*tried, len(w.live)) {
		t := w.live[(first+i)%len(w.live)]
		gap := int64(0)
		for _, c := range w.of(t) {
			d := w.places[c.place].tokens - w.mark.tokens[c.place]
			gap += max(d+c.delta, -d-c.delta) - max(d, -d)
		}
		if best < 0 || gap < least {
			best, least = t, gap
		}
	}
	return best
}
