package walk

import (
	"context"
	"math"
	"slices"
)

// This file makes the runs: firings from the initial marking on, as a strategy chooses them.

// Limits end walks, as the context does.
type Limits struct {
	Firings int64 // about the most firings; 0 is no limit
	Runs    int   // the most runs from the initial marking; 0 is no limit
	// Found is called when something was found, and says whether to go on; nil is yes. It may call Reach, Maximize,
	// Drop and what tells of results.
	Found func() bool
}

// chunk is how many transitions are fired between two looks at the context.
const chunk = 1024

// An outing is a sequence of runs within limits.
type outing struct {
	*Walker
	ctx   context.Context
	left  int64 // firings; a run counts as one, too
	runs  int
	found func() bool
	over  bool
}

func (w *Walker) outing(ctx context.Context, l Limits) *outing {
	o := &outing{Walker: w, ctx: ctx, left: math.MaxInt64, runs: math.MaxInt, found: l.Found}
	if l.Firings > 0 {
		o.left = l.Firings
	}
	if l.Runs > 0 {
		o.runs = l.Runs
	}
	return o
}

// goesOn reports whether there may be another run.
func (o *outing) goesOn() bool {
	return !o.over && o.left > 0 && o.runs > 0 && o.ctx.Err() == nil
}

// run fires transitions from the initial marking on, as choose says, up to length of them. It ends sooner if choose
// returns a negative number, if nothing is enabled, if a place would pass the ceiling, or if the run can only go round
// in a circle.
func (o *outing) run(length int, choose func() int32) error {
	w := o.Walker
	length = int(min(int64(length), o.left))
	w.restart()
	if cap(w.path) < length {
		w.path = make([]int32, 0, length)
	}
	w.claims.confirmed, w.claims.at, w.seen.checked = 0, 0, 0
	w.settle()
	if w.repeats() {
		w.setMark()
	}
	for more := true; more && len(w.path) < length; {
		before := len(w.path)
		more = w.stretch(min(length, before+chunk), choose)
		w.firings += int64(len(w.path) - before)
		o.left -= int64(len(w.path) - before)
		if o.ctx.Err() != nil {
			more = false
		}
		if more {
			w.lookForLost(2000)
			if w.claims.due(len(w.path)) {
				if err := o.confirm(); err != nil {
					return err
				}
				more = !o.over
			}
		}
	}
	w.lookForLost(chunk)
	o.left--
	o.runs--
	return o.confirm()
}

// confirm confirms what is claimed and tells the user.
func (o *outing) confirm() error {
	any := len(o.claims.list) > 0
	if err := o.Walker.confirm(); err != nil {
		return err
	}
	if any && o.found != nil && !o.found() {
		o.over = true
	}
	return nil
}

// stretch fires transitions that choose selects until the run has end firings, and turns what they bring about into
// claims. It returns false if the run is over: nothing is enabled, choose has no choice, a place would pass the
// ceiling, or the run goes round in a circle.
func (w *Walker) stretch(end int, choose func() int32) bool {
	choices := 0
	for len(w.path) < end {
		n := len(w.live)
		if n == 0 {
			return false
		}
		choices |= n - 1
		t := choose()
		if t < 0 {
			return false
		}
		if !w.fire(t) {
			w.forget()
			return false
		}
		if len(w.pending)+len(w.seen.fresh) > 0 || w.seen.unsafe >= 0 || len(w.live) == 0 {
			w.settle()
		}
		if w.mark.on && !w.compare(n) {
			return false
		}
	}
	if choices == 0 && !w.mark.on {
		w.setMark() // perhaps it goes round in a circle
	}
	return true
}

// compare compares with the mark after a firing that was one of n. It reports false if the run is in a circle that it
// cannot leave.
func (w *Walker) compare(n int) bool {
	m := &w.mark
	m.forced = m.forced && n == 1
	switch {
	case m.fewer == 0 && m.more == 0:
		return !m.forced
	case w.grows():
		w.claims.add(claim{len(w.path), repeating, m.step})
		m.off()
	case len(w.path) >= 2*m.step+16:
		w.setMark()
	}
	return true
}

// repeats reports whether the run should look for steps that can be repeated to make a sum grow.
func (w *Walker) repeats() bool {
	if w.tests || w.runs%2 != 0 {
		return false
	}
	return slices.ContainsFunc(w.targets, func(t *target) bool { return t.most != nil && !t.done })
}

// lookForLost looks for a transition that can never fire again, if that is wanted and so many firings were since the
// last time, on large nets more.
func (w *Walker) lookForLost(every int) {
	s := &w.seen
	if !s.live || s.lost >= 0 || len(w.path)-s.checked < max(every, len(w.changes)) && len(w.live) > 0 {
		return
	}
	s.checked = len(w.path)
	w.hope.from(w.marking())
	if t := w.hope.lost(); t >= 0 {
		s.live = false
		w.claims.add(claim{len(w.path), notLive, t})
	}
}

// Random walks at random until the limits or the context end it. The runs get longer and longer, then begin with short
// ones again. They differ in what they choose among the enabled transitions: any; one that was rarely fired; the last
// one again, every other time, which fills and empties places. The error is a defect of this package.
func (w *Walker) Random(ctx context.Context, l Limits) error {
	o := w.outing(ctx, l)
	kinds := [...]func() int32{w.uniform, w.rare, w.uniform, w.again}
	for o.goesOn() {
		if err := o.run(w.length, kinds[w.runs%len(kinds)]); err != nil || len(w.begin.live) == 0 {
			return err
		}
		w.length, w.longest = w.lengthen(w.length, w.longest)
	}
	return nil
}

// lengthen returns the length of the next run, and how long runs may get. At the end of the lengths they begin again,
// and end later.
func (w *Walker) lengthen(length, most int) (int, int) {
	if length >= most {
		return w.least(), min(2*most, 8*longest)
	}
	return length + length/4, most
}

// uniform chooses any enabled transition.
func (w *Walker) uniform() int32 { return w.live[w.below(len(w.live))] }

// rare chooses one of four, rather one that was fired rarely: each draws a number, and the least one times the firings
// wins.
func (w *Walker) rare() int32 {
	best, least := int32(0), uint64(math.MaxUint64)
	for range min(4, len(w.live)) {
		r := w.next()
		t := w.live[(r>>32)*uint64(len(w.live))>>32]
		if x := (r&0xffffff + 1) * uint64(w.fired[t]+1); x < least {
			best, least = t, x
		}
	}
	return best
}

// again chooses the last transition every other time, if it is enabled.
func (w *Walker) again() int32 {
	if n := len(w.path); n > 0 && w.at[w.path[n-1]] >= 0 && w.next()>>63 == 0 {
		return w.path[n-1]
	}
	return w.uniform()
}
