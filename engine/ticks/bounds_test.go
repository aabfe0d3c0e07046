package ticks

import (
	"errors"
	"slices"
	"testing"

	"brim/petri/timed"
)

// lamps are made every two units of time, and each burns for three. So two burn at most, which only time tells: the net
// without time has no bound. Without an end they are more and more.
func lamps(burns int64) *timed.ArcNet {
	d := &drawing{}
	d.tokens("maker")
	d.invariants[d.at("maker")].Most = 2
	d.invariants[d.at("lamp")].Most = burns
	d.transition(timed.Always(), "make", in{"maker": {Low: 2, High: 2}}, "maker", "lamp")
	d.transition(timed.Always(), "burn out", in{"lamp": {Low: 3, High: 3}})
	return d.arcNet()
}

// Bounds that only time tells are found, and the lack of one is an error.
func TestBounds(t *testing.T) {
	net := lamps(3)
	m, err := OfArcs(t.Context(), net)
	if err != nil {
		t.Fatal(err)
	}
	most := int64(0)
	for tuple := range m.System.Moves().Saturate(m.System.Start()).All() {
		most = max(most, slices.Max(m.Marking(m.System.Values(tuple))))
	}
	if most != 2 {
		t.Errorf("%d lamps burn, expected 2", most)
	}
	if dead, _ := m.Deadlocks(m.System.Moves().Saturate(m.System.Start())); !dead.IsEmpty() {
		t.Errorf("%v deadlocks", dead.Count())
	}
	_, err = OfArcs(t.Context(), lamps(timed.Infinite))
	var part *Unbounded
	if !errors.As(err, &part) || part.Place != "lamp" || part.Tokens < 2 {
		t.Fatalf("without a bound: %v", err)
	}
	most = 0
	for tuple := range part.Part.System.Moves().Saturate(part.Part.System.Start()).All() {
		most = max(most, slices.Max(part.Part.Marking(part.Part.System.Values(tuple))))
	}
	if most <= part.Tokens {
		t.Errorf("the part has %d lamps, expected more than %d", most, part.Tokens)
	}
}
