package syntax

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"brim/malformed"
)

// Each text has one fault; the message must name its position and what was expected.
func TestErrors(t *testing.T) {
	const (
		operand    = "expected a formula, a place or a number"
		untilAlone = "expected brackets with E or A before them, as A(… U …)"
		beside     = "expected brackets, as (p & q) U r or p & (q U r)"
		oneOrEach  = "expected one A or E, before all of it (LTL), or one before each of X, F, G and U (CTL)"
		inside     = "inside of a path formula, which makes it neither CTL nor LTL; " +
			"expected X, F, G, U, R and W alone (LTL), or A or E before each of X, F, G and U (CTL)"
	)
	joined := func(quantifier, op string) string {
		return "which makes all neither CTL nor LTL; expected one A or E before all (LTL), as " + quantifier + "(… " +
			op +
			" …), or A or E before each of X, F, G and U (CTL)"
	}
	for _, c := range []struct{ text, want string }{
		// too little, too much
		{"", `1:1: the formula is empty; expected one, as EF(p = 1)`},
		{" \n ", `2:2: the formula is empty; expected one, as EF(p = 1)`},
		{"EF", `1:3: found the end of the formula; ` + operand},
		{"p &", `1:4: found the end of the formula; ` + operand},
		{"p +", `1:4: found the end of the formula; ` + operand},
		{"& p", `1:1: found "&"; ` + operand},
		{"EF (p = 1 & q >= )", `1:18: found ")"; ` + operand},
		{"p q", `1:3: found "q"; expected an operator or the end of the formula`},
		{"p)", `1:2: found ")"; expected an operator or the end of the formula`},
		{"EF(p", `1:5: found the end of the formula; expected an operator or ")" for the "(" at 1:3`},
		{"\n(\np]", `3:2: found "]"; expected an operator or ")" for the "(" at 2:1`},
		{"p = 1 ; q", `1:7: found the character ";"; expected an operator or the end of the formula`},
		{"\xff", `1:1: found the character "\xff"; ` + operand},
		{"p ->", `1:5: found the end of the formula; ` + operand},
		{"p |", `1:4: found the end of the formula; ` + operand},
		{"!", `1:2: found the end of the formula; ` + operand},
		{"EG", `1:3: found the end of the formula; ` + operand},
		{"AX & p", `1:4: found "&"; ` + operand},
		{"p = ", `1:5: found the end of the formula; ` + operand},
		{"(EF p", `1:6: found the end of the formula; expected an operator or ")" for the "(" at 1:1`},
		{"(EF p))", `1:7: found ")"; expected an operator or the end of the formula`},
		{"]", `1:1: found "]"; ` + operand},
		{"p <=> q", `1:3: found "<=>"; expected a comparison or an operator (equivalence is written <->)`},
		{"EF p = 1 <=> q", `1:10: found "<=>"; expected a comparison or an operator (equivalence is written <->)`},
		{"p => q", `1:3: found "=>"; expected a comparison or an operator (implication is written ->)`},

		// until
		{"E(p U)", `1:6: found ")"; ` + operand},
		{"E(p U ", `1:7: found the end of the formula; ` + operand},
		{"A()", `1:3: found ")"; ` + operand},
		{"E[p U q)", `1:8: found ")"; expected an operator or "]" for the "[" at 1:2`},
		{"E(p, q)", `1:4: found ","; expected an operator or ")" for the "(" at 1:2`},
		{"A(p U q", `1:8: found the end of the formula; expected an operator or ")" for the "(" at 1:2`},
		{"p U q", `1:3: found "U" outside of E( ) and A( ); ` + untilAlone},
		{"q & (p U q)", `1:8: found "U" outside of E( ) and A( ); ` + untilAlone},
		{"p U q & r", `1:3: found "U" beside a connective without brackets; ` + beside},
		{"E(p U q U r)", `1:9: found a second "U"; expected brackets, as p U (q U r)`},
		{"A(p U q W r)", `1:9: found a second "W"; expected brackets, as p U (q W r)`},
		{"A(G p R q U r)", `1:11: found a second "U"; expected brackets, as p R (q U r)`},
		{"A G p U q", `1:7: found "U" outside of E( ) and A( ); ` + untilAlone},
		{"A q U r", `1:5: found "U" behind "A q"; expected brackets around all that "A" speaks of, as A(… U …)`},
		{"E X p W r", `1:7: found "W" behind "E X p"; expected brackets around all that "E" speaks of, as E(… W …)`},

		// connectives next to U, R and W
		{"A(p & q W r)",
			`1:9: found "W" beside a connective without brackets; expected brackets, as (p & q) W r or p & (q W r)`},
		{"A(p R q | r)",
			`1:5: found "R" beside a connective without brackets; expected brackets, as (p & q) R r or p & (q R r)`},
		{"A(G p -> q U r)", `1:12: found "U" beside a connective without brackets; ` + beside},
		{"A(p & q U X r)", `1:9: found "U" beside a connective without brackets; ` + beside},
		{"E((p <-> q U r))", `1:12: found "U" beside a connective without brackets; ` + beside},
		{"A G(p & q U r)", `1:11: found "U" beside a connective without brackets; ` + beside},
		{"EF(p & q U r)", `1:10: found "U" beside a connective without brackets; ` + beside},
		{"A (p U q & r) U p", `1:15: found "U" outside of E( ) and A( ); ` + untilAlone},

		// path formulas
		{"G r", `1:1: found "G" without a quantifier; expected A or E before the path formula, as A G … (LTL)`},
		{"p -> F q", `1:6: found "F" without a quantifier; expected A or E before the path formula, as A F … (LTL)`},
		{"[] <> p", `1:1: found "[]" without a quantifier; expected A or E before the path formula, as A [] … (LTL)`},
		{"A G p & <> q",
			`1:9: found "<>" without a quantifier; expected A or E before the path formula, as A <> … (LTL)`},
		{"A X", `1:4: found the end of the formula; expected a path formula after "X"`},
		{"A (p & X)", `1:9: found ")"; expected a path formula after "X"`},
		{"A G & p", `1:5: found "&"; expected a path formula after "G"`},
		{"A []", `1:5: found the end of the formula; expected a path formula after "[]"`},
		{"A (<> | q)", `1:7: found "|"; expected a path formula after "<>"`},
		{"E G G", `1:6: found the end of the formula; expected a path formula after "G"`},
		{"A X = 1", `1:3: there is no place or proposition "X"; did you mean x?`},
		{"A (G p", `1:7: found the end of the formula; expected an operator or ")" for the "(" at 1:3`},
		{"A [G p)", `1:7: found ")"; expected an operator or "]" for the "[" at 1:3`},
		{"A (G p))", `1:8: found ")"; expected an operator or the end of the formula`},
		{"A G p q", `1:7: found "q"; expected an operator or the end of the formula`},
		{"A G (p, q)", `1:7: found ","; expected an operator or ")" for the "(" at 1:5`},
		{"A ()", `1:4: found ")"; ` + operand},
		{"A X (p + q)", `1:5: found the sum "(p + q)"; expected a comparison with it (=, !=, <, <=, > or >=)`},
		{"A G 3", `1:5: found the number "3"; expected a formula`},
		{"A (p U 3)", `1:8: found the number "3"; expected a formula`},

		// neither CTL nor LTL
		{"EF G p", `1:4: found the path formula "G p" below "EF"; expected A or E before each of X, F, G and U (CTL), or a blank, as E F … (LTL)`},
		{"AG (p -> F q)",
			`1:4: found the path formula "(p -> F q)" below "AG"; expected A or E before each of X, F, G and U (CTL), or a blank, as A G … (LTL)`},
		{"AG (p U q)",
			`1:4: found the path formula "(p U q)" below "AG"; expected A or E before each of X, F, G and U (CTL), or a blank, as A G … (LTL)`},
		{"EF A G F p",
			`1:4: found "A G F p", a formula of LTL, below "EF", which makes all neither CTL nor LTL; expected A or E before each of X, F, G and U (CTL)`},
		{"A (G EF p & F q)", `1:6: found "EF" ` + inside},
		{"A X EF p", `1:5: found "EF" ` + inside},
		{"A F G EX p", `1:7: found "EX" ` + inside},
		{"A (X q | E(p U q))", `1:10: found "E" ` + inside},
		{"E (F q & A G p)", `1:10: found "A" ` + inside},
		{"A AF q", `1:3: found "AF" ` + inside},
		{"A G F later", `1:7: found "later" ` + inside},
		{"A G A X p", `1:5: found "A X p", a formula of LTL, inside of a path formula; ` + oneOrEach},
		{"A (q U A G F p)", `1:8: found "A G F p", a formula of LTL, inside of a path formula; ` + oneOrEach},
		{"A A q", `1:3: found "A q", a formula of LTL, inside of a path formula; ` + oneOrEach},
		{"A G F p & E F q", `1:1: found "A G F p", a formula of LTL, beside "&", ` + joined("A", "&")},
		{"AF q | E F G p", `1:8: found "E F G p", a formula of LTL, beside "|", ` + joined("E", "|")},
		{"q -> A G F p", `1:6: found "A G F p", a formula of LTL, beside "->", ` + joined("A", "->")},
		{"A G F p | A F G q", `1:1: found "A G F p", a formula of LTL, beside "|", ` + joined("A", "|")},
		{"A G F p & q", `1:1: found "A G F p", a formula of LTL, beside "&", ` + joined("A", "&")},

		// names
		{"EF(p1x = 1)", `1:4: there is no place or proposition "p1x"; did you mean P1?`},
		{"idle-1 = 3", `1:1: there is no place or proposition "idle-1"; did you mean idle_1?`},
		{"pcs_21_0 = 3", `1:1: there is no place or proposition "pcs_21_0"; did you mean "P-CS_21_0"?`},
		{"eating_4 & p", `1:1: there is no place or proposition "eating_4"; did you mean eating_1?`},
		{"x-z = 1", `1:3: there is no place or proposition "z"`},
		{"wholly_unlike_all", `1:1: there is no place or proposition "wholly_unlike_all"`},
		{"t1", `1:1: "t1" is a transition; expected a place, a proposition or enabled(t1)`},
		{"enabled(t9, t1)", `1:9: there is no transition "t9"; did you mean t1?`},
		{"enabled(p)", `1:9: there is no transition "p"`},
		{"enabled", `1:8: found the end of the formula; expected ( and transitions after enabled`},
		{"enabled()", `1:9: found ")"; expected the name of a transition`},
		{"enabled(t1 t2)", `1:12: found "t2"; expected a comma or the closing bracket after a transition`},
		{"enabled(t1]", `1:11: found "]"; expected an operator or ")" for the "(" at 1:8`},
		{`p & "abc`, `1:5: found a name without closing quote; ` + operand},
		{`"a\q"`, `1:1: found "\"a\\q\""; expected a name with \" for a quote and \\ for a backslash in it`},
		{"EF loop", `proposition loop2:1:5: the proposition "loop" is defined by itself (loop → loop2 → loop)`},
		{"EF broken", `proposition broken:1:5: found the end of the formula; ` + operand},

		// numbers
		{"3", `1:1: found the number "3"; expected a formula`},
		{"EF p + q", `1:4: found the sum "p + q"; expected a comparison with it (=, !=, <, <=, > or >=)`},
		{"p = (q = r)", `1:5: found the formula "(q = r)"; expected places and numbers around a comparison, +, - or *`},
		{"E(p U q) = 1",
			`1:1: found the formula "E(p U q)"; expected places and numbers around a comparison, +, - or *`},
		{"-true", `1:2: found the formula "true"; expected places and numbers around a comparison, +, - or *`},
		{"p > 9223372036854775808", `1:5: found the number "9223372036854775808"; expected one up to 2^63−1`},
		{"p > -9223372036854775808", `1:6: found the number "9223372036854775808"; expected one up to 2^63−1`},
		{"p * q = 1", `1:3: found a product of places; expected a number as one factor`},
		{"p = 99999999999999999999", `1:5: found the number "99999999999999999999"; expected one up to 2^63−1`},
		{"4611686018427387904*p + 4611686018427387904*p = 1",
			`1:47: a number in the sum exceeds 2^63−1; expected smaller ones`},
		{"3037000500*(3037000500*p) = 1", `1:11: a number in the sum exceeds 2^63−1; expected smaller ones`},
		{"p = 9223372036854775807 + 1", `1:25: a number in the sum exceeds 2^63−1; expected smaller ones`},

		// depth
		{strings.Repeat("(", 100_000), `1:10001: the formula is nested deeper than 10000 levels; expected fewer`},
		{strings.Repeat("!", 100_000), `1:10001: the formula is nested deeper than 10000 levels; expected fewer`},
		{strings.Repeat("p->", 100_000), `1:30001: the formula is nested deeper than 10000 levels; expected fewer`},
		{"p" + strings.Repeat(" <-> q", 100_000),
			`1:60003: the formula is nested deeper than 10000 levels; expected fewer`},
		{strings.Repeat("EX ", 100_000) + "p",
			`1:30001: the formula is nested deeper than 10000 levels; expected fewer`},
		{strings.Repeat("E(p U ", 100_000), `1:30001: the formula is nested deeper than 10000 levels; expected fewer`},
		{strings.Repeat("(p & ", 100_000), `1:25001: the formula is nested deeper than 10000 levels; expected fewer`},
		{strings.Repeat("-", 100_000), `1:10001: the formula is nested deeper than 10000 levels; expected fewer`},
	} {
		f, err := Parse(c.text, "f", testNames())
		want := c.want
		if !strings.HasPrefix(want, "proposition") {
			want = "f:" + want
		}
		var se *malformed.Error
		if f != nil || !errors.As(err, &se) || !strings.HasPrefix(err.Error(), want+"\n") {
			t.Errorf("%.80q\ngot  %v\nwant %s", c.text, err, want)
		}
	}
}

