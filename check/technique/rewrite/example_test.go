package rewrite_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/rewrite"
)

// No philosopher can take a fork for ever: the table runs out of idle ones.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("EF AG enabled(GoEat_1, GoEat_2)", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{rewrite.Technique{}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: fails by rewrite
}
