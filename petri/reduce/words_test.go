package reduce_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/reduce"
)

var workshops = flag.Int("workshops", 1500, "random nets of TestWordCircles")

// workshop draws a net of jobs that go around through stages, some of them on machines, and now and then with an arc
// that does not belong there.
func workshop(rng *rand.Rand) *petri.Net {
	b := petri.NewBuilder("workshop")
	places := 0
	place := func(tokens int64) int { places++; return b.Place(fmt.Sprint("p", places), tokens) }
	transitions := 0
	transition := func(pre, post []int) {
		transitions++
		t := b.Transition(fmt.Sprint("t", transitions))
		for _, p := range pre {
			b.In(t, p, 1)
		}
		for _, p := range post {
			b.Out(t, p, 1)
		}
		switch rng.IntN(40) {
		case 0:
			b.In(t, rng.IntN(places), 1)
		case 1:
			b.Out(t, rng.IntN(places), 1)
		case 2:
			b.Read(t, rng.IntN(places), int64(1+rng.IntN(2)))
		case 3:
			b.Inhibit(t, rng.IntN(places), int64(1+rng.IntN(3)))
		}
	}
	var machines []int
	for range 1 + rng.IntN(2) {
		machines = append(machines, place(int64(rng.IntN(3))))
	}
	for range 1 + rng.IntN(2) {
		var stages []int
		for i := range 2 + rng.IntN(3) {
			stages = append(stages, place(max(0, int64(rng.IntN(3)-i))))
		}
		for i, from := range stages {
			to, r := stages[(i+1)%len(stages)], machines[rng.IntN(len(machines))]
			switch rng.IntN(6) {
			case 0:
				transition([]int{from}, []int{to})
			case 1:
				transition([]int{from, r}, []int{to, r})
			case 2: // two parts, and back together
				x, y := place(0), place(0)
				transition([]int{from}, []int{x, y})
				transition([]int{x, y}, []int{to})
			default:
				x := place(int64(rng.IntN(5) / 4))
				transition([]int{from, r}, []int{x})
				transition([]int{x}, []int{to, r})
			}
			if rng.IntN(3) == 0 {
				transition([]int{to}, []int{from})
			}
		}
	}
	net, err := b.Net()
	if err != nil {
		panic(err)
	}
	return net
}

// P9, alone and with all other rules, keeps the markings of nets with machines.
func TestWordCircles(t *testing.T) {
	bounded, hits := 0, 0
	for seed := range *workshops {
		rng := rand.New(rand.NewPCG(uint64(seed), 15))
		d := &drawn{net: workshop(rng), options: reduce.Options{Class: reduce.Count}}
		if seed%2 == 0 {
			d.options.Rules = []reduce.Rule{reduce.WordCircle}
		}
		var err error
		if d.space, err = oracle.Explore(d.net, mostMarkings); err != nil {
			continue
		}
		bounded++
		r := reduce.Net(t.Context(), d.net, d.options)
		small, err := oracle.Explore(r.Net, mostMarkings)
		if err == nil {
			err = counts(d, r, small)
		}
		if err != nil {
			t.Fatalf("seed %d: %v\n%s\nsmaller:\n%s\n%+v", seed, err, randnet.Text(d.net), randnet.Text(r.Net),
				r.Equations)
		}
		hits += r.Hits[reduce.WordCircle].Times
	}
	t.Logf("%d bounded nets, P9 %d times", bounded, hits)
	if hits < *workshops/4 {
		t.Errorf("P9 only %d times in %d nets", hits, bounded)
	}
}

// A token that holds the resource itself cannot move by a word that needs both: q never gets one here.
func TestWordCirclesHolder(t *testing.T) {
	b := petri.NewBuilder("holder")
	p, q, r, x, y := b.Place("p", 1), b.Place("q", 0), b.Place("r", 0), b.Place("x", 0), b.Place("y", 0)
	for i, c := range []struct{ pre, post []int }{
		{[]int{p}, []int{r, x}}, {[]int{r, x}, []int{p}}, {[]int{q}, []int{r, y}}, {[]int{r, y}, []int{q}},
		{[]int{p, r}, []int{q, r}}, {[]int{q}, []int{p}},
	} {
		t := b.Transition(fmt.Sprint("t", i))
		for _, p := range c.pre {
			b.In(t, p, 1)
		}
		for _, p := range c.post {
			b.Out(t, p, 1)
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for _, rules := range [][]reduce.Rule{nil, {reduce.WordCircle}} {
		d := &drawn{net: net, options: reduce.Options{Class: reduce.Count, Rules: rules}}
		if d.space, err = oracle.Explore(net, 10); err != nil || len(d.space.States) != 2 {
			t.Fatal(err, d.space)
		}
		r := reduce.Net(t.Context(), net, d.options)
		small, err := oracle.Explore(r.Net, 10)
		if err == nil {
			err = counts(d, r, small)
		}
		if err != nil {
			t.Errorf("%v: %v\n%s", rules, err, randnet.Text(r.Net))
		}
	}
}
