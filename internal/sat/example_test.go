package sat_test

import (
	"context"
	"fmt"

	"brim/internal/sat"
)

func Example() {
	x, y := sat.Of(1), sat.Of(2)
	s := sat.New()
	s.Add(x, y)
	found, _ := s.Solve(context.Background(), sat.Question{Assume: []sat.Lit{x.Not()}})
	fmt.Println(found, s.Value(y))
	found, _ = s.Solve(context.Background(), sat.Question{Assume: []sat.Lit{x.Not()}, Clause: []sat.Lit{y.Not()}})
	fmt.Println(found)
	// Output:
	// true true
	// false
}
