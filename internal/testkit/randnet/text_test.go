package randnet_test

import (
	"reflect"
	"strings"
	"testing"

	"brim/internal/testkit/randnet"
	"brim/petri"
)

func TestTextRoundTrip(t *testing.T) {
	for seed := range uint64(200) {
		net := generate(seed, randnet.Config{Open: true, Arbitrary: seed%3 == 0})
		text := randnet.Text(net)
		again, err := randnet.ParseText(net.Name, text)
		if err != nil {
			t.Fatalf("seed %d: %v\n%s", seed, err, text)
		}
		same := net.Name == again.Name && reflect.DeepEqual(net.Places, again.Places) &&
			reflect.DeepEqual(net.Transitions, again.Transitions) && reflect.DeepEqual(net.Units, again.Units)
		if !same {
			t.Errorf("seed %d: read back differently:\n%s\n%s", seed, text, randnet.Text(again))
		}
	}
}

// Reading is more liberal than writing: comments, spacing, lists in any order and
// more than once.
func TestParseText(t *testing.T) {
	net := mustText(t, "# a comment\n\n p a 1 \np\tb 9223372036854775807\r\n"+
		"t x inh: b 5 b 4 pre: a 1 post: b 2 pre: a 1\nt y\np c 0\nt z post: c 1 inh:\n")
	want := `p a 1
p b 9223372036854775807
p c 0
t x pre: a 2 post: b 2 inh: b 4
t y pre: post: inh:
t z pre: post: c 1 inh:
`
	if got := randnet.Text(net); got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if net.Name != "test" {
		t.Errorf("name %q", net.Name)
	}
}

func TestParseTextErrors(t *testing.T) {
	for text, want := range map[string]string{
		"p a":                                   "x:1: a place needs a name and a number of tokens, here are 1 words",
		"p a 1 2":                               "here are 3 words",
		"\np a one":                             `x:2: "one" is not a whole number`,
		"p a 9223372036854775808":               "is not a whole number of 64 bits",
		"p a -1":                                "negative initial marking",
		"p a 1\np a 1":                          `two places are called "a"`,
		"t":                                     "x:1: a transition needs a name",
		"t t\nt t":                              `two transitions are called "t"`,
		"q a 1":                                 `x:1: line begins with "q"`,
		"p a 1\nt t a 1":                        `x:2: expected pre:, post: or inh: before "a"`,
		"p a 1\nt t pre: b 1":                   `x:2: no place "b" above this line`,
		"p a 1\nt t pre: a":                     `arc to place "a" has no weight`,
		"p a 1\nt t pre: a post: a 1":           `"post:" is not a whole number`,
		"p a 1\nt t pre: a 0":                   "weight 0, expected at least 1",
		"p a 1\nt t inh: a 1 a":                 "has no weight",
		"p post: 1\nt t pre: post: 1":           `no place "1" above this line`,
		"t t pre: a 1\np a 1":                   `x:1: no place "a" above this line`,
		"p a 1\nt t pre: a 9999999999999999999": "not a whole number",
	} {
		net, err := randnet.ParseText("x", text)
		if err == nil {
			t.Errorf("%q: read as\n%s", text, randnet.Text(net))
		} else if !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %q, want one with %q", text, err, want)
		}
	}
}

func TestTextPanicsOnNamesOfSeveralWords(t *testing.T) {
	for _, name := range []string{"", "a b", " a", "a\n"} {
		b := petri.NewBuilder("n")
		b.Place(name, 1)
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("no panic for the name %q", name)
				}
			}()
			randnet.Text(net)
		}()
	}
}
