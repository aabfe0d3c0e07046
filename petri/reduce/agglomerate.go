package reduce

import (
	"slices"

	"brim/internal/checked"
	"brim/petri"
)

// An agglomeration is a pass of A1 to A6: places p with the transitions H that fill them and F that take from them,
// where h and f fire together from now on.
//
// Several places are done in one pass. Those whose transitions changed in it wait for the next one: a transition that
// is dead, or a stale place, one that a new transition touches.
type agglomeration struct {
	*state
	extra  int    // how many more transitions each place may bring
	stale  []bool // places
	first  int    // number of the first transition that is made
	prefix []part // what fires before all else
	latest []int  // transitions of A2, which wait
	window []int  // their inputs
}

// mostPasses is how many passes of one rule follow each other, before other rules have their turn.
const mostPasses = 20

// agglomerate runs passes of one rule until it finds nothing.
func (s *state) agglomerate(extra int, try func(a *agglomeration, p int)) {
	for range mostPasses {
		before := s.hits
		if s.agglomerateOnce(extra, try); s.hits == before || s.ctx.Err() != nil {
			return
		}
	}
}

// agglomerateOnce runs a pass.
func (s *state) agglomerateOnce(extra int, try func(a *agglomeration, p int)) {
	a := &agglomeration{state: s, extra: extra, stale: make([]bool, len(s.initial)), first: len(s.transitions)}
	for p := range s.initial {
		if s.stopped(p) {
			break
		}
		if !s.gone[p] && !a.stale[p] {
			try(a, p)
		}
	}
	a.pushEnds()
	s.clean()
}

// pushEnds notes what a lifted trace begins and ends with.
func (a *agglomeration) pushEnds() {
	if len(a.prefix) == 0 && len(a.latest) == 0 {
		return
	}
	prefix, latest := a.prefix, a.latest
	var w *window
	if c := a.options.Class; len(latest) > 0 && (c == Dead || c == ReachDead) {
		w = a.look(a.window)
	} else if len(prefix) == 0 {
		return
	}
	a.log.layers = append(a.log.layers, layer{a.first, func(trace []int, limit int) ([]int, error) {
		var out []int
		for _, x := range prefix {
			if x.times > int64(limit-len(out)) {
				return nil, &TooLongError{limit}
			}
			for range x.times {
				out = append(out, x.transition)
			}
		}
		out = append(out, trace...)
		if w == nil {
			return out, nil
		}
		r := w.replay()
		for _, t := range out {
			r.fire(t)
		}
		for _, t := range latest {
			for r.enabled(t) {
				if len(out) >= limit {
					return nil, &TooLongError{limit}
				}
				r.fire(t)
				out = append(out, t)
			}
		}
		return out, nil
	}})
}

// neighbours returns the transitions that fill p and those that take from it, if p is a place to be agglomerated: free,
// with both kinds, none of which is of both kinds or was touched in this pass.
func (a *agglomeration) neighbours(p int) (fill, take []int32, ok bool) {
	fill, take = a.in[p], a.out[p]
	if len(fill) == 0 || len(take) == 0 || !a.free(p) {
		return nil, nil, false
	}
	for _, i := range fill {
		if t := &a.transitions[i]; t.dead || weight(t.pre, p) > 0 {
			return nil, nil, false
		}
	}
	for _, i := range take {
		if t := &a.transitions[i]; t.dead || weight(t.post, p) > 0 {
			return nil, nil, false
		}
	}
	return fill, take, true
}

// grows reports whether made transitions in place of dropped ones are too many.
func (a *agglomeration) grows(made, dropped int) bool {
	return made > dropped+a.extra || a.arcs > a.mostArcs
}

// oneWeight returns the weight that all of the transitions take from p.
func (a *agglomeration) oneWeight(take []int32, p int) (w int64, ok bool) {
	w = weight(a.transitions[take[0]].pre, p)
	for _, i := range take {
		if weight(a.transitions[i].pre, p) != w {
			return 0, false
		}
	}
	return w, true
}

// silent reports whether t takes from p only and gives to places that are not observed and inhibit nothing: once p has
// the tokens, nothing keeps it from firing, and its firing is not observed.
func (a *agglomeration) silent(t *transition) bool {
	return len(t.pre) == 1 && len(t.inhibit) == 0 && !slices.ContainsFunc(t.post,
		func(x petri.Arc) bool { return !a.free(x.Place) })
}

// merge returns h and k times f, which takes what h gives to p.
func (a *agglomeration) merge(h, f int32, k int64, p int, left int64) (t transition, ok bool) {
	x, y := &a.transitions[h], &a.transitions[f]
	var fits bool
	if t.pre, ok = sum(x.pre, k, y.pre, p); !ok {
		return t, false
	}
	if t.post, fits = sum(at(x.post, p, left), k, y.post, p); !fits {
		return t, false
	}
	switch {
	case len(y.inhibit) == 0:
		t.inhibit = x.inhibit
	case len(x.inhibit) == 0:
		t.inhibit = y.inhibit
	default:
		return t, false
	}
	return t, true
}

