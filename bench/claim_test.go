package bench

import (
	"strings"
	"testing"
)

// What cases say together, and which of two values is the smaller one where either may be a bound.
func TestCases(t *testing.T) {
	const far = 2.0
	word := Value{Word: "memory"}
	for _, x := range []struct {
		a, b   Value
		margin float64
		want   speaks
	}{
		{Exactly(1), Exactly(2), far, speaksFor}, {Exactly(2), Exactly(1), far, speaksAgainst}, {Exactly(1), Exactly(1.9), far, speaksNot}, {Exactly(1.9), Exactly(1), far, speaksNot},
		{Exactly(1), Above(2), far, speaksFor}, {Exactly(1), Above(1.5), far, unmeasured}, {Exactly(2), Above(1), far, unmeasured},
		{Above(2), Exactly(1), far, speaksAgainst}, {Above(1), Exactly(2), far, unmeasured}, {Above(1), Above(9), far, unmeasured},
		{Exactly(1), Value{}, far, unmeasured}, {word, Exactly(1), far, unmeasured},
		{Exactly(1), Exactly(1), 1, speaksNot}, {Exactly(1), Exactly(1.001), 1, speaksFor}, {Exactly(1.001), Exactly(1), 1, speaksAgainst},
		{Exactly(1), Above(1), 1, speaksFor}, {Above(1), Exactly(1), 1, speaksAgainst},
	} {
		var c Cases
		c.Less("x", x.a, x.b, x.margin)
		if got := c.list[0].speaks; got != x.want {
			t.Errorf("%v less than %v by %g: %q, want %q", x.a.Text(), x.b.Text(), x.margin, headings[got], headings[x.want])
		}
	}
	for _, x := range []struct {
		cases           string // + for, - against, ~ too close, ? not measured
		all, most, some Answered
	}{
		{"", Undecided, Undecided, Undecided}, {"+", Yes, Yes, Yes}, {"-", No, No, No}, {"~", Undecided, Undecided, Undecided}, {"?", Undecided, Undecided, Undecided},
		{"++-", No, Yes, Yes}, {"+--", No, No, Yes}, {"++~", Undecided, Yes, Yes}, {"--~", No, No, Undecided}, {"++?", Undecided, Yes, Yes}, {"+-?", No, Undecided, Yes}, {"--?", No, No, Undecided}, {"+-", No, No, Yes},
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
			want Answered
		}{{"all", c.All(), x.all}, {"most", c.Most(), x.most}, {"one", c.AtLeast(1), x.some}} {
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
		records = append(records, Record{Suite: s.Name, Cell: c.Name(), Args: c.Args(), Seconds: 60, Run: 1, Outcome: Done, CPU: float64(i + 1)})
	}
	judge := func(a, b int) func(Results) Finding {
		return func(r Results) Finding {
			var c Cases
			c.Less("time", r.Seconds(s.Cells[a].Name()), r.Seconds(s.Cells[b].Name()), Margin)
			return c.All()
		}
	}
	claims := []Claim{
		{Name: "001-x", Paper: "001", Suite: s.Name, Judge: judge(0, 1)}, {Name: "001-y", Paper: "001", Suite: s.Name, Judge: judge(1, 0)},
		{Name: "001-z", Paper: "001", Suite: "other", Judge: judge(0, 1)}, {Name: "000-w", Paper: "000", Reason: "out of scope: so it is"},
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
		{lines(bySuite), []string{"000|none: out of scope, or not here|1|–|–|–", "001|test|2|1|1|0", "001|other|1|0|0|1"}},
		{bySuite.Notes, []string{"no, test: 001-y", "records with warnings, which stand below the tables: test (3)"}},
		{lines(each), []string{"001-x|yes||test", "001-y|no||test", "001-z|undecided||other", "000-w|–||"}},
		{each.Notes[1:], []string{
			`001-x: "" yes: 1 of 1 for it: time 1.00 : 2.00.`, `001-y: "" no: 1 of 1 against it: time 2.00 : 1.00.`, `001-z: "" undecided: nothing of other was measured.`, `000-w: "" –: out of scope: so it is.`,
		}},
	} {
		if got, want := strings.Join(x.got, "\n"), strings.Join(x.want, "\n"); got != want {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
}
