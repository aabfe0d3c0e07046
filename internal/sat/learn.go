package sat

import (
	"cmp"
	"math"
	"slices"
)

// Learning from conflicts, and the deletion of learned clauses.

// analyse derives the clause to learn from a conflict: it resolves the conflicting clause with the reasons of its
// literals, latest first, until one literal of the current level is left (the first unique implication point), and then
// leaves out the literals that others imply. The clause is in s.out: that literal first, which becomes true after the
// return to the level that analyse returns, and second one of that level, as the watches want.
func (s *Solver) analyse(conflict ref) int {
	s.out = append(s.out[:0], none)
	open, at, p := 0, len(s.trail)-1, none
	for {
		s.used(conflict)
		for _, x := range s.lits(conflict) {
			l := Lit(x)
			v := l.Var()
			if l == p || s.seen[v] || s.level[v] == 0 {
				continue
			}
			s.seen[v] = true
			s.bumped(v)
			if int(s.level[v]) >= len(s.limits) {
				open++
			} else {
				s.out = append(s.out, l)
			}
		}
		for !s.seen[s.trail[at].Var()] {
			at--
		}
		p = s.trail[at]
		at--
		s.seen[p.Var()] = false
		if open--; open == 0 {
			break
		}
		conflict = s.reason[p.Var()]
	}
	s.out[0] = p.Not()
	all := append(s.spareOut[:0], s.out...)
	kept := s.out[:1]
	levels := levelSet(0)
	for _, l := range all[1:] {
		levels |= s.levelBit(l.Var())
	}
	for _, l := range all[1:] {
		if !s.implied(l, levels) {
			kept = append(kept, l)
		}
	}
	for _, l := range all {
		s.seen[l.Var()] = false
	}
	for _, v := range s.redundant {
		s.seen[v] = false
	}
	s.redundant = s.redundant[:0]
	s.spareOut, s.out = all, kept
	to := 0
	for i := 1; i < len(kept); i++ {
		if level := int(s.level[kept[i].Var()]); level > to {
			to = level
			kept[1], kept[i] = kept[i], kept[1]
		}
	}
	return to
}

// A levelSet over-approximates a set of levels: levels are taken modulo its number of bits.
type levelSet uint64

func (s *Solver) levelBit(v int) levelSet { return 1 << (s.level[v] & 63) }

// implied reports whether the other literals of a learned clause already imply that l is false, so that l can be left
// out (recursive minimisation [SB09]). It resolves l with the reasons of its literals until only literals of the clause
// are left, or a decision, or one of a level that the clause does not have: levels has its levels. What it found to be
// implied as well is marked in s.seen and listed in s.redundant.
func (s *Solver) implied(l Lit, levels levelSet) bool {
	if s.reason[l.Var()] == 0 {
		return false
	}
	known := len(s.redundant)
	for todo := append(s.todo[:0], int32(l.Var())); len(todo) > 0; {
		u := int(todo[len(todo)-1])
		todo = todo[:len(todo)-1]
		for _, x := range s.lits(s.reason[u]) {
			v := Lit(x).Var()
			if v == u || s.seen[v] || s.level[v] == 0 {
				continue
			}
			if s.reason[v] == 0 || s.levelBit(v)&levels == 0 {
				for _, v := range s.redundant[known:] {
					s.seen[v] = false
				}
				s.redundant = s.redundant[:known]
				return false
			}
			s.seen[v] = true
			s.redundant = append(s.redundant, int32(v))
			todo = append(todo, int32(v))
		}
		s.todo = todo
	}
	return true
}

// learn adds the clause that analyse derived, and assigns its first literal.
func (s *Solver) learn() {
	s.bump *= variableDecay
	s.clauseBump *= clauseDecay
	if len(s.out) == 1 {
		s.assign(s.out[0], 0)
		return
	}
	r := s.attach(s.out, learned)
	if slices.Contains(s.out, own.Not()) {
		s.passing = append(s.passing, r)
	} else {
		s.learnts = append(s.learnts, r)
	}
	s.used(r)
	s.assign(s.out[0], r)
}

