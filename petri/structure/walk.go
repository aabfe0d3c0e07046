package structure

import (
	"math/rand/v2"
	"slices"
)

// A walk looks for a proof that the net is unbounded: firings that can be repeated for ever and add tokens. It fires
// random transitions from the initial marking and looks back for an earlier marking that the present one exceeds.
type walk struct {
	*search
	random  *rand.Rand
	m       []int64
	enabled []int32 // enabled transitions that change something, in no order
	at      []int32 // by transition: index into enabled, or -1
	path    []int
	policy  policy
	rank    []int // by transition: for the policy ranked

	// Scratch of pump: the effect of the end of path, by place; zero between calls.
	sum     []int64
	touched []int32
	tested  tested
}

// A policy is how a walk chooses among the enabled transitions.
//
// A ranked walk depends on the marking only, so as long as the free places do not
// matter it comes back to the same marking of the others, with as many or more tokens
// on the free ones. That finds pumps in nets with so many markings that walks of the
// other kinds meet none twice.
type policy uint8

const (
	uniform  policy = iota // all alike
	greedy                 // the one of two that puts more tokens on free places
	ranked                 // the first by a random order, chosen for the walk
	policies               // number of policies
)

// walks looks for a proof that the net is unbounded by random walks, with up to limit firings in all. The walks get
// longer and longer and use one policy after the other. done is true if it found a proof, or if the context has ended.
// The seed is fixed, so equal nets give equal verdicts.
func (s *search) walks(limit int) (v Verdict, done bool) {
	w := newWalk(s)
	for round, length, end := 0, 200, s.fired+limit; s.fired < end; round++ {
		w.restart(policy(round % int(policies)))
		for range min(length, end-s.fired) {
			if s.fired++; s.fired%64 == 0 && s.cancelled() {
				return s.giveUp(), true
			}
			if !w.step() {
				break
			}
			if v, ok := w.pump(); ok {
				return v, true
			}
		}
		s.fired += 1 + len(w.at)/16 // what the restart costs
		if round%9 == 8 {
			length = min(2*length, limit)
		}
	}
	return Verdict{}, false
}

func newWalk(s *search) *walk {
	return &walk{search: s, random: rand.New(rand.NewPCG(1, 2)),
		at: make([]int32, len(s.net.Transitions)), sum: make([]int64, len(s.net.Places)), tested: newTested(s.net)}
}

func (w *walk) restart(p policy) {
	if w.policy = p; p == ranked {
		w.rank = w.random.Perm(len(w.at))
	}
	w.m, w.path, w.enabled = w.net.Initial(), w.path[:0], w.enabled[:0]
	for t := range w.at {
		w.at[t] = -1
		w.update(int32(t))
	}
}

// update brings enabled up to date for t.
func (w *walk) update(t int32) {
	is := len(w.effect.row(int(t))) > 0 && w.net.Enabled(w.m, int(t))
	switch at := w.at[t]; {
	case is && at < 0:
		w.at[t] = int32(len(w.enabled))
		w.enabled = append(w.enabled, t)
	case !is && at >= 0:
		moved := w.enabled[len(w.enabled)-1]
		w.enabled[at], w.at[moved] = moved, at
		w.enabled = w.enabled[:len(w.enabled)-1]
		w.at[t] = -1
	}
}

// step fires one transition and reports false in a dead marking, or where 64 bits end.
func (w *walk) step() bool {
	if len(w.enabled) == 0 {
		return false
	}
	t := w.choose()
	if !w.apply(w.m, int(t)) {
		return false
	}
	for _, e := range w.effect.row(int(t)) {
		for _, u := range w.users[e.index] {
			w.update(u)
		}
	}
	w.path = append(w.path, int(t))
	return true
}

func (w *walk) choose() int32 {
	t := w.enabled[w.random.IntN(len(w.enabled))]
	switch w.policy {
	case greedy:
		if u := w.enabled[w.random.IntN(len(w.enabled))]; w.delta[u].free > w.delta[t].free {
			t = u
		}
	case ranked:
		for _, u := range w.enabled {
			if w.rank[u] < w.rank[t] {
				t = u
			}
		}
	}
	return t
}

// pump looks for firings at the end of the path that can be repeated for ever and add tokens, and certifies them. It
// goes back along the path, adding up effects, until they take from no place, give to some, and change no place that
// inhibits one of the firings. It goes back only near steps after most firings, and all the way after every near-th
// one, so that long loops are found as well, if a little late.
func (w *walk) pump() (v Verdict, ok bool) {
	j, first := len(w.path), 0
	if j%near != 0 {
		first = max(j-near, 0)
	}
	negative, nonzero := 0, 0
	for i := j - 1; i >= first && !ok; i-- {
		for _, e := range w.effect.row(w.path[i]) {
			old := w.sum[e.index]
			now := old + e.value // a wrong sum after an overflow is found out by certify
			w.sum[e.index] = now
			w.touched = append(w.touched, e.index)
			negative += one(now < 0) - one(old < 0)
			nonzero += one(now != 0) - one(old != 0)
		}
		w.tested.add(w.net, w.path[i])
		if negative == 0 && nonzero > 0 && !w.inhibited() {
			v, ok = w.certifyShort(w.path[:i], w.path[i:])
		}
	}
	for _, p := range w.touched {
		w.sum[p] = 0
	}
	w.touched = w.touched[:0]
	w.tested.clear()
	return v, ok
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inhibited reports whether the effects summed up change a place that inhibits one
// of the firings.
func (w *walk) inhibited() bool {
	return slices.ContainsFunc(w.tested.places, func(p int) bool { return w.sum[p] != 0 })
}

// certifyShort certifies the pump without the detours in it or, if two fingerprints
// were equal by chance, as it is.
func (w *walk) certifyShort(prefix, loop []int) (Verdict, bool) {
	if v, ok := w.certify(w.shorten(prefix), w.shorten(loop)); ok {
		return v, true
	}
	return w.certify(slices.Clone(prefix), slices.Clone(loop))
}
