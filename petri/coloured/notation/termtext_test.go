package notation_test

import (
	"testing"

	"brim/internal/testkit/sketch"
	. "brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// Short names for what the tables below are made of.
var (
	v, c, sum, minus, all, many   = sketch.Variable, sketch.ColourOf, sketch.Sum, sketch.Minus, sketch.All, sketch.Times
	tuple, succ, pred, test, both = sketch.Tuple, sketch.Successor, sketch.Predecessor, sketch.Compare, sketch.Connect
)

const (
	seat, step, pair, dot, sides = sketch.Seat, sketch.Step, sketch.Pair, sketch.Dot, sketch.Sides
	x, y, i, j                   = sketch.X, sketch.Y, sketch.I, sketch.J
)

func TestTermText(t *testing.T) {
	for _, want := range []struct {
		sort int
		text string
		term *Term
	}{
		{seat, "ada", c(seat, 0)},
		{step, "3", c(step, 2)},
		{seat, "x++", succ(v(x))},
		{seat, "x++++", succ(succ(v(x)))},
		{seat, "x--", pred(v(x))},
		{step, "i + j", sum(v(i), v(j))},
		{seat, "all", all()},
		{seat, "2'x", many(2, v(x))},
		{seat, "2'(3'x)", many(2, many(3, v(x)))},
		{seat, "all - x", minus(many(1, all()), many(1, v(x)))},
		{seat, "2'(x + y)", many(2, many(1, sum(v(x), v(y))))},
		{seat, "2'(x + y)", many(2, sum(v(x), v(y)))},
		{seat, "2'all", many(2, all())},
		{seat, "empty", sum()},
		{seat, "x", sum(v(x))},
		{seat, "2'x + y + eve", sum(many(2, v(x)), sum(v(y), c(seat, 2)))},
		{seat, "all - x", minus(all(), v(x))},
		{seat, "all - x - y", minus(minus(all(), v(x)), v(y))},
		{seat, "all - (x - y)", minus(all(), minus(v(x), v(y)))},
		{seat, "all - (x + y)", minus(all(), sum(v(x), v(y)))},
		{seat, "x + (all - y)", sum(v(x), minus(all(), v(y)))},
		{seat, "all - x + y", sum(minus(all(), v(x)), v(y))},
		{pair, "2'(x,i++) + all", sum(many(2, tuple(v(x), succ(v(i)))), all())},
		{pair, "(all - x,1 + 2'4)", tuple(minus(all(), v(x)), sum(c(step, 0), many(2, c(step, 3))))},
		{dot, "3'dot", many(3, c(dot, 0))},
	} {
		b := sketch.Seats()
		b.Place("p", want.sort)
		b.Transition("t")
		b.Output(0, 0, want.term)
		net, err := b.Net()
		if err != nil {
			t.Fatalf("%s: %v", want.text, err)
		}
		if got := notation.Term(net, net.Transitions[0].Post[0].Term); got != want.text {
			t.Errorf("got %s, want %s", got, want.text)
		}
	}
}

func TestGuardText(t *testing.T) {
	p, q, r := test(Equal, v(x), succ(v(y))), test(Less, v(i), c(step, 2)), test(Unequal, v(x), c(seat, 0))
	side := &Term{Op: BlockOf, Sort: sides, Args: []*Term{v(i)}}
	for _, want := range []struct {
		text  string
		guard *Guard
	}{
		{"x = y++", p},
		{"x = y++ & i < 3 & x != ada", both(And, p, both(And, q, r))},
		{"x = y++ & (i < 3 | x != ada)", both(And, p, both(Or, q, r))},
		{"x = y++ & i < 3 | x != ada", both(Or, both(And, p, q), r)},
		{"!(x = y++)", both(Not, p)},
		{"!(x = y++ & i < 3)", both(Not, both(And, p, q))},
		{"!!(x = y++)", both(Not, both(Not, p))},
		{"x = y++ -> i < 3", both(Imply, p, q)},
		{"(x = y++ -> i < 3) -> x != ada", both(Imply, both(Imply, p, q), r)},
		{"x = y++ -> (i < 3 -> x != ada)", both(Imply, p, both(Imply, q, r))},
		{"(x = y++ -> i < 3) | x != ada", both(Or, both(Imply, p, q), r)},
		{"side(i) = high", test(Equal, side, c(sides, 1))},
		{"i <= 3 & j > i & i >= 1", both(And, test(LessEqual, v(i), c(step, 2)), test(Greater, v(j), v(i)),
			test(GreaterEqual, v(i), c(step, 0)))},
		{"true", &Guard{Test: True}},
	} {
		b := sketch.Seats()
		b.Transition("t")
		b.Guard(0, want.guard)
		net, err := b.Net()
		if err != nil {
			t.Fatalf("%s: %v", want.text, err)
		}
		if got := notation.Guard(net, net.Transitions[0].Guard); got != want.text {
			t.Errorf("got %s, want %s", got, want.text)
		}
	}
}

func TestMultisetText(t *testing.T) {
	net, err := sketch.Seats().Net()
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []struct {
		sort int
		text string
		m    Multiset
	}{
		{seat, "empty", nil},
		{seat, "ada + 2'eve", Multiset{2: 2, 0: 1}},
		{seat, "all", Multiset{0: 1, 1: 1, 2: 1}},
		{seat, "3'all", Multiset{0: 3, 1: 3, 2: 3}},
		{seat, "ada + bob + 2'eve", Multiset{0: 1, 1: 1, 2: 2}},
		{step, "2'3", Multiset{2: 2}},
		{pair, "(bob,4)", Multiset{7: 1}},
		{dot, "5'dot", Multiset{0: 5}},
	} {
		if got := notation.Multiset(net, want.sort, want.m); got != want.text {
			t.Errorf("got %s, want %s", got, want.text)
		}
	}
}

func TestSortDefinition(t *testing.T) {
	b := sketch.Seats()
	var many []Constant
	for _, id := range []string{"a", "b", "c", "d", "e", "f", "g", "h", "k"} {
		many = append(many, Constant{ID: id})
	}
	b.Finite("many", "", many)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for s, want := range []string{"cyclic {ada, bob, eve}", "1..4", "seat × step", "dot", "{low, high} of step",
		"{a, b, c, d, e, f, …, k}"} {
		if got := notation.SortDefinition(net, s); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
