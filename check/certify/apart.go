package certify

import (
	"slices"

	"brim/ctl/syntax"
	"brim/engine/concurrency"
	"brim/engine/ic3/certificate"
	"brim/petri/structure"
)

// This file finds invariants in places that are never marked together, and in small parts of the net.

// mostApart is how many clauses such an invariant may have.
const mostApart = 100_000

// apart adds an invariant that shows that p, a formula without path operators, holds in all reachable markings: clauses
// of which each says that a marking lacks one of two levels. What it added remains, since it is true whatever else is.
func (s *shower) apart(p *syntax.Formula) bool {
	bad := normal(p, true)
	x, known := s.exclusions[bad]
	if !known {
		x = s.exclude(bad)
		if x == nil && s.ctx.Err() != nil {
			return false
		}
		s.exclusions[bad] = x
	}
	if x != nil && !slices.Contains(s.clauses, x) {
		s.clauses = append(s.clauses, x)
	}
	return x != nil
}

// exclude returns an invariant that excludes all markings that satisfy bad, nil if the concurrency relation has none.
func (s *shower) exclude(bad *syntax.Formula) *inductive {
	relation := s.model.Facts().Concurrency(s.ctx)
	if relation == nil {
		return nil
	}
	j := concurrency.New(s.net, relation)
	if !j.Never(bad) {
		return nil
	}
	flows, _ := s.model.Facts().Semiflows(s.ctx)
	proof := relation.Proof(s.ctx, s.net, flows, j.Reasons())
	clauses, ok := clausesOf(proof)
	if s.ctx.Err() != nil || !ok || len(clauses) > mostApart {
		return nil
	}
	x := &certificate.Invariant{}
	for _, y := range proof.Flows {
		x.Sums = append(x.Sums, certificate.Sum{Places: y.Places, Weights: y.Weights})
	}
	bits := map[structure.Level]int32{}
	not := func(l structure.Level) int32 {
		if bits[l] == 0 {
			x.Bits = append(x.Bits, certificate.Bit{Place: l.Place, AtLeast: l.Tokens})
			bits[l] = int32(len(x.Bits))
		}
		return -bits[l]
	}
	for _, levels := range clauses {
		var clause []int32
		for _, l := range levels {
			clause = append(clause, not(l))
		}
		x.Clauses = append(x.Clauses, clause)
	}
	if section, err := s.inductive(s.ctx, bad, x); err == nil {
		return section
	}
	return nil
}

// clausesOf returns the combinations of levels that the exclusions and the parts of a proof exclude, and whether they
// can be listed.
func clausesOf(proof structure.ConcurrencyProof) (list [][]structure.Level, ok bool) {
	for _, e := range proof.Exclusions {
		list = append(list, slices.Compact(slices.Clone(e[:])))
	}
	for _, x := range proof.Parts {
		least := x.Least()
		if least == nil {
			return nil, false
		}
		list = append(list, least...)
	}
	return list, true
}

// always shows that p, a formula without path operators, holds in all reachable markings, by the state equation or by
// clauses of two places. Proofs by the equation are shorter, but clauses are found in a moment.
func (s *shower) always(p *syntax.Formula) bool {
	if s.prove(s.ctx, normal(p, true), quickEquation).proof == nil && s.apart(p) {
		return true
	}
	return s.never(p)
}

// excluded shows the first of some formulas AG p that the concurrency relation shows.
func (s *shower) excluded(list []*syntax.Formula) bool {
	return slices.ContainsFunc(list, func(f *syntax.Formula) bool {
		return f.Op == syntax.AG && !f.Args[0].Temporal() && s.apart(f.Args[0])
	})
}
