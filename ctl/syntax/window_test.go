package syntax

import (
	"strings"
	"testing"
)

// clocked are names of a model with time.
type clocked struct{ *Lists }

func (clocked) HasTime() bool { return true }

// Formulas with times are printed as they are read, are copied and negated with their times, and differ by them.
func TestWindows(t *testing.T) {
	lists := NewLists([]string{"p", "q"}, []string{"t"}, nil)
	pool := NewPool()
	for text, negated := range map[string]string{
		"EF[2,5] deadlock":                 "AG[2,5] !deadlock",
		"AG[0,inf)(p >= 1)":                "EF[0,inf)(p < 1)",
		"AF[3,3](p = 2 & q >= 1)":          "EG[3,3](p != 2 | q < 1)",
		"EG[1,4] EF[0,2] timelock":         "AF[1,4] AG[0,2] !timelock",
		"AG !timelock":                     "EF timelock",
		"E(p = 1 U[2,5] q = 1)":            "!E(p = 1 U[2,5] q = 1)",
		"A(p = 1 U[0,inf) EF[1,2](q = 1))": "!A(p = 1 U[0,inf) EF[1,2](q = 1))",
	} {
		f, err := pool.Parse(text, "", clocked{lists})
		if err != nil {
			t.Errorf("%s: %v", text, err)
			continue
		}
		if f.String() != text || NewPool().Copy(f).String() != text || f.Map((*Pool).Copy).String() != text {
			t.Errorf("%s is %v, copied %v", text, f, NewPool().Copy(f))
		}
		if not := NNF(pool.Not(f)); not.String() != negated || NNF(pool.Not(not)) != NNF(f) {
			t.Errorf("!%s is %v, expected %s", text, not, negated)
		}
	}
	if f, err := pool.Parse("EF[1,INF] p", "", clocked{lists}); err == nil {
		t.Errorf("%v was read", f)
	}
	for text, want := range map[string]string{
		"EF[2,1] p":              "formula:1:4: found times from 2 to 1; expected the smaller one first",
		"EX[1,2] p":              `formula:1:3: found times behind "EX"; expected EF, EG, AF, AG or U before them`,
		"EF[1,2) p":              `formula:1:7: found ")"; expected the end of the times, as in EF[2,5] or EF[2,inf)`,
		"EF[1,p] q":              `formula:1:6: found "p"; expected a time, a number or inf`,
		"AF[1,9999999999999999]": "formula:1:6: found the time 9999999999999999; expected one up to 2^40",
		"A(p R[1,2] q)":          `formula:1:6: found times behind "R"; expected EF, EG, AF, AG or U before them`,
		"p U[1,2] q":             `formula:1:4: found times behind a "U" that is not in E( ) or A( ); expected one as E(p U[2,5] q)`,
		"A(F p U[1,2] q)":        "formula:1:8: found times in a formula of LTL; expected one of CTL, as E(p U[2,5] q)",
		"A(p & (p U[1,2] q))":    `formula:1:11: found times behind a "U" that is not in E( ) or A( ); expected one as E(p U[2,5] q)`,
		"E F[1,2] p":             `formula:1:6: found ","; expected an operator or "]" for the "[" at 1:4`,
	} {
		if _, err := pool.Parse(text, "", clocked{lists}); err == nil || strings.Split(err.Error(), "\n")[0] != want {
			t.Errorf("%s: %v, expected %s", text, err, want)
		}
	}
	for _, text := range []string{"EF[1,2] p", "AG !timelock"} {
		if _, err := pool.Parse(text, "", lists); err == nil || !strings.Contains(err.Error(), "time") {
			t.Errorf("%s without time: %v", text, err)
		}
	}
	if f, err := pool.Parse("EF [p = 1]", "", lists); err != nil || f.String() != "EF(p = 1)" {
		t.Errorf("EF [p = 1] is %v, %v", f, err)
	}
}
