package syntax

import "testing"

// testNames has ordinary names, names that are words of the language, and names that
// need quotes or could be read as differences.
func testNames() *Lists {
	return NewLists(
		[]string{
			"p", "q", "r", "P1", "P2", "P3", "P1s", "P2s", "P3s", "M1", "pout4", "idle_1", "eating_1", "eating_2",
			"A", "E", "U", "EF", "F", "P-CS_21_0", "x", "x-y", "y", "t10.2", "2nd", "42", `a "b\`, "größe", "or-gate", "both",
		},
		[]string{"t1", "t2", "t10.2", "P-in", "t", "7"},
		map[string]string{
			"eating_3": "P1 = 1 & P2 = 0",
			"hungry":   "!eating_3",
			"both":     "p & q",
			"loop":     "EF loop2",
			"loop2":    "p | loop",
			"broken":   "p = ",
		})
}

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
		{"¬p∧q∨r → p ↔ q ≠ 1 ∧ q ≤ 2 ∧ r ≥ 2·p", "!(p >= 1) & q >= 1 | r >= 1 -> p >= 1 <-> q != 1 & q <= 2 & r >= 2*p"},
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

		// names
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
