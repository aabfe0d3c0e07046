package bmc

import (
	"context"
	"runtime"
	"time"

	"brim/internal/watch"

	"github.com/go-air/gini"
	"github.com/go-air/gini/z"
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
	gini   *gini.Gini
	fed    int // literals of the gates that it has
	memory watch.Holding
}

// literalBytes is about the memory of a literal in the gates and in gini, with what gini learns.
const literalBytes = 32

func newIncremental() *incremental { return &incremental{gini: gini.New()} }

// solve gives the solver the clauses that are new since the last question, and asks whether they can be satisfied under
// the assumptions of f. The solver runs in a goroutine; solve looks for its answer at growing intervals, and stops it
// when ctx ends.
func (s *incremental) solve(ctx context.Context, f *CNF) (bool, error) {
	for i, l := range f.lits[s.fed:] {
		if i%100_000 == 0 && ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		if l == 0 {
			s.gini.Add(z.LitNull)
		} else {
			s.gini.Add(z.Dimacs2Lit(int(l)))
		}
	}
	s.fed = len(f.lits)
	s.memory.Move(ctx)
	s.memory.Set(int64(s.fed) * literalBytes)
	for _, l := range f.assumed {
		s.gini.Assume(z.Dimacs2Lit(int(l)))
	}
	run := s.gini.GoSolve()
	const soon, longest = 100, 5 * time.Millisecond // most questions are answered before a clock could ring
	pause := 10 * time.Microsecond
	for i := 0; ; i++ {
		if result, done := run.Test(); done {
			return result == 1, nil
		}
		if i < soon {
			runtime.Gosched()
			continue
		}
		pause = min(2*pause, longest)
		select {
		case <-ctx.Done():
			run.Stop()
			return false, context.Cause(ctx)
		case <-time.After(pause):
		}
	}
}

func (s *incremental) value(l Lit) bool {
	x := z.Dimacs2Lit(int(l))
	if x.Var() > s.gini.MaxVar() {
		return l < 0 // in no clause and not asked for
	}
	return s.gini.Value(x)
}
