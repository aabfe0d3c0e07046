package oracle_test

import (
	"errors"
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randtimed"
	"brim/petri/extended"
	"brim/petri/timed"
)

// timedNets is how many random nets of each kind are explored: 50000 take some minutes.
var timedNets = flag.Int("timed", 1500, "random nets with time")

// A timedCase is a random net of either kind with its states: with caps, and without them within a time.
type timedCase struct {
	seed          uint64
	net           *timed.Net
	arcs          *timed.ArcNet
	capped, exact *oracle.TimedSpace
}

const timedTo = 7 // units of time to which uncapped states are explored

// eachTimed calls visit with nets that have few states.
func eachTimed(t *testing.T, stream uint64, visit func(c timedCase)) {
	t.Helper()
	explored := 0
	for seed := range uint64(2 * *timedNets) {
		rng := rand.New(rand.NewPCG(seed, stream))
		config := randtimed.Small()
		config.Closed = seed%4 < 2
		c := timedCase{seed: seed}
		var err, err2 error
		const most = 3000
		if seed%2 == 0 {
			c.net = randtimed.Generate(rng, config)
			c.capped, err = oracle.ExploreTimed(c.net, most)
			c.exact, err2 = oracle.ExploreTimedTo(c.net, timedTo, most)
		} else {
			c.arcs = randtimed.GenerateArcs(rng, config)
			c.capped, err = oracle.ExploreTimedArcs(c.arcs, most)
			c.exact, err2 = oracle.ExploreTimedArcsTo(c.arcs, timedTo, most)
		}
		switch err := errors.Join(err, err2); {
		case errors.Is(err, oracle.ErrTooMany):
		case err != nil:
			t.Fatalf("net %d: %v", seed, err)
		default:
			explored++
			visit(c)
		}
	}
	if explored < *timedNets {
		t.Errorf("only %d nets were small enough", explored)
	}
}

// Caps change neither the markings nor their least times.
func TestCapsChangeNothing(t *testing.T) {
	eachTimed(t, 11, func(c timedCase) {
		within := c.capped.Marking()
		maps.DeleteFunc(within, func(_ string, time int64) bool { return time > timedTo })
		if exact := c.exact.Marking(); !maps.Equal(within, exact) {
			t.Errorf("net %d: %d markings within %d units with caps, %d without", c.seed, len(within), timedTo,
				len(exact))
		}
		if c.exact.Complete && (len(c.exact.Dead) == 0) != (len(c.capped.Dead) == 0) {
			t.Errorf("net %d: %d deadlocks without caps, %d with them", c.seed, len(c.exact.Dead), len(c.capped.Dead))
		}
	})
}

// The firing rules of package timed do what the definitions say, in all states within a time: the same firings lead to
// the same states, and a delay is so many units, one after the other, as long as they are possible.
func TestRulesOfTimedNets(t *testing.T) {
	eachTimed(t, 12, func(c timedCase) {
		rule := ruleOf(t, c)
		for i, s := range c.exact.States {
			want, got := map[string]bool{}, map[string]bool{}
			units := []oracle.TimedState{s} // after 0, 1, 2, …
			for at := i; at >= 0; {
				next := -1
				for _, e := range c.exact.Succ[at] {
					if e.Transition == oracle.Tick {
						next = e.To
						units = append(units, c.exact.States[next])
					} else if at == i {
						want[fmt.Sprint(e.Transition, c.exact.States[e.To])] = true
					}
				}
				if next == at || len(units) > timedTo+1 {
					break
				}
				at = next
			}
			rule.firings(s, func(transition int, next oracle.TimedState) { got[fmt.Sprint(transition, next)] = true })
			if !maps.Equal(want, got) {
				t.Fatalf("net %d: in %v the rule leads to %v, the oracle to %v", c.seed, s, got, want)
			}
			for n, after := range units {
				if next, err := rule.delay(s, int64(n)); err != nil || fmt.Sprint(next) != fmt.Sprint(after) {
					t.Fatalf("net %d: %v is %v after %d units (%v), by the oracle %v", c.seed, s, next, n, err, after)
				}
			}
			last := int64(len(units) - 1)
			ends := c.exact.Times[i]+last < timedTo // otherwise time may go on, but not in this part
			if l := rule.longest(s); ends && !endless(units) && l != last || l != timed.Infinite && l < last {
				t.Fatalf("net %d: the longest delay in %v is %d; by the oracle %d", c.seed, s, l, last)
			}
			if _, err := rule.delay(s, last+1); ends && !endless(units) && err == nil {
				t.Fatalf("net %d: a delay of %d in %v; by the oracle %d is the longest", c.seed, last+1, s, last)
			}
		}
	})
}

