// Command decide asks three questions about a net in a PNML file.
package main

import (
	"context"
	"fmt"
	"log"
	"os"

	"brim/check"
)

func main() {
	ctx := context.Background()
	m, err := check.Load(ctx, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for _, formula := range []string{"AG(shelf.free + shelf.loaves = 12)", "EF deadlock", "EF(shelf.loaves >= 4)"} {
		q, err := m.Ask(formula, check.Maximal)
		if err != nil {
			log.Fatal(err)
		}
		a, err := check.Decide(ctx, m, q, check.Options{})
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(formula, a.Result)
		if a.Witness == nil {
			continue
		}
		if err := a.Witness.Check(m.Net, q.Paths); err != nil { // fires each step
			log.Fatal(err)
		}
		for _, t := range a.Witness.Steps {
			fmt.Println("   ", m.Net.Transitions[t].Name)
		}
	}
}