// Where no place is called like a word of the language, the word is explained.
func TestWordErrors(t *testing.T) {
	names := NewLists([]string{"q", "mu"}, []string{"t"}, nil)
	for text, want := range map[string]string{
		"E( U q)":    `1:4: found "U"; expected a formula before it`,
		"E q U q":    `1:5: found "U" behind "E q"; expected brackets around all that "E" speaks of, as E(… U …)`,
		"q & A":      `1:6: found the end of the formula; expected a path formula after "A"`,
		"A GF q":     `1:3: there is no place or proposition "GF"; did you mean G F?`,
		"E = 1":      `1:1: there is no place or proposition "E"`,
		"A (X U q)":  `1:6: found "U"; expected a path formula after "X"`,
		"A (W q)":    `1:4: found "W"; expected a formula before it`,
		"G + q = 2":  `1:1: there is no place or proposition "G"; did you mean EG?`,
		"Ef q":       `1:1: there is no place or proposition "Ef"; did you mean EF?`,
		"AG dedlock": `1:4: there is no place or proposition "dedlock"; did you mean deadlock?`,
		"TRUE":       `1:1: there is no place or proposition "TRUE"; did you mean true?`,
		"enable(t)":  `1:1: there is no place or proposition "enable"; did you mean enabled?`,
		"nu = 1":     `1:1: there is no place or proposition "nu"; did you mean mu?`,
		`"A" = 1`:    `1:1: there is no place or proposition "A"`,
		"or":         `1:1: found "or"; expected a formula, a place or a number`,
		"r":          `1:1: there is no place or proposition "r"`,
	} {
		_, err := Parse(text, "f", names)
		if err == nil || !strings.HasPrefix(err.Error(), "f:"+want+"\n") {
			t.Errorf("%s\ngot  %v\nwant f:%s", text, err, want)
		}
	}
}

