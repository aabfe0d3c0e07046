package bench

import (
	"strings"
	"testing"
)

// Cases decide claims: comparisons of values that may be bounds, what all, most or a part of the cases say together,
// and the tables of claims.

// What cases say together, and which of two values is the smaller one where either may be a bound.
func TestCases(t *testing.T) {
	const far = 2.0
	word := Value{Word: "memory"}
	for _, x := range []struct {
		a, b   Value
		margin float64
		want   string
	}{
		{Exactly(1), Exactly(2), far, speaksFor}, {Exactly(2), Exactly(1), far, speaksAgainst},
		{Exactly(1), Exactly(1.9), far, speaksNot}, {Exactly(1.9), Exactly(1), far, speaksNot},
		{Exactly(1), Above(2), far, speaksFor}, {Exactly(1), Above(1.5), far, unmeasured},
		{Exactly(2), Above(1), far, unmeasured},
		{Above(2), Exactly(1), far, speaksAgainst}, {Above(1), Exactly(2), far, unmeasured},
		{Above(1), Above(9), far, unmeasured},
		{Exactly(1), Value{}, far, unmeasured}, {word, Exactly(1), far, unmeasured},
		{Exactly(1), Exactly(1), 1, speaksNot}, {Exactly(1), Exactly(1.001), 1, speaksFor},
		{Exactly(1.001), Exactly(1), 1, speaksAgainst},
		{Exactly(1), Above(1), 1, speaksFor}, {Above(1), Exactly(1), 1, speaksAgainst},
	} {
		var c Cases
		c.Less("x", x.a, x.b, x.margin)
		if got := c.list[0].Speaks; got != x.want {
			t.Errorf("%v less than %v by %g: %q, want %q", x.a.Text(), x.b.Text(), x.margin, got, x.want)
		}
	}
	for _, x := range []struct { // at most a quarter, and at least a quarter, each by a factor of two
		a, b          Value
		most, atLeast string
	}{
		{Exactly(1), Exactly(8), speaksFor, speaksAgainst}, {Exactly(1), Exactly(2), speaksAgainst, speaksFor},
		{Exactly(1), Exactly(7.9), speaksNot, speaksNot}, {Exactly(1), Exactly(2.1), speaksNot, speaksNot},
		{Exactly(1), Above(8), speaksFor, speaksAgainst}, {Exactly(1), Above(7), unmeasured, unmeasured},
		{Above(1), Exactly(2), speaksAgainst, speaksFor}, {Exactly(0), Exactly(1), unmeasured, speaksAgainst},
		{Value{}, Exactly(1), unmeasured, unmeasured},
	} {
		var c Cases
		c.AtMost("x", x.a, x.b, 0.25, far)
		c.AtLeastPart("x", x.a, x.b, 0.25, far)
		if most, least := c.list[0].Speaks, c.list[1].Speaks; most != x.most || least != x.atLeast {
			t.Errorf("%v of %v at most and at least a quarter: %q and %q, want %q and %q",
				x.a.Text(), x.b.Text(), most, least, x.most, x.atLeast)
		}
	}
	for _, x := range []struct { // of times, by a factor of 1.25 and by 10 ms
		a, b Value
		want string
	}{
		{Exactly(0.01), Exactly(0.021), speaksFor}, {Exactly(0.01), Exactly(0.019), speaksNot},
		{Exactly(0.021), Exactly(0.01), speaksAgainst},
		{Exactly(0.019), Exactly(0.01), speaksNot}, {Exactly(0.2), Exactly(0.24), speaksNot},
		{Exactly(0.2), Exactly(0.26), speaksFor},
		{Exactly(0.01), Above(0.015), unmeasured}, {Exactly(0.01), Above(60), speaksFor},
		{Above(60), Exactly(0.01), speaksAgainst},
		{Exactly(0.01), Value{}, unmeasured},
	} {
		var c Cases
		c.Sooner("x", x.a, x.b)
		if got := c.list[0].Speaks; got != x.want {
			t.Errorf("%v sooner than %v: %q, want %q", x.a.Text(), x.b.Text(), got, x.want)
		}
	}
	for _, x := range []struct { // printed alike, but the first pair is too close
		a, b Value
		want string
	}{
		{Exactly(0.0413), Exactly(0.0516), "x 0.041 : 0.052 (0.800388 of it)"},
		{Exactly(0.0405), Exactly(0.052), "x 0.041 : 0.052"},
		{Exactly(1), Exactly(3), "x 1.00 : 3.00"},
	} {
		var c Cases
		if c.Less("x", x.a, x.b, 1.25); c.list[0].text() != x.want {
			t.Errorf("got %q, want %q", c.list[0].text(), x.want)
		}
	}
	for _, x := range []struct {
		cases           string // + for, - against, ~ too close, ? not measured
		all, most, some Decision
	}{
		{"", Undecided, Undecided, Undecided}, {"+", Yes, Yes, Yes}, {"-", No, No, No},
		{"~", Undecided, Undecided, Undecided}, {"?", Undecided, Undecided, Undecided},
		{"++-", No, Yes, Yes}, {"+--", No, No, Yes}, {"++~", Undecided, Yes, Yes}, {"--~", No, No, Undecided},
		{"++?", Undecided, Yes, Yes}, {"+-?", No, Undecided, Yes}, {"--?", No, No, Undecided}, {"+-", No, No, Yes},
	} {
		var c Cases
		for _, sign := range x.cases {
			switch sign {
			case '+', '-':
				c.Add("case", sign == '+', "1")
			case '~':
				c.Less("case", Exactly(1), Exactly(1), Margin)
			case '?':
				c.Missing("case")
			}
		}
		for _, y := range []struct {
			kind string
			got  Finding
			want Decision
		}{{"all", c.All(), x.all}, {"most", c.Most(), x.most}, {"one", c.One(), x.some}} {
			if y.got.Answer != y.want || y.got.Because == "" {
				t.Errorf("%q, %s: %s because %q, want %s", x.cases, y.kind, y.got.Answer, y.got.Because, y.want)
			}
		}
	}
}

