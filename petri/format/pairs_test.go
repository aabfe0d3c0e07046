package format_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/timed"
)

// TestAllPairs converts random nets into each format, from that into each other one, and back, and checks that
//
//   - what can happen is the same on all three, as far as no loss of behaviour is told, and
//   - where nothing is told at all, the net that comes back is the one that was converted, with all its names, markings
//     and positions.
//
// For the number of issue 35: go test ./petri/format -run AllPairs -nets 10000
func TestAllPairs(t *testing.T) {
	same, pairs := 0, 0
	for seed := range uint64(*netsFlag) {
		net := random(rand.New(rand.NewPCG(seed, 350)))
		for _, a := range format.All() {
			if !a.Writable() {
				continue
			}
			first, _ := convert(t, a, net)
			for _, b := range format.All() {
				if !b.Writable() {
					continue
				}
				second, there := convert(t, b, first.net)
				third, back := convert(t, a, second.net)
				pairs++
				if !second.changed && !third.changed {
					if diff := behaves(first.net, second.net, second.fitted); diff != "" {
						t.Fatalf("seed %d, %s to %s: %s", seed, a.Name, b.Name, diff)
					}
					if diff := behaves(second.net, third.net, third.fitted); diff != "" {
						t.Fatalf("seed %d, %s back to %s: %s", seed, b.Name, a.Name, diff)
					}
				}
				if len(there) == 0 && len(back) == 0 {
					same++
					if got, want := normal(third.net), normal(first.net); !reflect.DeepEqual(got, want) {
						t.Fatalf("seed %d, %s to %s and back: another net came back:\n%+v\nwant\n%+v", seed, a.Name,
							b.Name, got, want)
					}
				}
			}
		}
	}
	t.Logf("%d conversions there and back, %d without any loss", pairs, same)
	if same < pairs/10 {
		t.Errorf("only %d of %d conversions without any loss", same, pairs)
	}
}

// A converted net is what a format gives back of a net.
type converted struct {
	fitted, net *extended.Net
	changed     bool // in its behaviour
}

// convert writes a net in a format and reads it, and returns the losses, too.
func convert(t *testing.T, f *format.Format, net *extended.Net) (converted, []format.Loss) {
	t.Helper()
	d, losses, err := f.Fit(&timed.Document{Untimed: net})
	if err != nil {
		t.Fatal(err)
	}
	changed := slices.ContainsFunc(losses, func(l format.Loss) bool { return l.Behaviour })
	return converted{d.Net(), again(t, f, d).Net(), changed}, losses
}
