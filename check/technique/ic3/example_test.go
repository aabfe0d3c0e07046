package ic3_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/ic3"
)

// The technique alone decides one question.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("AG !(eating_1 & eating_2)", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{ic3.Technique{}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by ic3
}
