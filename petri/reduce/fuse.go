package reduce

import (
	"slices"

	"brim/internal/scc"
	"brim/petri"
)

// A move takes one token from a place to another by an elementary transition.
type move struct{ from, to, transition int }

// fuse makes one place of each class of places: the one that comes first. Each transition asks of it what it asked of
// all of them together; those of moves are dropped. classOf has the first place of each place's class. A trace is
// lifted by moving tokens within a class, along a shortest way, where the next transition asks for some.
func (s *state) fuse(r Rule, classOf []int, moves []move) {
	var members []int
	for _, m := range moves {
		members = append(members, m.from, m.to)
	}
	slices.Sort(members)
	members = slices.Compact(members)
	s.pushMoves(members, moves)
	for _, m := range moves {
		s.dropTransition(r, m.transition)
		s.hit(r)
	}
	for _, p := range members {
		if q := classOf[p]; q != p {
			s.note(Equation{Kind: Fuse, Place: p, Base: q})
			s.initial[q] += s.initial[p]
			s.dropPlace(r, p)
		}
	}
	s.rename(members, classOf)
	s.clean()
}

// rename has transitions speak of the first place of a class in place of its members.
func (s *state) rename(members, classOf []int) {
	touched := map[int32]bool{}
	for _, p := range members {
		for _, list := range [2][]int32{s.in[p], s.out[p]} {
			for _, i := range list {
				touched[i] = true
			}
		}
	}
	for i := range touched {
		t := &s.transitions[i]
		t.pre, t.post = renamed(t.pre, classOf), renamed(t.post, classOf)
	}
}

// renamed returns arcs to the first place of each class.
func renamed(arcs []petri.Arc, classOf []int) []petri.Arc {
	out := slices.Clone(arcs)
	for i := range out {
		out[i].Place = classOf[out[i].Place]
	}
	slices.SortFunc(out, func(a, b petri.Arc) int { return a.Place - b.Place })
	n := 0
	for _, a := range out {
		if n > 0 && out[n-1].Place == a.Place {
			out[n-1].Weight += a.Weight
			continue
		}
		out[n] = a
		n++
	}
	return out[:n]
}

// pushMoves notes how traces are lifted: what fires next finds its tokens where it wants them.
func (s *state) pushMoves(members []int, moves []move) {
	w := s.look(members)
	into := make([][]move, len(w.initial)) // by slot of the target
	for _, m := range moves {
		into[w.slot[m.to]] = append(into[w.slot[m.to]], move{w.slot[m.from], w.slot[m.to], m.transition})
	}
	s.push(func(trace []int, limit int) (out []int, err error) {
		r := w.replay()
		reserved := make([]int64, len(r.tokens))
		for _, t := range trace {
			for _, a := range r.pre[t] {
				reserved[a.Place] = a.Weight
			}
			for _, a := range r.pre[t] {
				if out, err = r.bring(a.Place, a.Weight, into, reserved, out, limit); err != nil {
					return nil, err
				}
			}
			for _, a := range r.pre[t] {
				reserved[a.Place] = 0
			}
			if len(out) >= limit {
				return nil, &TooLongError{limit}
			}
			r.fire(t)
			out = append(out, t)
		}
		return out, nil
	})
}

// bring moves tokens to a slot until it holds as many as wanted, or no place within reach has one to spare.
func (w *window) bring(slot int, wanted int64, into [][]move, reserved []int64, out []int, limit int) ([]int, error) {
	for w.tokens[slot] < wanted {
		way, spare := w.nearest(slot, into, reserved)
		if way == nil {
			return out, nil // the replay says so
		}
		k := min(spare, wanted-w.tokens[slot])
		if k > int64(limit-len(out))/int64(len(way)) {
			return nil, &TooLongError{limit}
		}
		for _, m := range way {
			for range k {
				out = append(out, m.transition)
			}
		}
		w.tokens[way[0].from] -= k
		w.tokens[slot] += k
	}
	return out, nil
}

