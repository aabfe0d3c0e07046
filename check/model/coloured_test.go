package model_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"brim/check"
	"brim/ctl/syntax"
	"brim/petri/coloured"
	"brim/petri/coloured/unfold"
)

// Shorthands for terms.
func colour(sort int, c int64) *coloured.Term {
	return &coloured.Term{Op: coloured.Colour, Sort: sort, Value: c}
}

func variable(v int) *coloured.Term {
	return &coloured.Term{Op: coloured.Bound, Sort: -1, Value: int64(v)}
}

func all(sort int) *coloured.Term { return &coloured.Term{Op: coloured.All, Sort: sort} }

func term(op coloured.Op, args ...*coloured.Term) *coloured.Term {
	return &coloured.Term{Op: op, Sort: -1, Args: args}
}

// constants are those of a sort, whose names are their identifiers.
func constants(names ...string) (list []coloured.Constant) {
	for _, name := range names {
		list = append(list, coloured.Constant{ID: name, Name: name})
	}
	return list
}

// mustNet returns the net of a builder as a model.
func mustNet(t testing.TB, b *coloured.Builder) *check.Model {
	t.Helper()
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return check.OfColoured(net)
}

// traffic is a net of two cars that drive from one place to another: At has pairs of a car and a stop, Seats has three
// tokens without a colour. A car that drives takes a seat or gives one back. Nobody ever breaks down.
//
//	Drive   car c goes from stop s to the next one
//	Board   at the second stop a seat is taken; Leave gives it back
//	Crash   never: two cars are not equal
//	Empty   never has anything in it
func traffic(t testing.TB) *check.Model {
	b := coloured.NewBuilder("traffic")
	dot := b.Dot("dot", "dot")
	car := b.Finite("Car", "Car", constants("red", "blue car"))
	stop := b.Cyclic("Stop", "Stop", constants("s1", "s2", "s3"))
	at := b.Product("At", "At", car, stop)
	c, d, s := b.Variable("c", "c", car), b.Variable("d", "d", car), b.Variable("s", "s", stop)
	pos, seats, taken := b.Place("Pos", at), b.Place("Seats", dot), b.Place("Taken", car)
	empty := b.Place("Empty", stop)
	b.Initial(pos, term(coloured.Tuple, all(car), colour(stop, 0)))
	b.Initial(seats, &coloured.Term{Op: coloured.Times, Sort: -1, Value: 3, Args: []*coloured.Term{colour(dot, 0)}})
	drive := b.Transition("Drive")
	b.Input(pos, drive, term(coloured.Tuple, variable(c), variable(s)))
	b.Output(drive, pos, term(coloured.Tuple, variable(c), term(coloured.Successor, variable(s))))
	board := b.Transition("Board")
	b.Input(pos, board, term(coloured.Tuple, variable(c), colour(stop, 1)))
	b.Input(seats, board, colour(dot, 0))
	b.Output(board, pos, term(coloured.Tuple, variable(c), colour(stop, 1)))
	b.Output(board, taken, variable(c))
	leave := b.Transition("Leave")
	b.Input(taken, leave, variable(c))
	b.Output(leave, seats, colour(dot, 0))
	crash := b.Transition("Crash")
	b.Guard(crash, &coloured.Guard{Test: coloured.And, Args: []*coloured.Guard{
		{Test: coloured.Equal, Left: variable(c), Right: variable(d)},
		{Test: coloured.Unequal, Left: variable(c), Right: variable(d)},
	}})
	b.Input(taken, crash, term(coloured.Sum, variable(c), variable(d)))
	b.Output(crash, empty, variable(s))
	return mustNet(t, b)
}

