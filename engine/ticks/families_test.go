package ticks

import (
	"context"
	"fmt"
	"testing"

	"brim/petri/extended"
	"brim/petri/timed"
)

// Families of nets with time and known answers.

// A drawing makes nets of either kind by names.
type drawing struct {
	net        extended.Net
	place      map[string]int
	ages       []timed.Interval
	intervals  []timed.Interval
	invariants []timed.Bound
}

// in and out are arcs of weight 1 between places and a transition.
type in map[string]timed.Interval

func (d *drawing) at(place string) int {
	if d.place == nil {
		d.place = map[string]int{}
	}
	p, ok := d.place[place]
	if !ok {
		p = len(d.net.Places)
		d.place[place] = p
		d.net.Places = append(d.net.Places, extended.Place{ID: place, Capacity: extended.Unlimited})
		d.invariants = append(d.invariants, timed.Bound{Most: timed.Infinite})
	}
	return p
}

func (d *drawing) transition(interval timed.Interval, id string, in in, out ...string) {
	t := len(d.net.Transitions)
	d.net.Transitions = append(d.net.Transitions, extended.Transition{ID: id})
	d.intervals = append(d.intervals, interval)
	for _, place := range sorted(in) {
		d.net.Arcs = append(d.net.Arcs, extended.Arc{Place: d.at(place), Transition: t, Kind: extended.Input,
			Weight: 1})
		d.ages = append(d.ages, in[place])
	}
	for _, place := range out {
		d.net.Arcs = append(d.net.Arcs, extended.Arc{Place: d.at(place), Transition: t, Kind: extended.Output,
			Weight: 1})
		d.ages = append(d.ages, timed.Always())
	}
}

func (d *drawing) tokens(place string) { d.net.Places[d.at(place)].Initial++ }

func (d *drawing) arcNet() *timed.ArcNet {
	return &timed.ArcNet{
		Net: &d.net, Ages: d.ages, Invariants: d.invariants, Urgent: make([]bool, len(d.net.Transitions)),
	}
}

// fischer is Fischer's protocol for n processes: one that finds no claim makes its own within two units of time, and
// enters when it has waited so many units and its claim is the last one. They exclude each other if that is more than
// 2.
func fischer(n int, wait int64) *timed.ArcNet {
	d := &drawing{}
	always := timed.Always()
	d.tokens("claim 0")
	for i := 1; i <= n; i++ {
		name := func(what string) string { return fmt.Sprint(what, " ", i) }
		d.tokens(name("idle"))
		d.invariants[d.at(name("request"))].Most = 2
		d.transition(always, name("try"), in{name("idle"): always, "claim 0": always}, name("request"), "claim 0")
		for j := range n + 1 {
			claim := fmt.Sprint("claim ", j)
			d.transition(always, fmt.Sprint(name("set"), " ", j), in{name("request"): {High: 2}, claim: always},
				name("wait"), name("claim"))
			if j != i {
				d.transition(always, fmt.Sprint(name("retry"), " ", j),
					in{name("wait"): {Low: wait, High: timed.Infinite}, claim: always}, name("idle"), claim)
			}
		}
		d.transition(always, name("enter"), in{name("wait"): {Low: wait, High: timed.Infinite}, name("claim"): always},
			name("critical"), name("claim"))
		d.transition(always, name("leave"), in{name("critical"): always, name("claim"): always}, name("idle"),
			"claim 0")
	}
	return d.arcNet()
}

// tasks are n periodic tasks on one processor: task i gets ready every 4n units of time at the offset i, and runs for
// one or two units. Since all of them take 2n units at most, each is done when it gets ready again, and no place holds
// more than one token. Capacities, which are never reached, tell that to the structure.
func tasks(n int, capacities bool) *timed.Net {
	d := &drawing{}
	d.tokens("processor")
	fixed := func(time int64) timed.Interval { return timed.Interval{Low: time, High: time} }
	for i := range n {
		name := func(what string) string { return fmt.Sprint(what, " ", i) }
		d.tokens(name("first"))
		d.tokens(name("done"))
		d.transition(fixed(int64(i)), name("begin"), in{name("first"): {}}, name("timer"), name("ready"))
		d.transition(fixed(int64(4*n)), name("again"), in{name("timer"): {}}, name("timer"), name("ready"))
		d.transition(fixed(0), name("start"), in{name("ready"): {}, "processor": {}, name("done"): {}}, name("run"))
		d.transition(timed.Interval{Low: 1, High: 2}, name("end"), in{name("run"): {}}, name("done"), "processor")
	}
	for p := range d.net.Places {
		if capacities {
			d.net.Places[p].Capacity = 2
		}
	}
	return &timed.Net{Net: &d.net, Intervals: d.intervals}
}

// What is known of Fischer's protocol and of the tasks.
func TestKnownAnswers(t *testing.T) {
	for n := 2; n <= 4; n++ {
		for _, wait := range []int64{2, 3} {
			net := fischer(n, wait)
			m, err := OfArcs(context.Background(), net)
			if err != nil {
				t.Fatal(err)
			}
			both := 0
			reached := m.System.Moves().Saturate(m.System.Start())
			for tuple := range reached.All() {
				critical := int64(0)
				for p, tokens := range m.Marking(m.System.Values(tuple)) {
					if id := net.Places[p].ID; len(id) > 8 && id[:8] == "critical" {
						critical += tokens
					}
				}
				if critical > 1 {
					both++
				}
			}
			if dead, _ := m.Deadlocks(reached); (both > 0) != (wait == 2) || !dead.IsEmpty() {
				t.Errorf("%d processes that wait %d: both are critical in %d states, %v deadlocks", n, wait, both,
					dead.Count())
			}
		}
		net := tasks(n, true)
		m, err := Of(context.Background(), net)
		if err != nil {
			t.Fatal(err)
		}
		reached := m.System.Moves().Saturate(m.System.Start())
		for tuple := range reached.All() {
			for p, tokens := range m.Marking(m.System.Values(tuple)) {
				if tokens > 1 {
					t.Fatalf("%d tasks: %d tokens on place %s", n, tokens, net.Places[p].ID)
				}
			}
		}
		if dead, _ := m.Deadlocks(reached); !dead.IsEmpty() {
			t.Errorf("%d tasks: %v deadlocks", n, dead.Count())
		}
	}
}