// Cases of a kind are counted, and the first ones named; what decided comes first.
func TestFinding(t *testing.T) {
	var c Cases
	for i := range 8 {
		c.Add(strings.Repeat("a", i+1), true, "1")
	}
	c.Add("b", false, "2")
	const want = "1 of 9 against it: b 2; 8 of 9 for it: a 1, aa 1, aaa 1, aaaa 1, aaaaa 1, aaaaaa 1, and 2 more"
	if got := c.All(); got.Because != want {
		t.Errorf("got  %s\nwant %s", got.Because, want)
	}
	claim := Claim{Suite: "none"}
	if got := claim.Find(Results{}); got.Answer != Undecided {
		t.Errorf("a claim without a judge is %s", got.Answer)
	}
}

func TestClaimSheets(t *testing.T) {
	s := numbered(2)
	var records []Record
	for i, c := range s.Cells {
		records = append(records, Record{Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: 60, Run: 1,
			Outcome: Done, CPU: float64(i + 1)})
	}
	judge := func(a, b int) func(Results) Finding {
		return func(r Results) Finding {
			var c Cases
			c.Less("time", r.Seconds(s.Cells[a].Name()), r.Seconds(s.Cells[b].Name()), Margin)
			return c.All()
		}
	}
	claims := []Claim{
		{Name: "001-x", Paper: "001", Suite: s.Name, Judge: judge(0, 1)},
		{Name: "001-y", Paper: "001", Suite: s.Name, Judge: judge(1, 0)},
		{Name: "001-z", Paper: "001", Suite: "other", Judge: judge(0, 1)},
		{Name: "000-w", Paper: "000", Reason: "out of scope: so it is"},
	}
	bySuite, each := ClaimSheets(claims, map[string]Results{s.Name: NewResults(&s, records)})
	lines := func(x *Sheet) (list []string) {
		for _, row := range x.Rows {
			list = append(list, strings.Join(row, "|"))
		}
		return list
	}
	for _, x := range []struct {
		got, want []string
	}{
		{lines(bySuite), []string{"000|none: out of scope, or not here|1|–|–|–", "001|test|2|1|1|0",
			"001|other|1|0|0|1"}},
		{bySuite.Notes, []string{"no, test: 001-y", "records with warnings, which stand below the tables: test (3)"}},
		{lines(each), []string{"001-x|yes||test", "001-y|no||test", "001-z|undecided||other", "000-w|–||"}},
		{each.Notes[1:], []string{
			`001-x: "" yes: 1 of 1 for it: time 1.00 : 2.00.`, `001-y: "" no: 1 of 1 against it: time 2.00 : 1.00.`,
			`001-z: "" undecided: nothing of other was measured.`, `000-w: "" –: out of scope: so it is.`,
		}},
	} {
		if got, want := strings.Join(x.got, "\n"), strings.Join(x.want, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