// Formulas name coloured places and transitions, single ones, and those of the unfolding.
func TestColouredNames(t *testing.T) {
	m := traffic(t)
	for _, c := range []struct {
		formula string
		holds   bool
	}{
		{"Pos = 2 & Seats = 3 & Taken = 0", true},
		{"AG(Pos = 2 & Seats + Taken = 3)", true},
		{"EF(Taken = 3)", true},
		{"EF(Taken(red) = 3 & Taken = 3)", true},
		{`EF(Taken(red) = 1 & Taken("blue car") = 2)`, true},
		{"EF(Taken(red) = 2 & Taken < 2)", false},
		{"Pos(red,s1) = 1 & Pos(red, s2) = 0 & Pos((red,s1)) = 1", true},
		{`Pos("blue car",s1)`, true},
		{`"Pos"(red,s1)`, true},
		{"EF(Pos(red,s1) = 2)", false},
		{"enabled(Drive) & !enabled(Board) & !enabled(Leave)", true},
		{"enabled(Drive(c=red)) & enabled(Drive(c=red, s=s1)) & !enabled(Drive(s=s2))", true},
		{"EF enabled(Board(c=red))", true},
		{"EF enabled(Crash)", false},
		{"EF(Empty > 0 | Empty(s2) > 0)", false},
		{"AG EF enabled(Drive, Crash)", true},
		{"Pos - Pos(red,s1) = 1", true},
		{"2*Pos - Pos(red,s1) = 3 & Pos_red_s1 = 1", true},
		{"EF(Taken_red = 3)", true},
		{"EG(Pos(red,s1) = 1)", true},
		{"EX(Pos(red,s2) = 1) & AX(Pos = 2)", true},
		{"EF deadlock", false},
	} {
		q, err := m.Ask(c.formula, syntax.Maximal)
		if err != nil {
			t.Errorf("%s: %v", c.formula, err)
			continue
		}
		a, err := check.Decide(t.Context(), m, q, check.Options{})
		if err != nil || a.Wrong != nil {
			t.Errorf("%s: %v, %v", c.formula, err, a.Wrong)
			continue
		}
		if want := map[bool]check.Result{true: check.Holds, false: check.Fails}[c.holds]; a.Result != want {
			t.Errorf("%s: %v (%s), want %v", c.formula, a.Result, a.Reason, want)
		}
		again, err := m.Ask(q.String(), syntax.Maximal)
		if err != nil || again.String() != q.String() || again.Asked.String() != q.Asked.String() {
			t.Errorf("%s: written as %s, which is read as %v, %v", c.formula, q, again, err)
		}
	}
}

// A name that is unknown, or colours that are none of the place, have a message with what may be meant.
func TestColouredNamesWrong(t *testing.T) {
	m := traffic(t)
	for formula, want := range map[string]string{
		"EF(Poss = 1)":                          `there is no place or proposition "Poss"; did you mean Pos?`,
		"EF(Pos(red) = 1)":                      "tuple",
		"EF(Taken(reed) = 1)":                   "did you mean red?",
		"EF(Pos(red,s4) = 1)":                   `has no colour "s4"`,
		"enabled(Drive(x=red))":                 `"Drive" has no variable "x"; it has c, s`,
		"enabled(Drive(red))":                   "expected a variable, = and a colour",
		"enabled(Drive(c=red, c=red))":          "has two values",
		"EF(Taken(red = 1":                      "found no end of the bracket",
		"enabled(Drove)":                        "did you mean Drive?",
		"EF(Seats(dot) = 1)":                    "found \"(\"",
		"EF(9223372036854775807*Pos + Pos = 1)": "2^63",
	} {
		_, err := m.Ask(formula, syntax.Maximal)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v; want %s", formula, err, want)
		}
	}
}

// Global properties are about coloured places and transitions; the unfolding alone would answer each of these cases
// differently.
func TestColouredProperties(t *testing.T) {
	// the tokens of Pos change their colours, never their number; Crash and Empty have nothing in the unfolding
	answers(t, traffic(t), map[check.Kind]string{
		check.Deadlock: "fails", check.QuasiLiveness: "fails", check.Liveness: "fails", check.StableMarking: "holds",
		check.OneSafe: "fails",
	})
	// two tokens of different colours in one place are not one-safe; each turns for ever, together they fall
	b := coloured.NewBuilder("ring")
	hue := b.Cyclic("Hue", "Hue", constants("a", "b", "c"))
	x := b.Variable("x", "x", hue)
	ring, out := b.Place("Ring", hue), b.Place("Out", hue)
	b.Initial(ring, term(coloured.Sum, colour(hue, 0), colour(hue, 1)))
	turn := b.Transition("Turn")
	b.Input(ring, turn, variable(x))
	b.Output(turn, out, term(coloured.Successor, variable(x)))
	back := b.Transition("Back")
	b.Input(out, back, variable(x))
	b.Output(back, ring, variable(x))
	m := mustNet(t, b)
	answers(t, m, map[check.Kind]string{
		check.Deadlock: "fails", check.QuasiLiveness: "holds", check.Liveness: "holds", check.StableMarking: "fails",
		check.OneSafe: "fails",
		// each token has 3 hues and 2 places: 6·7/2 pairs, and equal ones are told apart by nothing
		check.States: "21", check.MostInPlace: "2", check.MostInMarking: "2",
		// of the 21 pairs 6 are of equal tokens, where one binding is enabled, else two are
		check.Firings: "36",
	})
	// one token that has all hues in turn: one-safe, and live though no binding is enabled always
	b = coloured.NewBuilder("turn")
	hue = b.Cyclic("Hue", "Hue", constants("a", "b", "c"))
	x = b.Variable("x", "x", hue)
	y := b.Variable("y", "y", hue)
	ring = b.Place("Ring", hue)
	b.Initial(ring, colour(hue, 0))
	turn = b.Transition("Turn")
	b.Input(ring, turn, variable(x))
	b.Guard(turn, &coloured.Guard{Test: coloured.Or, Args: []*coloured.Guard{
		{Test: coloured.Unequal, Left: variable(x), Right: variable(y)},
		{Test: coloured.Equal, Left: variable(x), Right: variable(y)},
	}})
	b.Output(turn, ring, term(coloured.Successor, variable(x)))
	answers(t, mustNet(t, b), map[check.Kind]string{
		check.Deadlock: "fails", check.QuasiLiveness: "holds", check.Liveness: "holds", check.StableMarking: "holds",
		check.OneSafe: "holds",
		// y may be anything, which is a firing of its own each time
		check.States: "3", check.MostInPlace: "1", check.MostInMarking: "1", check.Firings: "9",
	})
	// nothing at all
	answers(t, mustNet(t, coloured.NewBuilder("nothing")), map[check.Kind]string{
		check.QuasiLiveness: "holds", check.Liveness: "holds", check.StableMarking: "fails", check.OneSafe: "holds",
		check.Deadlock: "holds",
	})
}

