package editor_test

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"brim/internal/testkit/randtimed"
	"brim/internal/ui/editor"
	"brim/petri/extended"
	"brim/petri/timed"
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
		n.Transitions = append(n.Transitions,
			extended.Transition{ID: fmt.Sprint("t", i), Silent: r.IntN(2) == 0, Priority: r.Int64N(2), At: at()})
	}
	for range r.IntN(12) {
		a := extended.Arc{Place: r.IntN(len(n.Places)), Transition: r.IntN(len(n.Transitions)),
			Kind: extended.Kind(r.IntN(5)), Weight: 1 + r.Int64N(3)}
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

// document returns a net with time, or without.
func document(r *rand.Rand) *timed.Document {
	switch r.IntN(3) {
	case 0:
		n := randtimed.Generate(r, randtimed.Small())
		n.Weak, n.Memory = r.IntN(2) == 0, timed.Memory(r.IntN(2))
		for t := range n.Intervals {
			closed(&n.Intervals[t])
		}
		return &timed.Document{Timed: n}
	case 1:
		n := randtimed.GenerateArcs(r, randtimed.Small())
		for i := range n.Ages {
			closed(&n.Ages[i])
		}
		for i := range n.Transports {
			closed(&n.Transports[i].Ages)
			n.Transports[i].Before = []extended.Point{{X: 1, Y: float64(i)}}
		}
		return &timed.Document{Arcs: n}
	}
	return &timed.Document{Untimed: random(r)}
}

// closed takes out an open end at infinity, which has no meaning.
func closed(i *timed.Interval) { i.HighOpen = i.HighOpen && i.High != timed.Infinite }

// The document of a net, sent as JSON, is that net again. Nets that differ in positions alone are the same.
func TestRoundTrip(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		n := document(r)
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
		got = got.Clone()
		got.Net().Places[0].At = &extended.Point{X: -1}
		if len(got.Net().Arcs) > 0 {
			got.Net().Arcs[0].Via = []extended.Point{{X: 9, Y: 9}}
		}
		if got.Arcs != nil && len(got.Arcs.Transports) > 0 {
			got.Arcs.Transports[0].After = []extended.Point{{X: 8, Y: 8}}
		}
		if !editor.Same(n, got) {
			t.Fatalf("%+v\nand %+v differ in more than positions", n, got)
		}
		if got.Net().Places[0].Initial++; editor.Same(n, got) {
			t.Fatalf("%+v\nand %+v differ in positions alone", n, got)
		}
	}
}

// What is wrong is named with the node or arc that has it.
func TestProblems(t *testing.T) {
	d := editor.Document{
		Places:      []editor.Place{{ID: " p "}, {ID: "p", Initial: "-1"}, {Capacity: "9223372036854775808"}},
		Transitions: []editor.Transition{{ID: "t", Priority: "high"}, {ID: "u"}},
		Arcs: []editor.Arc{{Kind: "line"}, {Place: 3, Kind: "input"}, {Transition: 2, Kind: "output"},
			{Kind: "reset", Weight: "no"}},
		Finals: [][]string{{"0", "x", "0"}},
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
	d = editor.Document{
		Time: editor.Ages, Places: []editor.Place{{ID: "p", Invariant: "<0"}, {ID: "q", Invariant: "≤ 5"}},
		Transitions: []editor.Transition{{ID: "t"}},
		Arcs: []editor.Arc{
			{Kind: "input", Ages: "[3,1]"}, {Kind: "input", Ages: "soon"}, {Kind: "input", Ages: "[0,-1]"},
			{Kind: "input", Ages: "("},
			{Kind: "input", Ages: "]1, w["}, {Kind: "input", Ages: "7"},
		},
		Transports: []editor.Transport{{To: 2}, {Weight: "0", Ages: "[5,5)"}},
	}
	_, problems = d.Net()
	got = ""
	for _, p := range problems {
		got += fmt.Sprintf("%s %d %s: %s\n", p.Kind, p.Index, p.Field, p.What)
	}
	const wantTime = `arc 0 ages: the interval is "[3,1]", interval [3,1] is empty
arc 1 ages: the interval is "soon", expected one as [1,3], (1,3], [2,inf) or 3
arc 2 ages: the interval is "[0,-1]", expected one as [1,3], (1,3], [2,inf) or 3
arc 3 ages: the interval is "(", expected one as [1,3], (1,3], [2,inf) or 3
place 0 invariant: the invariant is "<0"; expected a limit of the age as 5 or <5
transport 0 : the transport arc lacks a place or its transition
transport 1 ages: the interval is "[5,5)", interval [5,5) is empty
transport 1 weight: the weight is "0"; expected a whole number from 1 to 2^63−1
`
	if got != wantTime {
		t.Errorf("the problems are\n%s\nexpected\n%s", got, wantTime)
	}
	d = editor.Document{Transitions: []editor.Transition{{ID: "t"}}, Over: [][2]int{{0, 0}}}
	if _, problems := d.Net(); len(problems) != 1 || problems[0].Kind != "net" {
		t.Errorf("a transition with priority over itself: %+v", problems)
	}
}
