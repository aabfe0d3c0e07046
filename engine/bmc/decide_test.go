package bmc

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
	"brim/petri/nets"
	"brim/petri/structure"
)

// parse reads a formula about net.
func parse(t testing.TB, net *petri.Net, pool *syntax.Pool, text string) *syntax.Formula {
	t.Helper()
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, x := range net.Transitions {
		transitions = append(transitions, x.Name)
	}
	f, err := pool.Parse(text, "test", syntax.NewLists(places, transitions, nil))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// twoBits returns a net of two bits x and y: 00 → 01 → 11, and from 11 back to 01 and to 00; 10 is neither reached nor
// left.
func twoBits(t testing.TB) *petri.Net {
	t.Helper()
	b := petri.NewBuilder("bits")
	bit := map[byte][2]int{}
	for _, name := range []byte{'x', 'y'} {
		bit[name] = [2]int{b.Place("no-"+string(name), 1), b.Place(string(name), 0)}
	}
	for _, move := range []string{"0001", "0111", "1101", "1100"} {
		x := b.Transition("t" + move)
		for i, name := range []byte{'x', 'y'} {
			b.In(x, bit[name][move[i]-'0'], 1)
			b.Out(x, bit[name][move[2+i]-'0'], 1)
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// The lecture's example of two bits, by hand: 11 is 2 steps away; 10 has no predecessor; the longest path without a
// loop from 00 has 2 steps, and so has the longest one from anywhere.
func TestTwoBits(t *testing.T) {
	net, pool := twoBits(t), syntax.NewPool()
	for _, c := range []struct {
		formula   string
		algorithm Algorithm
		start     int
		result    engine.Result
		steps     int // of the witness, −1 for none
		length    int // that was looked at
	}{
		{"EF(x = 1 & y = 1)", Plain, 0, engine.Holds, 2, 2},
		{"EF(x = 1 & y = 1)", Refined, 0, engine.Holds, 2, 2},
		{"EF(x = 1 & y = 1)", Refined, 9, engine.Holds, 2, 9},
		{"EF(x = 1 & y = 1)", Induction, 0, engine.Holds, 2, 2},
		{"EF(x = 1 & y = 1)", None, 0, engine.Holds, 2, 2},
		{"EF(x = 1 & y = 1)", None, 9, engine.Holds, 2, 9},
		{"AG(x = 0 | y = 1)", Plain, 0, engine.Holds, -1, 0},
		{"AG(x = 0 | y = 1)", Refined, 0, engine.Holds, -1, 0},
		{"AG(x = 0 | y = 1)", Refined, 4, engine.Holds, -1, 4},
		{"AG(x = 0 | y = 1)", Induction, 0, engine.Holds, -1, 0},
		{"AG(y = 1)", Plain, 0, engine.Fails, 0, 0},
		{"EG true", Plain, 0, engine.Holds, 3, 3},
		{"EG(y = 0)", Plain, 0, engine.Fails, -1, 1},
		{"AF(x = 1)", Plain, 0, engine.Holds, -1, 2},
		{"x = 0", Plain, 0, engine.Holds, -1, -1},
	} {
		r, err := Decide(context.Background(), net, parse(t, net, pool, c.formula), syntax.Maximal,
			Options{Algorithm: c.algorithm, Start: c.start})
		if err != nil {
			t.Fatal(err)
		}
		steps := -1
		if r.Witness != nil {
			steps = len(r.Witness.Steps)
		}
		if r.Result != c.result || steps != c.steps || r.Length != c.length {
			t.Errorf("%s, %v from %d: %v by %d steps, looked at %d; want %v, %d, %d", c.formula, c.algorithm, c.start,
				r.Result, steps, r.Length, c.result, c.steps, c.length)
		}
	}
}

// Independent transitions fire together: all four philosophers take their left fork in one step.
func TestTogether(t *testing.T) {
	net, err := nets.Parse("dphil:4")
	if err != nil {
		t.Fatal(err)
	}
	f := parse(t, net, syntax.NewPool(), "AG !deadlock")
	length := map[bool]int{}
	for _, together := range []bool{false, true} {
		r, err := Decide(context.Background(), net, f, syntax.Maximal, Options{Algorithm: Refined, Together: together})
		if err != nil {
			t.Fatal(err)
		}
		if r.Result != engine.Fails || len(r.Witness.Steps) != 8 {
			t.Errorf("together %v: %v", together, r)
		}
		length[together] = r.Length
	}
	if length[true] != 2 || length[false] != 8 {
		t.Errorf("%d steps, %d of several transitions; want 8 and 2", length[false], length[true])
	}
}

// pump returns a net whose place q gets any number of tokens.
func pump(t *testing.T) *petri.Net {
	b := petri.NewBuilder("pump")
	p, q := b.Place("p", 1), b.Place("q", 2)
	x := b.Transition("t")
	b.In(x, p, 1)
	b.Out(x, p, 1)
	b.Out(x, q, 1)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// A place without a bound needs one. Where it is too small, paths that are found count, and nothing is proved.
func TestBounds(t *testing.T) {
	net, pool := pump(t), syntax.NewPool()
	goal := parse(t, net, pool, "EF(q = 5)")
	_, err := Decide(context.Background(), net, goal, syntax.Maximal, Options{})
	var unbounded *structure.UnboundedPlaceError
	if !errors.As(err, &unbounded) || unbounded.Place != "q" {
		t.Errorf("error %v", err)
	}
	if _, err := Decide(context.Background(), net, goal, syntax.Maximal, Options{Tokens: 1}); err == nil ||
		!strings.Contains(err.Error(), "place q holds 2 tokens at first") {
		t.Errorf("error %v", err)
	}
	if r, err := Decide(context.Background(), net, goal, syntax.Maximal,
		Options{Algorithm: Induction, Tokens: 1000}); err != nil || r.Result != engine.Holds ||
		len(r.Witness.Steps) != 3 {
		t.Errorf("%v, %v", r, err)
	}
	for algorithm := Plain; algorithm <= Induction; algorithm++ {
		r, err := Decide(context.Background(), net, goal, syntax.Maximal, Options{Algorithm: algorithm, Tokens: 5})
		if err != nil || r.Result != engine.Holds || len(r.Witness.Steps) != 3 {
			t.Errorf("%v: %v, %v", algorithm, r, err)
		}
		r, err = Decide(context.Background(), net, goal, syntax.Maximal, Options{Algorithm: algorithm, Tokens: 4})
		if err != nil || r.Result != engine.Unknown || r.Bound != 2 ||
			!strings.Contains(r.Reason, "place q can hold more than 4 tokens after 3 steps") {
			t.Errorf("%v: %v, %v", algorithm, r, err)
		}
	}
}

// Limits leave the verdict unknown, and wrong options are errors.
func TestLimits(t *testing.T) {
	net, err := nets.Parse("dphil:6")
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	f := parse(t, net, pool, "EF deadlock")
	r, err := Decide(context.Background(), net, f, syntax.Maximal, Options{Most: 3})
	if err != nil || r.Result != engine.Unknown || r.Bound != 3 ||
		r.Reason != "no such path within 3 steps, and no proof that there is none" {
		t.Errorf("%v, %v", r, err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), time.Millisecond)
	defer cancel()
	<-ctx.Done()
	r, err = Decide(ctx, net, f, syntax.Maximal, Options{})
	if err != nil || r.Result != engine.Unknown || !errors.Is(r.Stopped, context.DeadlineExceeded) {
		t.Errorf("%v, %v", r, err)
	}
	for _, c := range []struct {
		formula string
		options Options
		want    string
	}{
		{"EF EX deadlock", Options{}, "found EF EX deadlock"},
		{"EF deadlock", Options{Start: -1}, "a start of -1 steps"},
		{"EF deadlock", Options{Algorithm: Refined, Start: 4, Most: 3},
			"a start of 4 steps, where at most 3 are looked at"},
		{"EG deadlock", Options{Together: true}, "the markings within a step"},
	} {
		if _, err := Decide(context.Background(), net, parse(t, net, pool, c.formula), syntax.Maximal,
			c.options); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: error %v, want %q", c.formula, err, c.want)
		}
	}
}
