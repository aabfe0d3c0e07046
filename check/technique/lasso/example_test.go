package lasso_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
)

// The technique has walks find the way to a marking in which a philosopher eats, and a way back.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("E G F (HasL_1 & HasR_1)", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	one := check.Lasso{Techniques: func(*check.Model) []check.Technique { return []check.Technique{check.Walk{}} }}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{one}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by lasso
}
