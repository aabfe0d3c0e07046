package andl

import (
	"reflect"
	"strings"
	"testing"

	"brim/internal/testkit/anything"
	"brim/petri/extended"
)

// What conditions and updates mean.
func TestRead(t *testing.T) {
	arc := func(kind extended.Kind, weight int64) extended.Arc { return extended.Arc{Kind: kind, Weight: weight} }
	for text, want := range map[string][]extended.Arc{
		": :":                     nil,
		": : [p - 2]":             {arc(extended.Input, 2)},
		": : [p + 2 * n - 1]":     {arc(extended.Output, 5)},
		": : [p - n - 1]":         {arc(extended.Input, 4)},
		": : [p - (n - 1)]":       {arc(extended.Input, 2)},
		": : [p + 1 - 1]":         nil,
		": : [p + 1] & [p - 1]":   {arc(extended.Output, 1), arc(extended.Input, 1)},
		": : [p = 0]":             {arc(extended.Reset, 1)},
		": : [p = n]":             {arc(extended.Reset, 1), arc(extended.Output, 3)},
		": [p >= 2] :":            {arc(extended.Read, 2)},
		": [p > n / 3] :":         {arc(extended.Read, 2)},
		": [p >= 0] :":            nil,
		": [p < 2] :":             {arc(extended.Inhibitor, 2)},
		": [p <= 0] :":            {arc(extended.Inhibitor, 1)},
		": [p = 0] :":             {arc(extended.Inhibitor, 1)},
		": [p = n] :":             {arc(extended.Read, 3), arc(extended.Inhibitor, 4)},
		": [p == 1] & [p > 0] : ": {arc(extended.Read, 1), arc(extended.Inhibitor, 2), arc(extended.Read, 1)},
	} {
		net, err := Read(strings.NewReader("xpn [a net] { constants: all: int n = 3; places: p = -(1 - n); "+
			"transitions: t "+text+" ; }"), "x.andl")
		if err != nil {
			t.Errorf("%q: %v", text, err)
			continue
		}
		if !reflect.DeepEqual(net.Arcs, want) || net.Name != "a net" || net.Places[0].Initial != 2 ||
			net.Transitions[0].ID != "t" {
			t.Errorf("%q: %+v", text, net)
		}
	}
}

// Errors say where they are, what was found and what was expected.
func TestReadErrors(t *testing.T) {
	in := func(arcs string) string { return "pn [x] { places: p = 1; transitions:\nt " + arcs }
	for text, want := range map[string]string{
		"":                                  `1:1: the file ends here; expected pn or xpn, and the name of the net in brackets`,
		"spn [x]":                           `1:1: stochastic nets, of the class spn, are not supported; expected pn or xpn`,
		"colpn [x]":                         `1:1: coloured nets, of the class colpn, are not supported; expected pn or xpn`,
		"pn x":                              `1:4: found "x"; expected "["`,
		"pn [x":                             `1:5: the name of the net has no end; expected ]`,
		"pn [x] { functions:":               `1:10: found "functions"; expected constants, places, transitions or }`,
		"pn [x] { constants: double x = 1;": `1:21: constants of the type double are not supported; expected int`,
		"pn [x] { constants: int x = y;":    `1:29: found "y"; expected a number or a constant`,
		"pn [x] { constants: int x = 7/2;":  `1:30: 7 is no multiple of 2; expected a quotient that is a whole number`,
		"pn [x] { constants: int x = 7/0;":  `1:30: 7 is no multiple of 0; expected a quotient that is a whole number`,
		"pn [x] { constants: int x = 9223372036854775807*2;": `1:48: the number is too large; expected at most 2^63−1`,
		"pn [x] { constants: int x = 9223372036854775807+2;": `1:48: the number is too large; expected at most 2^63−1`,
		"pn [x] { places: continuous: p = 1;":                `1:18: continuous places are not supported; expected discrete ones`,
		"pn [x] { places: p = 1; p = 2;":                     `1:25: "p" is declared twice; names of places, transitions and constants differ`,
		"pn [x] { places: p = 0 - 1;":                        `1:22: place "p" has -1 tokens; expected at least 0`,
		"pn [x] { places: 1p = 0;":                           `1:18: found "1p"; expected the name of a place`,
		"pn [x] { transitions: stochastic:":                  `1:23: stochastic transitions are not supported; expected transitions without a group`,
		"pn [x] { } }":                                       `1:12: found "}"; expected the end of the file`,
		in(": : [q + 1];"):                                   `2:8: there is no place "q" above`,
		in(": : [p ! 1];"):                                   `2:10: found "!"; expected +, - or =`,
		in(": : [p + p];"):                                   `2:12: weights that depend on the marking, as here on "p", are not supported; expected a number or a constant`,
		in(": [p < 0] :;"):                                   `2:8: the condition never holds; expected one that can`,
		in(": [p = 0 - 1] :;"):                               `2:8: the condition never holds; expected one that can`,
		in(": [p != 1] :;"):                                  `2:8: found "!="; expected >=, >, <, <= or =`,
		in(": : [p + 1] [p - 1];"):                           `2:15: found "["; expected & or ;`,
		in(": : [p = 0 - 1];"):                               `2:10: a place gets -1 tokens; expected at least 0`,
		in(": : [p + 1] : 0.5;"):                             `2:15: found ":"; expected & or ;`,
		"/* pn [x]":                                          `1:1: the comment has no end; expected */`,
	} {
		_, err := Read(strings.NewReader(text), "x.andl")
		if err == nil {
			t.Errorf("%q: no error, want %s", text, want)
			continue
		}
		if got, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "x.andl:"), "\n"); got != want {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
}

// Brackets that nest a million times are an error, not the end of the stack.
func TestDepth(t *testing.T) {
	_, err := Read(strings.NewReader("pn [x] { places: p = "+strings.Repeat("(", 1_000_000)), "x.andl")
	if err == nil || !strings.Contains(err.Error(), "nest too deep") {
		t.Errorf("%.200v", err)
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", "pn [x] { }", "xpn [x y] { constants: a: int n = (1+2)*3/1-4; places: discrete: p = n; " +
			"q=0;\ntransitions: t : [p>=1]&[q<2] : [p-1]&[q+1]&[q=0]; }",
		"pn [x] { places: p = 1; transitions: t : [p = 0] : [p = 3]; u::; } // end", "spn [x]",
		"pn [x] { constants: double", "/*",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything.Read(t, Read, Write, text) })
}
