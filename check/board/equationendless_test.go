package board_test

import (
	"flag"
	"testing"

	"brim/check"
	"brim/check/board"
	"brim/check/model"
	"brim/check/technique/equation"
	"brim/petri"
)

var equationPairs = flag.Int("ltl-equation", 60,
	"how many random nets with four questions of LTL for TestEquationOfRuns")

// Where the state equation alone excludes a run, the oracle finds none. A large run is -ltl-equation 8000.
func TestEquationOfRuns(t *testing.T) {
	decided := map[string]int{}
	for seed := range uint64(*equationPairs) {
		x := newLinearRun(seed+1_000_000, 4)
		r, err := decideAll(t.Context(), model.OfNet(x.net), x.questions, []board.Technique{equation.Technique{}},
			false, decided)
		if err := x.look(r.Answers, err); err != nil {
			t.Error(err)
		}
	}
	if t.Logf("%v", decided); decided["equation"] < *equationPairs/4 {
		t.Errorf("%d are decided", decided["equation"])
	}
}

// Runs that would have to go on for ever, or to end, where no firings can be repeated and no marking is dead are
// excluded: of a net that works off what it has, and of one where only a circle goes on.
func TestEndlessRuns(t *testing.T) {
	b := petri.NewBuilder("work")
	todo, busy, done := b.Place("todo", 5), b.Place("busy", 0), b.Place("done", 0)
	p, q := b.Place("p", 1), b.Place("q", 0)
	arcs := func(name string, from, to int) {
		n := b.Transition(name)
		b.In(n, from, 1)
		b.Out(n, to, 1)
	}
	arcs("begin", todo, busy)
	arcs("end", busy, done)
	arcs("there", p, q)
	arcs("back", q, p)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	m := model.OfNet(net)
	for formula, want := range map[string]model.Result{
		"A F G busy = 0":                    model.Unknown, // for the circle goes on while one is busy
		"A (F q >= 1 | F done >= 5)":        model.Holds,   // without the circle all is done
		"A G F (p >= 1 | X true)":           model.Holds,
		"A (G (p >= 1) -> F done >= 5)":     model.Holds,
		"E G p >= 1":                        model.Unknown,
		"E (G (p >= 1) & G (done <= 4))":    model.Fails,
		"E (G F (q >= 1) & G (done <= 4))":  model.Unknown,
		"E (F G (q >= 1) & F G (busy = 1))": model.Fails, // all is worked off, and nobody stays in q
	} {
		for _, paths := range []model.Paths{model.Maximal, model.Infinite} {
			question, err := m.Ask(formula, paths)
			if err != nil {
				t.Errorf("%s: %v", formula, err)
				continue
			}
			a, err := check.Decide(t.Context(), m, question,
				board.Options{Techniques: []board.Technique{equation.Technique{}}})
			if err != nil {
				t.Fatal(err)
			}
			if a.Result != want {
				t.Errorf("%s, %v: %v, want %v", formula, paths, a.Result, want)
			}
		}
	}
}
