package model_test

import (
	"context"
	"reflect"
	"testing"

	"brim/check/model"
	"brim/petri/extended"
)

// A net with capacities is asked about as a net, and keeps what its file says beyond that.
func TestOfExtended(t *testing.T) {
	n := &extended.Net{
		Name: "buffer",
		Places: []extended.Place{
			{ID: "buffer", Capacity: 2, At: &extended.Point{X: 1, Y: 2}},
			{ID: "sold", Capacity: extended.Unlimited},
		},
		Transitions: []extended.Transition{{ID: "produce"}, {ID: "sell"}},
		Arcs: []extended.Arc{
			{Place: 0, Transition: 0, Kind: extended.Output, Weight: 1},
			{Place: 0, Transition: 1, Kind: extended.Input, Weight: 1},
			{Place: 1, Transition: 1, Kind: extended.Output, Weight: 1},
		},
		Finals: []extended.Final{{0, 3}},
	}
	m, err := model.OfExtended(context.Background(), n)
	if err != nil {
		t.Fatal(err)
	}
	if m.Name != "buffer" || !reflect.DeepEqual(m.Document, n) || !reflect.DeepEqual(m.Finals(), n.Finals) {
		t.Errorf("got %q with %+v, want %+v", m.Name, m.Document, n)
	}
	n.Places[0].Capacity, n.Places[0].At.X, n.Finals[0][0] = 5, 7, 1
	if d := m.Document; d.Places[0].Capacity != 2 || d.Places[0].At.X != 1 || d.Finals[0][0] != 0 {
		t.Error("the document changed with the net")
	}
	if m.Net.Enabled([]int64{2, 0}, 0) || !m.Net.Enabled([]int64{1, 0}, 0) {
		t.Error("the place takes no two tokens, or more")
	}
	if none := model.OfNet(m.Net); none.Finals() != nil {
		t.Errorf("final markings %v", none.Finals())
	}
}
