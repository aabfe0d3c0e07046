// Command configurations counts the bicycles that a shop can build, tells how often each motor is in them, draws some,
// and finds the dearest one.
package main

import (
	"context"
	"fmt"
	"log"
	"math/rand/v2"

	"brim/mdd"
)

// The parts, a variable each, with the names of their values.
const (
	frame = 1 + iota
	motor
	gears
	brakes
	basket
)

var parts = [][]string{
	frame: {"city", "tour", "race"}, motor: {"none", "small", "strong"}, gears: {"1", "8", "24"},
	brakes: {"rim", "disc"}, basket: {"none", "front", "rear"},
}

var prices = [][]int64{frame: {300, 500, 900}, motor: {0, 700, 1100}, gears: {0, 90, 220}, brakes: {30, 80}, basket: {0, 25, 30}}

func main() {
	b := bicycles()
	x, err := b.Index(context.Background(), mdd.Indexing{})
	if err != nil {
		log.Fatal(err)
	}
	marginals, err := x.Marginals(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(x.Total(), "bicycles")
	for _, m := range marginals[motor-1] {
		fmt.Println("  motor", parts[motor][m.Value], "in", m.Weight)
	}
	values, price, _ := b.Heaviest(func(part, value int) int64 { return prices[part][value] })
	fmt.Println("dearest:"+describe(values), "for", price)
	rng := rand.New(rand.NewPCG(1, 1))
	for range 3 {
		fmt.Println("drawn:  " + describe(x.Sample(rng)))
	}
}

// bicycles returns those that the rules allow.
func bicycles() mdd.Set {
	f := mdd.New(len(parts)-1, mdd.Options{})
	all := f.Box([][]int{{0, 1, 2}, {0, 1, 2}, {0, 1, 2}, {0, 1}, {0, 1, 2}})
	is := func(part int, value ...int) mdd.Set {
		return all.Where(part, func(v int) bool { return v == value[0] || v == value[len(value)-1] })
	}
	b := all
	b = b.Intersect(is(motor, 1, 2).Ite(is(brakes, 1), all))                      // a motor needs disc brakes
	b = b.Intersect(is(motor, 2).Ite(is(gears, 1, 2), all))                       // the strong one gears, too
	b = b.Intersect(is(frame, 2).Ite(is(motor, 0).Intersect(is(basket, 0)), all)) // a race has no motor and no basket
	return b.Minus(is(frame, 0).Intersect(is(gears, 2)))                          // a city frame has no 24 gears
}

func describe(values []int) (text string) {
	for i, v := range values {
		text += " " + parts[i+1][v]
	}
	return text
}