// endless reports whether nothing has changed in the last unit.
func endless(units []oracle.TimedState) bool {
	n := len(units)
	return n > 1 && fmt.Sprint(units[n-1]) == fmt.Sprint(units[n-2])
}

// A rule is a firing rule of package timed on states of the oracle.
type rule struct {
	firings func(s oracle.TimedState, visit func(transition int, next oracle.TimedState))
	delay   func(s oracle.TimedState, units int64) (oracle.TimedState, error)
	longest func(s oracle.TimedState) int64
}

func ruleOf(t *testing.T, c timedCase) rule {
	t.Helper()
	if c.net != nil {
		return clockRule(t, c.net)
	}
	r, err := timed.NewArcRule(c.arcs)
	if err != nil {
		t.Fatalf("net %d: %v", c.seed, err)
	}
	seen := func(s timed.ArcState) oracle.TimedState {
		ages := make([][]int64, len(s))
		for p := range s {
			ages[p] = slices.Clone(s[p])
		}
		return oracle.TimedState{Marking: s.Marking(), Ages: ages}
	}
	return rule{
		firings: func(s oracle.TimedState, visit func(int, oracle.TimedState)) {
			for u := range c.arcs.Transitions {
				for choice := range r.Choices(s.Ages, u) {
					next, err := r.Fire(s.Ages, u, choice)
					if err != nil {
						t.Fatalf("net %d: choice %v: %v", c.seed, choice, err)
					}
					visit(u, seen(next))
				}
			}
		},
		delay: func(s oracle.TimedState, units int64) (oracle.TimedState, error) {
			next, err := r.Delay(s.Ages, units)
			return seen(next), err
		},
		longest: func(s oracle.TimedState) int64 { return r.Longest(s.Ages) },
	}
}

func clockRule(t *testing.T, net *timed.Net) rule {
	t.Helper()
	r, err := timed.NewRule(net)
	if err != nil {
		t.Fatal(err)
	}
	seen := func(s timed.State) oracle.TimedState {
		ages := make([][]int64, len(s.Clocks))
		for u := range ages {
			if r.Enabled(s, u) {
				ages[u] = []int64{s.Clocks[u]}
			}
		}
		return oracle.TimedState{Marking: s.Marking, Ages: ages}
	}
	state := func(s oracle.TimedState) timed.State {
		clocks := make([]int64, len(s.Ages))
		for u, clock := range s.Ages {
			if len(clock) > 0 {
				clocks[u] = clock[0]
			}
		}
		return timed.State{Marking: s.Marking, Clocks: clocks}
	}
	return rule{
		firings: func(s oracle.TimedState, visit func(int, oracle.TimedState)) {
			for u := range net.Transitions {
				if next, err := r.Fire(state(s), u); err == nil {
					visit(u, seen(next))
				} else if r.CanFire(state(s), u) {
					t.Fatalf("transition %d can fire: %v", u, err)
				}
			}
		},
		delay: func(s oracle.TimedState, units int64) (oracle.TimedState, error) {
			next, err := r.Delay(state(s), units)
			return seen(next), err
		},
		longest: func(s oracle.TimedState) int64 { return r.Longest(state(s)) },
	}
}

