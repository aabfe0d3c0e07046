package board_test

import (
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/equation"
	"brim/petri"
)

// A run that would have to be in two places at once is excluded by the equations, although no state formula of the
// question says so: the automaton does.
func TestEquationExcludesRuns(t *testing.T) {
	b := petri.NewBuilder("choice")
	r, p, q := b.Place("r", 1), b.Place("p", 0), b.Place("q", 0)
	for name, to := range map[string]int{"left": p, "right": q} {
		there, back := b.Transition(name), b.Transition("from "+name)
		b.In(there, r, 1)
		b.Out(there, to, 1)
		b.In(back, to, 1)
		b.Out(back, r, 1)
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	m := model.OfNet(net)
	for formula, want := range map[string]model.Result{
		"E (X p >= 1 & X q >= 1)":              model.Fails,
		"A (X p >= 1 -> X (r = 0 & q = 0))":    model.Holds,
		"A (X p >= 1 -> X !(r >= 1 | q >= 1))": model.Holds,
		"E X p >= 1":                           model.Unknown, // there is such a run, which equations do not show
		"A F q >= 1":                           model.Unknown,
	} {
		question, err := m.Ask(formula, model.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		a, err := check.Decide(t.Context(), m, question,
			board.Options{Techniques: []board.Technique{equation.Technique{}}})
		if err != nil {
			t.Fatal(err)
		}
		if a.Result != want {
			t.Errorf("%s: %v, want %v", formula, a.Result, want)
		}
	}
}
