package reduce

import (
	"encoding/binary"
	"maps"
	"slices"

	"brim/petri"
)

// mostFutures is the largest number of consumers of places that P6 compares.
const mostFutures = 64

// equalFutures is P6: whatever takes a token from p has a twin that takes one from q instead and gives and needs the
// same. All arcs from both have weight 1 and nobody takes from both, so a token on one is worth one on the other. They
// become one place; a trace is lifted by firing the twin that finds its token.
func (s *state) equalFutures() {
	groups := map[string][]int{}
	var keys []string
	for p := range s.initial {
		if s.stopped(p) {
			return
		}
		if k, ok := s.future(p); ok {
			if groups[k] == nil {
				keys = append(keys, k)
			}
			groups[k] = append(groups[k], p)
		}
	}
	busy := make([]bool, len(s.initial)) // an arc of one of its transitions is changed in this pass
	var pairs [][2]int
	all := map[int]int{}
	for _, k := range keys {
		for i, p := range groups[k] {
			if s.nearBusy(busy, p) {
				continue
			}
			for _, q := range groups[k][i+1 : min(len(groups[k]), i+1+mostFutures)] {
				if s.nearBusy(busy, q) {
					continue
				}
				if twins := s.twins(p, q); twins != nil {
					maps.Copy(all, twins)
					pairs = append(pairs, [2]int{p, q})
					s.markNear(busy, p)
					s.markNear(busy, q)
					break
				}
			}
		}
	}
	if len(pairs) > 0 {
		s.pushTwins(pairs, all)
	}
	for _, pair := range pairs {
		s.join(pair[0], pair[1])
	}
	s.clean()
}

// pushTwins notes how traces are lifted: of two twins the one fires that finds its token.
func (s *state) pushTwins(pairs [][2]int, twins map[int]int) {
	var places []int
	for _, pair := range pairs {
		places = append(places, pair[:]...)
	}
	w := s.look(places)
	s.push(func(trace []int, _ int) (out []int, err error) {
		r := w.replay()
		for _, t := range trace {
			if u, ok := twins[t]; ok && !r.enabled(t) {
				t = u
			}
			r.fire(t)
			out = append(out, t)
		}
		return out, nil
	})
}

// future returns a text that places with the same future share.
func (s *state) future(p int) (string, bool) {
	if s.gone[p] || !s.free(p) || len(s.out[p]) == 0 || len(s.out[p]) > mostFutures {
		return "", false
	}
	var all []string
	for _, i := range s.out[p] {
		t := &s.transitions[i]
		if weight(t.pre, p) != 1 {
			return "", false
		}
		all = append(all, string(t.but(nil, p)))
	}
	slices.Sort(all)
	var b []byte
	for _, x := range all {
		b = binary.AppendUvarint(b, uint64(len(x)))
		b = append(b, x...)
	}
	return string(b), true
}

// but appends what t is if its input p does not count.
func (t *transition) but(b []byte, p int) []byte {
	for k, arcs := range [3][]petri.Arc{t.pre, t.post, t.inhibit} {
		for _, a := range arcs {
			if k > 0 || a.Place != p {
				b = appendEffect(b, a.Place, a.Weight)
			}
		}
		b = append(b, 0xff, 0xff)
	}
	return b
}

// twins pairs the consumers of p and q, nil if that cannot be.
func (s *state) twins(p, q int) map[int]int {
	if len(s.out[p]) != len(s.out[q]) || s.initial[p] > 1<<31 || s.initial[q] > 1<<31 {
		return nil
	}
	of := map[string][]int{}
	for _, i := range s.out[q] {
		t := &s.transitions[i]
		if t.dead || weight(t.pre, p) > 0 {
			return nil
		}
		k := string(t.but(nil, q))
		of[k] = append(of[k], int(i))
	}
	twin := map[int]int{}
	for _, i := range s.out[p] {
		t := &s.transitions[i]
		k := string(t.but(nil, p))
		if t.dead || weight(t.pre, q) > 0 || len(of[k]) == 0 {
			return nil
		}
		twin[int(i)], of[k] = of[k][0], of[k][1:]
	}
	return twin
}

// join fuses q into p.
func (s *state) join(p, q int) {
	for _, i := range s.out[q] {
		s.dropTransition(EqualFutures, int(i))
	}
	for _, list := range [2][]int32{s.in[q], s.in[p]} {
		for _, i := range list {
			if t := &s.transitions[i]; !t.dead && weight(t.post, q) > 0 {
				t.post = at(at(t.post, p, weight(t.post, p)+weight(t.post, q)), q, 0)
			}
		}
	}
	s.initial[p] += s.initial[q]
	s.dropPlace(EqualFutures, q)
	s.hit(EqualFutures)
}

// nearBusy reports whether a place that shares a transition with p was changed in this pass.
func (s *state) nearBusy(busy []bool, p int) bool {
	if s.gone[p] || busy[p] {
		return true
	}
	for _, list := range [3][]int32{s.in[p], s.out[p], s.inhibit[p]} {
		for _, i := range list {
			t := &s.transitions[i]
			for _, arcs := range [3][]petri.Arc{t.pre, t.post, t.inhibit} {
				if slices.ContainsFunc(arcs, func(a petri.Arc) bool { return busy[a.Place] }) {
					return true
				}
			}
		}
	}
	return false
}

// markNear has all places that share a transition with p rest until the next pass.
func (s *state) markNear(busy []bool, p int) {
	busy[p] = true
	for _, list := range [3][]int32{s.in[p], s.out[p], s.inhibit[p]} {
		for _, i := range list {
			t := &s.transitions[i]
			for _, arcs := range [3][]petri.Arc{t.pre, t.post, t.inhibit} {
				for _, a := range arcs {
					busy[a.Place] = true
				}
			}
		}
	}
}
