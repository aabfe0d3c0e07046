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
		{3, `AG !("critical 1" >= 1 & "critical 2" >= 1)`, true},
		{2, `AG !("critical 1" >= 1 & "critical 2" >= 1)`, false},
		{3, `AG EF "critical 2" >= 1`, true},
		{3, `EF deadlock`, false},
		{3, `A G ("request 1" >= 1 -> F "wait 1" >= 1)`, true}, // time stops until the claim is made
		{3, `A G ("wait 1" >= 1 -> F "critical 1" >= 1)`, false},
	} {
		m, err := ticks.OfArcs(t.Context(), ticks.Fischer(2, c.wait))
		if err != nil {
			t.Fatal(err)
		}
		model := check.OfSystem(m.System)
		q, err := model.Ask(c.formula, syntax.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		for _, technique := range check.Techniques(model) {
			o := check.Options{Techniques: []check.Technique{technique}, Limits: check.Limits{Time: 20 * time.Second}}
			a, err := check.Decide(t.Context(), model, q, o)
			want := check.Fails
			if c.holds {
				want = check.Holds
			}
			if err != nil || a.Result != want && a.Result != check.Unknown {
				t.Errorf("wait %d, %s: %v by %s, %v", c.wait, c.formula, a.Result, technique.Name(), err)
			}
			if technique.Name() == "symbolic" && a.Result != want {
				t.Errorf("wait %d, %s: %v (%s)", c.wait, c.formula, a.Result, a.Reason)
			}
		}
	}
}
