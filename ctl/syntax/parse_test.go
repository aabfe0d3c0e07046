package syntax

import (
	"strings"
	"testing"
)

// testNames has ordinary names, names that are words of the language, and names that
// need quotes or could be read as differences.
func testNames() *Lists {
	return NewLists(
		[]string{
			"p", "q", "r", "P1", "P2", "P3", "P1s", "P2s", "P3s", "M1", "pout4", "idle_1", "eating_1", "eating_2",
			"A", "E", "U", "EF", "F", "P-CS_21_0", "x", "x-y", "y", "t10.2", "2nd", "42", `a "b\`, "größe", "or-gate",
			"both",
		},
		[]string{"t1", "t2", "t10.2", "P-in", "t", "7"},
		map[string]string{
			"eating_3": "P1 = 1 & P2 = 0",
			"hungry":   "!eating_3",
			"both":     "p & q",
			"later":    "AF q",
			"live":     "A G F p",
			"loop":     "EF loop2",
			"loop2":    "p | loop",
			"broken":   "p = ",
		})
}

// Texts are read as the formulas that their printed form shows.
func TestParse(t *testing.T) {
	for _, c := range []struct{ text, want string }{
		// the papers' own
		{"E(!eating_2 U eating_1)", "E(!(eating_2 >= 1) U eating_1 >= 1)"},
		{"EG(E(M1 > 0 U (P1s = P2s & P2s = 3)))", "EG E(M1 > 0 U P1s = P2s & P2s = 3)"},
		{"EF(pout4 = 5)", "EF(pout4 = 5)"},
		{"AG(EF(idle_1 = 1))", "AG EF(idle_1 = 1)"},
		{"P1s = P2s = P3s = 3", "P1s = P2s & P2s = P3s & P3s = 3"},

		// spellings
		{"E[p U q]", "E(p >= 1 U q >= 1)"},
		{"E ( p U A[q U r] )", "E(p >= 1 U A(q >= 1 U r >= 1))"},
		{"not p = 1 and q == 1 or ~r <> 1", "!(p = 1) & q = 1 | !(r != 1)"},
		{"¬p∧q∨r → p ↔ q ≠ 1 ∧ q ≤ 2 ∧ r ≥ 2·p",
			"!(p >= 1) & q >= 1 | r >= 1 -> p >= 1 <-> q != 1 & q <= 2 & r >= 2*p"},
		{"p&&q||r", "p >= 1 & q >= 1 | r >= 1"},
		{"EF\n[ p\t]\r\n", "EF(p >= 1)"},
		{"deadlock | true & false", "deadlock | true & false"},

		// what binds more tightly
		{"p | q & r", "p >= 1 | q >= 1 & r >= 1"},
		{"(p | q) & r", "(p >= 1 | q >= 1) & r >= 1"},
		{"p -> q | r", "p >= 1 -> q >= 1 | r >= 1"},
		{"p -> q -> r", "p >= 1 -> q >= 1 -> r >= 1"},
		{"(p -> q) -> r", "(p >= 1 -> q >= 1) -> r >= 1"},
		{"p <-> q <-> r", "p >= 1 <-> q >= 1 <-> r >= 1"},
		{"p <-> (q <-> r)", "p >= 1 <-> (q >= 1 <-> r >= 1)"},
		{"p -> q <-> r -> p", "p >= 1 -> q >= 1 <-> r >= 1 -> p >= 1"},
		{"(p & (q & r)) & p", "p >= 1 & q >= 1 & r >= 1 & p >= 1"},
		{"!p & q", "!(p >= 1) & q >= 1"},
		{"!p = 3", "!(p = 3)"},
		{"!(p)=3", "!(p = 3)"},
		{"EF p & q", "EF(p >= 1) & q >= 1"},
		{"EF p + q = 3 & q", "EF(p + q = 3) & q >= 1"},
		{"AG EF ! AX p", "AG EF !AX(p >= 1)"},
		{"AG !EX deadlock", "AG !EX deadlock"},
		{"A(p | q U r -> p)", "A(p >= 1 | q >= 1 U r >= 1 -> p >= 1)"},

		// sums
		{"2*P1 + P2 - 3 <= P3", "2*P1 + P2 <= P3 + 3"},
		{"P1 - P2 >= -1", "P1 + 1 >= P2"},
		{"P1 - P2 - (P3 - 2) * 3 = 0", "P1 + 6 = P2 + 3*P3"},
		{"-P1 < -P2 * 2", "2*P2 < P1"},
		{"3 <= P1", "3 <= P1"},
		{"0 <= p <= 3", "0 <= p & p <= 3"},
		{"p = p", "true"},
		{"p + q < q + p", "false"},
		{"1 + 1 = 2", "true"},
		{"-1 < 0", "true"},
		{"p = 9223372036854775807", "p = 9223372036854775807"},
		{"((p + q)) * 2 >= (3)", "2*p + 2*q >= 3"},
		{"((p))", "p >= 1"},

		// transitions
		{"enabled(t1)", "enabled(t1)"},
		{"enabled(t2, t1,t2)", "enabled(t1, t2)"},
		{`enabled [ "t10.2", t10.2, P-in, "7" ]`, `enabled(t10.2, "P-in", "7")`},

		// LTL, and what is CTL as well
		{"A G F p", "A G F(p >= 1)"},
		{"E ( F G p )", "E F G(p >= 1)"},
		{"A[]<>p", "A G F(p >= 1)"},
		{"A [] (p -> <> q)", "A G(p >= 1 -> F(q >= 1))"},
		{"A G (p & (q U r))", "A G(p >= 1 & (q >= 1 U r >= 1))"},
		{"A (G p & q)", "A (G(p >= 1) & q >= 1)"},
		{"A !X p = 1", "A !X(p = 1)"},
		{"A ((p & q) U G r)", "A ((p >= 1 & q >= 1) U G(r >= 1))"},
		{"A (p R q)", "A (p >= 1 R q >= 1)"},
		{"E (p W (q R r))", "E (p >= 1 W (q >= 1 R r >= 1))"},
		{"A (X p U q)", "A (X(p >= 1) U q >= 1)"},
		{"A (q)", "A (q >= 1)"},
		{"E q", "E (q >= 1)"},
		{"A X p", "A X(p >= 1)"},
		{"AX p", "AX(p >= 1)"},
		{"A X (p = 1) & A F G q", "A (X(p = 1) & F G(q >= 1))"},
		{"A G p & A F G q", "A (G(p >= 1) & F G(q >= 1))"},
		{"E X p | E (p U q) | E G F q", "E (X(p >= 1) | (p >= 1 U q >= 1) | G F(q >= 1))"},
		{"!A G F p", "E !G F(p >= 1)"},
		{"!(A X p & A G F q) | E F q", "E (!(X(p >= 1) & G F(q >= 1)) | F(q >= 1))"},
		{"live", "A G F(p >= 1)"},
		{"live & A G q", "A (G F(p >= 1) & G(q >= 1))"},
		{"A G p", "AG(p >= 1)"},
		{"A G p & q", "AG(p >= 1) & q >= 1"},
		{"A F (p)", "AF(p >= 1)"},
		{"E []p", "EG(p >= 1)"},
		{"A G EF p", "AG EF(p >= 1)"},
		{"A (G (EF p))", "AG EF(p >= 1)"},
		{"A G A F p", "AG AF(p >= 1)"},
		{"E(p U A G p & q)", "E(p >= 1 U AG(p >= 1) & q >= 1)"},
		{"A ((p U EF q))", "A(p >= 1 U EF(q >= 1))"},
		{"A (A G p U q)", "A(AG(p >= 1) U q >= 1)"},
		{"EF A (G p)", "EF AG(p >= 1)"},
		{"A (G p)", "A (G(p >= 1))"},
		{"A ((p U q))", "A ((p >= 1 U q >= 1))"},
		{"A (p U q)", "A(p >= 1 U q >= 1)"},

		// names
		{"A <> p", "A != p"}, // a place is called A
		{"A F", "A (F >= 1)"},
		{"A G F F", "A G F(F >= 1)"},
		{"A F F & E", "AF(F >= 1) & E >= 1"},
		{"A (X F U q)", "A (X(F >= 1) U q >= 1)"},
		{"A + E = 1 & U", `A + E = 1 & "U" >= 1`},
		{"E(U U A)", `E("U" >= 1 U A >= 1)`},
		{`"EF" & F`, `"EF" >= 1 & F >= 1`},
		{"P-CS_21_0 = 1", `"P-CS_21_0" = 1`},
		{"x-y = 1", `"x-y" = 1`},
		{"x - y = 1", `x = y + 1`},
		{"x -y = 1", `x = y + 1`},
		{"y-x = 1", `y = x + 1`},
		{"x-1 = 0", "x = 1"},
		{"x->y", "x >= 1 -> y >= 1"},
		{"t10.2 = 2nd", "t10.2 = 2nd"},
		{`"42" = 42`, `"42" = 42`},
		{`"a \"b\\" + größe = 1`, `"a \"b\\" + größe = 1`},
		{`"or-gate"`, `"or-gate" >= 1`},

		// propositions
		{"EF eating_3", "EF(P1 = 1 & P2 = 0)"},
		{"hungry | q", "!(P1 = 1 & P2 = 0) | q >= 1"},
		{"both", "p >= 1 & q >= 1"}, // not the place of that name
		{"both = 1", "both = 1"},
	} {
		f, err := Parse(c.text, "", testNames())
		if err != nil {
			t.Errorf("%s\n%v", c.text, err)
			continue
		}
		if f.String() != c.want {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, f, c.want)
		}
		if g, err := f.Pool().Parse(f.String(), "", testNames()); g != f {
			t.Errorf("%s is printed as %v, which reads as %v, %v", c.text, f, g, err)
		}
	}
}

// Numbers of tokens are never negative, so a comparison with a negative constant is true or false.
func TestNegativeConstants(t *testing.T) {
	for text, want := range map[string]bool{
		"P1 >= -1": true, "P1 > -1": true, "P1 != -1": true, "-1 < p + q": true, "-1 <= p": true,
		"P1 = -9223372036854775807": false, "EF(p + 3 = 2 - 3)": false, "p = q = r < -5": false, "AG(p <= -1)": false,
	} {
		f, err := Parse(text, "", testNames())
		if err != nil {
			t.Error(err)
			continue
		}
		if g := Simplify(f, Maximal); g != f.Pool().Bool(want) {
			t.Errorf("%s is simplified to %v", text, g)
		}
	}
}

// colouredNames are Names of which X and A go on in brackets.
type colouredNames struct{ *Lists }

func (c colouredNames) Opens(kind Kind, name string) bool {
	return kind == Places && (name == "X" || name == "A")
}

func (c colouredNames) Wrong(_ Kind, name string) string {
	if strings.Contains(name, "(") {
		return "no such colour: " + name
	}
	return ""
}

// A place with colours that is called X keeps its brackets; a formula in brackets belongs to the operator.
func TestBracketsOfColours(t *testing.T) {
	names := colouredNames{NewLists([]string{"X", "X(3)", `X("a=b")`, "A", "A(3)", "p"}, nil, nil)}
	for text, want := range map[string]string{
		"A G (X(3) = 1)":       `AG("X(3)" = 1)`,
		"EF X(3)":              `EF("X(3)" >= 1)`,
		`EF X("a=b") = 1`:      `EF("X(\"a=b\")" = 1)`,
		"A X (X(3) = 1)":       `A X("X(3)" = 1)`,
		"A X X(3)":             `A X("X(3)" >= 1)`,
		"A X(X)":               "",
		"A X(X = 1)":           "A X(X = 1)",
		"A X(p & X)":           "A X(p >= 1 & X >= 1)",
		"A X(deadlock U p)":    "A X(deadlock U p >= 1)",
		"A X !p":               "A X !(p >= 1)",
		"EF X = 1":             "EF(X = 1)",
		"A G (X(4) = 1)":       "",
		"A(3) = 1":             "",
		"EF A = 1":             "EF(A = 1)",
		"A (p U A)":            "A(p >= 1 U A >= 1)",
		"A X(p >= 1 R A >= 1)": "A X(p >= 1 R A >= 1)",
	} {
		f, err := Parse(text, "", names)
		switch {
		case want == "":
			if err == nil {
				t.Errorf("%s is read as %v", text, f)
			}
		case err != nil || f.String() != want:
			t.Errorf("%s is read as %v, %v", text, f, err)
		default:
			if g, err := f.Pool().Parse(want, "", names); g != f {
				t.Errorf("%s is printed as %v, which reads as %v, %v", text, f, g, err)
			}
		}
	}
}