// A merged is a transition to be made.
type merged struct {
	transition
	word []part
}

// replace drops transitions, makes others, and has the places around rest.
func (a *agglomeration) replace(r Rule, dropped []int32, made []merged) {
	for _, i := range dropped {
		a.dropTransition(r, int(i))
	}
	for _, m := range made {
		a.add(m.transition, m.word)
		a.hits[r].Transitions--
		a.arcs += len(m.pre) + len(m.post) + len(m.inhibit)
		for _, arcs := range [3][]petri.Arc{m.pre, m.post, m.inhibit} {
			for _, x := range arcs {
				a.stale[x.Place] = true
			}
		}
	}
	a.hit(r)
}

// pairs makes all pairs of h and f, with as many f as h gives tokens for.
func (a *agglomeration) pairs(fill, take []int32, p int, w int64) (made []merged, ok bool) {
	for _, h := range fill {
		k := weight(a.transitions[h].post, p) / w
		for _, f := range take {
			t, fits := a.merge(h, f, k, p, 0)
			if !fits {
				return nil, false
			}
			made = append(made, merged{t, []part{{int(h), 1}, {int(f), k}}})
		}
	}
	return made, true
}

// post is A1: whatever takes from p is silent and needs nothing else, so it may as well fire as soon as p is filled.
// The choice among several is made earlier, which only branching time sees.
func (a *agglomeration) post(p int) {
	fill, take, ok := a.neighbours(p)
	if !ok || a.grows(len(fill)*len(take), len(fill)+len(take)) {
		return
	}
	w, ok := a.oneWeight(take, p)
	if !ok || len(take) > 1 && (a.options.Class == Branching || a.initial[p] >= w) {
		return
	}
	for _, f := range take {
		if !a.silent(&a.transitions[f]) {
			return
		}
	}
	for _, h := range fill {
		k := weight(a.transitions[h].post, p)
		if k%w != 0 || k > w && len(take) > 1 {
			return
		}
	}
	made, ok := a.pairs(fill, take, p, w)
	if !ok || !a.empty(p, take[0], w) {
		return
	}
	a.replace(Post, slices.Concat(fill, take), made)
	a.dropPlace(Post, p)
}

// empty fires f as often as p allows at first.
func (a *agglomeration) empty(p int, f int32, w int64) bool {
	k := a.initial[p] / w
	if k == 0 {
		return true
	}
	if !a.give(a.transitions[f].post, k) {
		return false
	}
	a.prefix = append(a.prefix, part{int(f), k})
	return true
}

// give adds k times the weights of arcs to the initial marking, unless it has no room.
func (a *agglomeration) give(arcs []petri.Arc, k int64) bool {
	for _, x := range arcs {
		n, ok := checked.Mul(k, x.Weight)
		if ok {
			_, ok = checked.Add(n, a.initial[x.Place])
		}
		if !ok {
			return false
		}
	}
	for _, x := range arcs {
		a.initial[x.Place] += k * x.Weight
	}
	return true
}

// pre is A2 and A3: what fills p does nothing else and can wait, unseen, until somebody takes from p. With A2 nobody
// can take its inputs meanwhile. With A3 somebody can, so some deadlocks vanish, but no marking of the observed
// places: who fires h and not f only loses tokens.
func (a *agglomeration) pre(r Rule, p int) {
	fill, take, ok := a.neighbours(p)
	if !ok || a.grows(len(fill)*len(take), len(fill)+len(take)) {
		return
	}
	w, ok := a.oneWeight(take, p)
	if !ok || a.initial[p] >= w {
		return
	}
	for _, h := range fill {
		if !a.waits(h, p, r == Pre) || weight(a.transitions[h].post, p) != w {
			return
		}
	}
	made, ok := a.pairs(fill, take, p, w)
	if !ok {
		return
	}
	if r == Pre {
		for _, h := range fill {
			a.latest = append(a.latest, int(h))
			for _, x := range a.transitions[h].pre {
				a.window = append(a.window, x.Place)
			}
		}
	}
	a.replace(r, slices.Concat(fill, take), made)
	a.dropPlace(r, p)
}

// waits reports whether h fills p and nothing else, from places that are not observed and inhibit nothing; alone says
// that they must be its own.
func (a *agglomeration) waits(h int32, p int, alone bool) bool {
	t := &a.transitions[h]
	if len(t.post) != 1 || t.post[0].Place != p || len(t.inhibit) > 0 || len(t.pre) == 0 {
		return false
	}
	for _, x := range t.pre {
		if !a.free(x.Place) || alone && (len(a.out[x.Place]) > 1 || a.stale[x.Place]) {
			return false
		}
	}
	return true
}