// What docs/time.md claims: where Exact finds nothing, a finer unit of time finds no further markings, and the same
// least times. Otherwise, what integer time finds is found with the finer unit, too.
func TestIntegerTimeIsExact(t *testing.T) {
	const finer = 3
	exact, missed := 0, 0
	eachTimed(t, 15, func(c timedCase) {
		var fine *oracle.TimedSpace
		var err, reason error
		if c.net != nil {
			reason = c.net.Exact()
			net := *c.net
			net.Intervals = scaled(net.Intervals, finer)
			fine, err = oracle.ExploreTimed(&net, 30000)
		} else {
			reason = c.arcs.Exact()
			fine, err = oracle.ExploreTimedArcs(scaledArcs(c.arcs, finer), 30000)
		}
		if err != nil {
			return
		}
		found, times := fine.Marking(), c.capped.Marking()
		if reason == nil {
			exact++
			for m, time := range times {
				times[m] = finer * time
			}
			if !maps.Equal(found, times) {
				t.Errorf("net %d: %d markings, %d with a finer unit, or at other times", c.seed, len(times), len(found))
			}
			if c.net != nil && (len(fine.Dead) == 0) != (len(c.capped.Dead) == 0) || len(fine.Dead) == 0 &&
				len(c.capped.Dead) > 0 {
				t.Errorf("net %d: %d deadlocks, %d with a finer unit", c.seed, len(c.capped.Dead), len(fine.Dead))
			}
			return
		}
		for m, time := range times {
			if at, ok := found[m]; !ok || at > finer*time {
				t.Errorf("net %d: a marking is missed with a finer unit, or found later", c.seed)
			}
		}
		if len(found) > len(times) {
			missed++
		}
	})
	t.Logf("%d nets are exact; integer time misses markings of %d others", exact, missed)
	if exact < *timedNets/4 || missed == 0 {
		t.Errorf("%d nets are exact, and %d others miss markings", exact, missed)
	}
}

// scaled returns the intervals in a unit of time that is by that factor finer.
func scaled(intervals []timed.Interval, by int64) (list []timed.Interval) {
	for _, i := range intervals {
		i.Low *= by
		if i.High != timed.Infinite {
			i.High *= by
		}
		list = append(list, i)
	}
	return list
}

func scaledArcs(net *timed.ArcNet, by int64) *timed.ArcNet {
	n := *net
	n.Ages, n.Transports, n.Invariants = scaled(n.Ages, by), slices.Clone(n.Transports), slices.Clone(n.Invariants)
	for i := range n.Transports {
		n.Transports[i].Ages = scaled([]timed.Interval{n.Transports[i].Ages}, by)[0]
	}
	for p := range n.Invariants {
		if n.Invariants[p].Most != timed.Infinite {
			n.Invariants[p].Most *= by
		}
	}
	return &n
}

// The example of docs/time.md for a deadlock that integer time has not: three tokens are made within one unit of time,
// and two of equal age go on.
func TestDeadlockBetweenIntegers(t *testing.T) {
	net := &timed.ArcNet{Net: &extended.Net{}}
	place := func(tokens, most int64) int {
		net.Places = append(net.Places, extended.Place{
			ID: fmt.Sprint("p", len(net.Places)), Initial: tokens, Capacity: extended.Unlimited,
		})
		net.Invariants = append(net.Invariants, timed.Bound{Most: most})
		return len(net.Places) - 1
	}
	arc := func(place int, kind extended.Kind, ages timed.Interval) {
		net.Arcs = append(net.Arcs, extended.Arc{Place: place, Transition: len(net.Transitions), Kind: kind, Weight: 1})
		net.Ages = append(net.Ages, ages)
	}
	transition := func() {
		net.Transitions = append(net.Transitions, extended.Transition{ID: fmt.Sprint("t", len(net.Transitions))})
		net.Urgent = append(net.Urgent, false)
	}
	var made []int
	for range 3 {
		made = append(made, place(0, 2))
		arc(place(1, 1), extended.Input, timed.Always())
		arc(made[len(made)-1], extended.Output, timed.Always())
		transition()
	}
	end := place(0, timed.Infinite)
	for i, a := range made {
		for _, b := range made[:i] {
			for age := int64(1); age <= 2; age++ {
				at := timed.Interval{Low: age, High: age}
				arc(a, extended.Input, at)
				arc(b, extended.Input, at)
				arc(end, extended.Output, timed.Always())
				transition()
			}
		}
	}
	arc(end, extended.Input, timed.Always())
	arc(end, extended.Output, timed.Always())
	transition()
	for _, c := range []struct {
		unit int64
		dead bool
	}{{1, false}, {2, true}, {3, true}} {
		s, err := oracle.ExploreTimedArcs(scaledArcs(net, c.unit), 10000)
		if err != nil {
			t.Fatal(err)
		}
		if (len(s.Dead) > 0) != c.dead || len(s.Stopped) != len(s.Dead) {
			t.Errorf("1/%d of a unit: %d deadlocks, %d timelocks", c.unit, len(s.Dead), len(s.Stopped))
		}
	}
}
