package certify

import (
	"context"
	"slices"
	"time"

	"brim/ctl/syntax"
	"brim/engine/explicit"
	"brim/engine/kripke"
	"brim/petri"
)

// This file shows formulas by the markings that a local search has looked at; see explicit.Local.

const (
	localSlice  = 20 * time.Millisecond  // of the first two searches; later ones have more
	familiar    = 100 * time.Millisecond // for a proof that an operand always holds
	localMemory = 1 << 29                // of a search, if memory is not limited
	localShare  = 4                      // the part of the time that searches may take
	quickLocal  = 300 * time.Millisecond // that searches of a quick proof may take
	localParts  = 8                      // the divisor of the memory for a search
	mostExcerpt = 1 << 18                // markings that a search may add
	mostFired   = 1 << 28                // markings that it may add times transitions
)

// locally shows f in the marking at a position by local searches, which all together have so much time. They take
// turns: with transitions in their order and in random ones, depth-first and breadth-first, for f as it is and for f
// simplified. The markings that decide the latter mostly show the former, too.
func (s *shower) locally(f *syntax.Formula, at int, most time.Duration) bool {
	if !branches(f) {
		return false // walks and equations do better
	}
	structure, err := s.model.States()
	net, ok := structure.(*kripke.Net)
	if err != nil || !ok {
		return false
	}
	start := make(kripke.State, net.Words())
	if net.Pack(s.part.marking(at), start) != nil {
		return false
	}
	limits := kripke.Limits{Memory: localMemory}
	if s.options.Memory > 0 {
		limits.Memory = s.options.Memory / localParts
	}
	size, nevers := s.part.size(), len(s.nevers)
	own, cancel := context.WithTimeout(s.ctx, most)
	defer cancel()
	f = s.withoutSure(f)
	forms := []*syntax.Formula{syntax.Simplify(f, s.paths), f}
	if forms[0] == f {
		forms = forms[:1]
	}
	slice := localSlice
	for seed := uint64(0); own.Err() == nil && len(forms) > 0; seed++ {
		for i := 0; i < len(forms) && own.Err() == nil; i++ {
			ctx, stop := context.WithTimeout(own, slice)
			local := explicit.NewLocal(net, s.paths, limits, seed)
			x, err := local.Excerpt(ctx, forms[i], start, min(mostExcerpt, mostFired/(len(s.net.Transitions)+1)))
			stop()
			if err != nil {
				continue
			}
			if x.Holds && s.borrow(f, at, x, net) {
				return true
			}
			forms = append(forms[:i:i], forms[i+1:]...) // no other search will do better
			i--
		}
		slice += slice / 2
	}
	s.undo(size, nevers)
	return false
}

// branches reports whether f is more than formulas EF p and AG p, where p has no path operators.
func branches(f *syntax.Formula) bool {
	switch f.Op {
	case syntax.And, syntax.Or:
		return slices.ContainsFunc(f.Args, branches)
	case syntax.EF, syntax.AG:
		return f.Args[0].Temporal()
	}
	return f.Temporal()
}

// borrow adds the markings of an excerpt of the markings from a position on, and reports whether f holds there by
// these.
func (s *shower) borrow(f *syntax.Formula, at int, x *explicit.Excerpt, net *kripke.Net) bool {
	size := s.part.size()
	r := &region{shower: s, index: map[int]int{}, known: map[*syntax.Formula][]bool{}}
	from := make(petri.Marking, len(s.net.Places))
	for i, e := range x.States {
		next := at
		if i > 0 {
			net.Marking(from, x.States[e.From].State)
			next, _ = s.part.fireIn(r.positions[e.From], from, e.Label)
		}
		r.add(next)
	}
	for i, e := range x.States {
		r.next[i], r.complete[i] = e.Next, e.Complete
	}
	if r.holds(f)[0] {
		return true
	}
	s.part.cut(size)
	return false
}

// withoutSure returns f with true in place of each AG p in it that the state equation or clauses of two places prove
// soon.
func (s *shower) withoutSure(f *syntax.Formula) *syntax.Formula {
	if !f.Temporal() {
		return f
	}
	if f.Op == syntax.AG && !f.Args[0].Temporal() {
		if s.prove(s.ctx, normal(f.Args[0], true), familiar).proof != nil && s.never(f.Args[0]) || s.apart(f.Args[0]) {
			return s.pool.Bool(true)
		}
		return f
	}
	args := make([]*syntax.Formula, len(f.Args))
	for i, g := range f.Args {
		args[i] = s.withoutSure(g)
	}
	return s.pool.Make(f.Op, args...)
}
