package walk

import (
	"fmt"

	"brim/engine"
	"brim/petri"
)

// A claim is something that the walker has seen in the marking after some steps of the present run. The walker reports
// a claim only after it has replayed the steps with the firing rule of the net and found the claim to be true.
type claim struct {
	step  int
	kind  claimKind
	index int // of a target, a transition or a place
}

type claimKind uint8

const (
	reached   claimKind = iota // the formula of a target holds
	improved                   // the sum of a target has the value seen, at least
	fireable                   // a transition is enabled
	stopped                    // no transition is enabled
	two                        // a place has two tokens
	notLive                    // a transition can never fire again
	repeating                  // the steps since index lead to a marking that covers the one before, so may be repeated
)

// claims are those of the present run that are not confirmed yet.
//
// Invariant: they are in the order of their steps, but for improved, of which each target has one: that of its best.
type claims struct {
	list      []claim
	improved  []int // by target: 1 + its index in list, 0 if there is none
	confirmed int   // steps that the last replay fired
	at        int   // firings after which it was
}

// seen is what is known of the net so far, all of it confirmed but for fresh.
type seen struct {
	fresh   []int32 // transitions that got enabled for the first time during the present firing
	safe    bool    // the walker looks for a place with two tokens
	unsafe  int32   // such a place, −1 if none
	enabled []bool  // by transition: it was enabled
	left    int     // how many were not
	news    []int   // those that were since News

	dead     []int // a path to a marking without enabled transitions, if hasDead
	hasDead  bool
	unsafeAt int32 // a place that got a second token, −1 if none
	live     bool  // the walker looks for a transition that can never fire again
	lost     int   // such a transition, −1 if none
	checked  int   // firings of the run at the last look for one
}

// look begins with what the initial marking shows.
func (w *Walker) look() {
	s := &w.seen
	s.enabled, s.left = make([]bool, len(w.hooks)), len(w.hooks)
	s.unsafeAt, s.lost, s.safe = -1, -1, true
	s.unsafe = -1
	s.fresh = make([]int32, 0, 64)
	for t := range w.hooks {
		w.hooks[t] |= unseen
		if w.begin.missing[t] == 0 {
			w.sees(int32(t))
		}
	}
	for p := range w.places {
		if w.places[p].tokens > 1 {
			s.safe, s.unsafeAt = false, int32(p)
		}
	}
	if len(w.begin.live)+w.begin.idle == 0 {
		s.hasDead = true
	}
}

// sees notes that a transition was enabled.
func (w *Walker) sees(t int32) {
	if !w.seen.enabled[t] {
		w.seen.enabled[t] = true
		w.seen.left--
		w.seen.news = append(w.seen.news, int(t))
		w.hooks[t] &^= unseen
	}
}

// unsafe notes that a place has two tokens.
func (w *Walker) unsafe(p int32) { w.seen.safe, w.seen.unsafe = false, p }

// settle turns what the last firing brought about into claims. It compares with the marking after the firing: formulas
// that came to hold while the firing was under way may no longer do so at its end.
func (w *Walker) settle() {
	step := len(w.path)
	if len(w.live)+w.idle == 0 {
		if w.dead >= 0 && !w.nodes[w.dead].holds {
			w.flip(w.dead)
		}
		if !w.seen.hasDead {
			w.seen.hasDead = true
			w.claims.add(claim{step, stopped, 0})
		}
	}
	for _, n := range w.pending {
		x := &w.nodes[n]
		if !x.holds || x.target < 0 {
			continue
		}
		t := w.targets[x.target]
		if t.formula != nil {
			w.claims.add(claim{step, reached, int(x.target)})
			x.target, w.nodes0[n].target = -1, -1
			continue
		}
		s := &w.sums[t.sum]
		t.seen, s.hi, w.sums0[t.sum].hi, x.holds = s.value, s.value, s.value, false
		w.claims.improve(claim{step, improved, int(x.target)})
	}
	w.pending = w.pending[:0]
	for _, t := range w.seen.fresh {
		if w.missing[t] == 0 && w.hooks[t]&unseen != 0 {
			w.hooks[t] &^= unseen
			w.claims.add(claim{step, fireable, int(t)})
		}
	}
	w.seen.fresh = w.seen.fresh[:0]
	if w.seen.unsafe >= 0 {
		w.claims.add(claim{step, two, int(w.seen.unsafe)})
		w.seen.unsafe = -1
	}
}

