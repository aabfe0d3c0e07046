package editor_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"brim/internal/ui/editor"
	"brim/petri/extended"
)

// random returns a net with all that a document has.
func random(r *rand.Rand) *extended.Net {
	n := &extended.Net{Name: "random"}
	at := func() *extended.Point {
		if r.IntN(4) == 0 {
			return nil
		}
		return &extended.Point{X: float64(r.IntN(2000)) / 4, Y: -float64(r.IntN(2000)) / 4}
	}
	for i := range 1 + r.IntN(5) {
		p := extended.Place{ID: fmt.Sprint("p", i), Initial: r.Int64N(3), Capacity: extended.Unlimited, At: at()}
		if r.IntN(2) == 0 {
			p.Capacity, p.Label = r.Int64(), "a place"
		}
		n.Places = append(n.Places, p)
	}
	for i := range 1 + r.IntN(5) {
		n.Transitions = append(n.Transitions, extended.Transition{ID: fmt.Sprint("t", i), Silent: r.IntN(2) == 0, Priority: r.Int64N(2), At: at()})
	}
	for range r.IntN(12) {
		a := extended.Arc{Place: r.IntN(len(n.Places)), Transition: r.IntN(len(n.Transitions)), Kind: extended.Kind(r.IntN(5)), Weight: 1 + r.Int64N(3)}
		if a.Kind == extended.Reset {
			a.Weight = 1
		}
		if r.IntN(3) == 0 {
			a.Via = []extended.Point{{X: 1, Y: 2}, {X: 3.5, Y: 4}}
		}
		n.Arcs = append(n.Arcs, a)
	}
	if r.IntN(2) == 0 {
		f := make(extended.Final, len(n.Places))
		f[0] = r.Int64()
		n.Finals = append(n.Finals, f)
	}
	return n
}

// The document of a net, sent as JSON, is that net again. Nets that differ in positions alone are the same.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := random(r)
		text, err := json.Marshal(editor.Of(n))
		if err != nil {
			t.Fatal(err)
		}
		var d editor.Document
		if err := json.Unmarshal(text, &d); err != nil {
			t.Fatal(err)
		}
		got, problems := d.Net()
		if len(problems) > 0 || !reflect.DeepEqual(got, n) {
			t.Fatalf("%s\nis read as %+v, %+v; expected %+v", text, got, problems, n)
		}
		got.Places[0].At = &extended.Point{X: -1}
		got.Arcs = append([]extended.Arc(nil), got.Arcs...)
		if len(got.Arcs) > 0 {
			got.Arcs[0].Via = []extended.Point{{X: 9, Y: 9}}
		}
		if !editor.Same(n, got) {
			t.Fatalf("%+v\nand %+v differ in more than positions", n, got)
		}
		if got.Places[0].Initial++; editor.Same(n, got) {
			t.Fatalf("%+v\nand %+v differ in positions alone", n, got)
		}
	}
}

// What is wrong is named with the node or arc that has it.
func TestProblems(t *testing.T) {
	d := editor.Document{
		Places:      []editor.Place{{ID: " p "}, {ID: "p", Initial: "-1"}, {Capacity: "9223372036854775808"}},
		Transitions: []editor.Transition{{ID: "t", Priority: "high"}, {ID: "u"}},
		Arcs:        []editor.Arc{{Kind: "line"}, {Place: 3, Kind: "input"}, {Transition: 2, Kind: "output"}, {Kind: "reset", Weight: "no"}},
		Finals:      [][]string{{"0", "x", "0"}},
	}
	_, problems := d.Net()
	got := ""
	for _, p := range problems {
		got += fmt.Sprintf("%s %d %s: %s\n", p.Kind, p.Index, p.Field, p.What)
	}
	const want = `place 1 initial: the number of tokens is "-1"; expected a whole number from 0 to 2^63−1
place 2 capacity: the capacity is "9223372036854775808"; expected a whole number from 0 to 2^63−1
transition 0 priority: the priority is "high"; expected a whole number from 0 to 2^63−1
place 1 id: another place has the name p
place 2 id: the place has no name
arc 0 : the arc is of the kind "line"; expected input, output, read, inhibitor, reset
arc 1 : the arc has no place
arc 2 : the arc has no transition
place 1 final: the number of tokens in final marking 1 is "x"; expected a whole number from 0 to 2^63−1
`
	if got != want {
		t.Errorf("the problems are\n%s\nexpected\n%s", got, want)
	}
	d = editor.Document{Transitions: []editor.Transition{{ID: "t"}}, Over: [][2]int{{0, 0}}}
	if _, problems := d.Net(); len(problems) != 1 || problems[0].Kind != "net" {
		t.Errorf("a transition with priority over itself: %+v", problems)
	}
}
