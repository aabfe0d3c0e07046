package workflow

import (
	"slices"

	"brim/petri"
)

// The rules. t and u are transitions, p and q places other than source and sink.
//
//	fold       p is asked for by t only, and t takes one token, from p: who fills p fires t at once
//	wait       p is filled by t only, which gives one token, to p, and takes from places that others do not take from:
//	           t waits for what takes from p
//	equal      t is like u
//	idle       t gives back what it takes, and something else fires where t can, or shows that it can
//	twin       p and q get and lose tokens at the same time
//	implied    p has as many tokens as some other places together, and who asks for p asks for as many of theirs; see
//	           implied.go
//
// fold and wait are the fusions of series that [Mur89] has for places and transitions, in the form of [BJLS19], and
// equal, idle and twin are its other ones; [BKP17] shows for such rules that they keep generalised soundness.
//
// That fold keeps k-soundness: firing t early takes tokens that nothing else asks for. So what the core reaches the
// net reaches, and from each marking of the net with tokens on p, t leads to one of the core; a run that completes
// from a marking of the core completes in the core once each t in it moves to where p is filled. For wait: a t that
// has fired can be taken back as long as its token is on p, since no other transition takes its tokens; this leads
// from a marking of the net to one of the core. A run of the core that completes from there takes all the tokens of t,
// so it takes the token on p too if t has fired already. For idle, twin and implied the markings of the net and the
// core are the same but for tokens that the others determine, and nothing else changes.
//
// Where all transitions of the core fire, what was removed fires: t of fold with who fills p, t of wait with who takes
// from p, and for idle the rule asks for it.

// mostGrown is how many arcs fold and wait make at most, unless they make no more than there are.
const mostGrown = 16

// largestWeight is how large weights of arcs become.
const largestWeight = 1 << 24

// Reduce applies the rules until none applies. The net has no inhibitor arcs, no transition gives tokens to source, and
// none takes any from sink. Cost: a pass over the net for each level at which its blocks are nested.
func Reduce(net *petri.Net, source, sink int) *Core {
	s := newState(net, source, sink)
	for s.pass() || s.implied() {
	}
	return s.core(net)
}

// A state is a net that becomes smaller. Arcs are sorted by place, and none has a weight of 0.
type state struct {
	source, sink int
	pre, post    [][]petri.Arc
	in, out      [][]int // by place, the transitions that give tokens to it and take tokens from it, in no order
	words        []*word // by transition, nil for those that are gone
	gone         []bool  // by place
	always       []*word // of idle transitions that can fire when a case begins
}

func newState(net *petri.Net, source, sink int) *state {
	n := len(net.Transitions)
	s := &state{
		source: source, sink: sink, pre: make([][]petri.Arc, n), post: make([][]petri.Arc, n), words: make([]*word, n),
		in: make([][]int, len(net.Places)), out: make([][]int, len(net.Places)), gone: make([]bool, len(net.Places)),
	}
	for t, x := range net.Transitions {
		s.words[t] = &word{transition: t, length: 1}
		s.set(t, x.Pre, x.Post)
	}
	return s
}

// set gives a transition other arcs.
func (s *state) set(t int, pre, post []petri.Arc) {
	move := func(lists [][]int, from, to []petri.Arc) {
		for _, a := range from {
			if l := lists[a.Place]; weight(to, a.Place) == 0 {
				i := slices.Index(l, t)
				l[i] = l[len(l)-1]
				lists[a.Place] = l[:len(l)-1]
			}
		}
		for _, a := range to {
			if weight(from, a.Place) == 0 {
				lists[a.Place] = append(lists[a.Place], t)
			}
		}
	}
	move(s.out, s.pre[t], pre)
	move(s.in, s.post[t], post)
	s.pre[t], s.post[t] = pre, post
}

// drop removes a transition.
func (s *state) drop(t int) {
	s.set(t, nil, nil)
	s.words[t] = nil
}

