package petrify

import (
	"reflect"
	"strings"
	"testing"

	"brim/internal/testkit/anything"
	"brim/petri/extended"
)

// A signal transition graph with choices, instances and dummies.
const choice = `# a comment
.model choice of two
.mode SELFTIMED
.initial state !a b
.inputs a b
.outputs c
.dummy eps
.graph
p0 a+ b+ eps/1   # a choice
a+ c+
c+ p1
b+/0 c+/1
c+/1 p1(2)
p1 a-
a- eps
eps/1 p0
p2
.capacity p1=3 <a+,c+>=1
.marking { p0=2
 <a-,eps> }
.end
anything
`

func TestRead(t *testing.T) {
	net, err := Read(strings.NewReader(choice), "x.g")
	if err != nil {
		t.Fatal(err)
	}
	p := func(id string, initial, capacity int64) extended.Place {
		return extended.Place{ID: id, Initial: initial, Capacity: capacity}
	}
	tr := func(id string) extended.Transition { return extended.Transition{ID: id} }
	silent := func(id string) extended.Transition { return extended.Transition{ID: id, Silent: true} }
	arc := func(kind extended.Kind, place, transition int, weight int64) extended.Arc {
		return extended.Arc{Place: place, Transition: transition, Kind: kind, Weight: weight}
	}
	want := &extended.Net{
		Name: "choice of two",
		Places: []extended.Place{p("p0", 2, -1), p("<a+,c+>", 0, 1), p("p1", 0, 3), p("<b+,c+/1>", 0, -1),
			p("<a-,eps>", 1, -1),
			p("p2", 0, -1)},
		Transitions: []extended.Transition{tr("a+"), tr("b+"), silent("eps/1"), tr("c+"), tr("c+/1"), tr("a-"),
			silent("eps")},
		Arcs: []extended.Arc{
			arc(extended.Input, 0, 0, 1), arc(extended.Input, 0, 1, 1), arc(extended.Input, 0, 2, 1),
			arc(extended.Output, 1, 0, 1), arc(extended.Input, 1, 3, 1),
			arc(extended.Output, 2, 3, 1),
			arc(extended.Output, 3, 1, 1), arc(extended.Input, 3, 4, 1),
			arc(extended.Output, 2, 4, 2),
			arc(extended.Input, 2, 5, 1),
			arc(extended.Output, 4, 5, 1), arc(extended.Input, 4, 6, 1),
			arc(extended.Output, 0, 2, 1),
		},
	}
	if !reflect.DeepEqual(net, want) {
		t.Errorf("%+v\nwant %+v", net, want)
	}
}

// Errors say where they are, what was found and what was expected.
func TestReadErrors(t *testing.T) {
	graph := ".outputs a b\n.graph\na+ p\np b+\n"
	for text, want := range map[string]string{
		"":                             `1:1: the file ends without .graph; expected one`,
		"p a+":                         `1:1: found "p"; expected .model, .inputs, .outputs, .internal, .dummy or .graph`,
		".foo":                         `1:1: found ".foo"; expected .model, .inputs, .outputs, .internal, .dummy or .graph`,
		".state graph":                 `1:1: graphs of states are not supported; expected .graph and a net`,
		".inputs a {":                  `1:11: found "{"; expected the name of a signal or an event`,
		".inputs a\n.dummy a":          `2:8: "a" is declared by .inputs and by .dummy; expected one of them`,
		".graph\na+ p":                 `2:1: the signal or event of "a+" is not declared; expected it in .inputs, .outputs, .internal or .dummy`,
		".dummy a\n.graph\na+ p":       `3:1: the signal or event of "a+" is not declared; expected it in .inputs, .outputs, .internal or .dummy`,
		".graph\np q":                  `2:3: an arc between the places "p" and "q"; expected a transition`,
		graph + "a+ b+\na+ b+":         `6:4: a second arc from "a+" to "b+"; expected one`,
		graph + "a+ b+(2)":             `5:4: an arc between two transitions with a weight; expected a place between them`,
		graph + "a+ p(0)":              `5:6: found "0"; expected a whole number from 1 to 2^63−1`,
		graph + "a+ p(2":               `5:7: the file ends here; expected )`,
		graph + "a+/x p":               `5:4: found "x"; expected a whole number from 0 to 2^63−1`,
		graph + ".inputs c":            `5:1: found ".inputs"; expected a node, .marking, .capacity or .end`,
		graph + ".marking p":           `5:10: found "p"; expected {`,
		graph + ".marking { p":         `5:13: the file ends here; expected a place or }`,
		graph + ".marking { q }":       `5:12: there is no place "q" in the graph`,
		graph + ".marking { <a+,b+> }": `5:12: there is no place "<a+,b+>" in the graph`,
		graph + ".marking { <a+,q> }":  `5:16: found "q"; expected a transition`,
		graph + ".marking { p=x }":     `5:14: found "x"; expected a whole number from 0 to 2^63−1`,
		graph + ".marking { p p }":     `5:14: the tokens of place "p" are given twice; expected them once`,
		graph + ".marking { p } q":     `5:16: found "q"; expected the end of the line`,
		graph + ".capacity p":          `5:12: the file ends here; expected =`,
		graph + ".capacity p\n.end":    `5:12: the line ends here; expected =`,
	} {
		_, err := Read(strings.NewReader(text), "x.g")
		if err == nil {
			t.Errorf("%q: no error, want %s", text, want)
			continue
		}
		if got, _, _ := strings.Cut(strings.TrimPrefix(err.Error(), "x.g:"), "\n"); got != want {
			t.Errorf("%q: %s\nwant %s", text, got, want)
		}
	}
}

func FuzzRead(f *testing.F) {
	for _, text := range []string{
		"", choice, ".graph\n.marking { }\n.end", ".outputs a b\n.graph\na b\n.marking {<a,b>=2}",
		".dummy d\n.graph\nd/1 p(3)\np d/2\n", ".state graph",
		".inputs a-\n.graph\na-+ a--\n",
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) { anything.Read(t, Read, Write, text) })
}
