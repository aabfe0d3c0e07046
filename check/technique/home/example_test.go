package home_test

import (
	"context"
	"fmt"
	"log"

	"brim/check"
)

// The technique proves that the net can always return, and has another one decide what is left.
func Example() {
	ctx := context.Background()
	m, err := check.Load(ctx, "kanban:3")
	if err != nil {
		log.Fatal(err)
	}
	q, err := m.Ask("AG EF pout4 = 3", check.Maximal)
	if err != nil {
		log.Fatal(err)
	}
	one := check.Home{Techniques: func(*check.Model) []check.Technique { return []check.Technique{check.Walk{}} }}
	a, err := check.Decide(ctx, m, q, check.Options{Techniques: []check.Technique{one}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(a.Result, "by", a.By)
	// Output: holds by home
}
