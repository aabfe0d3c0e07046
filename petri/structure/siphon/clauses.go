package siphon

import (
	"context"

	"brim/internal/sat"
)

// Siphons as models of clauses.

// A question is a solver whose models are the siphons that no clause added later excludes.
type question struct {
	*graph
	solver *sat.Solver
	among  []int32 // the places that siphons may contain
	large  bool    // the solver begins with all places in the set, else with none: variables then say what is not in it
	at     []int32 // by place: the variable that says that it is in the set; 0 for a place that is in no siphon
}

// in returns the literal that a place is in the set.
func (q *question) in(p int32) sat.Lit {
	l := sat.Of(q.at[p])
	if q.large {
		l = l.Not()
	}
	return l
}

// newQuestion returns the question for siphons within a set of places, itself a siphon. The empty one is a model,
// too. Cost: the arcs; a transition with several places on both sides has a variable of its own, so that it needs no
// clause for each pair of them.
func newQuestion(g *graph, among []int32, large bool) *question {
	q := &question{graph: g, solver: sat.New(), among: among, large: large, at: make([]int32, len(g.into))}
	for _, p := range among {
		q.at[p] = int32(q.solver.Fresh())
	}
	var inputs []sat.Lit
	for t := range g.gives {
		inputs = inputs[:0]
		for _, p := range g.takes[t] {
			if q.at[p] != 0 {
				inputs = append(inputs, q.in(p))
			}
		}
		given := 0
		for _, p := range g.gives[t] {
			if q.at[p] != 0 {
				given++
			}
		}
		if given > 1 && len(inputs) > 1 {
			some := sat.Of(int32(q.solver.Fresh()))
			q.solver.Add(append(inputs, some.Not())...)
			inputs = append(inputs[:0], some)
		}
		for _, p := range g.gives[t] {
			if q.at[p] != 0 {
				q.solver.Add(append(inputs[:len(inputs):len(inputs)], q.in(p).Not())...)
			}
		}
	}
	return q
}

// some demands one of the places.
func (q *question) some(places []int32) {
	clause := make([]sat.Lit, 0, len(places))
	for _, p := range places {
		if q.at[p] != 0 {
			clause = append(clause, q.in(p))
		}
	}
	q.solver.Add(clause...)
}

// notAll forbids the places together.
func (q *question) notAll(places []int32) {
	clause := make([]sat.Lit, len(places))
	for i, p := range places {
		clause[i] = q.in(p).Not()
	}
	q.solver.Add(clause...)
}

// next returns a model, nil if there is none; the places are those of among, in that order. The error is that of the
// solver.
func (q *question) next(ctx context.Context, assume ...sat.Lit) ([]int32, error) {
	found, err := q.solver.Solve(ctx, sat.Question{Assume: assume})
	if err != nil || !found {
		return nil, err
	}
	set := []int32{}
	for _, p := range q.among {
		if q.solver.Value(q.in(p)) {
			set = append(set, p)
		}
	}
	return set, nil
}
