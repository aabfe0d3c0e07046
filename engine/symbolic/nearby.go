package symbolic

import (
	"math"
	"slices"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/symbolic/internal/runs"
	"brim/petri"
)

// A nearby search looks for a shortest lasso: it visits the markings of a set by their distance from one of them.
//
// The shortest lasso leads to a marking v and from there back to v. Where v is the nearest marking of the loop, the
// loop enters it from one that is no nearer, so only few v come into question; and where the loop leads back to a
// marking that the search came through, the lasso is seen at once and bounds the rest of the search.
type nearby struct {
	x      *tracer
	inside predicate
	best   int // steps of the best lasso so far

	markings []petri.Marking // in the order of the search
	number   map[string]int
	depth    []int
	from, by []int    // by marking: the one before it, and the transition in between
	out      [][]edge // by marking that was looked at
	entered  []int    // markings that a firing leads to from a marking no nearer
}

// An edge is a firing that leads to the marking with the number to.
type edge struct{ t, to int }

func newNearby(x *tracer, inside predicate) *nearby {
	return &nearby{x: x, inside: inside, best: math.MaxInt, number: map[string]int{}}
}

// Limits of a nearby search: markings, tokens stored for them, and firings looked at while loops are sought.
const (
	nearMarkings = 1 << 12
	nearTokens   = 1 << 22
	nearFirings  = 1 << 24
)

// lasso returns the shortest lasso from m that lies within the limits, or nil; all reports whether no limit hid a
// shorter one.
func (s *nearby) lasso(m petri.Marking) (l *way, all bool, err error) {
	s.add(m, -1, -1)
	all = true
	for i := 0; i < len(s.markings) && s.depth[i] < s.best; i++ { // a dead marking takes no further step
		if err := s.x.Ctx.Err(); err != nil {
			return nil, false, err
		}
		if all = s.room(); !all {
			break
		}
		if s.x.Left <= 0 {
			return nil, false, runs.ErrGaveUp
		}
		found, err := s.expand(i)
		if err != nil {
			return nil, false, err
		}
		if found != nil && len(found.steps) < s.best {
			l, s.best = found, len(found.steps)
		}
	}
	slices.Sort(s.entered) // by depth, as the numbers are
	firings := 0
	for _, v := range slices.Compact(s.entered) {
		if s.depth[v]+1 >= s.best {
			break
		}
		if firings > nearFirings {
			return l, false, s.x.Ctx.Err()
		}
		if loop := s.back(v, &firings); loop != nil {
			l = &way{append(s.path(v), loop...), s.depth[v]}
			s.best = len(l.steps)
		}
	}
	return l, all, s.x.Ctx.Err()
}

// loop returns a marking in which a lasso from m begins its loop, or the dead one in which it ends, if there is a lasso
// that is seen at once: within the first markings, one that leads back to a marking that the search came through.
// Otherwise it returns nil.
func (s *nearby) loop(m petri.Marking) (petri.Marking, error) {
	s.add(m, -1, -1)
	for i := 0; i < len(s.markings) && i < loopMarkings && s.room(); i++ {
		w, err := s.expand(i)
		switch {
		case err != nil:
			return nil, err
		case w != nil && w.loop == engine.NoLoop:
			return s.markings[i], nil
		case w != nil:
			for s.depth[i] > w.loop {
				i = s.from[i]
			}
			return s.markings[i], nil
		}
	}
	return nil, nil
}

// loopMarkings is how many markings loop looks at: a moment, compared with the fixed point that it may save.
const loopMarkings = 1 << 8

// room reports whether there is room for the successors of one more marking.
func (s *nearby) room() bool {
	net := s.x.s.Net
	return len(s.markings) < nearMarkings && (len(s.markings)+len(net.Transitions))*len(net.Places) < nearTokens
}

// add numbers m, which t leads to from marking i.
func (s *nearby) add(m petri.Marking, i, t int) {
	s.number[runs.Key(m)] = len(s.markings)
	s.markings = append(s.markings, m)
	s.from, s.by = append(s.from, i), append(s.by, t)
	depth := 0
	if i >= 0 {
		depth = s.depth[i] + 1
	}
	s.depth = append(s.depth, depth)
}

// expand finds the successors of marking i, and returns a lasso that ends there or with the next step, if there is one.
func (s *nearby) expand(i int) (found *way, err error) {
	net, m := s.x.s.Net, s.markings[i]
	s.x.Left -= int64(len(net.Places) + len(net.Transitions))
	to := m.Clone()
	var out []edge
	dead := true
	for t := range net.EnabledTransitions(m) {
		dead = false
		if !net.FireInto(to, m, t) {
			continue
		}
		if ok, err := s.inside(to); err != nil {
			return nil, err
		} else if !ok {
			continue
		}
		j, ok := s.number[runs.Key(to)]
		if !ok {
			j = len(s.markings)
			s.add(to.Clone(), i, t)
		} else if s.depth[j] <= s.depth[i] {
			s.entered = append(s.entered, j)
			if found == nil && s.before(j, i) {
				found = &way{append(s.path(i), t), s.depth[j]}
			}
		}
		out = append(out, edge{t, j})
	}
	s.out = append(s.out, out)
	if dead && s.x.c.Paths() == syntax.Maximal {
		return &way{s.path(i), engine.NoLoop}, nil
	}
	return found, nil
}

// before reports whether the search came to marking i through j, or j is i.
func (s *nearby) before(j, i int) bool {
	for s.depth[i] > s.depth[j] {
		i = s.from[i]
	}
	return i == j
}

// path returns the way that the search came to marking i.
func (s *nearby) path(i int) []int {
	var path []int
	for ; s.from[i] >= 0; i = s.from[i] {
		path = append(path, s.by[i])
	}
	slices.Reverse(path)
	return path
}

// back returns a shortest way from marking v back to it, if that makes a lasso better than the best so far.
func (s *nearby) back(v int, firings *int) []int {
	type arrival struct{ from, t, steps int }
	arrivals := map[int]arrival{v: {-1, -1, 0}}
	for queue := []int{v}; len(queue) > 0; queue = queue[1:] {
		i := queue[0]
		steps := arrivals[i].steps + 1
		if s.depth[v]+steps >= s.best {
			return nil
		}
		if i >= len(s.out) {
			continue // not looked at
		}
		*firings += len(s.out[i])
		for _, e := range s.out[i] {
			if e.to == v {
				path := []int{e.t}
				for ; i != v; i = arrivals[i].from {
					path = append(path, arrivals[i].t)
				}
				slices.Reverse(path)
				return path
			}
			if _, ok := arrivals[e.to]; !ok {
				arrivals[e.to] = arrival{i, e.t, steps}
				queue = append(queue, e.to)
			}
		}
	}
	return nil
}
