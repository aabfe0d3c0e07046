package timed

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"brim/petri/extended"
)

func TestIntervals(t *testing.T) {
	for _, c := range []struct {
		i        Interval
		text     string
		contains []int64 // of 0 to 4
		closed   bool
		wrong    bool
	}{
		{Interval{}, "[0,0]", []int64{0}, true, false},
		{Interval{Low: 1, High: 3}, "[1,3]", []int64{1, 2, 3}, true, false},
		{Interval{Low: 1, High: 3, LowOpen: true}, "(1,3]", []int64{2, 3}, false, false},
		{Interval{Low: 1, High: 3, HighOpen: true}, "[1,3)", []int64{1, 2}, false, false},
		{Interval{Low: 1, High: 2, LowOpen: true, HighOpen: true}, "(1,2)", nil, false, false},
		{Always(), "[0,inf)", []int64{0, 1, 2, 3, 4}, true, false},
		{Interval{Low: 2, High: Infinite, LowOpen: true, HighOpen: true}, "(2,inf)", []int64{3, 4}, false, false},
		{Interval{Low: 2, High: Infinite, HighOpen: true}, "[2,inf)", []int64{2, 3, 4}, true, false},
		{Interval{Low: 2, High: 2, HighOpen: true}, "[2,2)", nil, false, true},
		{Interval{Low: 2, High: 1}, "[2,1]", nil, true, true},
		{Interval{Low: -1, High: 1}, "[-1,1]", []int64{0, 1}, true, true},
	} {
		var contains []int64
		for time := range int64(5) {
			if c.i.Contains(time) {
				contains = append(contains, time)
			}
		}
		if c.i.String() != c.text || !slices.Equal(contains, c.contains) || c.i.Closed() != c.closed ||
			(c.i.Check() != nil) != c.wrong {
			t.Errorf("%v: contains %v, closed %v, error %v", c.i, contains, c.i.Closed(), c.i.Check())
		}
	}
}

// places returns places p0, p1, … with these tokens.
func places(tokens ...int64) (list []extended.Place) {
	for i, n := range tokens {
		list = append(list, extended.Place{ID: fmt.Sprint("p", i), Initial: n, Capacity: extended.Unlimited})
	}
	return list
}

// transitions returns transitions t0, t1, …
func transitions(n int) (list []extended.Transition) {
	for i := range n {
		list = append(list, extended.Transition{ID: fmt.Sprint("t", i)})
	}
	return list
}

// arc returns an arc of weight 1.
func arc(place, transition int, kind extended.Kind) extended.Arc {
	return extended.Arc{Place: place, Transition: transition, Kind: kind, Weight: 1}
}

// A transition that takes a token of an input place and gives it back leaves the clock of another one alone with atomic
// memory only.
func TestMemory(t *testing.T) {
	for memory, want := range map[Memory]int64{Intermediate: 0, Atomic: 3} {
		rule, err := NewRule(&Net{
			Net: &extended.Net{Places: places(1), Transitions: transitions(2), Arcs: []extended.Arc{
				arc(0, 0, extended.Input), arc(0, 0, extended.Output), arc(0, 1, extended.Input),
			}},
			Intervals: []Interval{Always(), {Low: 4, High: 5}},
			Memory:    memory,
		})
		if err != nil {
			t.Fatal(err)
		}
		s, _ := rule.Delay(rule.Initial(), 3)
		if s, err = rule.Fire(s, 0); err != nil || s.Clocks[0] != 0 || s.Clocks[1] != want {
			t.Errorf("memory %d: clocks %v, %v; want 0 and %d", memory, s.Clocks, err, want)
		}
	}
}