// Propositions in propositions are read once, not once for each way to them.
func TestNestedPropositions(t *testing.T) {
	props := map[string]string{"x0": "p"}
	for i := 1; i <= 60; i++ {
		props[fmt.Sprint("x", i)] = fmt.Sprintf("EF x%d & AG x%d", i-1, i-1)
	}
	f, err := Parse("x60", "", NewLists([]string{"p"}, nil, props))
	if err != nil || f.Size() != 181 {
		t.Errorf("size %d, %v", f.Size(), err)
	}
}

// A formula can get deep by propositions in propositions, too.
func TestDeepPropositions(t *testing.T) {
	props := map[string]string{"x0": "p"}
	list := "x0"
	for i := 1; i <= 20; i++ {
		props[fmt.Sprint("x", i)] = strings.Repeat("EX ", 1000) + fmt.Sprint("x", i-1)
		list += fmt.Sprint(" | x", i)
	}
	names := NewLists([]string{"p"}, nil, props)
	for i, want := range map[int]string{
		9: "",
		// The text of x(10-k) starts at level 1001·k + 2.
		10: "proposition x1:1:2971: the formula is nested deeper than 10000 levels; expected fewer\n",
	} {
		_, err := Parse(fmt.Sprint("x", i), "f", names)
		if got := fmt.Sprint(err); err == nil && want != "" || !strings.HasPrefix(got, want) {
			t.Errorf("x%d: %.200s, want %s", i, got, want)
		}
	}
	_, err := Parse(list, "f", names) // each of them after those that it uses
	if want := "f:1:57: the formula is nested deeper than 10000 levels; expected fewer\n"; !strings.HasPrefix(fmt.Sprint(err), want) {
		t.Errorf("all: %.200s, want %s", err, want)
	}
}

