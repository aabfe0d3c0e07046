package check

import (
	"testing"

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
	m := OfNet(net)
	for formula, want := range map[string]Result{
		"E (X p >= 1 & X q >= 1)":              Fails,
		"A (X p >= 1 -> X (r = 0 & q = 0))":    Holds,
		"A (X p >= 1 -> X !(r >= 1 | q >= 1))": Holds,
		"E X p >= 1":                           Unknown, // there is such a run, which equations do not show
		"A F q >= 1":                           Unknown,
	} {
		question, err := m.Ask(formula, Maximal)
		if err != nil {
			t.Fatal(err)
		}
		a, err := Decide(t.Context(), m, question, Options{Techniques: []Technique{stateEquation{}}})
		if err != nil {
			t.Fatal(err)
		}
		if a.Result != want {
			t.Errorf("%s: %v, want %v", formula, a.Result, want)
		}
	}
}