// forget removes a place with its arcs.
func (s *state) forget(p int) {
	for _, t := range slices.Concat(s.in[p], s.out[p]) {
		s.set(t, plus(s.pre[t], p, 0, nil), plus(s.post[t], p, 0, nil))
	}
	s.gone[p] = true
}

// inner reports whether a place is there and neither source nor sink.
func (s *state) inner(p int) bool { return !s.gone[p] && p != s.source && p != s.sink }

// pass tries all rules but implied once, and reports whether something changed.
func (s *state) pass() bool {
	changed := false
	for p := range s.gone {
		if s.inner(p) && (s.fold(p) || s.wait(p)) {
			changed = true
		}
	}
	return s.equal() || s.idle() || s.twin() || changed
}

// fold applies the rule of that name to place p.
func (s *state) fold(p int) bool {
	if len(s.out[p]) != 1 || len(s.in[p]) == 0 {
		return false
	}
	t := s.out[p][0]
	if len(s.pre[t]) != 1 || s.pre[t][0].Weight != 1 || weight(s.post[t], p) != 0 || !grows(s.in[p], s.post[t]) {
		return false
	}
	fill := slices.Clone(s.in[p])
	for _, u := range fill {
		if !light(s.post[u], p, s.post[t]) {
			return false
		}
	}
	for _, u := range fill {
		w := weight(s.post[u], p)
		s.set(u, s.pre[u], plus(s.post[u], p, w, s.post[t]))
		s.words[u] = join(s.words[u], 1, s.words[t], w)
	}
	s.drop(t)
	s.gone[p] = true
	return true
}

// wait applies the rule of that name to place p.
func (s *state) wait(p int) bool {
	if len(s.in[p]) != 1 || len(s.out[p]) == 0 {
		return false
	}
	t := s.in[p][0]
	if len(s.post[t]) != 1 || s.post[t][0].Weight != 1 || weight(s.pre[t], p) != 0 || !grows(s.out[p], s.pre[t]) {
		return false
	}
	for _, a := range s.pre[t] {
		if len(s.out[a.Place]) != 1 {
			return false
		}
	}
	take := slices.Clone(s.out[p])
	for _, u := range take {
		if !light(s.pre[u], p, s.pre[t]) {
			return false
		}
	}
	for _, u := range take {
		w := weight(s.pre[u], p)
		s.set(u, plus(s.pre[u], p, w, s.pre[t]), s.post[u])
		s.words[u] = join(s.words[t], w, s.words[u], 1)
	}
	s.drop(t)
	s.gone[p] = true
	return true
}

// grows reports whether a rule that gives each of some transitions some arcs may do so.
func grows(transitions []int, arcs []petri.Arc) bool {
	n, m := len(transitions), len(arcs)
	return n == 1 || m == 1 || n*m <= mostGrown
}

// light reports whether the weights of what plus makes are not too large.
func light(arcs []petri.Arc, p int, more []petri.Arc) bool {
	w := weight(arcs, p)
	for _, a := range more {
		if a.Weight > largestWeight/w || weight(arcs, a.Place)+w*a.Weight > largestWeight {
			return false
		}
	}
	return true
}

// weight returns the weight of an arc, 0 without an arc.
func weight(arcs []petri.Arc, p int) int64 {
	for _, a := range arcs {
		if a.Place == p {
			return a.Weight
		}
	}
	return 0
}

// plus returns arcs without that of p, and so many times others.
func plus(arcs []petri.Arc, p int, times int64, more []petri.Arc) []petri.Arc {
	list := make([]petri.Arc, 0, len(arcs)+len(more))
	for _, a := range arcs {
		if a.Place != p {
			a.Weight += times * weight(more, a.Place)
			list = append(list, a)
		}
	}
	for _, a := range more {
		if weight(arcs, a.Place) == 0 {
			a.Weight *= times
			list = append(list, a)
		}
	}
	slices.SortFunc(list, func(a, b petri.Arc) int { return a.Place - b.Place })
	return list
}
