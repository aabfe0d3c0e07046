package ticks_test

import (
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/engine/ticks"
)

// Techniques of package check answer questions about nets with time as about any system: CTL, LTL and deadlocks of
// Fischer's protocol, whose answers are known. They agree, and witnesses are replayed before they are shown.
func TestQuestions(t *testing.T) {
	for _, c := range []struct {
		wait    int64
		formula string
		holds   bool
	}{
		{3, `AG !("tokens on critical 1" >= 1 & "tokens on critical 2" >= 1)`, true},
		{2, `AG !("tokens on critical 1" >= 1 & "tokens on critical 2" >= 1)`, false},
		{3, `AG EF "tokens on critical 2" >= 1`, true},
		{3, `EF deadlock`, false},
		// time stops until the claim is made
		{3, `A G ("tokens on request 1" >= 1 -> F "tokens on wait 1" >= 1)`, true},
		{3, `A G ("tokens on wait 1" >= 1 -> F "tokens on critical 1" >= 1)`, false},
	} {
		net := ticks.Fischer(2, c.wait)
		m, err := ticks.OfArcs(t.Context(), net)
		if err != nil {
			t.Fatal(err)
		}
		for p, place := range net.Places {
			at := m.Place(p)[0]
			var tokens []int64
			for _, n := range at.Tokens {
				tokens = append(tokens, int64(n))
			}
			m.System.Number("tokens on "+place.ID, at.Variable, tokens)
		}
		model := check.OfSystem(m.System)
		q, err := model.Ask(c.formula, syntax.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		for _, technique := range check.Techniques(model) {
			limit := 200 * time.Millisecond // walks never end where there is nothing to find
			if technique.Name() == "symbolic" {
				limit = 20 * time.Second
			}
			o := check.Options{Techniques: []check.Technique{technique}, Limits: check.Limits{Time: limit}}
			a, err := check.Decide(t.Context(), model, q, o)
			want := check.Fails
			if c.holds {
				want = check.Holds
			}
			if err != nil || a.Result != want && a.Result != check.Unknown {
				t.Errorf("tokens on wait %d, %s: %v by %s, %v", c.wait, c.formula, a.Result, technique.Name(), err)
			}
			if technique.Name() == "symbolic" && a.Result != want {
				t.Errorf("tokens on wait %d, %s: %v (%s)", c.wait, c.formula, a.Result, a.Reason)
			}
		}
	}
}