// bumped raises the activity of a variable that took part in a conflict.
func (s *Solver) bumped(v int) {
	if s.activity[v] += s.bump; s.activity[v] > tooActive {
		for i := range s.activity {
			s.activity[i] /= tooActive
		}
		s.bump /= tooActive
	}
	if at := s.heap.at[v]; at >= 0 {
		s.heap.up(int(at))
	}
}

// used raises the activity of a clause that took part in a conflict.
func (s *Solver) used(r ref) {
	if s.arena[r]&learned == 0 {
		return
	}
	a := math.Float32frombits(s.arena[r+1]) + s.clauseBump
	s.arena[r+1] = math.Float32bits(a)
	if a > tooActive {
		for _, r := range s.learnts {
			s.arena[r+1] = math.Float32bits(math.Float32frombits(s.arena[r+1]) / tooActive)
		}
		s.clauseBump /= tooActive
	}
}

// final computes the failed assumptions when the assumption p turns out to be false: it walks back through the trail
// from p and collects the assumptions from which propagation derived ¬p. The result is in s.failed.
func (s *Solver) final(p Lit) {
	s.failed = append(s.failed[:0], p)
	if s.level[p.Var()] > 0 {
		s.seen[p.Var()] = true
		for i := len(s.trail) - 1; i >= s.limits[0]; i-- {
			l := s.trail[i]
			if !s.seen[l.Var()] {
				continue
			}
			s.seen[l.Var()] = false
			why := s.reason[l.Var()]
			if why == 0 {
				if l != p { // p and its negation may both be assumed
					s.failed = append(s.failed, l)
				}
				continue
			}
			for _, x := range s.lits(why) {
				if v := Lit(x).Var(); v != l.Var() && s.level[v] > 0 {
					s.seen[v] = true
				}
			}
		}
	}
	s.failed = slices.DeleteFunc(s.failed, func(l Lit) bool { return l == own })
}

// reduce deletes the half of the learned clauses with the least activity. No variable may be decided.
func (s *Solver) reduce() {
	slices.SortStableFunc(s.learnts, func(a, b ref) int {
		return cmp.Compare(math.Float32frombits(s.arena[b+1]), math.Float32frombits(s.arena[a+1]))
	})
	kept := s.learnts[:0]
	for i, r := range s.learnts {
		if i < len(s.learnts)/2 || s.arena[r]>>sizeShift == 2 {
			kept = append(kept, r)
		} else {
			s.remove(r)
		}
	}
	s.learnts = kept
	s.most = max(s.most, len(kept)*3/2) + s.most/20
}

// compact copies the clauses that are not deleted into a new arena, which reclaims the memory of the others, and
// updates all references. No variable may be decided, since all reasons are reset.
func (s *Solver) compact() {
	for _, l := range s.trail {
		s.reason[l.Var()] = 0
	}
	old := s.arena
	s.arena = make([]uint32, 1, len(old)-s.wasted+len(old)/4)
	s.wasted = 0
	for r := ref(1); int(r) < len(old); {
		words := ref(headWords + old[r]>>sizeShift)
		if old[r]&deleted == 0 {
			s.arena = append(s.arena, old[r:r+words]...)
			old[r+1] = uint32(len(s.arena)) - uint32(words) // its new position
		}
		r += words
	}
	for l, ws := range s.watches {
		kept := ws[:0]
		for _, w := range ws {
			if r := w.of >> 1; old[r]&deleted == 0 {
				kept = append(kept, watch{old[r+1]<<1 | w.of&binary, w.blocker})
			}
		}
		s.watches[l] = kept
	}
	for i, r := range s.learnts {
		s.learnts[i] = ref(old[r+1])
	}
}
