package reduce

import (
	"context"
	"iter"
	"slices"

	"brim/internal/checked"
	"brim/petri"
)

// A state is a net in the course of its reduction.
//
// Invariants between passes: no transition that is alive has an arc to a place that is gone; arcs are sorted by place
// with one arc a place and kind; in, out and inhibit list the transitions alive, ascending, with an arc of the kind. A
// pass that drops something calls clean at its end. Transitions that are made get new numbers, so what the log says of
// a number stays true.
type state struct {
	ctx      context.Context
	options  *Options
	observed []bool
	initial  []int64
	gone     []bool // places

	transitions []transition
	alive       int // transitions that are left
	arcs        int
	mostArcs    int // what agglomeration may let the net grow to

	in, out, inhibit [][]int32 // by place

	log                 log
	hits                [Rules]Hit
	equation            []Equation
	neverEnd, neverLive bool     // T6; T1 of Live
	weighed             []uint64 // by place: the last question of P4, nil before the first one
	questions           int      // of P4
	asked               bool     // T8 was tried
	changed             bool     // places or transitions were dropped or changed since clean
}

// A transition of the net as it is now.
type transition struct {
	pre, post, inhibit []petri.Arc
	dead               bool
	fired              bool // A6 has fired it
}

func newState(ctx context.Context, net *petri.Net, o *Options) *state {
	s := &state{
		ctx: ctx, options: o, observed: make([]bool, len(net.Places)), initial: net.Initial(),
		gone:        make([]bool, len(net.Places)),
		transitions: make([]transition, len(net.Transitions)),
	}
	for _, p := range o.Observed {
		s.observed[p] = true
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		s.transitions[i] = transition{pre: t.Pre, post: t.Post, inhibit: t.Inhibit}
	}
	s.log.originals = len(net.Transitions)
	s.index()
	s.mostArcs = 4*s.arcs + 1000
	return s
}

// allowed reports whether a rule may be used.
func (s *state) allowed(r Rule) bool {
	return r.Keeps(s.options.Class) && (s.options.Rules == nil || slices.Contains(s.options.Rules, r))
}

// stopped reports whether the time is over. Loops over a net ask every few hundred items.
func (s *state) stopped(i int) bool { return i&255 == 0 && s.ctx.Err() != nil }

// index makes the lists of the transitions that fill, ask for, and are inhibited by each place, and counts transitions
// and arcs. It counts the lengths first, so that all lists lie in one array.
func (s *state) index() {
	s.alive, s.arcs = 0, 0
	var counts [3][]int32
	for k := range counts {
		counts[k] = make([]int32, len(s.initial))
	}
	kinds := func(t *transition) [3][]petri.Arc { return [3][]petri.Arc{t.post, t.pre, t.inhibit} }
	for _, t := range s.living() {
		s.alive++
		for k, arcs := range kinds(t) {
			s.arcs += len(arcs)
			for _, a := range arcs {
				counts[k][a.Place]++
			}
		}
	}
	all := make([]int32, s.arcs)
	lists := [3]*[][]int32{&s.in, &s.out, &s.inhibit}
	for k, list := range lists {
		*list = make([][]int32, len(s.initial))
		for p, n := range counts[k] {
			(*list)[p], all = all[:0:n], all[n:]
		}
	}
	for i, t := range s.living() {
		for k, arcs := range kinds(t) {
			for _, a := range arcs {
				(*lists[k])[a.Place] = append((*lists[k])[a.Place], int32(i))
			}
		}
	}
}

// living yields the transitions that are alive, with their numbers.
func (s *state) living() iter.Seq2[int, *transition] {
	return func(yield func(int, *transition) bool) {
		for i := range s.transitions {
			if t := &s.transitions[i]; !t.dead && !yield(i, t) {
				return
			}
		}
	}
}

// clean restores the invariants after a pass.
func (s *state) clean() {
	if !s.changed {
		return
	}
	s.changed = false
	isGone := func(a petri.Arc) bool { return s.gone[a.Place] }
	cut := func(arcs *[]petri.Arc) {
		if slices.ContainsFunc(*arcs, isGone) {
			*arcs = slices.DeleteFunc(slices.Clone(*arcs), isGone) // those of the original belong to the net
		}
	}
	for i := range s.transitions {
		t := &s.transitions[i]
		if t.dead {
			t.pre, t.post, t.inhibit = nil, nil, nil
			continue
		}
		cut(&t.pre)
		cut(&t.post)
		cut(&t.inhibit)
	}
	s.index()
}

// dropTransition notes that a rule took a transition out.
func (s *state) dropTransition(r Rule, t int) {
	s.transitions[t].dead = true
	s.hits[r].Transitions++
	s.changed = true
}

