package mu

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"brim/malformed"
)

// Tests of the reader and the printer.

// A formula is printed in the notation that is read, with few brackets.
func TestPrint(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"true", ""},
		{"<true*>{deadlock}", ""},
		{"⟨true* · a⟩ ν X. ⟨¬b⟩ X", "<true* . a>nu X. <!b>X"},
		{"mu X. {p0} | <true>X", "mu X. {p0 >= 1} | <true>X"},
		{"(mu X. {p0 = 1} | <true>X) & true", ""},
		{"true & mu X. X | true", ""},
		{"<a>(true & false) | <b>true", ""},
		{"∃ d, e ∈ r1(*). <r1(d) . (!(r1(*) | s4(*)))* . s4(d) . r1(e)>true",
			"exists d, e in r1(*). <r1(d) . !(r1(*) | s4(*))* . s4(d) . r1(e)>true"},
		{`exists n in {1, 2}. <"move(n, UP)">true`, "exists n in {1, 2}. <move(n,UP)>true"},
		{`<"odd label" | "a-b" | "true" | "*">true`, `<oddlabel | "a-b" | "true" | "*">true`},
		{"<a**>true", "<a*>true"},
		{"<a . (b | c) . d | e>true", ""},
		{"<(a . b)* . (a | b)*>true", ""},
		{"nu X. (mu Y. <a>X | <b>Y) & <a>X", "nu X. (mu Y. <a>X | <b>Y) & <a>X"},
	} {
		f, err := Parse(c.text, "", names)
		if err != nil {
			t.Errorf("%s: %v", c.text, err)
			continue
		}
		if c.want == "" {
			c.want = c.text
		}
		if got := f.String(); got != c.want {
			t.Errorf("%s: printed %s, want %s", c.text, got, c.want)
		}
	}
}

// Each text has one fault, and the error its position.
func TestErrors(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		{"", "formula:1:1: the formula is empty"},
		{"<a>", "formula:1:4: found the end of the formula; expected a formula"},
		{"<a>X", `formula:1:4: "X" is not bound by mu or nu`},
		{"[a]true", "formula:1:1: found a box; expected a formula"},
		{"!true", `formula:1:1: found "!"; expected a formula (negations of state formulas`},
		{"true &\n  {p0 = }", "formula:2:9: found the end of the formula"},
		{"{p7}", `formula:1:2: there is no place or proposition "p7"`},
		{"{EF p0}", "formula:1:1: a path operator inside of braces"},
		{"{p0", "formula:1:1: found a { without }"},
		{"<a . >true", `formula:1:6: found ">"; expected a label, true, ! or (`},
		{"<!(a . b)>true", "formula:1:2: ! before a sequence or a repetition"},
		{"<send(a>true", "formula:1:6: found a ( without )"},
		{`<"a>true`, "formula:1:2: found a label without closing quote"},
		{"mu true. true", `formula:1:4: found "true"; expected a name`},
		{"mu X true", `formula:1:6: found "true"; expected "."`},
		{"exists d d in {1}. true", `formula:1:10: found "d"; expected "in"`},
		{"exists d, d in {1}. true", `formula:1:11: "d" is there twice`},
		{"exists d in {1, 1}. true", `formula:1:13: the value "1" is there twice`},
		{"exists d in {}. true", `formula:1:13: found "{}"; expected words`},
		{"exists d in a. true", `formula:1:13: found "a"; expected a label with a *`},
		{"true true", `formula:1:6: found "true"; expected &, | or the end`},
		{"<a>true §", "formula:1:9: found the character"},
		{strings.Repeat("(", 2000), "formula:1:501: the formula is nested deeper than 1000 levels"},
		{strings.Repeat("<a>", 2000) + "true", "the formula is nested deeper than 1000 levels"},
	} {
		_, err := Parse(c.text, "", names)
		var wrong *malformed.Error
		if err == nil || !errors.As(err, &wrong) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.text, err, c.want)
		}
	}
}

// Labels that match nothing are errors of Bind, with a suggestion.
func TestBindErrors(t *testing.T) {
	labels := []string{"send(1)", "send(2)", "tau"}
	for _, c := range []struct{ text, want string }{
		{"<sent(1)>true", "formula:1:2: no label is sent(1); did you mean send(1)?"},
		{"<true>\n <!taw>true", "formula:2:4: no label is taw; did you mean tau?"},
		{"exists d in receive(*). <send(d)>true", "formula:1:13: no label is receive(*)"},
		{"exists d in send(*). <receive(d)>true", "formula:1:23: no label is receive(d)"},
		{"exists d, e, f in send(*). true", "formula:1:19: 2 values for 3 names"},
	} {
		f, err := Parse(c.text, "", names)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Bind(labels); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %s", c.text, err, c.want)
		}
	}
	f, err := Parse(`exists d, e in "r_*.*". <"r_d.*" . s_e>true`, "", names)
	if err != nil {
		t.Fatal(err)
	}
	b, err := f.Bind([]string{"r_1.a.b", "r_22.a", "s_1", "s_22", "r_1.c"})
	if err != nil {
		t.Fatal(err)
	}
	if got := fmt.Sprint(b.sets); len(b.roots) != 2 ||
		got != "[[false false false true false] [true false false false true] [false false true false false] [false "+
			"true false false false]]" {
		t.Errorf("%d copies, sets of labels %s", len(b.roots), got)
	}
	for _, text := range []string{"exists d in {1, 3}. <send(d)>true", `<"s*(*)">true`, "<send( 1 )>true"} {
		f, err := Parse(text, "", names)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Bind(labels); err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// A formula that is read is printed so that it is read again as the same, and any other text gives an error.
func FuzzParse(f *testing.F) {
	for _, text := range []string{
		"exists d in r1(*). <true* . r1(d)>nu X. <!s4(d)>X", "mu X. {p0 = 1} | <true>X & (nu Y. <a | b(1)*>Y)",
		`<"a b" . !(true | "*x")>{deadlock}`, "{", "<a(", "∃μν",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g, err := Parse(text, "", names)
		if err != nil {
			return
		}
		printed := g.String()
		again, err := Parse(printed, "", names)
		if err != nil {
			t.Fatalf("%q is printed as %q: %v", text, printed, err)
		}
		if again.String() != printed {
			t.Fatalf("%q is printed as %q and then as %q", text, printed, again)
		}
		_, _ = g.Bind([]string{"a", "b(1)", "r1(d1)", "s4(d1)"})
	})
}
