package workflow

import (
	"encoding/binary"
	"slices"

	"brim/petri"
)

// The rules that remove what something else makes superfluous: equal, idle and twin.

// equal removes transitions that take and give what another one does.
func (s *state) equal() (changed bool) {
	seen := map[string]*word{}
	for t, w := range s.words {
		if w == nil {
			continue
		}
		key := string(spelled(spelled(nil, s.pre[t]), s.post[t]))
		if like := seen[key]; like != nil {
			like.also = append(like.also, w)
			s.drop(t)
			changed = true
		} else {
			seen[key] = w
		}
	}
	return changed
}

// idle removes transitions that give back what they take.
func (s *state) idle() (changed bool) {
	for t, w := range s.words {
		if w != nil && slices.Equal(s.pre[t], s.post[t]) && s.fires(t) {
			s.drop(t)
			changed = true
		}
	}
	return changed
}

// fires reports whether an idle transition can fire if all others can, and notes why: it takes one token from the
// source, or another transition needs or gives as much as it takes.
func (s *state) fires(t int) bool {
	p := s.pre[t][0].Place // the net is a workflow net, and so are those that the rules make
	if len(s.pre[t]) == 1 && s.pre[t][0].Weight == 1 && p == s.source {
		s.always = append(s.always, s.words[t])
		return true
	}
	covers := func(arcs []petri.Arc) bool {
		return !slices.ContainsFunc(s.pre[t], func(a petri.Arc) bool { return weight(arcs, a.Place) < a.Weight })
	}
	for _, u := range slices.Concat(s.out[p], s.in[p]) {
		if u != t && (covers(s.pre[u]) || covers(s.post[u])) {
			s.words[u].also = append(s.words[u].also, s.words[t])
			return true
		}
	}
	return false
}

// twin removes places to which the same transitions give, and from which the same take, as many tokens as for another
// place.
func (s *state) twin() (changed bool) {
	rows := make([][]byte, len(s.gone))
	for t, w := range s.words {
		if w == nil {
			continue
		}
		for _, a := range s.pre[t] {
			rows[a.Place] = spelled(rows[a.Place], []petri.Arc{{Place: 2 * t, Weight: a.Weight}})
		}
		for _, a := range s.post[t] {
			rows[a.Place] = spelled(rows[a.Place], []petri.Arc{{Place: 2*t + 1, Weight: a.Weight}})
		}
	}
	seen := map[string]bool{}
	for p, row := range rows {
		if !s.inner(p) {
			continue
		}
		if seen[string(row)] {
			s.forget(p)
			changed = true
		}
		seen[string(row)] = true
	}
	return changed
}

// spelled appends arcs as bytes, so that different lists differ.
func spelled(to []byte, arcs []petri.Arc) []byte {
	to = binary.AppendUvarint(to, uint64(len(arcs)))
	for _, a := range arcs {
		to = binary.AppendUvarint(binary.AppendUvarint(to, uint64(a.Place)), uint64(a.Weight))
	}
	return to
}