// What has priority matters at the moment when it may fire: neither before nor, with weak semantics, after it. It stops
// no clock.
func TestPriorities(t *testing.T) {
	net := &Net{
		Net: &extended.Net{Places: places(1), Transitions: transitions(2),
			Arcs: []extended.Arc{arc(0, 0, extended.Input), arc(0, 1, extended.Input)}},
		Intervals: []Interval{Always(), {Low: 2, High: 3}},
	}
	net.Transitions[1].Priority = 1
	for _, weak := range []bool{false, true} {
		net.Weak = weak
		rule, err := NewRule(net)
		if err != nil {
			t.Fatal(err)
		}
		for time := range int64(6) {
			s, err := rule.Delay(rule.Initial(), time)
			if (err != nil) != (!weak && time > 3) {
				t.Errorf("weak %v: delay %d: %v", weak, time, err)
			}
			if err != nil {
				continue
			}
			second := time >= 2 && time <= 3
			if rule.CanFire(s, 0) == second || rule.CanFire(s, 1) != second {
				t.Errorf("weak %v: after %d the transitions can fire: %v, %v", weak, time, rule.CanFire(s, 0),
					rule.CanFire(s, 1))
			}
		}
	}
}

// What is wrong is said in words.
func TestWrongNets(t *testing.T) {
	good := func() *ArcNet {
		return &ArcNet{
			Net: &extended.Net{Places: places(1, 0), Transitions: transitions(1), Arcs: []extended.Arc{
				arc(0, 0, extended.Input), arc(1, 0, extended.Output),
			}},
			Ages: []Interval{Always(), Always()}, Invariants: []Bound{{Most: 3}, {Most: Infinite}},
			Urgent: []bool{false},
		}
	}
	if err := good().Check(); err != nil {
		t.Error(err)
	}
	short := Interval{Low: 1, High: 2}
	for want, spoil := range map[string]func(n *ArcNet){
		"there is no net": func(n *ArcNet) { n.Net = nil },
		"1 intervals":     func(n *ArcNet) { n.Ages = n.Ages[1:] },
		"1 invariants":    func(n *ArcNet) { n.Invariants = n.Invariants[1:] },
		"0 marks":         func(n *ArcNet) { n.Urgent = nil },
		"is empty":        func(n *ArcNet) { n.Ages[0] = Interval{Low: 2, High: 1} },
		"only input arcs": func(n *ArcNet) { n.Ages[1] = short },
		"is urgent":       func(n *ArcNet) { n.Ages[0], n.Urgent[0] = short, true },
		"no read arcs":    func(n *ArcNet) { n.Arcs[0].Kind = extended.Read },
		"no capacities":   func(n *ArcNet) { n.Places[1].Capacity = 3 },
		"new tokens":      func(n *ArcNet) { n.Invariants[0] = Bound{Open: true} },
		"no priorities": func(n *ArcNet) {
			n.Transitions = transitions(2)
			n.Transitions[0].Priority = 1
			n.Urgent = make([]bool, 2)
		},
		"no place 0 or 2": func(n *ArcNet) { n.Transports = []Transport{{To: 2, Weight: 1}} },
		"no transition 1": func(n *ArcNet) { n.Transports = []Transport{{To: 1, Transition: 1, Weight: 1}} },
		"weight 0":        func(n *ArcNet) { n.Transports = []Transport{{To: 1}} },
		"too many tokens": func(n *ArcNet) { n.Places[0].Initial, n.Places[1].Initial = math.MaxInt64, math.MaxInt64 },
	} {
		n := good()
		spoil(n)
		if want == "too many tokens" {
			want = "tokens at first"
		}
		if _, err := NewArcRule(n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want something about %q", err, want)
		}
	}
	for want, n := range map[string]*Net{
		"there is no net": {},
		"0 intervals":     {Net: good().Net},
		"no kind 7":       {Net: good().Net, Intervals: make([]Interval, 1), Memory: 7},
		"is empty":        {Net: good().Net, Intervals: []Interval{{Low: 1}}},
	} {
		if _, err := NewRule(n); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want something about %q", err, want)
		}
	}
}

