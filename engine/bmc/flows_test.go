package bmc

import (
	"slices"
	"testing"

	"brim/petri/structure"
)

// A sum of flows is left out, also one with weights; independent ones stay, short ones first.
func TestIndependent(t *testing.T) {
	flow := func(weights ...int64) structure.Semiflow {
		var f structure.Semiflow
		for p, w := range weights {
			if w != 0 {
				f.Places, f.Weights = append(f.Places, p), append(f.Weights, w)
			}
		}
		return f
	}
	list := []structure.Semiflow{flow(1, 3, 2, 0), flow(1, 1, 0, 0), flow(0, 1, 1, 0), flow(1, 2, 1, 0),
		flow(0, 0, 1, 2), flow(2, 2, 2, 4)}
	var places [][]int
	for _, f := range independent(list) {
		places = append(places, f.Places)
	}
	if want := [][]int{{0, 1}, {1, 2}, {2, 3}}; !slices.EqualFunc(places, want, slices.Equal) {
		t.Errorf("%v, want %v", places, want)
	}
}
