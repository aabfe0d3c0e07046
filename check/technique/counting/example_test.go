package counting_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/counting"
)

// The technique alone counts the reachable markings of a net of which nothing is left when it is made smaller.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "kanban:3")
	if err != nil {
		log.Fatal(err)
	}
	q := &check.Question{Kind: check.States}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{counting.Technique{}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Number, "markings by", a.By)
	// Output: 58400 markings by counting
}