// A difference of many places is read in linear time, whatever names it might contain.
func TestLongDifference(t *testing.T) {
	const n = 20_000
	f, err := Parse("p"+strings.Repeat("-q", n)+" = 0", "f", testNames())
	if err != nil || len(f.Terms) != 2 || f.Terms[1].Weight != -n {
		t.Errorf("got %.80v, %v", f, err)
	}
}

// A formula that is damaged anywhere is read, maybe as another one, or refused with a place inside of it.
func TestDamagedAnywhere(t *testing.T) {
	names := testNames()
	for _, text := range []string{
		"EG(E(!eating_3 U \n P1s = P2s & 2*P2s - x-y >= -3)) <-> A[enabled(t1, \"7\") U hungry]\n | !deadlock -> AX " +
			"P-CS_21_0 ≤ 3",
		"A [(p <-> (F U (A U \n X G deadlock))) W [] <> P-CS_21_0 = 3 ] & !E(X E R\n [enabled(t1) -> F F])",
		"A G (p & A(q U E(r U A G EF A)))",
	} {
		damage(t, text, names)
	}
}

func damage(t *testing.T, text string, names Names) {
	if _, err := Parse(text, "x", names); err != nil {
		t.Error(err)
	}
	for n := range len(text) {
		for _, damaged := range []string{text[:n], text[n:], text[:n] + text[n+1:], text[:n+1] + text[n:],
			text[:n] + ")" + text[n:], text[:n] + "(" + text[n:]} {
			f, err := Parse(damaged, "x", names)
			var se *malformed.Error
			switch lines := strings.Split(damaged, "\n"); {
			case err == nil:
				checkRead(t, f, names)
			case !errors.As(err, &se) || f != nil || se.Line < 1 || se.Line > len(lines) ||
				se.Col < 1 || se.Col > len(lines[se.Line-1])+1 || se.Text != lines[se.Line-1]:
				t.Errorf("%q: %v, %v", damaged, f, err)
			}
		}
	}
}

