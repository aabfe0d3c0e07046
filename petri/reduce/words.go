package reduce

import (
	"slices"

	"brim/petri"
)

// wordCircles is P9: as circles, but a token may also move from p to q by two transitions, or with a resource r that it
// needs for a moment. It moves whenever p has one, if one of these words can fire then:
//
//	t                  that takes p and gives q alone
//	t u                t takes p alone, and u what t gave: both together give q
//	t u, or else u t   t takes p and r and gives x, u takes x and gives q and r
//	t                  that takes p and r and gives q and r
//
// The last two need that r is at hand or can be had. Who holds one is a place x from which a transition gives r back;
// that r and these places together are never empty has to follow from all effects. If r is empty, some x has a token.
// That of the word itself will do: u t. From any other one, that is not p, r is had by a transition whose inverse takes
// it back afterwards.
//
// All splits of tokens over a circle are mutually reachable then, as for P8: a run of the smaller net can be followed
// by moving tokens to where the next transition wants them, and one of the original is one of the smaller net.
func (s *state) wordCircles() {
	w := &words{state: s, next: make([][]int, len(s.initial)), held: map[int]*holding{}}
	w.find()
	if !w.longer {
		return // P8 has seen these
	}
	classOf := components(w.next)
	var members []int
	for p, q := range classOf {
		if p != q && !s.gone[p] {
			members = append(members, p, q)
		}
	}
	if len(members) == 0 || !s.fits(classOf) {
		return
	}
	slices.Sort(members)
	members = slices.Compact(members)
	for _, p := range members {
		if q := classOf[p]; q != p {
			s.note(Equation{Kind: Fuse, Place: p, Base: q})
			s.initial[q] += s.initial[p]
			s.dropPlace(WordCircle, p)
			s.hit(WordCircle)
		}
	}
	s.rename(members, classOf)
	s.clean()
}

// words are the moves that are found.
type words struct {
	*state
	next   [][]int // by place: where a token can move to
	longer bool    // a move takes more than an elementary transition
	held   map[int]*holding
}

// A holding tells who holds a resource when it is not at hand.
type holding struct {
	certain bool // some place always has a token
	by      []int
	inverse map[int]bool // by holder: it can give the resource and take it back
}

// edge notes a move.
func (w *words) edge(p, q int, longer bool) {
	if p != q && w.free(p) && w.free(q) {
		w.next[p] = append(w.next[p], q)
		w.longer = w.longer || longer
	}
}

// mostFollowers is how many transitions that take from a place are looked at.
const mostFollowers = 32

func (w *words) find() {
	for i := range w.transitions {
		t := &w.transitions[i]
		if w.stopped(i) {
			return
		}
		if t.dead || len(t.inhibit) > 0 || !single(t.pre) {
			continue
		}
		switch len(t.pre) {
		case 1:
			w.fromOne(t)
		case 2:
			w.withResource(t)
		}
	}
}

// fromOne finds the moves that begin with t, which takes one token from one place.
func (w *words) fromOne(t *transition) {
	p := t.pre[0].Place
	if from, to, ok := t.elementary(); ok {
		w.edge(from, to, false)
	}
	if len(t.post) == 0 {
		return
	}
	out := w.out[t.post[0].Place]
	for _, i := range out[:min(len(out), mostFollowers)] {
		u := &w.transitions[i]
		if u == t || len(u.inhibit) > 0 || !covers(t.post, u.pre) {
			continue
		}
		if q, ok := only(t.post, u.pre, u.post); ok {
			w.edge(p, q, true)
		}
	}
}

// withResource finds the moves of a token from one place to another that begin with t, which takes one token from each
// of two places, one of them a resource: either t itself gives the resource back, or a second transition does.
func (w *words) withResource(t *transition) {
	for i := range 2 {
		p, r := t.pre[i].Place, t.pre[1-i].Place
		if !single(t.post) || !w.free(p) {
			continue
		}
		if len(t.post) == 2 && weight(t.post, r) == 1 {
			q := t.post[0].Place + t.post[1].Place - r
			if w.atHand(p, r, -1) {
				w.edge(p, q, true)
			}
			continue
		}
		if len(t.post) != 1 {
			continue
		}
		x := t.post[0].Place
		if x == p || x == r {
			continue
		}
		out := w.out[x]
		for _, j := range out[:min(len(out), mostFollowers)] {
			u := &w.transitions[j]
			if len(u.inhibit) > 0 || len(u.pre) != 1 || !single(u.pre) || len(u.post) != 2 || !single(u.post) ||
				weight(u.post, r) == 0 {
				continue
			}
			if q := u.post[0].Place + u.post[1].Place - r; w.atHand(p, r, x) {
				w.edge(p, q, true)
			}
		}
	}
}

// atHand reports whether a token of r can be had whenever p has one, for a word that takes it from p and holds r on x,
// −1 for none. That p holds r does not help.
func (w *words) atHand(p, r, x int) bool {
	h := w.held[r]
	if h == nil {
		h = w.holding(r)
		w.held[r] = h
	}
	return h.certain && !slices.ContainsFunc(h.by, func(y int) bool { return y == p || y != x && !h.inverse[y] })
}

// holding finds the places from which a token of the resource r can be given back by one transition. The result is
// certain if these places and r together always have a token.
func (w *words) holding(r int) *holding {
	h := &holding{inverse: map[int]bool{}}
	weights := map[int]bool{r: true}
	sum := w.initial[r]
	for _, i := range w.in[r] {
		u := &w.transitions[i]
		if len(u.pre) != 1 || !single(u.pre) || len(u.inhibit) > 0 {
			continue
		}
		x := u.pre[0].Place
		if x == r {
			continue
		}
		if !weights[x] {
			weights[x] = true
			h.by = append(h.by, x)
			sum += min(w.initial[x], 1<<31)
		}
		h.inverse[x] = h.inverse[x] || w.inverse(u)
	}
	h.certain = sum > 0
	for p := range weights {
		for _, i := range w.out[p] {
			least := int64(0)
			for q, d := range w.transitions[i].effect {
				if weights[q] {
					least += d
				}
			}
			h.certain = h.certain && least >= 0
		}
	}
	return h
}

// inverse reports whether a transition takes what u gives and gives what u takes.
func (w *words) inverse(u *transition) bool {
	if len(u.post) == 0 {
		return false
	}
	out := w.out[u.post[0].Place]
	return slices.ContainsFunc(out[:min(len(out), mostFollowers)], func(i int32) bool {
		v := &w.transitions[i]
		return len(v.inhibit) == 0 && slices.Equal(v.pre, u.post) && slices.Equal(v.post, u.pre)
	})
}

// single reports whether all weights are 1.
func single(arcs []petri.Arc) bool {
	return !slices.ContainsFunc(arcs, func(a petri.Arc) bool { return a.Weight != 1 })
}

// only returns the place of the one token that a − b + c is, for b that a covers.
func only(a, b, c []petri.Arc) (place int, ok bool) {
	left := map[int]int64{}
	for _, x := range a {
		left[x.Place] += x.Weight
	}
	for _, x := range b {
		left[x.Place] -= x.Weight
	}
	for _, x := range c {
		left[x.Place] += x.Weight
	}
	for p, n := range left {
		switch {
		case n == 0:
		case n == 1 && !ok:
			place, ok = p, true
		default:
			return 0, false
		}
	}
	return place, ok
}
