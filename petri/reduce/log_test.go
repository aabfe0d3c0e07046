package reduce

import (
	"errors"
	"testing"

	"brim/petri"
)

// A trace that would be too long is refused, however it comes to be so long.
func TestLiftIsBounded(t *testing.T) {
	b := petri.NewBuilder("long")
	p, q := b.Place("p", 1000), b.Place("q", 0)
	for _, way := range [][2]int{{p, q}, {q, p}} {
		x := b.Transition(b.PlaceName(way[0]))
		b.In(x, way[0], 1)
		b.Out(x, way[1], 1)
	}
	take := b.Transition("take")
	b.In(take, q, 900)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	r := Net(t.Context(), net, Options{Class: Dead})
	if len(r.Net.Places) != 1 || r.Hits[Circle].Times == 0 {
		t.Fatalf("%v", r.Hits)
	}
	numbers := []int{}
	for i, x := range r.Transitions {
		if x == take {
			numbers = append(numbers, r.numbers[i])
		}
	}
	if trace, err := r.log.lift(numbers, 901); err != nil || len(trace) != 901 {
		t.Errorf("%d steps, %v", len(trace), err)
	}
	var long *TooLongError
	if _, err := r.log.lift(numbers, 900); !errors.As(err, &long) || long.Most != 900 {
		t.Errorf("%v", err)
	}
	words := log{originals: 1, words: [][]part{{{0, 1 << 40}}, {{1, 1 << 40}}}}
	if _, err := words.lift([]int{2}, 1000); !errors.As(err, &long) {
		t.Errorf("%v", err)
	}
}
