package sat_test

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"brim/internal/sat"
)

var sessions = flag.Int("sessions", 300, "number of random sessions")

// clauses is a formula of few variables, which is decided by trying all assignments.
type clauses [][]sat.Lit

func satisfies(assignment int, c []sat.Lit) bool {
	return slices.ContainsFunc(c, func(l sat.Lit) bool { return assignment>>(l.Var()-1)&1 == 1 != l.Negated() })
}

func (f clauses) models(n int, also ...[]sat.Lit) bool {
	for a := range 1 << n {
		if !slices.ContainsFunc(f, func(c []sat.Lit) bool { return !satisfies(a, c) }) &&
			!slices.ContainsFunc(also, func(c []sat.Lit) bool { return !satisfies(a, c) }) {
			return true
		}
	}
	return false
}

func drawClause(rng *rand.Rand, n, most int) []sat.Lit {
	c := make([]sat.Lit, 1+rng.IntN(most))
	for i := range c {
		c[i] = sat.Lit(2*(1+rng.IntN(n)) + rng.IntN(2))
	}
	return c
}

// TestAgainstAllAssignments compares random sessions of clauses and questions, with assumptions and temporary clauses,
// with trying all assignments: models satisfy all clauses, and failed assumptions are among those made and have no
// model together.
func TestAgainstAllAssignments(t *testing.T) {
	found, none, failed := 0, 0, 0
	for seed := range uint64(*sessions) {
		rng := rand.New(rand.NewPCG(seed, 1))
		n := 2 + rng.IntN(9)
		s, f := sat.New(), clauses{}
		for range 40 {
			for range rng.IntN(4) {
				c := drawClause(rng, n, 4)
				f = append(f, c)
				s.Add(c...)
			}
			q := sat.Question{}
			var also [][]sat.Lit
			if rng.IntN(2) == 0 {
				q.Clause = drawClause(rng, n, 4)
				also = append(also, q.Clause)
			}
			for range rng.IntN(5) {
				l := sat.Lit(2*(1+rng.IntN(n)) + rng.IntN(2))
				q.Assume = append(q.Assume, l)
				also = append(also, []sat.Lit{l})
			}
			if rng.IntN(2) == 0 { // a domain of all variables, in any sequence; clauses may have created none yet
				s.Grow(n)
				for _, v := range rng.Perm(n) {
					q.Domain = append(q.Domain, int32(v+1))
				}
			}
			want := f.models(n, also...)
			got, err := s.Solve(t.Context(), q)
			if err != nil || got != want {
				t.Fatalf("seed %d: %v %v, expected %v for %v with %v and %v", seed, got, err, want, f, q.Assume,
					q.Clause)
			}
			if got {
				found++
				a := 0
				for v := range n {
					if s.Value(sat.Lit(2 * (v + 1))) {
						a |= 1 << v
					}
				}
				for _, c := range append(slices.Clone(f), also...) {
					if !satisfies(a, c) {
						t.Fatalf("seed %d: the model %b breaks %v", seed, a, c)
					}
				}
				continue
			}
			none++
			var core [][]sat.Lit
			if q.Clause != nil {
				core = append(core, q.Clause)
			}
			for _, l := range s.Failed() {
				failed++
				if !slices.Contains(q.Assume, l) {
					t.Fatalf("seed %d: %v failed, which is not assumed in %v", seed, l, q.Assume)
				}
				core = append(core, []sat.Lit{l})
			}
			if f.models(n, core...) {
				t.Fatalf("seed %d: %v has a model with the failed %v", seed, f, s.Failed())
			}
		}
	}
	if found < *sessions || none < *sessions || failed < *sessions {
		t.Errorf("%d models, %d without, %d failed assumptions", found, none, failed)
	}
}

// pigeons adds the pigeonhole formula: n + 1 pigeons sit in n holes, no two in the same one.
func pigeons(s *sat.Solver, n int) {
	in := func(p, h int) sat.Lit { return sat.Lit(2 * (1 + p*n + h)) }
	for p := range n + 1 {
		var c []sat.Lit
		for h := range n {
			c = append(c, in(p, h))
		}
		s.Add(c...)
	}
	for h := range n {
		for p := range n + 1 {
			for q := range p {
				s.Add(in(p, h).Not(), in(q, h).Not())
			}
		}
	}
}

// TestPigeons has proofs that are long enough for restarts, and for deleting and moving clauses.
func TestPigeons(t *testing.T) {
	for n := 2; n <= 7; n++ {
		s := sat.New()
		pigeons(s, n)
		if found, err := s.Solve(t.Context(), sat.Question{}); found || err != nil {
			t.Errorf("%d pigeons sit in %d holes: %v %v", n+1, n, found, err)
		}
	}
}

// TestLongSession asks questions with temporary clauses about random formulas until both answers have occurred often.
func TestLongSession(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	const n = 120
	s := sat.New()
	var f clauses
	for range 4 * n {
		c := drawClause(rng, n, 1)
		for len(c) < 3 {
			c = append(c, sat.Lit(2*(1+rng.IntN(n))+rng.IntN(2)))
		}
		f = append(f, c)
		s.Add(c...)
	}
	count := map[bool]int{}
	for range 600 {
		q := sat.Question{Clause: drawClause(rng, n, 12)}
		for range rng.IntN(8) {
			q.Assume = append(q.Assume, sat.Lit(2*(1+rng.IntN(n))+rng.IntN(2)))
		}
		got, err := s.Solve(t.Context(), q)
		if err != nil {
			t.Fatal(err)
		}
		count[got]++
		twin := sat.New() // a new solver, with all clauses permanent
		for _, c := range f {
			twin.Add(c...)
		}
		twin.Add(q.Clause...)
		for _, l := range q.Assume {
			twin.Add(l)
		}
		if want, _ := twin.Solve(t.Context(), sat.Question{}); want != got {
			t.Fatalf("%v, a fresh solver says %v", got, want)
		}
	}
	if count[true] < 100 || count[false] < 100 {
		t.Errorf("answers: %v", count)
	}
}

func TestSolveEndsWithItsContext(t *testing.T) {
	s := sat.New()
	pigeons(s, 12)
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	time.AfterFunc(10*time.Millisecond, func() { cancel(cause) })
	if _, err := s.Solve(ctx, sat.Question{}); !errors.Is(err, cause) {
		t.Errorf("the error is %v", err)
	}
	if found, err := s.Solve(t.Context(), sat.Question{Assume: []sat.Lit{2, 2 ^ 1}}); found || err != nil {
		t.Errorf("after it: %v %v", found, err)
	}
}
