package lola

import (
	"reflect"
	"strings"
	"testing"

	"brim/internal/testkit/anything"
	"brim/petri/extended"
)

const buffer = `{ a buffer for two parts }
PLACE
  SAFE 2: buffer, free;
  SAFE: stop; // no promise about the last one
  waiting.room-1;
MARKING free: 1, stop, free;
TRANSITION produce.1
  CONSUME free: 1;
  PRODUCE buffer, waiting.room-1: 3;
TRANSITION consume
  CONSUME buffer: 2, stop: 0; /* nothing
  is taken from stop */
  PRODUCE ;
FORMULA EF buffer = 2
`

// What each part means, by the manual of LoLA.
func TestRead(t *testing.T) {
	net, err := Read(strings.NewReader(buffer), "dir/buffer.lola")
	if err != nil {
		t.Fatal(err)
	}
	p := func(id string, initial int64) extended.Place {
		return extended.Place{ID: id, Initial: initial, Capacity: extended.Unlimited}
	}
	want := &extended.Net{
		Name:        "buffer",
		Places:      []extended.Place{p("buffer", 0), p("free", 2), p("stop", 1), p("waiting.room-1", 0)},
		Transitions: []extended.Transition{{ID: "produce.1"}, {ID: "consume"}},
		Arcs: []extended.Arc{
			{Place: 1, Transition: 0, Kind: extended.Input, Weight: 1},
			{Place: 0, Transition: 0, Kind: extended.Output, Weight: 1},
			{Place: 3, Transition: 0, Kind: extended.Output, Weight: 3},
			{Place: 0, Transition: 1, Kind: extended.Input, Weight: 2},
		},
	}
	if !reflect.DeepEqual(net, want) {
		t.Errorf("%+v\nwant %+v", net, want)
	}
}

// Errors say where they are, what was found and what was expected.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"":                            `1:1: the file ends here; expected PLACE`,
		"place p;":                    `1:1: found "place"; expected PLACE`,
		"PLACE p":                     `1:8: the file ends here; expected , or ;`,
		"PLACE p, p;":                 `1:10: place "p" is declared twice`,
		"PLACE p;\nTRANSITION":        `2:1: found "TRANSITION"; expected a place, or MARKING`,
		"PLACE SAFE x: p;":            `1:12: found "x"; expected a whole number from 0 to 2^63−1`,
		"PLACE p: bool;":              `1:8: a place with a sort belongs to high-level nets, which are not supported; expected , or ;`,
		"SORT s = BOOLEAN;":           `1:1: SORT belongs to high-level nets, which are not supported; expected PLACE`,
		"{ high }\nSORT s = BOOLEAN;": `2:1: SORT belongs to high-level nets, which are not supported; expected PLACE`,
		"PLACE p; MARKING q;":         `1:18: there is no place "q"`,
		"PLACE pqr; MARKING pqs: 1;":  `1:20: there is no place "pqs"; did you mean "pqr"?`,
		"PLACE p; MARKING p: -1;":     `1:21: found "-1"; expected a whole number from 0 to 2^63−1`,
		"PLACE p; MARKING p: 9223372036854775807, p;":                     `1:42: more than 2^63−1 tokens on place "p"`,
		"PLACE p; MARKING ; TRANSITION t STRONG FAIR CONSUME;":            `1:33: fairness assumptions are not supported, since answers of LTL depend on them; expected CONSUME`,
		"PLACE p; MARKING ; TRANSITION t VAR x: s; CONSUME;":              `1:33: VAR belongs to high-level nets, which are not supported; expected CONSUME`,
		"PLACE p; MARKING ; TRANSITION t CONSUME p: 1; CONSUME p;":        `1:47: found "CONSUME"; expected PRODUCE`,
		"PLACE p; MARKING ; TRANSITION t CONSUME p 1;":                    `1:43: found "1"; expected , or ;`,
		"PLACE p; MARKING ; TRANSITION t CONSUME; PRODUCE; x":             `1:51: found "x"; expected TRANSITION or the end of the file`,
		"PLACE p; MARKING ; TRANSITION t CONSUME; PRODUCE;\nTRANSITION t": `2:12: transition "t" is declared twice`,
		"PLACE p; { MARKING": `1:10: the comment has no end; expected }`,
	} {
		_, err := Read(strings.NewReader(text), "x.lola")
		if err == nil {
			t.Errorf("%q: no error, want %s", text, want)
			continue
		}
		if got, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "x.lola:"), "\n"); got != want {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", buffer, "PLACE p;", "SORT s = [0,1];", "PLACE ; MARKING ; TRANSITION t CONSUME ; PRODUCE ;",
		"PLACE a/b, //c\n1; MARKING 1: 1;",
		"{ {", "PLACE p; MARKING p: 1; TRANSITION t WEAK FAIR CONSUME p: 2, p; PRODUCE p;",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything.Read(t, Read, Write, text) })
}
