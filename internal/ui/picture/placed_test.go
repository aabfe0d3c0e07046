package picture_test

import (
	"encoding/xml"
	"errors"
	"io"
	"strings"
	"testing"

	"brim/internal/ui/picture"
	"brim/petri/extended"
	"brim/petri/timed"
)

// placed is a net with arcs of all kinds, in the shape of a cross.
func placed() *extended.Net {
	at := func(x, y float64) *extended.Point { return &extended.Point{X: x, Y: y} }
	return &extended.Net{
		Name: "a < b",
		Places: []extended.Place{
			{ID: "left", Label: "L & M", Initial: 3, Capacity: 7, At: at(0, 100)},
			{ID: "right", Initial: 60, Capacity: extended.Unlimited, At: at(200, 100)},
			{ID: "above", Capacity: extended.Unlimited, At: at(100, 0)},
			{ID: "below", Capacity: extended.Unlimited, At: at(100, 200)},
		},
		Transitions: []extended.Transition{{ID: "t", Silent: true, Priority: 2, At: at(100, 100)}},
		Arcs: []extended.Arc{
			{Place: 0, Kind: extended.Input, Weight: 2}, {Place: 0, Kind: extended.Output, Weight: 1},
			{Place: 1, Kind: extended.Reset, Weight: 1},
			{Place: 2, Kind: extended.Inhibitor, Weight: 4},
			{Place: 3, Kind: extended.Read, Weight: 1, Via: []extended.Point{{X: 50, Y: 170}}},
		},
	}
}

// The picture has a sign for each token, node and kind of arc, and is well-formed whatever names have in them.
func TestPlacedSVG(t *testing.T) {
	n := placed()
	if !picture.Placed(n) {
		t.Error("a net with positions has none")
	}
	var b strings.Builder
	if err := picture.PlacedSVG(&b, &timed.Document{Untimed: n}); err != nil {
		t.Fatal(err)
	}
	text := b.String()
	for d := xml.NewDecoder(strings.NewReader(text)); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			t.Fatalf("%v in\n%s", err, text)
		}
	}
	for want, count := range map[string]int{
		`r="15"`: 4, `r="3.4"`: 3, `r="4" fill="white"`: 1, `fill="black" stroke="black"`: 1, " Z\"/>": 4,
		">L &amp; M<": 1, ">60<": 1, ">≤ 7<": 1, ">priority 2<": 1, ">2</text>": 1, ">4</text>": 1, "L50,170 ": 1,
		"<title>a &lt; b</title>": 1,
	} {
		if got := strings.Count(text, want); got != count {
			t.Errorf("%q is there %d times, expected %d:\n%s", want, got, count, text)
		}
	}
	n.Places[1].At = n.Places[0].At
	if picture.Placed(n) {
		t.Error("two nodes stand at one place")
	}
	n.Places[1].At = nil
	if picture.Placed(n) || picture.Placed(&extended.Net{}) {
		t.Error("nodes without a position have one")
	}
}
