package concurrency_test

import (
	"context"
	"fmt"
	"log"

	"brim/ctl/syntax"
	"brim/engine/concurrency"
	"brim/petri/nets"
	"brim/petri/structure"
)

// Neighbours never eat at the same time.
func Example() {
	net, err := nets.Parse("dphil:3")
	if err != nil {
		log.Fatal(err)
	}
	var places []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	relation := structure.FindConcurrency(context.Background(), net, nil)
	both, err := syntax.Parse("HasL_1 = 1 & HasR_1 = 1 & Idle_1 = 1", "example", syntax.NewLists(places, nil, nil))
	if err != nil {
		log.Fatal(err)
	}
	j := concurrency.New(net, relation)
	fmt.Println(j.Never(both))
	for _, x := range j.Reasons() {
		fmt.Println(net.Places[x[0].Place].Name, "excludes", net.Places[x[1].Place].Name)
	}
	// Output:
	// true
	// Idle_1 excludes HasR_1
}
