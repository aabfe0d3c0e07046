package sat

import (
	"context"
	"slices"
)

// The search for a model: decisions, propagation, restarts.

// A Question is one call of a solver; the package comment explains its parts.
type Question struct {
	Assume []Lit
	// Clause holds in this question only; nil means none.
	Clause []Lit
	// Domain has the variables on which the solver decides; nil means all. It need not have those of Assume.
	Domain []int32
}

const (
	restartAfter  = 50 // conflicts, times the Luby sequence
	variableDecay = 1 / 0.95
	clauseDecay   = 1 / 0.999
	tooActive     = 1e20
	often         = 2000 // decisions and conflicts between two checks of the context
)

// Solve reports whether q has a model. The error is ErrTooLarge or the cause for which ctx ended, which is checked
// every few thousand decisions and conflicts; the solver can be used again after it.
func (s *Solver) Solve(ctx context.Context, q Question) (bool, error) {
	s.Tally.Questions++
	s.failed = s.failed[:0]
	s.rest()
	switch {
	case s.full || len(s.arena) > mostWords:
		return false, ErrTooLarge
	case s.broken:
		return false, nil
	}
	assume := q.Assume
	if q.Clause != nil {
		s.spare = append(append(s.spare[:0], own), assume...)
		assume = s.spare
		if !s.attachOwn(q.Clause) {
			return false, nil
		}
	}
	for _, l := range assume {
		s.Grow(l.Var())
	}
	s.enter(q.Domain)
	s.deciding = true
	defer func() { s.deciding = false }()
	return s.search(ctx, assume)
}

// rest takes back all decisions, and forgets the clause of the last question together with everything learned from it.
func (s *Solver) rest() {
	s.back(0)
	if s.vals[own] != unset { // the clause of the last question has no model
		at := slices.Index(s.trail, own.Not())
		s.vals[own], s.vals[own.Not()] = unset, unset
		s.trail = slices.Delete(s.trail, at, at+1)
		if at < s.head {
			s.head--
		}
	}
	for _, r := range s.passing {
		s.remove(r)
	}
	s.passing = s.passing[:0]
	if len(s.learnts) > s.most {
		s.reduce()
	}
	if s.wasted > len(s.arena)/2 && s.wasted > 1<<14 {
		s.compact()
	}
}

// attachOwn attaches the clause of a question, which the assumption own switches on, and reports whether one of its
// literals can be true. Two literals that are not false come first; ¬own is one of them, since only questions assign
// own.
func (s *Solver) attachOwn(clause []Lit) bool {
	list := make([]Lit, 1, len(clause)+1)
	list[0] = own.Not()
	for _, l := range clause {
		s.Grow(l.Var())
		if list = append(list, l); s.vals[l] != no {
			list[1], list[len(list)-1] = l, list[1]
		}
	}
	if len(list) == 1 || s.vals[list[1]] == no {
		return false
	}
	s.passing = append(s.passing, s.attach(list, 0))
	return true
}

// enter makes domain the domain of the question.
func (s *Solver) enter(domain []int32) {
	s.question++
	if domain == nil {
		if !s.whole {
			s.heap.clear()
			s.whole, s.entered = true, 1
		}
		for ; s.entered < len(s.level); s.entered++ {
			s.heap.push(int32(s.entered))
		}
		s.order = nil
		return
	}
	s.whole = false
	s.heap.clear()
	for _, v := range domain {
		s.domain[v] = s.question
	}
	s.order, s.next = domain, 0
}

// arrange fills the heap after the first conflict of a question. Until then, and most questions have no conflict,
// variables are decided in the sequence of the domain.
func (s *Solver) arrange() {
	for _, v := range s.order {
		if s.vals[2*v] == unset && s.heap.at[v] < 0 {
			s.heap.at[v] = 0
			s.heap.list = append(s.heap.list, v)
		}
	}
	s.heap.order()
	s.order = nil
}

