package reduced_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/reduced"
)

// The technique makes the net smaller and has another one decide the question there.
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
	one := reduced.Technique{Techniques: func(*check.Model) []check.Technique {
		return []check.Technique{check.Explicit{}}
	}}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{one}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by explicit on the reduced net
}
