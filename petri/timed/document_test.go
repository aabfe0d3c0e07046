package timed_test

import (
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"brim/internal/testkit/randtimed"
	"brim/petri/extended"
	"brim/petri/timed"
)

// A copy of a document is equal and has no errors. WithoutTime returns its net if it has no time.
func TestDocument(t *testing.T) {
	rng := rand.New(rand.NewPCG(36, 1))
	for range 300 {
		n, a := randtimed.Generate(rng, randtimed.Small()), randtimed.GenerateArcs(rng, randtimed.Small())
		for _, d := range []*timed.Document{{Timed: n}, {Arcs: a}, {Untimed: n.Net}} {
			if err := d.Check(); err != nil {
				t.Fatal(err)
			}
			if c := d.Clone(); !reflect.DeepEqual(c, d) || c.Net() == d.Net() {
				t.Fatalf("the copy is %+v, want %+v", c, d)
			}
			if net, err := d.WithoutTime(); (err == nil) != (d.Untimed != nil) || err == nil && net != n.Net {
				t.Fatalf("without time: %+v, %v", net, err)
			}
		}
		if (&timed.Document{Timed: n, Arcs: a}).Check() == nil || (&timed.Document{}).Check() == nil {
			t.Fatal("a document with two nets, or without one, has no error")
		}
	}
}

// A document loses its time if and only if that says nothing; transport arcs then are pairs of arcs.
func TestSimple(t *testing.T) {
	net := func() *extended.Net {
		return &extended.Net{
			Places: []extended.Place{{ID: "p", Initial: 1, Capacity: extended.Unlimited},
				{ID: "q", Capacity: extended.Unlimited}},
			Transitions: []extended.Transition{{ID: "t"}},
			Arcs:        []extended.Arc{{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1}},
		}
	}
	bend := []extended.Point{{X: 1, Y: 2}}
	make := func(change func(*timed.ArcNet)) *timed.Document {
		n := &timed.ArcNet{Net: net(), Ages: []timed.Interval{timed.Always()}, Urgent: []bool{false},
			Invariants: slices.Repeat([]timed.Bound{{Most: timed.Infinite}}, 2),
			Transports: []timed.Transport{{From: 0, Transition: 0, To: 1, Weight: 2, Ages: timed.Always(),
				After: bend}}}
		change(n)
		return &timed.Document{Arcs: n}
	}
	s := make(func(*timed.ArcNet) {}).Simple()
	want := append(net().Arcs, extended.Arc{Kind: extended.Input, Weight: 2},
		extended.Arc{Place: 1, Kind: extended.Output, Weight: 2, Via: bend})
	if s.Untimed == nil || !reflect.DeepEqual(s.Untimed.Arcs, want) {
		t.Errorf("without ages the arcs are %+v, want %+v", s.Untimed, want)
	}
	for i, d := range []*timed.Document{
		make(func(n *timed.ArcNet) { n.Ages[0].High = 3 }),
		make(func(n *timed.ArcNet) { n.Transports[0].Ages.Low = 1 }),
		make(func(n *timed.ArcNet) { n.Invariants[1].Most = 5 }),
		make(func(n *timed.ArcNet) { n.Urgent[0] = true }),
		{Timed: &timed.Net{Net: net(), Intervals: []timed.Interval{{Low: 1, High: timed.Infinite}}}},
	} {
		if d.Simple() != d {
			t.Errorf("document %d loses its time", i)
		}
	}
	always := timed.Always()
	always.HighOpen = true // which says nothing
	d := &timed.Document{Timed: &timed.Net{Net: net(), Intervals: []timed.Interval{always}, Weak: true}}
	if d.Simple().Untimed != d.Timed.Net {
		t.Error("an interval of all times is kept")
	}
}