// dropPlace notes that a rule took a place out. Its arcs vanish.
func (s *state) dropPlace(r Rule, p int) {
	s.gone[p] = true
	s.hits[r].Places++
	s.changed = true
}

// hit counts one use of a rule.
func (s *state) hit(r Rule) {
	s.hits[r].Times++
	s.changed = true
}

// add makes a transition that stands for a word of others.
func (s *state) add(t transition, word []part) {
	s.transitions = append(s.transitions, t)
	s.log.words = append(s.log.words, word)
	s.changed = true
}

// free reports whether a rule may remove place p or give its tokens another meaning: it is not observed, and no
// inhibitor arc looks at it.
func (s *state) free(p int) bool { return !s.observed[p] && len(s.inhibit[p]) == 0 }

// weight returns the weight of the arc to p in a list, 0 if there is none.
func weight(arcs []petri.Arc, p int) int64 {
	if len(arcs) < 8 {
		for _, a := range arcs {
			if a.Place == p {
				return a.Weight
			}
		}
		return 0
	}
	i, ok := slices.BinarySearchFunc(arcs, p, func(a petri.Arc, p int) int { return a.Place - p })
	if !ok {
		return 0
	}
	return arcs[i].Weight
}

// delta returns what t does to p.
func (t *transition) delta(p int) int64 { return weight(t.post, p) - weight(t.pre, p) }

// effect yields the places whose tokens t changes.
func (t *transition) effect(yield func(p int, d int64) bool) {
	pre, post := t.pre, t.post
	for len(pre) > 0 || len(post) > 0 {
		var p int
		var d int64
		switch {
		case len(post) == 0 || len(pre) > 0 && pre[0].Place < post[0].Place:
			p, d, pre = pre[0].Place, -pre[0].Weight, pre[1:]
		case len(pre) == 0 || post[0].Place < pre[0].Place:
			p, d, post = post[0].Place, post[0].Weight, post[1:]
		default:
			p, d = pre[0].Place, post[0].Weight-pre[0].Weight
			pre, post = pre[1:], post[1:]
		}
		if d != 0 && !yield(p, d) {
			return
		}
	}
}

// elementary returns the places between which t moves one token and does nothing else.
func (t *transition) elementary() (from, to int, ok bool) {
	if len(t.pre) != 1 || len(t.post) != 1 || len(t.inhibit) != 0 || t.pre[0].Weight != 1 || t.post[0].Weight != 1 {
		return 0, 0, false
	}
	return t.pre[0].Place, t.post[0].Place, t.pre[0].Place != t.post[0].Place
}

// covers reports whether a has at least the weight of b at each place.
func covers(a, b []petri.Arc) bool {
	for _, y := range b {
		for len(a) > 0 && a[0].Place < y.Place {
			a = a[1:]
		}
		if len(a) == 0 || a[0].Place != y.Place || a[0].Weight < y.Weight {
			return false
		}
	}
	return true
}

// inhibitedBy reports whether t is inhibited wherever s is: each inhibitor arc of s has one in t with a weight not
// above.
func (t *transition) inhibitedBy(s *transition) bool {
	for _, a := range s.inhibit {
		if w := weight(t.inhibit, a.Place); w == 0 || w > a.Weight {
			return false
		}
	}
	return true
}

// sum returns a + k·b as arcs, without place skip of b; ok is false if a weight has no room.
func sum(a []petri.Arc, k int64, b []petri.Arc, skip int) (out []petri.Arc, ok bool) {
	out = make([]petri.Arc, 0, len(a)+len(b))
	for len(a) > 0 || len(b) > 0 {
		if len(b) > 0 && b[0].Place == skip {
			b = b[1:]
			continue
		}
		if len(b) == 0 || len(a) > 0 && a[0].Place < b[0].Place {
			out, a = append(out, a[0]), a[1:]
			continue
		}
		w, fits := checked.Mul(k, b[0].Weight)
		if len(a) > 0 && a[0].Place == b[0].Place {
			var sum bool
			w, sum = checked.Add(w, a[0].Weight)
			fits, a = fits && sum, a[1:]
		}
		if !fits {
			return nil, false
		}
		out, b = append(out, petri.Arc{Place: b[0].Place, Weight: w}), b[1:]
	}
	return out, true
}

// at returns arcs with weight w at p, none for 0.
func at(arcs []petri.Arc, p int, w int64) []petri.Arc {
	i, ok := slices.BinarySearchFunc(arcs, p, func(a petri.Arc, p int) int { return a.Place - p })
	out := slices.Clone(arcs)
	switch {
	case ok && w == 0:
		return slices.Delete(out, i, i+1)
	case ok:
		out[i].Weight = w
		return out
	case w == 0:
		return out
	}
	return slices.Insert(out, i, petri.Arc{Place: p, Weight: w})
}
