package gmc_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/gmc"
	engine "brim/engine/gmc"
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
		check.Options{Techniques: []check.Technique{gmc.Technique{Options: engine.Options{Length: 8, Tries: 100,
			Flips: 100}}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by gmc
}
