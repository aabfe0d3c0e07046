package certify

import (
	"context"
	"slices"

	"brim/ctl/syntax"
	"brim/engine/ic3/certificate"
	"brim/petri/structure"
	"brim/petri/structure/siphon"
)

// Traps as an inductive invariant that excludes deadlocks.

const (
	trapShare        = 4       // the part of the time for one kind of evidence
	mostTrapLiterals = 1 << 20 // of all clauses
)

// byTraps adds clauses that say of marked traps that each has a token, if f is AG p, where p holds in all markings
// that are not dead, and the checker agrees that the clauses exclude dead ones.
func (s *shower) byTraps(f *syntax.Formula) error {
	if f.Op != syntax.AG || f.Args[0].Temporal() {
		return uncertified("traps exclude deadlocks only")
	}
	bad := normal(f.Args[0], true)
	dead := func(g *syntax.Formula) bool { return g.Op == syntax.Deadlock }
	if !dead(bad) && (bad.Op != syntax.And || !slices.ContainsFunc(bad.Args, dead)) {
		return uncertified("traps exclude deadlocks only")
	}
	own, cancel := context.WithTimeout(s.outer, s.options.Each/trapShare)
	defer cancel()
	c, err := siphon.DeadlockFree(own, s.net)
	switch {
	case err != nil:
		return uncertified("the search for traps ended early: %v", err)
	case !c.Holds:
		return uncertified("traps do not exclude deadlocks")
	}
	x := s.trapClauses(own, c.Traps)
	if x == nil {
		return uncertified("no sums of tokens bound all places")
	}
	return s.induce(own, bad, x)
}

// trapClauses returns clauses that say of each trap that one of its places has a token; nil if they are too many or
// no bound is known of some place.
func (s *shower) trapClauses(ctx context.Context, traps [][]int) *certificate.Invariant {
	flows, _ := s.model.Facts().Semiflows(ctx)
	x := &certificate.Invariant{Most: structure.Bounds(s.net, flows)}
	if slices.Contains(x.Most, structure.NoBound) {
		return nil
	}
	for _, f := range flows {
		x.Sums = append(x.Sums, certificate.Sum{Places: f.Places, Weights: f.Weights})
	}
	bits, literals := map[int]int32{}, 0
	for _, trap := range traps {
		if literals += len(trap); literals > mostTrapLiterals {
			return nil
		}
		var clause []int32
		for _, p := range trap {
			if x.Most[p] == 0 {
				continue // the bound says that it never has a token
			}
			if bits[p] == 0 {
				x.Bits = append(x.Bits, certificate.Bit{Place: p, AtLeast: 1})
				bits[p] = int32(len(x.Bits))
			}
			clause = append(clause, bits[p])
		}
		x.Clauses = append(x.Clauses, clause)
	}
	return x
}
