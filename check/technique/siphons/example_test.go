package siphons_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/siphons"
)

// A production line is a free choice net in which each siphon has a token: it is live, whatever the number of cards.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "kanban:1000000")
	if err != nil {
		log.Fatal(err)
	}
	q := &check.Question{Kind: check.Liveness}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{siphons.Technique{}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by siphons
}