// answers asks questions of all techniques and of each that decides nets alone.
func answers(t *testing.T, m *check.Model, want map[check.Kind]string) {
	t.Helper()
	var questions []*check.Question
	for kind := check.Deadlock; kind <= check.MostInMarking; kind++ {
		if want[kind] != "" {
			questions = append(questions, &check.Question{Kind: kind})
		}
	}
	for _, only := range []string{"", "symbolic", "explicit", "reduced", "everybody"} {
		o := check.Options{Limits: check.Limits{Memory: 4 << 30, Time: 10 * time.Second}}
		switch only {
		case "":
		case "everybody": // finishes, and all answers are compared
			o.All, o.Time = true, 500*time.Millisecond
		default:
			o.Without = check.AllBut([]string{only})
		}
		told := map[check.Kind]bool{}
		o.Answered = func(q *check.Question, _ *check.Answer) { told[q.Kind] = true }
		r, err := check.DecideAll(t.Context(), m, questions, o)
		if err != nil {
			t.Errorf("%s, %q: %v", m.Name, only, err)
			continue
		}
		for i, q := range questions {
			a := r.Answers[i]
			got := a.Result.String()
			if a.Number != nil {
				got = a.Number.String()
			}
			refused := only == "reduced" && (q.Kind >= check.States || q.Kind == check.Deadlock)
			late := only == "everybody" && got == "unknown" // on a busy machine
			if (got != want[q.Kind] || !told[q.Kind]) && !refused && !late {
				t.Errorf("%s, %q, %v: %s (%s, %v), want %s", m.Name, only, q, got, a.Reason, a.Wrong, want[q.Kind])
			}
		}
	}
}

// The bound of a coloured place is that of the sum over its colours.
func TestColouredBounds(t *testing.T) {
	m := traffic(t)
	q, err := m.ReadProperties(strings.NewReader(`<property-set>`+bound("a", "Pos")+bound("b", "Taken")+bound("c",
		"Empty")+
		bound("d", "Taken", "Seats")+bound("e", "Taken(red)")+`</property-set>`), "bounds", syntax.Maximal,
		syntax.AsWritten)
	if err != nil {
		t.Fatal(err)
	}
	r, err := check.DecideAll(t.Context(), m, q, check.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []string{"2", "3", "0", "3", "3"} {
		if a := r.Answers[i]; a.Number == nil || a.Number.String() != want {
			t.Errorf("%s: %v %s %v, want %s", q[i].ID, a.Number, a.Reason, a.Wrong, want)
		}
	}
}

// bound is a property as the contest's files have it.
func bound(id string, places ...string) string {
	text := "<property><id>" + id + "</id><formula><place-bound>"
	for _, p := range places {
		text += "<place>" + p + "</place>"
	}
	return text + "</place-bound></formula></property>"
}

// An unfolding that passes a limit leaves a question unknown, with the transition that did it.
func TestColouredLimit(t *testing.T) {
	b := coloured.NewBuilder("large")
	n := b.Range("N", "N", 1, 60)
	x, y := b.Variable("x", "x", n), b.Variable("y", "y", n)
	p := b.Place("P", n)
	b.Initial(p, all(n))
	both := b.Transition("Both")
	b.Input(p, both, term(coloured.Sum, variable(x), variable(y)))
	m := mustNet(t, b)
	q, err := m.Ask("EF(P = 1)", syntax.Maximal)
	if err != nil {
		t.Fatal(err)
	}
	_, _, err = m.Unfold(t.Context(), []*check.Question{q},
		check.UnfoldOptions{Limits: unfold.Limits{Transitions: 1000}})
	var limit *unfold.LimitError
	if !errors.As(err, &limit) || !strings.Contains(fmt.Sprint(err), "Both") ||
		!strings.Contains(fmt.Sprint(err), "without a trace") {
		t.Errorf("%v; want a limit that names Both, and what would help", err)
	}
	if s := new(check.Limits).Stop(err); s == nil || s.Kind != check.StopUnfolding ||
		!strings.Contains(s.Error(), "Both") {
		t.Errorf("%v; want a stop that names Both", s)
	}
}