// search is the main loop of conflict-driven clause learning: propagate; after a conflict learn a clause and jump back;
// otherwise make the next assumption or decide a variable. It restarts after numbers of conflicts that follow the Luby
// sequence. It reports whether there is a model; if there is none, s.failed has the responsible assumptions, or
// s.broken is set since the clauses alone have no model. The error is the cause for which ctx ended.
func (s *Solver) search(ctx context.Context, assume []Lit) (bool, error) {
	restarts, conflicts := 1, 0
	for {
		if s.ticks++; s.ticks > often {
			s.ticks = 0
			switch {
			case ctx.Err() != nil:
				return false, context.Cause(ctx)
			case len(s.arena) > mostWords:
				return false, ErrTooLarge
			}
		}
		if conflict := s.propagate(); conflict != 0 {
			s.Tally.Conflicts++
			if s.order != nil {
				s.arrange()
			}
			conflicts++
			if len(s.limits) == 0 {
				s.broken = true
				return false, nil
			}
			to := s.analyse(conflict)
			if len(s.out) == 1 && s.out[0] == own.Not() {
				return false, nil // the clause of the question alone has no model
			}
			s.back(to)
			s.learn()
			continue
		}
		if conflicts >= restartAfter*luby(restarts) {
			conflicts = 0
			restarts++
			if len(s.learnts) > s.most {
				s.back(0)
				s.reduce()
			}
			s.back(len(assume))
			continue
		}
		next := none
		for len(s.limits) < len(assume) {
			p := assume[len(s.limits)]
			if s.vals[p] == no {
				s.final(p)
				return false, nil
			}
			s.limits = append(s.limits, len(s.trail))
			if s.vals[p] == unset {
				s.assign(p, 0)
				next = p
				break
			}
		}
		if next != none {
			continue
		}
		v := s.pick()
		if v < 0 {
			return true, nil
		}
		s.Tally.Decisions++
		s.limits = append(s.limits, len(s.trail))
		next = Lit(2 * v)
		if !s.phase[v] {
			next = next.Not()
		}
		s.assign(next, 0)
	}
}

// pick returns the next variable to decide, −1 if all have values.
func (s *Solver) pick() int {
	for ; s.next < len(s.order); s.next++ {
		if v := s.order[s.next]; s.vals[2*v] == unset {
			return int(v)
		}
	}
	for len(s.heap.list) > 0 {
		if v := s.heap.pop(); s.vals[2*v] == unset {
			return int(v)
		}
	}
	return -1
}

// luby returns element i, counted from 1, of the Luby sequence 1 1 2 1 1 2 4 ….
func luby(i int) int {
	for {
		k := 1
		for 1<<k-1 < i {
			k++
		}
		if i == 1<<k-1 {
			return 1 << (k - 1)
		}
		i -= 1<<(k-1) - 1
	}
}

func (s *Solver) assign(l Lit, why ref) {
	s.vals[l], s.vals[l^1] = yes, no
	v := l.Var()
	s.level[v] = int32(len(s.limits))
	s.reason[v] = why
	s.trail = append(s.trail, l)
}

// back takes back all assignments above a level.
func (s *Solver) back(level int) {
	if len(s.limits) <= level {
		return
	}
	at := s.limits[level]
	for i := len(s.trail) - 1; i >= at; i-- {
		l := s.trail[i]
		v := l.Var()
		s.vals[l], s.vals[l^1] = unset, unset
		s.phase[v] = !l.Negated()
		if s.whole && v != own.Var() || s.deciding && s.order == nil && s.domain[v] == s.question {
			s.heap.push(int32(v))
		}
	}
	s.trail = s.trail[:at]
	s.limits = s.limits[:level]
	s.head = at
}

// propagate assigns all literals that follow by unit propagation, with two watched literals: only clauses that watch a
// literal which became false are visited. Such a clause is true, finds another literal to watch, implies its first
// literal, or is false; a false clause is returned, 0 without one. Clauses of two literals are not visited at all,
// since a watch has the other literal.
func (s *Solver) propagate() ref {
	vals := s.vals
	for s.head < len(s.trail) {
		lost := s.trail[s.head].Not()
		s.head++
		s.Tally.Propagations++
		ws := s.watches[lost]
		n := 0
	clauses:
		for i := range ws {
			w := ws[i]
			if vals[w.blocker] == yes {
				ws[n] = w
				n++
				continue
			}
			r, first := ref(w.of>>1), w.blocker
			if w.of&binary == 0 {
				head := s.arena[r]
				if head&deleted != 0 {
					continue
				}
				at := uint32(r) + headWords
				c := s.arena[at : at+head>>sizeShift]
				if first = Lit(c[0]); first == lost {
					first = Lit(c[1])
					c[0], c[1] = c[1], c[0]
				}
				w.blocker = first
				if vals[first] == yes {
					ws[n] = w
					n++
					continue
				}
				for k := 2; k < len(c); k++ {
					if l := Lit(c[k]); vals[l] != no {
						c[1], c[k] = c[k], c[1]
						s.watches[l] = append(s.watches[l], w)
						continue clauses
					}
				}
			}
			ws[n] = w
			n++
			if vals[first] == no {
				n += copy(ws[n:], ws[i+1:])
				s.watches[lost] = ws[:n]
				s.head = len(s.trail)
				return r
			}
			s.assign(first, r)
		}
		s.watches[lost] = ws[:n]
	}
	return 0
}
