package syntax

import (
	"testing"

	"pgregory.net/rapid"
)

// What is printed reads back as the same formula, whatever the names are.
func TestPrintedReadsBack(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		names := testNames()
		switch rapid.IntRange(0, 2).Draw(t, "names") {
		case 0:
			names = NewLists([]string{"X", "F", "G", "U", "R", "W", "A", "E", "XX", "EX"}, []string{"A", "X"}, nil)
		case 1:
			some := func(what string) []string {
				return rapid.SliceOfNDistinct(rapid.String(), 1, 4, rapid.ID[string]).Draw(t, what)
			}
			names = NewLists(some("places"), some("transitions"), nil)
		}
		draw := drawFormula
		if rapid.Bool().Draw(t, "LTL") {
			draw = drawQuestion
		}
		f := draw(t, NewPool(), names.places, names.transitions, anyNumbers(), 4)
		text := f.String()
		g, err := f.Pool().Parse(text, "", names)
		if g != f {
			t.Fatalf("%s\nreads back as %v, %v", text, g, err)
		}
	})
}

// No pair of brackets in a printed formula can be left out.
func TestBracketsAreMinimal(t *testing.T) {
	for _, text := range []string{
		"EF(p >= 1)", // brackets of comparisons below path operators may be, by choice
		"p >= 1 & (q >= 1 | !(r = 3)) -> (p >= 1 -> deadlock) -> q >= 1",
		"(p >= 1 <-> q >= 1) -> r >= 1",
		"!(p >= 1 & q >= 1)",
		"!!EX AX E(!EG deadlock & true U p >= 1 -> q >= 1)",
		"p >= 1 <-> (q >= 1 <-> r >= 1)",
		"A G F(p >= 1)",
		"E (G F deadlock & (X deadlock U (p >= 1 R q >= 1)) -> true)",
		"A ((p >= 1 & deadlock) W q >= 1)",
		"E !(p >= 1 | F deadlock)",
		"A (p >= 1 U G deadlock)",
		"A X X true",

		"A (G deadlock)", // AG deadlock without these brackets
		"E ((p >= 1 U q >= 1))",
	} {
		f, err := Parse(text, "", smallNames())
		if err != nil || f.String() != text {
			t.Errorf("%s is printed as %v, %v", text, f, err)
		}
	}
}

// Sums are printed without needless signs and factors.
func TestSumString(t *testing.T) {
	p, q := Ref{0, "p"}, Ref{1, "a b"}
	for want, s := range map[string]Sum{
		"0":                {},
		"-4":               Constant(-4),
		`p + "a b"`:        Tokens(p, q),
		`-2*p + 3*"a b"`:   {Terms: []Term{{p, -2}, {q, 3}}},
		`p - "a b" - 7`:    {Terms: []Term{{p, 1}, {q, -1}}, Const: -7},
		`-p - 5*"a b" + 1`: {Terms: []Term{{p, -1}, {q, -5}}, Const: 1},
	} {
		if s.String() != want {
			t.Errorf("%+v is printed as %s, expected %s", s, s, want)
		}
	}
}