// mostRepeated is how often A4 and A5 may have the tokens of one firing taken.
const mostRepeated = 8

// oneProducer is A4: as A1 where the weights differ: each h gives enough for any f, and what is left stays on p. It is
// tried where nothing takes from p once all h are replaced.
func (a *agglomeration) oneProducer(p int) {
	fill, take, ok := a.neighbours(p)
	if !ok || a.grows(len(fill)*len(take), len(fill)+len(take)) {
		return
	}
	least, most := weight(a.transitions[take[0]].pre, p), int64(0)
	for _, f := range take {
		if !a.silent(&a.transitions[f]) {
			return
		}
		w := weight(a.transitions[f].pre, p)
		least, most = min(least, w), max(most, w)
	}
	if a.initial[p] >= least {
		return
	}
	var made []merged
	for _, h := range fill {
		given := weight(a.transitions[h].post, p)
		if given < most || given > mostRepeated*most {
			return
		}
		for _, f := range take {
			t, fits := a.merge(h, f, 1, p, given-weight(a.transitions[f].pre, p))
			if !fits {
				return
			}
			made = append(made, merged{t, []part{{int(h), 1}, {int(f), 1}}})
		}
	}
	a.replace(OneProducer, fill, made)
}

// oneConsumer is A5: as A3, for one f by itself, which may fire several times for one h.
func (a *agglomeration) oneConsumer(p int) {
	fill, take, ok := a.neighbours(p)
	if !ok {
		return
	}
	for _, f := range take {
		w := weight(a.transitions[f].pre, p)
		if a.initial[p] >= w {
			continue
		}
		alone := len(take) == 1
		made, ok := a.repeated(fill, f, p, w, alone)
		dropped := []int32{f}
		if alone {
			dropped = slices.Concat(fill, take)
		}
		if !ok || a.grows(len(made), len(dropped)) {
			continue
		}
		a.replace(OneConsumer, dropped, made)
		if alone {
			a.dropPlace(OneConsumer, p)
		}
		return
	}
}

// repeated makes h with one f, two f and so on, as many as it gives tokens for.
func (a *agglomeration) repeated(fill []int32, f int32, p int, w int64, alone bool) (made []merged, ok bool) {
	for _, h := range fill {
		given := weight(a.transitions[h].post, p)
		k := given / w
		if !a.waits(h, p, false) || given%w != 0 || k > mostRepeated || k > 1 && !a.bursts(f) {
			return nil, false
		}
		for i := int64(1); i <= k; i++ {
			left := given - i*w
			if alone {
				left = 0
			}
			t, fits := a.merge(h, f, i, p, left)
			if !fits {
				return nil, false
			}
			made = append(made, merged{t, []part{{int(h), 1}, {int(f), i}}})
		}
	}
	return made, true
}

// bursts reports whether f can fire several times at once: it needs one place only, and disables nothing.
func (a *agglomeration) bursts(f int32) bool {
	t := &a.transitions[f]
	return len(t.pre) == 1 && len(t.inhibit) == 0 && !slices.ContainsFunc(t.post,
		func(x petri.Arc) bool { return len(a.inhibit[x.Place]) > 0 })
}

// fireNow is A6: a transition that is enabled at first and the only one to take from its inputs stays enabled until it
// fires, and commutes with all others, so it fires first, as often as it can. Each does so at most once, lest tokens go
// round for ever.
func (s *state) fireNow() {
	a := &agglomeration{state: s, first: len(s.transitions)}
	for i := range s.transitions {
		if s.stopped(i) {
			break
		}
		if t := &s.transitions[i]; !t.dead && !t.fired {
			a.fire(i, t)
		}
	}
	a.pushEnds()
	s.clean()
}

func (a *agglomeration) fire(i int, t *transition) {
	if len(t.pre) == 0 || len(t.inhibit) > 0 {
		return
	}
	times := int64(-1)
	for _, x := range t.pre {
		if a.initial[x.Place] < x.Weight || len(a.out[x.Place]) > 1 || !a.free(x.Place) {
			return
		}
		if d := t.delta(x.Place); d < 0 {
			if n := (a.initial[x.Place]-x.Weight)/-d + 1; times < 0 || n < times {
				times = n
			}
		}
	}
	if times < 0 || slices.ContainsFunc(t.post, func(x petri.Arc) bool { return !a.free(x.Place) }) ||
		!a.give(t.post, times) {
		return
	}
	for _, x := range t.pre {
		a.initial[x.Place] -= x.Weight * times
	}
	t.fired = true
	a.prefix = append(a.prefix, part{i, times})
	a.hit(FireNow)
}
