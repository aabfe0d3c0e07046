package format_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"brim/internal/testkit/randextended"
	"brim/internal/testkit/randnet"
	"brim/internal/testkit/randtimed"
	"brim/petri/extended"
	"brim/petri/format"
	"brim/petri/timed"
)

// timedDocument returns a random net with time, of either kind, with odd names, labels, positions and bends.
func timedDocument(rng *rand.Rand) *timed.Document {
	c := randtimed.Small()
	c.Closed = rng.IntN(2) == 0
	c.Net = randextended.Config{Net: randnet.Config{States: 12, Blocks: 2, Transitions: 4, Tokens: 2, Weight: 2},
		NoResets: rng.IntN(2) == 0}
	var d *timed.Document
	if rng.IntN(2) == 0 {
		d = &timed.Document{Timed: randtimed.Generate(rng, c)}
	} else {
		d = &timed.Document{Arcs: randtimed.GenerateArcs(rng, c)}
	}
	net := d.Net()
	point := func() extended.Point {
		return extended.Point{X: float64(rng.IntN(4000)) / 4, Y: float64(rng.IntN(4000)) / 4}
	}
	at := func() *extended.Point {
		if rng.IntN(3) == 0 {
			return nil
		}
		p := point()
		return &p
	}
	for i := range net.Places {
		p := &net.Places[i]
		p.At = at()
		if rng.IntN(6) == 0 {
			p.ID, p.Label = fmt.Sprintf("%s %d", names[rng.IntN(len(names))], i), "label."
		}
	}
	for i := range net.Transitions {
		t := &net.Transitions[i]
		t.At = at()
		if rng.IntN(6) == 0 {
			t.ID = fmt.Sprintf("%s %d", names[rng.IntN(len(names))], i+100)
		}
	}
	bends := func() (via []extended.Point) {
		for range rng.IntN(5) / 3 {
			via = append(via, point())
		}
		return via
	}
	for i := range net.Arcs {
		net.Arcs[i].Via = bends()
	}
	if d.Arcs != nil {
		for i := range d.Arcs.Transports {
			d.Arcs.Transports[i].Before, d.Arcs.Transports[i].After = bends(), bends()
		}
	}
	return d
}

// TestTimedRoundTrip checks on random nets with time, for each format: what is written and read again is the document
// that Fit made, and Fit changes what can happen, and when, only where it says so.
//
// For the number of issue 36: go test ./petri/format -run TimedRoundTrip -nets 10000
func TestTimedRoundTrip(t *testing.T) {
	same := map[string]int{}
	for seed := range uint64(*netsFlag) {
		d := timedDocument(rand.New(rand.NewPCG(seed, 36)))
		for _, f := range format.All() {
			if !f.Writable() {
				continue
			}
			fitted, losses, err := f.Fit(d)
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			back := again(t, f, fitted)
			if got, want := normalTime(back), normalTime(fitted); !reflect.DeepEqual(got, want) {
				t.Fatalf("seed %d, %s: another net came back:\n%+v\nwant\n%+v", seed, f.Name, got, want)
			}
			if slices.ContainsFunc(losses, func(l format.Loss) bool { return l.Behaviour }) {
				continue
			}
			same[f.Name]++
			if got, want := levels(fitted), levels(d.Simple()); got != want {
				t.Fatalf("seed %d, %s: the states are\n%s, want\n%s%v", seed, f.Name, got, want, losses)
			}
		}
	}
	t.Logf("documents that keep their behaviour, by format: %v", same)
	for _, f := range format.All() {
		if f.Writable() && f.Holds&(format.Intervals|format.Ages) != 0 && same[f.Name] < *netsFlag/20 {
			t.Errorf("%s: %d documents that keep their behaviour", f.Name, same[f.Name])
		}
	}
}

// TestTimedPairs converts random nets with time into each format that can hold them without a change of behaviour, from
// that into each other such one, and back, and checks that what can happen stays the same.
func TestTimedPairs(t *testing.T) {
	pairs := 0
	for seed := range uint64(*netsFlag) {
		d := timedDocument(rand.New(rand.NewPCG(seed, 361))).Simple()
		holds := format.Intervals
		if d.Arcs != nil {
			holds = format.Ages
		}
		for _, a := range format.All() {
			first, ok := kept(t, a, d, holds)
			if !ok {
				continue
			}
			for _, b := range format.All() {
				second, ok := kept(t, b, first, holds)
				if !ok || a == b {
					continue
				}
				third, ok := kept(t, a, second, holds)
				if !ok {
					t.Fatalf("seed %d, %s to %s: no way back", seed, a.Name, b.Name)
				}
				pairs++
				for _, other := range []*timed.Document{second, third} {
					if got, want := levels(other), levels(first); got != want {
						t.Fatalf("seed %d, %s to %s: the states are\n%s, want\n%s", seed, a.Name, b.Name, got, want)
					}
				}
			}
		}
	}
	t.Logf("%d conversions there and back", pairs)
}

// kept writes a document in a format and reads it, if that changes no behaviour.
func kept(t *testing.T, f *format.Format, d *timed.Document, holds format.Features) (*timed.Document, bool) {
	t.Helper()
	if !f.Writable() || f.Holds&holds == 0 {
		return nil, false
	}
	fitted, losses, err := f.Fit(d)
	if err != nil {
		t.Fatal(err)
	}
	if slices.ContainsFunc(losses, func(l format.Loss) bool { return l.Behaviour }) {
		return nil, false
	}
	return again(t, f, fitted), true
}