// forget drops what was noted during a firing that was not completed.
func (w *Walker) forget() {
	w.pending, w.seen.fresh = w.pending[:0], w.seen.fresh[:0]
	if w.seen.unsafe >= 0 {
		w.seen.safe, w.seen.unsafe = true, -1
	}
}

func (c *claims) add(x claim) { c.list = append(c.list, x) }

// improve is add for a sum: only its best counts.
func (c *claims) improve(x claim) {
	for len(c.improved) <= x.index {
		c.improved = append(c.improved, 0)
	}
	if i := c.improved[x.index]; i > 0 {
		c.list[i-1].step = x.step
		return
	}
	c.add(x)
	c.improved[x.index] = len(c.list)
}

// due reports whether it is time to confirm the claims, so that all replays together cost about as much as the walk.
func (c *claims) due(steps int) bool { return len(c.list) > 0 && steps-c.at >= c.confirmed }

// confirm replays the present run with the firing rule of the net, checks each claim in the marking after its step, and
// records those that are true, which all must be. The error is a defect of this package. Cost: the steps up to the last
// claim.
func (w *Walker) confirm() error {
	c := &w.claims
	c.at = len(w.path)
	if len(c.list) == 0 {
		return nil
	}
	defer func() {
		c.list = c.list[:0]
		clear(c.improved)
	}()
	byStep := map[int][]claim{}
	last, from := 0, map[int]petri.Marking{}
	for _, x := range c.list {
		byStep[x.step] = append(byStep[x.step], x)
		last = max(last, x.step)
		if x.kind == repeating {
			from[x.index] = nil
		}
	}
	c.confirmed = last
	path := make([]int, last)
	for i, t := range w.path[:last] {
		path[i] = int(t)
	}
	step := 0
	for m, err := range w.net.Markings(path) {
		if err != nil {
			return fmt.Errorf("walk: %w", err)
		}
		if _, ok := from[step]; ok {
			from[step] = m.Clone()
		}
		for _, x := range byStep[step] {
			if !w.holds(x, m, from[x.index]) {
				return fmt.Errorf("walk: after %d steps of run %d: what was seen is not there: kind %d, number %d",
					step, w.runs, x.kind, x.index)
			}
			w.learn(x, m, from[x.index], path)
		}
		step++
	}
	return nil
}

// holds reports whether claim x is true in m, the marking that the firing rule of the net gives after the claim's step.
// before is the marking where the steps of a claim of the kind repeating begin.
func (w *Walker) holds(x claim, m, before petri.Marking) bool {
	switch x.kind {
	case reached:
		return engine.Eval(w.net, w.targets[x.index].formula, m)
	case improved:
		t := w.targets[x.index]
		return valueAt(t.terms, func(p int) int64 { return m[p] }) >= t.seen
	case fireable:
		return w.net.Enabled(m, x.index)
	case stopped:
		for range w.net.EnabledTransitions(m) {
			return false
		}
		return true
	case two:
		return m[x.index] > 1
	case notLive:
		w.hope.from(m)
		return w.hope.missing[x.index] > 0
	case repeating:
		for p := range m {
			if m[p] < before[p] {
				return false
			}
		}
		return !w.tests
	}
	return false
}

// learn records a confirmed claim x in the walker: it marks a target as reached or improved, notes an enabled
// transition, a deadlock, a place with two tokens or a transition that is not live, or marks the sums that repeated
// steps increase as unbounded. m is the marking after the claim's step, before the one where the repeated steps begin,
// and path the firings.
func (w *Walker) learn(x claim, m, before petri.Marking, path []int) {
	switch x.kind {
	case reached:
		t := w.targets[x.index]
		t.done, t.approach, t.goal.found, t.goal.path = true, nil, true, path[:x.step:x.step]
		w.formulas.changed = true
	case improved:
		t := w.targets[x.index]
		t.best = t.seen
	case fireable:
		w.sees(int32(x.index))
	case stopped:
		w.seen.dead = path[:x.step:x.step]
	case two:
		w.seen.unsafeAt = int32(x.index)
	case notLive:
		w.seen.lost = x.index
	case repeating:
		for _, t := range w.targets {
			if t.most != nil && !t.done && valueAt(t.terms, func(p int) int64 { return m[p] - before[p] }) > 0 {
				t.done, t.approach, t.most.infinite = true, nil, true
				t.most.steps, t.most.cycle = path[:x.step:x.step], x.index
				w.formulas.changed = true
			}
		}
	}
}
