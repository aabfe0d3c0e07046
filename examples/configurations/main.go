// Command configurations counts the bicycles that a shop can build, counts them by motor, draws random ones, and finds
// the dearest one.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"
	"slices"

	"brim/mdd"
)

// The parts are the levels of the diagram. A value is the number of a choice, which has a name and a price.
const frame, motor, gears, brakes, basket = 1, 2, 3, 4, 5

var choices = [][]string{
	frame: {"city", "tour", "race"}, motor: {"none", "small", "strong"}, gears: {"1", "8", "24"},
	brakes: {"rim", "disc"}, basket: {"none", "front", "rear"},
}

var prices = [][]int64{frame: {300, 500, 900}, motor: {0, 700, 1100}, gears: {0, 90, 220}, brakes: {30, 80},
	basket: {0, 25, 30}}

func main() {
	all := bicycles()
	index, err := all.Index(context.Background(), mdd.Indexing{})
	if err != nil {
		log.Fatal(err)
	}
	marginals, err := index.Marginals(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(index.Total(), "bicycles")
	for _, m := range marginals[motor-1] {
		fmt.Println("  motor", choices[motor][m.Value], "in", m.Weight)
	}
	values, price, _ := all.Heaviest(func(part, value int) int64 { return prices[part][value] })
	fmt.Println("dearest:"+describe(values), "for", price)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		fmt.Println("drawn:  " + describe(index.Sample(rng)))
	}
}

// bicycles returns the configurations that the rules allow.
func bicycles() mdd.Set {
	f := mdd.New(len(choices)-1, mdd.Options{})
	all := f.Box([][]int{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1}, {0, 1, 2}})
	is := func(part int, names ...string) mdd.Set {
		return all.Where(part, func(v int) bool { return slices.Contains(names, choices[part][v]) })
	}
	implies := func(a, b mdd.Set) mdd.Set { return a.Ite(b, all) }
	return implies(is(motor, "small", "strong"), is(brakes, "disc")).
		Intersect(implies(is(motor, "strong"), is(gears, "8", "24"))).
		Intersect(implies(is(frame, "race"), is(motor, "none").Intersect(is(basket, "none")))).
		Intersect(implies(is(frame, "city"), is(gears, "1", "8")))
}

func describe(values []int) (text string) {
	for i, v := range values {
		text += " " + choices[i+1][v]
	}
	return text
}
