package pnml

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"brim/petri/extended"
	"brim/petri/timed"

	"pgregory.net/rapid"
)

// drawExtended makes an extended net that PNML can express, of which most nodes have positions.
func drawExtended(t *rapid.T) *extended.Net {
	word := rapid.StringOfN(rapid.SampledFrom([]rune("ab0.-_&<>\"' \t\n\ré€😀")), 0, 4, -1)
	tokens := rapid.Int64Range(0, 5)
	at := func() *extended.Point {
		if rapid.IntRange(0, 3).Draw(t, "position") == 0 {
			return nil
		}
		return &extended.Point{X: rapid.Float64().Draw(t, "x"), Y: rapid.Float64Range(-100, 1000).Draw(t, "y")}
	}
	net := &extended.Net{Name: word.Draw(t, "net")}
	for i := range rapid.IntRange(0, 5).Draw(t, "places") {
		p := extended.Place{ID: fmt.Sprint("p", i, word.Draw(t, "id")), Label: label(word.Draw(t, "label"), ""),
			Initial: tokens.Draw(t, "tokens"), Capacity: extended.Unlimited, At: at()}
		if rapid.Bool().Draw(t, "limited") {
			p.Capacity = tokens.Draw(t, "capacity")
		}
		net.Places = append(net.Places, p)
	}
	for i := range rapid.IntRange(0, 4).Draw(t, "transitions") {
		net.Transitions = append(net.Transitions, extended.Transition{
			ID: fmt.Sprint("t", i, word.Draw(t, "id")), Label: label(word.Draw(t, "label"), ""),
			Silent: rapid.Bool().Draw(t, "silent"), Priority: rapid.Int64Range(-1, 1).Draw(t, "priority"), At: at(),
		})
	}
	if len(net.Places) == 0 || len(net.Transitions) == 0 {
		return net
	}
	for range rapid.IntRange(0, 8).Draw(t, "arcs") {
		a := extended.Arc{
			Place:      rapid.IntRange(0, len(net.Places)-1).Draw(t, "place"),
			Transition: rapid.IntRange(0, len(net.Transitions)-1).Draw(t, "transition"),
			Kind:       extended.Kind(rapid.IntRange(0, int(extended.Reset)).Draw(t, "kind")), Weight: 1,
		}
		if a.Kind != extended.Reset {
			a.Weight += tokens.Draw(t, "weight")
		}
		for range rapid.IntRange(0, 2).Draw(t, "bends") {
			a.Via = append(a.Via, extended.Point{X: rapid.Float64().Draw(t, "x"), Y: rapid.Float64().Draw(t, "y")})
		}
		net.Arcs = append(net.Arcs, a)
	}
	for first, a := range net.Transitions {
		for then, b := range net.Transitions {
			if (a.Priority > b.Priority || a.Priority == b.Priority && first < then) &&
				rapid.IntRange(0, 5).Draw(t, "pair") == 0 {
				net.Over = append(net.Over, extended.Priority{First: first, Then: then})
			}
		}
	}
	for range rapid.IntRange(0, 2).Draw(t, "finals") {
		f := make(extended.Final, len(net.Places))
		for p := range f {
			f[p] = tokens.Draw(t, "final")
		}
		net.Finals = append(net.Finals, f)
	}
	return net
}

// What is written comes back: the whole net with its drawing, and, read as a document of any kind, the same net without
// the drawing.
func TestExtendedRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		net := drawExtended(t)
		var buf bytes.Buffer
		if err := WriteExtended(&buf, &timed.Document{Untimed: net}); err != nil {
			t.Fatal(err)
		}
		text := buf.String()
		back, err := ReadExtended(strings.NewReader(text), "x.pnml")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		if !reflect.DeepEqual(back.Untimed, net) {
			t.Fatalf("got  %+v\nwant %+v\n%s", back.Untimed, net, text)
		}
		d, err := ReadDocument(strings.NewReader(text), "x.pnml")
		if err != nil {
			t.Fatalf("%v\n%s", err, text)
		}
		var ext *extended.Net
		if d.Extended != nil {
			ext = d.Extended.Untimed
		} else {
			ext = extended.Of(d.Plain)
			for i := range net.Transitions { // which change nothing, so a place/transition net does without
				net.Transitions[i].Silent = false
			}
		}
		if got, want := bare(ext, true), bare(net, true); !reflect.DeepEqual(got, want) {
			t.Fatalf("got  %+v\nwant %+v\n%s", got, want, text)
		}
	})
}

