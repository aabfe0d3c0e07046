package structure

import (
	"cmp"
	"slices"
)

// A gain is a set of firings, each transition with a number, whose effects add up to
// something without a loss: x ≥ 0 with C·x ≥ 0, C·x ≠ 0. It is a pump if the firings can be
// put into an order that is possible from some reachable marking.
type gain struct {
	counts []entry // by transition, ascending
	total  int64   // number of firings
}

// gains searches for a gain that can be fired. If it is certain that none exists, the
// net is bounded: otherwise, by Dickson's lemma, some reachable marking would exceed a
// predecessor, and the firings in between were a gain. That argument does not repeat
// the firings, so it holds with inhibitor arcs.
//
// Gains come from the same elimination as semiflows, of C·x − s = 0 with a slack s(p) ≥ 0
// for every free place p; extreme rays with s = 0 gain nothing.
func (s *search) gains(budget Budget) (v Verdict, done bool) {
	slack := make([]entry, len(s.free))
	for i, p := range s.free {
		slack[i] = entry{int32(p), -1}
	}
	e := newElimination(&s.effect, len(s.net.Places), slack, budget.Algebra.orDefault(s.net))
	complete := e.run()
	var found []gain
	rays, _ := e.finished()
	for _, i := range rays {
		g := gain{}
		gains := false
		for _, x := range e.y(i) {
			if int(x.index) >= len(s.net.Transitions) {
				gains = true
				continue
			}
			g.counts = append(g.counts, x)
			g.total = min(g.total, int64(budget.Markings)) + min(x.value, int64(budget.Markings)) // saturates
		}
		if gains {
			found = append(found, g)
		}
	}
	if complete && len(found) == 0 {
		return Verdict{Kind: Bounded, Reason: "no set of firings adds tokens without taking some"}, true
	}
	slices.SortStableFunc(found, func(a, b gain) int { return cmp.Compare(a.total, b.total) })
	return s.tryGains(found, budget.Markings)
}

// tryGains fires the gains from the initial marking and from where random walks end,
// with up to limit firings in all.
func (s *search) tryGains(found []gain, limit int) (v Verdict, done bool) {
	const rounds, length = 20, 100 // walks, and how much longer each is than the last
	w := newWalk(s)
	left := make([]int64, len(s.net.Transitions))
	for round := range rounds {
		w.restart(uniform)
		for range round * length {
			if s.fired++; !w.step() {
				break
			}
		}
		for _, g := range found {
			if s.fired += 1 + len(w.m)/16; s.fired > limit {
				return Verdict{}, false
			}
			if s.cancelled() {
				return s.giveUp(), true
			}
			if loop, ok := w.perform(g, left); ok {
				if v, ok := w.certifyShort(w.path, loop); ok {
					return v, true
				}
			}
		}
	}
	return Verdict{}, false
}

// perform fires the gain in the walk's marking in some order, without backtracking, and
// returns the order. left is scratch, zero between calls.
func (w *walk) perform(g gain, left []int64) (loop []int, ok bool) {
	m := slices.Clone(w.m)
	var todo []int32 // transitions to look at, the last first
	for _, x := range g.counts {
		left[x.index] = x.value
		todo = append(todo, x.index)
	}
	w.random.Shuffle(len(todo), func(i, j int) { todo[i], todo[j] = todo[j], todo[i] })
	for len(todo) > 0 {
		t := todo[len(todo)-1]
		if left[t] == 0 || int64(len(loop)) >= g.total || !w.net.Enabled(m, int(t)) || !w.apply(m, int(t)) {
			todo = todo[:len(todo)-1]
			continue
		}
		if w.fired++; w.fired%1024 == 0 && w.cancelled() {
			break
		}
		left[t]--
		loop = append(loop, int(t))
		for _, e := range w.effect.row(int(t)) {
			for _, u := range w.users[e.index] {
				if left[u] > 0 && u != t {
					todo = append(todo, u)
				}
			}
		}
	}
	ok = true
	for _, x := range g.counts {
		ok = ok && left[x.index] == 0
		left[x.index] = 0
	}
	return loop, ok
}
