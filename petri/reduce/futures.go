package reduce

import (
	"encoding/binary"
	"slices"

	"brim/petri"
)

// This file has rule P6, which fuses places whose consumers do the same.

// mostFutures is the largest number of consumers of places that P6 compares.
const mostFutures = 64

// equalFutures is P6: whatever takes a token from p has a twin that takes one from q instead and gives and needs the
// same. All arcs from both have weight 1 and no transition takes from both, so a token on one is worth one on the
// other. They become one place; a trace is lifted by firing the twin that finds its token.
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
	var lift *twinning
	filled := make([]bool, len(s.initial)) // joined with another in this pass: not all that fills it is in its list
	for _, k := range keys {
		group := groups[k]
		for i, p := range group {
			for _, q := range group[i+1 : min(len(group), i+1+mostFutures)] {
				if s.gone[p] || s.gone[q] || filled[q] {
					continue
				}
				twins := s.twins(p, q)
				if twins == nil {
					continue
				}
				if lift == nil {
					lift = s.pushTwins(groups)
				}
				for t, u := range twins {
					lift.twins[t] = append(lift.twins[t], u)
				}
				s.join(p, q)
				filled[p] = true
			}
		}
	}
	s.clean()
}

// A twinning lifts traces: of several twins the one fires that finds its tokens.
type twinning struct {
	window *window
	twins  map[int][]int
}

// pushTwins notes how traces are lifted through the pass that begins now.
func (s *state) pushTwins(groups map[string][]int) *twinning {
	var places []int
	for _, group := range groups {
		if len(group) > 1 {
			places = append(places, group...)
		}
	}
	slices.Sort(places)
	x := &twinning{s.look(places), map[int][]int{}}
	s.push(func(trace []int, _ int) (out []int, err error) {
		r := x.window.replay()
		for _, t := range trace {
			t = x.enabled(r, t)
			r.fire(t)
			out = append(out, t)
		}
		return out, nil
	})
	return x
}

// enabled returns a transition that is enabled, of t, its twins, and theirs; t if none is.
func (x *twinning) enabled(w *window, t int) int {
	met := map[int]bool{t: true}
	for todo := []int{t}; len(todo) > 0; {
		u := todo[0]
		todo = todo[1:]
		if w.enabled(u) {
			return u
		}
		for _, v := range x.twins[u] {
			if !met[v] {
				met[v], todo = true, append(todo, v)
			}
		}
	}
	return t
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
				b = appendWeight(b, a.Place, a.Weight)
			}
		}
		b = append(b, 0xff, 0xff)
	}
	return b
}

// twins pairs each consumer of p with one of q that is equal but for the place, and returns the pairs; nil if some
// consumer has no partner or takes from both places.
func (s *state) twins(p, q int) map[int]int {
	if !s.small(p) || !s.small(q) {
		return nil
	}
	of := map[string][]int{}
	left := 0
	for _, i := range s.out[q] {
		t := &s.transitions[i]
		if t.dead {
			continue
		}
		if weight(t.pre, p) > 0 {
			return nil
		}
		left++
		k := string(t.but(nil, q))
		of[k] = append(of[k], int(i))
	}
	twin := map[int]int{}
	for _, i := range s.out[p] {
		t := &s.transitions[i]
		if t.dead {
			continue
		}
		k := string(t.but(nil, p))
		if weight(t.pre, q) > 0 || len(of[k]) == 0 {
			return nil
		}
		twin[int(i)], of[k] = of[k][0], of[k][1:]
	}
	if len(twin) != left || left == 0 {
		return nil
	}
	return twin
}

// join fuses q into p.
func (s *state) join(p, q int) {
	for _, i := range s.out[q] {
		if !s.transitions[i].dead {
			s.dropTransition(EqualFutures, int(i))
		}
	}
	for _, i := range s.in[q] {
		if t := &s.transitions[i]; !t.dead {
			t.post = at(at(t.post, p, weight(t.post, p)+weight(t.post, q)), q, 0)
		}
	}
	s.initial[p] += s.initial[q]
	s.dropPlace(EqualFutures, q)
	s.hit(EqualFutures)
}
