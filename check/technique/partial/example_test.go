package partial_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
	"brim/check/technique/partial"
)

// The technique alone decides one question by a few of the markings of a net.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "dphil:12")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("AG EF HasL_1 = 1", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{partial.Technique{}}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: fails by partial
}
