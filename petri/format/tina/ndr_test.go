package tina

import (
	"bytes"
	"reflect"
	"strings"
	"testing"

	"brim/petri/extended"
	"brim/petri/timed"
)

// A net as the editor nd writes it: bent arcs have an angle and a length at each end, the last line has the name.
const drawnNet = `# a buffer
p 120.0 45.0 free 2 w
p 300.0 45.5 {the buffer} 1K n parts s
t 200.0 10.0 produce 0 w n
t 200.0 90.0 consume n 0 w n {take one} e
e free produce 1 n
e produce 0.11 34.5 {the buffer} 0.25 20.0 2 n
e {the buffer} consume ?3 n
e free consume ?-4 n
e consume free 1 n
e produce consume 1 n
n 10.0 10.0 note 1 {a note}
h {a buffer} small white
`

func TestReadNDR(t *testing.T) {
	net, err := ReadNDR(strings.NewReader(drawnNet), "x.ndr")
	if err != nil {
		t.Fatal(err)
	}
	want := &timed.Document{Untimed: &extended.Net{
		Name: "a buffer",
		Places: []extended.Place{
			{ID: "free", Initial: 2, Capacity: extended.Unlimited, At: &extended.Point{X: 120, Y: 45}},
			{ID: "the buffer", Label: "parts", Initial: 1000, Capacity: extended.Unlimited,
				At: &extended.Point{X: 300, Y: 45.5}},
		},
		Transitions: []extended.Transition{
			{ID: "produce", At: &extended.Point{X: 200, Y: 10}},
			{ID: "consume", Label: "take one", At: &extended.Point{X: 200, Y: 90}},
		},
		Arcs: []extended.Arc{
			{Place: 0, Transition: 0, Kind: extended.Input, Weight: 1},
			{Place: 1, Transition: 0, Kind: extended.Output, Weight: 2},
			{Place: 1, Transition: 1, Kind: extended.Read, Weight: 3},
			{Place: 0, Transition: 1, Kind: extended.Inhibitor, Weight: 4},
			{Place: 0, Transition: 1, Kind: extended.Output, Weight: 1},
		},
		Over: []extended.Priority{{First: 0, Then: 1}},
	}}
	if !reflect.DeepEqual(net, want) {
		t.Errorf("%+v\nwant %+v", net, want)
	}
	var b bytes.Buffer
	if err := WriteNDR(&b, net); err != nil {
		t.Fatal(err)
	}
	back, err := ReadNDR(&b, "y.ndr")
	if err != nil || !reflect.DeepEqual(back, want) {
		t.Errorf("another net came back: %+v, %v", back, err)
	}
}

func TestReadNDRErrors(t *testing.T) {
	for text, want := range map[string]string{
		"net a":                                  `1:1: found "net"; expected a line that begins with p, t, e, n or h; this looks like a net of Tina`,
		"p 1":                                    `1:4: the line ends here; expected the position of a node`,
		"p 1 y p 0 n":                            `1:5: found "y"; expected a coordinate`,
		"p 1 2 p":                                `1:8: the line ends here; expected the marking of a place`,
		"p 1 2 p x n":                            `1:9: found "x"; expected a whole number from 0 to 2^63−1`,
		"p 1 2 {} 0 n":                           `1:7: a node without a name; expected one`,
		"p 1 2 p 0 n\nt 1 2 p 0 w n":             `2:7: a second node is called "p"`,
		"t 1 2 t 4 3 n":                          `1:9: the time interval of transition "t" is empty; expected an end that is not before the beginning`,
		"t 1 2 t n -x w n l n":                   `1:11: found "x"; expected a whole number from 0 to 2^63−1`,
		"p 1 2 p 0 n\ne p q 1 n":                 `2:5: there is no node "q" above`,
		"p 1 2 p 0 n\ne p p 1 n":                 `2:5: an edge between two places; expected a transition`,
		"p 1 2 p 0 n\nt 1 2 t 0 w n\ne p t !1 n": `3:7: stopwatch arcs are not supported; expected a weight, ? or ?-`,
		"p 1 2 p 0 n\nt 1 2 t 0 w n\ne t p ?1 n": `3:7: found "?1"; expected a weight, since test and inhibitor arcs lead to a transition`,
		"p 1 2 p 0 n\nt 1 2 t 0 w n\ne p t 0 n":  `3:7: found "0"; expected a whole number from 1 to 2^63−1`,
		"p 1 2 p 0 n\nt 1 2 t 0 w n\ne p t":      `3:6: the line ends here; expected the weight of an edge`,
		"p 1 2 {p 0 n":                           `1:7: the name in braces has no end; expected }`,
	} {
		_, err := ReadNDR(strings.NewReader(text), "x.ndr")
		if err == nil {
			t.Errorf("%q: no error, want %s", text, want)
			continue
		}
		if got, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "x.ndr:"), "\n"); !strings.HasPrefix(got, want) {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
}
