package bmc

import (
	"context"

	"brim/internal/sat"
	"brim/internal/watch"
)

// A solver answers questions about gates, which may grow between them.
type solver interface {
	// solve reports whether f has a model. The error is that of ctx or tells what is wrong with the solver.
	solve(ctx context.Context, f *CNF) (bool, error)
	// value reports whether l is true in the model that solve found last.
	value(l Lit) bool
}

// An incremental solver keeps what it learns.
type incremental struct {
	sat    *sat.Solver
	fed    int // literals of the gates that it has
	clause []sat.Lit
	memory watch.Holding
}

func newIncremental() *incremental { return &incremental{sat: sat.New()} }

// solve gives the solver the clauses that are new since the last question, and asks whether they can be satisfied under
// the assumptions of f.
func (s *incremental) solve(ctx context.Context, f *CNF) (bool, error) {
	s.sat.Grow(f.vars)
	s.clause = s.clause[:0] // ctx may have ended within a clause
	for i, l := range f.lits[s.fed:] {
		if i%100_000 == 0 && ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		if l != 0 {
			s.clause = append(s.clause, sat.Of(int32(l)))
			continue
		}
		s.sat.Add(s.clause...)
		s.clause = s.clause[:0]
	}
	s.fed = len(f.lits)
	s.memory.Move(ctx)
	s.memory.Set(s.sat.Bytes())
	assume := make([]sat.Lit, len(f.assumed))
	for i, l := range f.assumed {
		assume[i] = sat.Of(int32(l))
	}
	return s.sat.Solve(ctx, sat.Question{Assume: assume})
}

func (s *incremental) value(l Lit) bool { return s.sat.Value(sat.Of(int32(l))) }
