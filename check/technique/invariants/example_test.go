package invariants_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/invariants"
)

// The technique alone decides one question.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	q := &check.Question{Kind: check.OneSafe}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{invariants.Technique{}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by invariants
}