// Long conjunctions and sums are no nesting.
func TestLongFormulas(t *testing.T) {
	const n = 50_000
	for _, text := range []string{
		strings.Repeat("p & ", n) + "q",
		"0 = p" + strings.Repeat(" + q", n),
		"p" + strings.Repeat(" = q", n),
		"p" + strings.Repeat(" <-> q", maxNesting),
		strings.Repeat("(", maxNesting-1) + "p" + strings.Repeat(")", maxNesting-1),
	} {
		f, err := Parse(text, "f", testNames())
		if err != nil {
			t.Errorf("%.20q…: %v", text, err)
			continue
		}
		if g, err := f.Pool().Parse(f.String(), "f", testNames()); g != f {
			t.Errorf("%.20q…: another formula came back, or none: %v", text, err)
		}
	}
}

func TestCaret(t *testing.T) {
	for text, want := range map[string]string{
		"EF (p = 1 & q >= )": "\n  EF (p = 1 & q >= )\n                   ^",
		"!(\n\t  p & ]\n":    "\n  \t  p & ]\n  \t      ^",
		"größe ∧ ]":          "\n  größe ∧ ]\n          ^",
		"p & \x1b[31m]":      "\n  p & \\x1b[31m]\n      ^",
		strings.Repeat("p & ", 50) + "]" + strings.Repeat(" & p", 50): "\n  …" + strings.Repeat("p & ", 9) + "]" +
			strings.Repeat(" & p", 4) + " …\n   " + strings.Repeat(" ", 36) + "^",
	} {
		_, err := Parse(text, "", testNames())
		if err == nil || !strings.HasSuffix(err.Error(), want) || !strings.HasPrefix(err.Error(), "formula:") {
			t.Errorf("%q\ngot  %v\nwant …%s", text, err, want)
		}
	}
}

// What stands before the fault may hold what cannot be shown.
func TestCaretBehindControls(t *testing.T) {
	names := NewLists([]string{"p", "a\rb", "\u202e"}, nil, nil)
	for text, want := range map[string]string{
		"p &\t\"a\rb\" & ]": "\n  p &\t\"a\\rb\" & ]\n     \t         ^",
		"\"\u202e\" & ]":    "\n  \"\\u202e\" & ]\n             ^",
	} {
		_, err := Parse(text, "", names)
		if err == nil || !strings.HasSuffix(err.Error(), want) {
			t.Errorf("%q\ngot  %v\nwant …%s", text, err, want)
		}
	}
}
