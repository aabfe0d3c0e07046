package system_test

import (
	"testing"

	"brim/check"
	"brim/engine/system"
	"brim/mdd"
)

// Formulas may name numbers that values stand for, in sums with variables and alone, and bounds may be of them.
func TestNumbers(t *testing.T) {
	b := system.NewBuilder("numbers")
	x, y := b.Variable("x"), b.Variable("y")
	b.Event("both", mdd.Step{Level: x, Effect: mdd.Shift{Below: 3, Delta: 1}},
		mdd.Step{Level: y, Effect: mdd.Shift{Below: 3, Delta: 1}})
	s, err := b.System(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for name, of := range map[string][]int64{"far": {7, 0, 5, 2}, "square": {0, 1, 4, 9}} {
		if i := s.Number(name, 0, of); i < 2 {
			t.Errorf("%s has the index %d of a variable", name, i)
		}
	}
	m := check.OfSystem(s)
	for formula, want := range map[string]check.Result{
		"EF(far = 5 & x = 2)": check.Holds, "AG far <= 7": check.Holds, "EF(square + far = 3)": check.Fails,
		"AG(square + far + y != 12)": check.Holds, "EF(square - y = 6)": check.Holds,
		"A G(square = 9 -> X far = 2)": check.Holds,
	} {
		for _, technique := range check.Techniques(m) {
			q, err := m.Ask(formula, check.Maximal)
			if err != nil {
				t.Fatal(err)
			}
			a, err := check.Decide(t.Context(), m, q, check.Options{Techniques: []check.Technique{technique}})
			if err != nil || a.Known() && a.Result != want || technique.Name() == "symbolic" && !a.Known() {
				t.Errorf("%s: %v by %s (%v)", formula, a, technique.Name(), err)
			}
		}
	}
}
