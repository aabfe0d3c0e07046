package siphon_test

import (
	"context"
	"fmt"
	"log"

	"brim/petri"
	"brim/petri/nets"
	"brim/petri/structure/siphon"
)

// Philosophers who take one fork after the other: when each has his left one, the forks and those who have a right
// one are a siphon without a token, which stays so.
func Example() {
	ctx := context.Background()
	net, err := nets.Parse("dphil:2")
	if err != nil {
		log.Fatal(err)
	}
	list, err := siphon.Siphons.Minimal(ctx, net, 3)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range list.Sets {
		fmt.Println(names(net, s), "with the trap", names(net, siphon.Traps.Largest(net, s)))
	}
	c, err := siphon.Commoner(ctx, net)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Holds, names(net, c.Places))
	// Output:
	// [Idle_1 WaitL_1 HasL_1] with the trap [Idle_1 WaitL_1 HasL_1]
	// [Idle_1 WaitR_1 HasR_1] with the trap [Idle_1 WaitR_1 HasR_1]
	// [HasL_1 HasR_2 Fork_2] with the trap [HasL_1 HasR_2 Fork_2]
	// false [HasR_1 Fork_1 HasR_2 Fork_2]
}

func names(net *petri.Net, places []int) (list []string) {
	for _, p := range places {
		list = append(list, net.Places[p].Name)
	}
	return list
}
