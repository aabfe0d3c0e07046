package bbmc_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/bbmc"
	engine "brim/engine/bbmc"
)

// The technique alone decides one question.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("EF deadlock", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	a, err := check.Decide(ctx, m, q,
		check.Options{Techniques: []check.Technique{bbmc.Technique{Options: engine.Options{Breadth: 2}, Runs: 100}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by bbmc
}