// A choice of tokens that an arc does not take, or that are not there, is refused.
func TestWrongChoices(t *testing.T) {
	rule, err := NewArcRule(&ArcNet{
		Net: &extended.Net{Places: places(2, 0, 0), Transitions: transitions(1), Arcs: []extended.Arc{
			arc(0, 0, extended.Input), arc(2, 0, extended.Inhibitor),
		}},
		Ages:       []Interval{{Low: 1, High: 2}, Always()},
		Transports: []Transport{{From: 0, To: 1, Weight: 1, Ages: Interval{High: 5}}},
		Invariants: []Bound{{Most: Infinite}, {Most: 3, Open: true}, {Most: Infinite}},
		Urgent:     []bool{false},
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		s      ArcState
		c      Choice
		places string // of the state after it, or what the error says
	}{
		{ArcState{{1, 2}, {}, {}}, Choice{{1}, {2}}, "[[] [2] []]"},
		{ArcState{{1, 2}, {}, {}}, Choice{{2}, {1}}, "[[] [1] []]"},
		{ArcState{{1, 3}, {}, {}}, Choice{{1}, {3}}, "cannot take a token of age 3"}, // the invariant of p1
		{ArcState{{0, 1}, {}, {}}, Choice{{0}, {1}}, "cannot take a token of age 0"},
		{ArcState{{1}, {}, {}}, Choice{{1}, {1}}, "cannot take a token of age 1"},
		{ArcState{{1, 2}, {}, {}}, Choice{{1}}, "2 arcs, not by 1"},
		{ArcState{{1, 2}, {}, {}}, Choice{{1, 2}, {}}, "1 tokens from place p0, not 2"},
		{ArcState{{1, 2}, {}, {9}}, Choice{{1}, {2}}, "1 tokens on place p2"},
	} {
		next, err := rule.Fire(c.s, 0, c.c)
		if err == nil && fmt.Sprint(next) != c.places || err != nil && !strings.Contains(err.Error(), c.places) {
			t.Errorf("%v, %v: got %v, %v; want %s", c.s, c.c, next, err, c.places)
		}
		listed := false
		for choice := range rule.Choices(c.s, 0) {
			listed = listed || fmt.Sprint(choice) == fmt.Sprint(c.c)
		}
		if listed != (err == nil) {
			t.Errorf("%v: choice %v listed %v, error %v", c.s, c.c, listed, err)
		}
	}
}

// Exact names what makes integer time differ from real time.
func TestExact(t *testing.T) {
	net := func(high int64, spoil func(n *Net)) error {
		n := &Net{Net: &extended.Net{Places: places(1), Transitions: transitions(2)},
			Intervals: []Interval{{Low: 1, High: 2}, {High: high}}}
		spoil(n)
		return n.Exact()
	}
	above := func(t int) func(n *Net) { return func(n *Net) { n.Transitions[t].Priority = 1 } }
	for i, c := range []struct {
		err   error
		exact bool
	}{
		{net(1, func(*Net) {}), true},
		{net(1, func(n *Net) { n.Intervals[0].HighOpen = true }), false},
		{net(1, above(0)), false},
		{net(1, above(1)), true},
		{net(1, func(n *Net) { above(1)(n); n.Weak = true }), false},
		{net(Infinite, func(n *Net) { above(1)(n); n.Weak = true }), true},
	} {
		if (c.err == nil) != c.exact {
			t.Errorf("net %d: %v", i, c.err)
		}
	}
	for i, c := range []struct {
		exact bool
		spoil func(n *ArcNet)
	}{
		{true, func(n *ArcNet) {}},
		{true, func(n *ArcNet) { n.Urgent[0] = true }},
		{false, func(n *ArcNet) { n.Urgent[0], n.Invariants[1].Most = true, 4 }},
		{true, func(n *ArcNet) { n.Invariants[1].Most = 4 }},
		{false, func(n *ArcNet) { n.Invariants[0] = Bound{Most: 4, Open: true} }},
		{false, func(n *ArcNet) { n.Transports[0].Ages.LowOpen = true }},
		{false, func(n *ArcNet) { n.Ages[0].LowOpen = true }},
	} {
		n := &ArcNet{
			Net: &extended.Net{Places: places(1, 0), Transitions: transitions(1),
				Arcs: []extended.Arc{arc(0, 0, extended.Input)}},
			Ages:       []Interval{Always()},
			Transports: []Transport{{To: 1, Weight: 1, Ages: Always()}},
			Invariants: []Bound{{Most: Infinite}, {Most: Infinite}},
			Urgent:     []bool{false},
		}
		c.spoil(n)
		if err := n.Exact(); (err == nil) != c.exact {
			t.Errorf("timed-arc net %d: %v", i, err)
		}
	}
}
