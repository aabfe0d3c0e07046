package siphons

import (
	"context"

	"brim/ctl/syntax"
	"brim/engine/ic3/certificate"
	"brim/petri/structure"
)

// Traps as an invariant that others can check.

const mostLiterals = 1 << 20 // of all clauses

// invariant returns clauses that say of each trap that one of its places has a token, if the checker agrees that they
// exclude deadlocks; nil if it does not, within ctx. It asks the checker once.
func (r *run) invariant(ctx context.Context, traps [][]int) *certificate.Invariant {
	if r.checked || len(traps) == 0 {
		return r.traps
	}
	r.checked = true
	if x := r.clauses(ctx, traps); x != nil && certificate.Net(ctx, r.Net(), syntax.NewPool().Deadlock(), x) == nil {
		r.traps = x
	}
	return r.traps
}

// clauses returns the clauses, nil if they are too many or no bound is known of some place.
func (r *run) clauses(ctx context.Context, traps [][]int) *certificate.Invariant {
	flows, _ := r.Model().Facts().Semiflows(ctx)
	x := &certificate.Invariant{Most: structure.Bounds(r.Net(), flows)}
	for _, n := range x.Most {
		if n == structure.NoBound {
			return nil
		}
	}
	for _, f := range flows {
		x.Sums = append(x.Sums, certificate.Sum{Places: f.Places, Weights: f.Weights})
	}
	bits, literals := map[int]int32{}, 0
	for _, trap := range traps {
		if literals += len(trap); literals > mostLiterals {
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
