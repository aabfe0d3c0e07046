package tables

import (
	"testing"

	"brim/check"
)

// The bounds of the column B-Fix of Table 1 of [DVB14].

// The bounds of B-Fix decide, and none that is less: one step less leaves the verdict unknown, and what is certain
// within fewer steps stays certain within more.
func TestLeastBounds(t *testing.T) {
	lines, _ := table1Lines(testing.Short())
	for _, l := range lines {
		m, err := check.Load(t.Context(), l.model)
		if err != nil {
			t.Fatal(err)
		}
		q, err := m.Ask(l.property, check.Infinite)
		if err != nil {
			t.Fatal(err)
		}
		q.Trace = false
		for bound, want := range map[int]check.Result{l.search.fixed: check.Holds, l.search.fixed - 1: check.Unknown} {
			o := check.Options{Techniques: []check.Technique{check.Symbolic{Strategy: "fix", Bound: bound}}}
			a, err := check.Decide(t.Context(), m, q, o)
			if err != nil {
				t.Fatal(err)
			}
			if a.Result != want {
				t.Errorf("%s within %d steps: %v, want %v", l.model, bound, a.Result, want)
			}
		}
	}
}
