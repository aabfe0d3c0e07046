package race

import (
	"fmt"
	"testing"

	"brim/petri"
	"brim/petri/order"
)

// claims returns a net of n pairs of places, each with a token that goes to and fro, whose second places are said to be
// one safe unit, which they are not.
func claims(t *testing.T, n int) *petri.Net {
	t.Helper()
	b := petri.NewBuilder("claims")
	units := &petri.Units{Safe: true, List: []petri.Unit{{Name: "root"}, {Name: "wrong"}}}
	units.List[0].Sub = []int{1}
	for i := range n {
		here, there := b.Place(fmt.Sprintf("a%d", i), 1), b.Place(fmt.Sprintf("b%d", i), 0)
		for k, way := range [][2]int{{here, there}, {there, here}} {
			move := b.Transition(fmt.Sprintf("t%d_%d", i, k))
			b.In(move, way[0], 1)
			b.Out(move, way[1], 1)
		}
		units.List[0].Sub = append(units.List[0].Sub, len(units.List))
		units.List = append(units.List, petri.Unit{Name: fmt.Sprintf("u%d", i), Places: []int{here}})
		units.List[1].Places = append(units.List[1].Places, there)
	}
	b.Units(units)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// A component with thousands of local states, which it was not made for, gives way to an order without it: a level of
// 2^n local states would be all of the exploration.
func TestCrowdedComponentsAreLeft(t *testing.T) {
	for _, n := range []int{14, 18, 40} {
		net := claims(t, n)
		x, err := Prepare(t.Context(), net, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if first := FileOrder(net, x.Flows); !first.Grouped() {
			t.Fatalf("%d pairs: no component, the test needs one", n)
		}
		s, err := x.Explore()
		if err != nil {
			t.Fatal(err)
		}
		if got, want := s.States().String(), fmt.Sprint(1<<n); got != want {
			t.Errorf("%d pairs: %s markings, want %s", n, got, want)
		}
		if s.Model.LocalStates() > mostLocal || s.Choice.Work+s.Stats.Work > 4_000_000 {
			t.Errorf("%d pairs: %d local states, work %d and %d before", n, s.Model.LocalStates(), s.Stats.Work,
				s.Choice.Work)
		}
		s.Close()
	}
}

// Who asks for such a component gets it.
func TestCrowdedComponentsAreAllowed(t *testing.T) {
	net := claims(t, 13)
	all := make([]int, len(net.Places))
	for p := range all {
		all[p] = p
	}
	s, err := Explore(t.Context(), net, Options{Order: &order.Decomposition{Levels: [][]int{all}, Method: "one"}})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if got := s.Model.LocalStates(); got != 1<<13 || s.States().Int64() != 1<<13 {
		t.Errorf("%d local states, %v markings; expected 2^13", got, s.States())
	}
}
