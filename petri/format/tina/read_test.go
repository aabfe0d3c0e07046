package tina

import (
	"io"
	"reflect"
	"strings"
	"testing"

	"brim/petri/extended"
	"brim/petri/timed"
)

// What each declaration means, by the manual page of the formats.
func TestRead(t *testing.T) {
	p := func(id string, initial int64) extended.Place {
		return extended.Place{ID: id, Initial: initial, Capacity: extended.Unlimited}
	}
	tr := func(id string) extended.Transition { return extended.Transition{ID: id} }
	arc := func(place, transition int, kind extended.Kind, weight int64) extended.Arc {
		return extended.Arc{Place: place, Transition: transition, Kind: kind, Weight: weight}
	}
	labelled := func(p extended.Place, label string) extended.Place { p.Label = label; return p }
	for text, want := range map[string]extended.Net{
		"":             {Name: "x"},
		"# net a\n\n":  {Name: "x"},
		"net {a b}":    {Name: "a b"},
		"\ufeffnet a'": {Name: "a'"},
		"pl p (2K) pl q(3M)\r\npl r": {Name: "x",
			Places: []extended.Place{p("p", 2000), p("q", 3_000_000), p("r", 0)}},
		"tr t p*2 q?3 r?-4 -> q*5 p": {Name: "x",
			Places: []extended.Place{p("p", 0), p("q", 0), p("r", 0)}, Transitions: []extended.Transition{tr("t")},
			Arcs: []extended.Arc{arc(0, 0, extended.Input, 2), arc(1, 0, extended.Read, 3),
				arc(2, 0, extended.Inhibitor, 4),
				arc(1, 0, extended.Output, 5), arc(0, 0, extended.Output, 1)}},
		"pl p (1) t*2 -> u?3 v?-1K w*4": {Name: "x",
			Places: []extended.Place{p("p", 1)}, Transitions: []extended.Transition{tr("t"), tr("u"), tr("v"), tr("w")},
			Arcs: []extended.Arc{arc(0, 0, extended.Output, 2), arc(0, 1, extended.Read, 3),
				arc(0, 2, extended.Inhibitor, 1000),
				arc(0, 3, extended.Input, 4)}},
		"tr {t\\}} : {a {b}" + "}": {}, // no brace in a name without a backslash
		`tr {t\}\\} : {a b} [0,w[ -> {tr}`: {Name: "x",
			Places: []extended.Place{p("tr", 0)}, Transitions: []extended.Transition{{ID: `t}\`, Label: "a b"}},
			Arcs: []extended.Arc{arc(0, 0, extended.Output, 1)}},
		"tr t\nlb p one\npl p : two\npr t u < v w\ntr u tr v tr w nt n 1 {pl r}": {Name: "x",
			Places:      []extended.Place{labelled(p("p", 0), "one")},
			Transitions: []extended.Transition{tr("t"), tr("u"), tr("v"), tr("w")},
			Over: []extended.Priority{{First: 2, Then: 0}, {First: 2, Then: 1}, {First: 3, Then: 0},
				{First: 3, Then: 1}}},
	} {
		net, err := Read(strings.NewReader(text), "dir/x.net")
		if want.Name == "" {
			if err == nil {
				t.Errorf("%q: read without an error", text)
			}
			continue
		}
		if err != nil || !reflect.DeepEqual(net, &timed.Document{Untimed: &want}) {
			t.Errorf("%q: %+v and %v, want %+v", text, net, err, want)
		}
	}
}

// Errors say where they are, what was found and what was expected.
func TestReadErrors(t *testing.T) {
	for text, want := range map[string]string{
		"tra t":                        `1:1: found "tra"; expected net, pl, tr, pr, lb or nt`,
		"{tr} t":                       `1:1: found "tr"; expected net, pl, tr, pr, lb or nt`,
		"PLACE p;":                     `1:1: found "PLACE"; expected net, pl, tr, pr, lb or nt`,
		"tr t p;":                      `1:7: found ";"; expected a name, a number or an arc`,
		"tr":                           `1:3: the file ends here; expected a name`,
		"tr t p q":                     `1:9: the file ends here; expected ->`,
		"tr t p\ntr u":                 `2:1: found "tr"; expected ->`,
		"tr t p -> q -> r":             `1:13: found a second ->; expected one`,
		"tr t p?2 -> q?2":              `1:14: found "?"; expected *, since test and inhibitor arcs lead to a transition`,
		"pl p t?-2 -> u":               `1:7: found "?-"; expected *, since test and inhibitor arcs lead to a transition`,
		"tr t p!2 -> q":                `1:7: stopwatch arcs are not supported; expected *, ? or ?-`,
		"tr t [3,2] p -> q":            `1:6: the time interval of transition "t" is empty; expected an end that is not before the beginning`,
		"tr t [3,3[ p -> q":            `1:6: the time interval of transition "t" is empty; expected an end that is not before the beginning`,
		"tr t [0,w] p -> q":            `1:10: found "]"; expected [ or ], and [ behind w`,
		"tr t [-1,2]":                  `1:7: found "-"; expected a name, a number or an arc`,
		"tr t [1.5,2]":                 `1:7: found "1.5"; expected a whole number from 0 to 2^63−1`,
		"tr t [1,2] p -> q tr t [1,2]": `1:24: transition "t" has a second time interval; expected one`,
		"tr t [0":                      `1:8: the file ends here; expected the comma of the time interval`,
		"tr t [0,":                     `1:9: the file ends here; expected a number or w of the time interval`,
		"pl p (3":                      `1:8: the file ends here; expected )`,
		"pl p (x)":                     `1:7: found "x"; expected a whole number from 0 to 2^63−1`,
		"pl p (2G)":                    `1:7: found "2G"; expected a whole number from 0 to 2^63−1`,
		"pl p (9223372036854775807K)":  `1:7: found "9223372036854775807K"; expected a whole number from 0 to 2^63−1`,
		"pl p (1)\npl p (1)":           `2:6: place "p" has a second marking; expected one`,
		"tr t p*0 -> q":                `1:8: found "0"; expected a whole number from 1 to 2^63−1`,
		"tr t p* -> q":                 `1:9: found "->"; expected a number`,
		"pl {p":                        `1:4: the name in braces has no end; expected }`,
		"pl {} (1)":                    `1:4: a place without a name; expected one`,
		"tr t {} -> p":                 `1:6: an arc to a node without a name; expected one`,
		"tr {}":                        `1:4: a transition without a name; expected one`,
		"lb nothing x tr nothin":       `1:4: there is no place or transition "nothing"; did you mean "nothin"?`,
		"tr t1 pr t1 > t3":             `1:15: there is no transition "t3"; did you mean "t1"?`,
		"tr t pr t":                    `1:10: the file ends here; expected < or >`,
		"tr t pr t > 3":                `1:13: there is no transition "3"`,
		"tr t pr t > ":                 `1:13: the file ends here; expected a transition`,
		"pl a tr a lb a b":             `1:14: "a" is a place and a transition; expected a label in the declaration of one of them`,
		"tr a tr b pr a > b pr b > a":  `transition "a" has priority over itself`,
		"nt n 2 x":                     `1:6: found "2"; expected 0 or 1, and the text of a note`,
	} {
		_, err := Read(strings.NewReader(text), "x.net")
		if err == nil {
			t.Errorf("%q: no error, want %s", text, want)
			continue
		}
		got, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimPrefix(err.Error(), "x.net:"), " "), "\n")
		if got != want && !strings.HasPrefix(got, want+"; this looks like") {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
}

// Intervals of both formats, and what is written of them.
func TestIntervals(t *testing.T) {
	texts := map[string]func(io.Reader, string) (*timed.Document, error){
		"pl p\npl q\ntr a [1,4] p -> q\ntr b ]0,w[ ->\ntr c : l ]2,3[ ->\ntr d [2,2] ->\ntr e ->\npr a > b\n": Read,
		"p 1 1 p 0 n\np 2 2 q 0 n\nt 1 2 a 1 4 n\nt 3 4 b -0 w n\nt 5 6 c n -2 -3 s l e\nt 7 8 d 2 2 n\nt 9 9 e " +
			"0 w n\n" +
			"e p a 1 n\ne a q 1 n\ne a b 1 n\nh x\n": ReadNDR,
	}
	want := []timed.Interval{
		{Low: 1, High: 4}, {High: timed.Infinite, LowOpen: true}, {Low: 2, High: 3, LowOpen: true, HighOpen: true},
		{Low: 2, High: 2},
		timed.Always(),
	}
	for text, read := range texts {
		d, err := read(strings.NewReader(text), "x")
		if err != nil || d.Timed == nil {
			t.Fatalf("%s: %+v, %v", text, d, err)
		}
		if n := d.Timed; !reflect.DeepEqual(n.Intervals, want) || n.Weak || n.Memory != timed.Intermediate ||
			len(n.Over) != 1 {
			t.Errorf("%s: %+v", text, n)
		}
		write := Write
		if d.Net().Places[0].At != nil {
			write = WriteNDR
		} else {
			text = "net x\n" + text
		}
		var b strings.Builder
		if err := write(&b, d); err != nil || b.String() != text {
			t.Errorf("%v, %s\nwant %s", err, b.String(), text)
		}
		d.Timed.Weak = true
		if write(&b, d) == nil {
			t.Error("weak semantics is written")
		}
	}
}
