package coloured_test

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/sketch"
	. "brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// Short names for what the nets below are made of.
var (
	v, c, sum, minus, all, many   = sketch.Variable, sketch.ColourOf, sketch.Sum, sketch.Minus, sketch.All, sketch.Times
	tuple, succ, pred, test, both = sketch.Tuple, sketch.Successor, sketch.Predecessor, sketch.Compare, sketch.Connect
)

const (
	seat, step, pair, dot, sides = sketch.Seat, sketch.Step, sketch.Pair, sketch.Dot, sketch.Sides
	x, y, i                      = sketch.X, sketch.Y, sketch.I
)

// TestFire fires by hand: a marking before, a binding, and what the places hold after it, or why it cannot fire.
func TestFire(t *testing.T) {
	high := &Term{Op: BlockOf, Sort: sides, Args: []*Term{v(i)}}
	b := sketch.Seats()
	seats := b.Place("seats", seat)
	steps := b.Place("steps", step)
	pairs := b.Place("pairs", pair)
	dots := b.Place("dots", dot)
	b.Initial(seats, minus(many(2, all()), c(seat, 1))) // 2'ada + bob + 2'eve
	b.Initial(steps, sum(c(step, 0), c(step, 3)))       // 1 + 4
	b.Initial(dots, many(2, c(dot, 0)))
	move := b.Transition("move") // x, i
	b.Input(seats, move, sum(v(x), succ(v(x))))
	b.Input(steps, move, v(i))
	b.Output(move, steps, succ(v(i)))
	b.Output(move, pairs, tuple(minus(all(), v(x)), sum(v(i), c(step, 0))))
	high4 := b.Transition("high") // i
	b.Guard(high4, both(And, test(Equal, high, c(sides, 1)), both(Not, test(Less, v(i), c(step, 3)))))
	b.Input(steps, high4, v(i))
	b.Output(high4, dots, many(3, c(dot, 0)))
	rest := b.Transition("rest") // x, y
	b.Input(seats, rest, minus(sum(v(x), v(y)), c(seat, 2)))
	b.Output(rest, seats, pred(v(x)))
	drain := b.Transition("drain")
	b.Input(dots, drain, many(3, c(dot, 0)))
	calm := b.Transition("calm") // x
	b.Inhibitor(seats, calm, many(2, v(x)))
	b.Inhibitor(steps, calm, minus(all(), sum(c(step, 0), c(step, 3))))
	b.Inhibitor(seats, calm, many(0, all()))
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range []struct {
		transition int
		binding    []int64
		want       string // by place, or a part of the error
	}{
		{move, []int64{0, 3}, "ada + 2'eve; 2'1; (bob,1) + (bob,4) + (eve,1) + (eve,4); 2'dot"},
		{move, []int64{2, 0}, "all; 2 + 4; 2'(ada,1) + 2'(bob,1); 2'dot"},
		{move, []int64{0, 1}, "transition move(x=ada, i=2): place steps(2) holds 0, expected at least 1"},
		{high4, []int64{3}, "2'ada + bob + 2'eve; 1; empty; 5'dot"},
		{high4, []int64{0}, "the guard side(i) = high & !(i < 4) does not hold"},
		{high4, []int64{2}, "does not hold"},
		{high4, []int64{4}, "variable i has no colour 4"},
		{rest, []int64{0, 2}, "ada + bob + 3'eve; 1 + 4; empty; 2'dot"},
		{rest, []int64{0, 1}, "the arc at place seats, x + y - eve: it takes away what is not there"},
		{calm, []int64{1}, "2'ada + bob + 2'eve; 1 + 4; empty; 2'dot"},
		{calm, []int64{0}, "transition calm(x=ada): place seats(ada) holds 2, expected less than 2"},
		{drain, nil, "place dots holds 2, expected at least 3"},
	} {
		m, err := net.Initial()
		if err != nil {
			t.Fatal(err)
		}
		err = net.Fire(m, w.transition, w.binding)
		var list []string
		for p, held := range m {
			list = append(list, notation.Multiset(net, net.Places[p].Sort, held))
		}
		got := strings.Join(list, "; ")
		if err != nil {
			first, _ := net.Initial()
			if !slices.EqualFunc(m, first, maps.Equal) {
				t.Errorf("%v: %v: the marking is %s", w.binding, err, got)
			}
			got = notation.Explain(err).Error()
		}
		if got != w.want && (err == nil || !strings.Contains(got, w.want)) {
			t.Errorf("%s %v: got %s, want %s", net.Transitions[w.transition].Name, w.binding, got, w.want)
		}
	}
}

// TestEvaluateLimits: terms that have too many colours, or more than 64 bits of one, are errors.
func TestEvaluateLimits(t *testing.T) {
	b := NewBuilder("large")
	large := b.Range("large", "", 1, 1<<40)
	small := b.Range("small", "", 1, 1<<13)
	b.Product("pair", "", small, small)
	for _, c := range []struct {
		term *Term
		want string
	}{
		{&Term{Op: All, Sort: large}, "more than 16777216 colours"},
		{&Term{Op: Tuple, Sort: 2, Args: []*Term{{Op: All, Sort: small}, {Op: All, Sort: small}}},
			"more than 16777216 colours"},
		{&Term{Op: Times, Sort: small, Value: 1 << 32,
			Args: []*Term{{Op: Times, Sort: small, Value: 1 << 31, Args: []*Term{{Sort: small}}}}},
			"more than 2^63−1 of one colour"},
	} {
		net, err := b.Net()
		if err != nil {
			t.Fatal(err)
		}
		if _, err := net.Evaluate(c.term, nil); err == nil || err.Error() != c.want {
			t.Errorf("got %v, want %s", err, c.want)
		}
	}
}
