package board

import (
	"context"
	"slices"
	"time"

	"brim/check/model"
	"brim/engine"
	"brim/ltl"
	"brim/petri"
)

// The path of a witness of CTL ends where it has shown its formula, but a run goes on for ever. So a run is made of a
// witness: its path, then the path of a witness inside of it that begins where the first path ends, and so on, and then
// steps until the net reaches a marking that it was in before, or a dead one. Whether that run shows what a question of
// LTL asks for is evaluated on its word.

const (
	lassoSteps = 20_000      // the most steps of a run that continues a path
	lassoPaths = 16          // the most paths in one witness that are tried
	lassoTime  = time.Second // for each of them
)

// runOf makes of the witness of a formula of CTL a run that decides a question of LTL, nil if it finds none. Both begin
// in the initial marking.
func runOf(ctx context.Context, m *model.Model, q *model.Question, w *model.Witness) *model.Witness {
	f := model.Apart(q.LTL)
	shown := engine.Shown(f, engine.Decided(ltl.GoalOf(f).Holds))
	for _, p := range paths(w) {
		run := &model.Witness{Formula: shown, Start: w.Start, Steps: p.Steps, Loop: p.Loop}
		if !p.Endless() && !goOn(ctx, m.Net, run) {
			continue
		}
		if ctx.Err() != nil {
			return nil
		}
		shorten(run)
		if run.Check(m.Net, q.Paths) == nil {
			return run
		}
	}
	return nil
}

// paths lists the paths through a witness, lassoPaths at most. The formula of each is EG f if it is endless.
func paths(w *model.Witness) (list []*model.Witness) {
	p := &model.Witness{Formula: w.Formula, Steps: w.Steps, Loop: w.Loop}
	if w.Endless() {
		return []*model.Witness{p}
	}
	for _, b := range w.Branches {
		if b.At != len(w.Steps) || engine.Claimed(b.Formula) {
			continue
		}
		for _, inner := range paths(b.Witness) {
			x := &model.Witness{Formula: inner.Formula, Steps: slices.Concat(w.Steps, inner.Steps), Loop: inner.Loop}
			if x.Loop != model.NoLoop {
				x.Loop += len(w.Steps)
			}
			list = append(list, x)
		}
	}
	if list = append(list, p); len(list) > lassoPaths {
		list = list[:lassoPaths]
	}
	return list
}

// shorten shortens the lasso of a run without changing the run: a loop that repeats one shorter loop becomes that loop,
// and steps before the loop that equal its last steps become part of it. The markings at both ends of the new loop are
// equal, since equal firings change a marking by equal amounts.
func shorten(w *model.Witness) {
	if w.Loop < 0 || w.Loop >= len(w.Steps) {
		return
	}
	loop := w.Steps[w.Loop:]
	for n := 1; n <= len(loop)/2; n++ {
		if len(loop)%n == 0 && slices.Equal(loop[n:], loop[:len(loop)-n]) {
			loop = loop[:n]
			break
		}
	}
	n := w.Loop + len(loop)
	for w.Loop > 0 && w.Steps[w.Loop-1] == w.Steps[n-1] {
		w.Loop--
		n--
	}
	w.Steps = w.Steps[:n:n]
}

// goOn extends a path until its last marking is dead or has occurred before, and reports whether it came to such a
// marking. It prefers a transition that leads to an earlier marking; otherwise it fires the transition that it has
// fired least. It recognises markings by hashes, which it updates with each step.
func goOn(ctx context.Context, net *petri.Net, run *model.Witness) bool {
	ctx, cancel := context.WithTimeout(ctx, lassoTime)
	defer cancel()
	at := run.Start
	run.Steps = slices.Clone(run.Steps)
	fired := make([]int, len(net.Transitions))
	hash, seen := uint64(0), map[uint64]int{}
	i := 0
	for m, err := range run.Markings(net) {
		if err != nil {
			return false
		}
		at, hash = m, hashOf(m)
		seen[hash] = i
		i++
	}
	for _, t := range run.Steps {
		fired[t]++
	}
	for at = at.Clone(); len(run.Steps) < lassoSteps && ctx.Err() == nil; {
		best := -1
		for t := range net.EnabledTransitions(at) {
			// if two hashes are equal by chance, the check of the run fails
			if i, ok := seen[hash+change(&net.Transitions[t], at)]; ok {
				run.Steps, run.Loop = append(run.Steps, t), i
				return true
			}
			if best < 0 || fired[t] < fired[best] {
				best = t
			}
		}
		if best < 0 {
			return true
		}
		hash += change(&net.Transitions[best], at)
		if net.Fire(at, best) != nil {
			return false
		}
		fired[best]++
		run.Steps = append(run.Steps, best)
		seen[hash] = len(run.Steps)
	}
	return false
}

// hashOf returns a hash of a marking: a sum over its places.
func hashOf(m petri.Marking) (sum uint64) {
	for p, tokens := range m {
		sum += mixed(p, tokens)
	}
	return sum
}

// change returns by how much firing t in m changes the hash.
func change(t *petri.Transition, m petri.Marking) (sum uint64) {
	for e := range t.Effects() {
		sum += mixed(e.Place, m[e.Place]+e.Delta) - mixed(e.Place, m[e.Place])
	}
	return sum
}

// mixed returns a hash of the tokens of one place, with the constants of splitmix64.
func mixed(place int, tokens int64) uint64 {
	x := uint64(place)*0x9e3779b97f4a7c15 + uint64(tokens)
	x = (x ^ x>>30) * 0xbf58476d1ce4e5b9
	x = (x ^ x>>27) * 0x94d049bb133111eb
	return x ^ x>>31
}