// nearest returns a shortest way from a slot with tokens to spare.
func (w *window) nearest(slot int, into [][]move, reserved []int64) (way []move, spare int64) {
	next := map[int]move{slot: {}}
	for todo := []int{slot}; len(todo) > 0; {
		x := todo[0]
		todo = todo[1:]
		if spare = w.tokens[x] - reserved[x]; x != slot && spare > 0 {
			for x != slot {
				way = append(way, next[x])
				x = next[x].to
			}
			return way, spare
		}
		for _, m := range into[x] {
			if _, met := next[m.from]; !met {
				next[m.from] = m
				todo = append(todo, m.from)
			}
		}
	}
	return nil, 0
}

// circles is P8: tokens move freely among the places of a strongly connected part of the graph of elementary
// transitions, so all ways to spread them are mutually reachable in silence. Where it matters that the net is not dead,
// or can go on in silence, a transition that reads the place stands for the moves.
func (s *state) circles() {
	var moves []move
	next := make([][]int, len(s.initial))
	for i, t := range s.living() {
		if from, to, ok := t.elementary(); ok && s.free(from) && s.free(to) {
			moves = append(moves, move{from, to, i})
			next[from] = append(next[from], to)
		}
	}
	if len(moves) < 2 {
		return
	}
	classOf := components(next)
	kept := moves[:0]
	for _, m := range moves {
		if classOf[m.from] == classOf[m.to] {
			kept = append(kept, m)
		}
	}
	if len(kept) == 0 || !s.fits(classOf) {
		return
	}
	loops := map[int]bool{}
	for _, m := range kept {
		loops[classOf[m.from]] = true
	}
	s.fuse(Circle, classOf, kept)
	if c := s.options.Class; c == Reach || c == Count {
		return
	}
	for p := range s.initial {
		if loops[p] {
			read := []petri.Arc{{Place: p, Weight: 1}}
			s.add(transition{pre: read, post: read}, nil)
		}
	}
	s.clean()
}

// fits reports whether the tokens and weights of classes have room in 64 bits.
func (s *state) fits(classOf []int) bool {
	for p, q := range classOf {
		if !s.gone[p] && p != q && !(s.small(p) && s.small(q)) {
			return false
		}
	}
	return true
}

// small reports whether the tokens and weights of p are so small that those of many places can be added.
func (s *state) small(p int) bool {
	const most = 1 << 31
	for _, i := range s.out[p] {
		if weight(s.transitions[i].pre, p) > most {
			return false
		}
	}
	for _, i := range s.in[p] {
		if weight(s.transitions[i].post, p) > most {
			return false
		}
	}
	return s.initial[p] <= most
}

// components returns for each node the least node of its strongly connected component.
func components(next [][]int) []int {
	c := scc.Find(scc.New(len(next), func(v int, yield func(int)) {
		for _, w := range next[v] {
			yield(w)
		}
	}), nil)
	least := make([]int, len(next))
	for i := range c.Len() {
		members := c.Members(i)
		first := int(slices.Min(members))
		for _, v := range members {
			least[v] = first
		}
	}
	return least
}

// chains is C1: a place q that is empty at first and filled by one elementary transition from p only. Tokens can as
// well wait on p until a transition needs them on q, so all ways to split those of both are reachable. Whole chains and
// trees become one place at once.
func (s *state) chains() {
	classOf := make([]int, len(s.initial))
	for p := range classOf {
		classOf[p] = p
	}
	find := func(p int) int {
		for classOf[p] != p {
			classOf[p] = classOf[classOf[p]]
			p = classOf[p]
		}
		return p
	}
	var moves []move
	for q := range s.initial {
		if s.gone[q] || s.initial[q] != 0 || len(s.in[q]) != 1 || !s.free(q) {
			continue
		}
		i := int(s.in[q][0])
		from, to, ok := s.transitions[i].elementary()
		if !ok || to != q || !s.free(from) || find(from) == find(q) {
			continue
		}
		classOf[find(q)] = find(from) // q is a root: it is filled once only
		moves = append(moves, move{from, q, i})
	}
	if len(moves) == 0 {
		return
	}
	for p := range classOf {
		find(p)
	}
	for p := range classOf {
		classOf[p] = find(p)
	}
	if s.fits(classOf) {
		s.fuse(Chain, classOf, moves)
	}
}