// bare returns what of a net bears on its behaviour: without a drawing, and with one arc of a kind between two nodes.
// Where pairs is set and there are no reset arcs, a read arc is a pair of arcs for what an input arc leaves.
func bare(net *extended.Net, pairs bool) *extended.Net {
	n := *net
	n.Places, n.Transitions, n.Arcs = slices.Clone(n.Places), slices.Clone(n.Transitions), nil
	for i := range n.Places {
		n.Places[i].At = nil
	}
	for i := range n.Transitions {
		n.Transitions[i].At = nil
	}
	type between struct {
		transition, place int
		kind              extended.Kind
	}
	sums := map[between]int64{}
	for _, a := range net.Arcs {
		pairs = pairs && a.Kind != extended.Reset
		key := between{a.Transition, a.Place, a.Kind}
		old, again := sums[key]
		switch {
		case !again:
			sums[key] = a.Weight
		case a.Kind == extended.Read:
			sums[key] = max(old, a.Weight)
		case a.Kind == extended.Inhibitor:
			sums[key] = min(old, a.Weight)
		case a.Kind != extended.Reset:
			sums[key] = old + a.Weight
		}
	}
	for a, w := range maps.Clone(sums) {
		if a.kind == extended.Read && pairs {
			input, output := between{a.transition, a.place, extended.Input},
				between{a.transition, a.place, extended.Output}
			if more := w - sums[input]; more > 0 {
				sums[input] += more
				sums[output] += more
			}
			delete(sums, a)
		}
	}
	for a, w := range sums {
		n.Arcs = append(n.Arcs, extended.Arc{Place: a.place, Transition: a.transition, Kind: a.kind, Weight: w})
	}
	slices.SortFunc(n.Arcs, func(a, b extended.Arc) int {
		return cmp.Or(a.Transition-b.Transition, a.Place-b.Place, int(a.Kind)-int(b.Kind))
	})
	return &n
}

// What PNML cannot express is refused before anything is written.
func TestWriteExtendedRefuses(t *testing.T) {
	nan := math.NaN()
	for want, net := range map[string]*extended.Net{
		`pnml: WriteExtended: net n: place "a" is drawn at no finite position`: {
			Places: []extended.Place{{ID: "a", Capacity: extended.Unlimited, At: &extended.Point{X: nan}}},
		},
		`pnml: WriteExtended: net n: an arc of transition "t" is drawn at no finite position`: {
			Places:      []extended.Place{{ID: "a", Capacity: extended.Unlimited}},
			Transitions: []extended.Transition{{ID: "t"}},
			Arcs:        []extended.Arc{{Weight: 1, Via: []extended.Point{{Y: math.Inf(1)}}}},
		},
		`pnml: WriteExtended: net n: a place and a transition are called "a"`: {
			Places:      []extended.Place{{ID: "a", Capacity: extended.Unlimited}},
			Transitions: []extended.Transition{{ID: "a"}},
		},
		`pnml: WriteExtended: net n: transition "\x00" has characters that XML does not allow`: {
			Transitions: []extended.Transition{{ID: "\x00"}},
		},
		`pnml: WriteExtended: net n: two places are called "a"`: {
			Places: []extended.Place{{ID: "a", Capacity: extended.Unlimited}, {ID: "a", Capacity: extended.Unlimited}},
		},
	} {
		var buf bytes.Buffer
		net.Name = "n"
		if err := WriteExtended(&buf, &timed.Document{Untimed: net}); err == nil || err.Error() != want ||
			buf.Len() > 0 {
			t.Errorf("got %v and %d bytes, want %s", err, buf.Len(), want)
		}
	}
}

// What a model of TAPAAL cannot hold is refused before anything is written; what it can comes back.
func TestWriteTAPAAL(t *testing.T) {
	place := extended.Place{ID: "p", Initial: 2, Capacity: extended.Unlimited, At: &extended.Point{X: 10, Y: 20}}
	refused := map[string]*extended.Net{
		`pnml: WriteTAPAAL: net n: "1" is no name of a node, or of two; expected letters, digits and underlines`: {Transitions: []extended.Transition{{ID: "1"}}},
		`pnml: WriteTAPAAL: net n: place p has a capacity`:                                                       {Places: []extended.Place{{ID: "p"}}},
		`pnml: WriteTAPAAL: net n: some transition has priority over another`:                                    {Transitions: []extended.Transition{{ID: "t"}, {ID: "u", Priority: 1}}},
		`pnml: WriteTAPAAL: net n: transition t has a read or reset arc`: {
			Places: []extended.Place{place}, Transitions: []extended.Transition{{ID: "t"}},
			Arcs: []extended.Arc{{Kind: extended.Reset, Weight: 1}},
		},
	}
	for want, net := range refused {
		var buf bytes.Buffer
		net.Name = "n"
		if err := WriteTAPAAL(&buf, &timed.Document{Untimed: net}); err == nil || err.Error() != want || buf.Len() > 0 {
			t.Errorf("got %v and %d bytes, want %s", err, buf.Len(), want)
		}
	}
	net := &extended.Net{
		Name: "n", Places: []extended.Place{place},
		Transitions: []extended.Transition{{ID: "t", At: &extended.Point{X: 90, Y: 20}}},
		Arcs: []extended.Arc{
			{Kind: extended.Input, Weight: 2, Via: []extended.Point{{X: 50, Y: 5}}},
			{Kind: extended.Output, Weight: 3}, {Kind: extended.Inhibitor, Weight: 4},
		},
	}
	var buf bytes.Buffer
	if err := WriteTAPAAL(&buf, &timed.Document{Untimed: net}); err != nil {
		t.Fatal(err)
	}
	if back, err := ReadExtended(&buf, "x.tapn"); err != nil || !reflect.DeepEqual(back.Untimed, net) {
		t.Errorf("got  %+v, %v\nwant %+v", back, err, net)
	}
}
