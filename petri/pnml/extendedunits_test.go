package pnml

import (
	"bytes"
	"strings"
	"testing"

	"brim/petri"
	"brim/petri/extended"
	"brim/petri/timed"
)

// Units of a net are written and read again, beside what a place/transition net cannot have, without the promise that
// they are safe; units that are no tree are refused.
func TestUnitsOfExtendedNets(t *testing.T) {
	for _, kind := range []extended.Kind{extended.Input, extended.Reset} {
		n := &extended.Net{Name: "n", Places: []extended.Place{{ID: "a", Initial: 1, Capacity: 3},
			{ID: "b", Capacity: extended.Unlimited}, {ID: "c", Capacity: extended.Unlimited}},
			Transitions: []extended.Transition{{ID: "t"}},
			Arcs:        []extended.Arc{{Place: 1, Kind: kind, Weight: 1}},
			Units: &petri.Units{Root: 1, Safe: true, List: []petri.Unit{{Name: "u", Places: []int{0, 2}},
				{Name: "root", Places: []int{}, Sub: []int{0}}}}}
		var b bytes.Buffer
		if err := WriteExtended(&b, &timed.Document{Untimed: n}); err != nil {
			t.Fatal(err)
		}
		d, err := ReadExtended(&b, "n.pnml")
		if err != nil {
			t.Fatal(err)
		}
		got := d.Net().Units
		if got == nil || got.Safe || got.Root != 1 || len(got.List) != 2 || len(got.List[0].Places) != 2 ||
			got.List[1].Name != "root" || got.List[1].Sub[0] != 0 {
			t.Errorf("the units are read as %+v", got)
		}
		if net, err := d.Net().Plain(); kind == extended.Input && (err != nil || net.Units == nil) {
			t.Errorf("the net has no units, %v", err)
		}
		n.Units = &petri.Units{Root: 0, List: []petri.Unit{{Name: "u", Sub: []int{0}}}}
		if err := n.Check(); err == nil || !strings.Contains(err.Error(), "unit") {
			t.Errorf("units that are no tree: %v", err)
		}
		n.Units = &petri.Units{Root: 0, List: []petri.Unit{{Name: "u v"}}}
		if err := WriteExtended(&b, &timed.Document{Untimed: n}); err == nil || !strings.Contains(err.Error(), "word") {
			t.Errorf("a unit of two words: %v", err)
		}
	}
}
