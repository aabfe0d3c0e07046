package timed

import (
	"fmt"
	"iter"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/extended"
)

// The moments of each kind of nets.

// once yields nil, the choice of nets whose tokens have no ages, if the transition can fire.
func once(can bool) iter.Seq[Choice] {
	return func(yield func(Choice) bool) {
		if can {
			yield(nil)
		}
	}
}

// missing returns the error for a transition that the net does not have.
func missing(t, transitions int) error {
	if t < 0 || t >= transitions {
		return fmt.Errorf("there is no transition %d", t)
	}
	return nil
}

// plain is a moment of a net without time.
type plain struct {
	net *extended.Net
	*extended.Rule
	now petri.Marking
}

func beginPlain(net *extended.Net) (Moment, error) {
	rule, err := extended.NewRule(net)
	if err != nil {
		return nil, err
	}
	return plain{net, rule, rule.Initial()}, nil
}

func (m plain) Marking() petri.Marking { return m.now }
func (plain) Clocks() []int64          { return nil }
func (plain) Ages() ArcState           { return nil }
func (plain) Longest() int64           { return 0 }
func (m plain) transitions() int       { return len(m.net.Transitions) }
func (plain) starts() []int64          { return nil }

func (m plain) Wait(units int64) (Moment, error) {
	if units != 0 {
		return nil, fmt.Errorf("a delay of %d, and the net has no time", units)
	}
	return m, nil
}

func (m plain) Choices(t int) iter.Seq[Choice] {
	return once(missing(t, m.transitions()) == nil && m.Enabled(m.now, t))
}

func (m plain) Fire(t int, _ Choice) (Moment, error) {
	if err := missing(t, m.transitions()); err != nil {
		return nil, err
	}
	next, err := m.Rule.Fire(m.now, t)
	return plain{m.net, m.Rule, next}, err
}

func (m plain) Alike(other Moment) bool {
	o, ok := other.(plain)
	return ok && m.net == o.net && m.now.Equal(o.now)
}

// clocked is a moment of a time Petri net.
type clocked struct {
	*Rule
	state State
}

func beginClocks(net *Net) (Moment, error) {
	rule, err := NewRule(net)
	if err != nil {
		return nil, err
	}
	return clocked{rule, rule.Initial()}, nil
}

func (m clocked) Marking() petri.Marking { return m.state.Marking }
func (m clocked) Ages() ArcState         { return nil }
func (m clocked) Longest() int64         { return m.Rule.Longest(m.state) }
func (m clocked) transitions() int       { return len(m.net.Transitions) }

func (m clocked) Clocks() []int64 {
	list := slices.Clone(m.state.Clocks)
	for t := range list {
		if !m.Enabled(m.state, t) {
			list[t] = -1
		}
	}
	return list
}

func (m clocked) Wait(units int64) (Moment, error) {
	next, err := m.Delay(m.state, units)
	return clocked{m.Rule, next}, err
}

func (m clocked) Choices(t int) iter.Seq[Choice] {
	return once(missing(t, m.transitions()) == nil && m.CanFire(m.state, t))
}

func (m clocked) Fire(t int, _ Choice) (Moment, error) {
	if err := missing(t, m.transitions()); err != nil {
		return nil, err
	}
	next, err := m.Rule.Fire(m.state, t)
	return clocked{m.Rule, next}, err
}

// starts lists when the clocks of enabled transitions reach their intervals, and when those that have priority over
// others miss theirs.
func (m clocked) starts() (list []int64) {
	for t, i := range m.net.Intervals {
		if !m.Enabled(m.state, t) {
			continue
		}
		list = append(list, i.First()-m.state.Clocks[t])
		if last := i.Last(); last != Infinite {
			list = append(list, last+1-m.state.Clocks[t])
		}
	}
	return list
}

// Alike compares clocks up to the end of an interval and one more, or up to its beginning if it has no end.
func (m clocked) Alike(other Moment) bool {
	o, ok := other.(clocked)
	if !ok || m.net != o.net || !m.state.Marking.Equal(o.state.Marking) {
		return false
	}
	for t, i := range m.net.Intervals {
		most := i.matters()
		if min(m.state.Clocks[t], most) != min(o.state.Clocks[t], most) {
			return false
		}
	}
	return true
}

// aged is a moment of a timed-arc net.
type aged struct {
	*ArcRule
	state ArcState
}

func beginAges(net *ArcNet) (Moment, error) {
	rule, err := NewArcRule(net)
	if err != nil {
		return nil, err
	}
	return aged{rule, rule.Initial()}, nil
}

func (m aged) Marking() petri.Marking { return m.state.Marking() }
func (m aged) Clocks() []int64        { return nil }
func (m aged) Ages() ArcState         { return m.state }
func (m aged) Longest() int64         { return m.ArcRule.Longest(m.state) }
func (m aged) transitions() int       { return len(m.net.Transitions) }

func (m aged) Wait(units int64) (Moment, error) {
	next, err := m.Delay(m.state, units)
	return aged{m.ArcRule, next}, err
}

func (m aged) Choices(t int) iter.Seq[Choice] {
	if missing(t, m.transitions()) != nil {
		return once(false)
	}
	return m.ArcRule.Choices(m.state, t)
}

func (m aged) Fire(t int, c Choice) (Moment, error) {
	if err := missing(t, m.transitions()); err != nil {
		return nil, err
	}
	next, err := m.ArcRule.Fire(m.state, t, c)
	return aged{m.ArcRule, next}, err
}

// starts lists when tokens reach the intervals of arcs that may take them. The delays after which a transition can fire
// are intervals that begin there, or now.
func (m aged) starts() (list []int64) {
	note := func(place int, i Interval) {
		for _, age := range slices.Compact(slices.Clone(m.state[place])) {
			list = append(list, i.First()-age)
		}
	}
	for i, a := range m.net.Arcs {
		note(a.Place, m.net.Ages[i])
	}
	for _, a := range m.net.Transports {
		note(a.From, a.Ages)
	}
	return list
}

func (m aged) Alike(other Moment) bool {
	o, ok := other.(aged)
	if !ok || m.net != o.net {
		return false
	}
	for p, most := range m.net.matter() {
		same := func(a, b int64) bool { return min(a, most) == min(b, most) }
		if !slices.EqualFunc(m.state[p], o.state[p], same) {
			return false
		}
	}
	return true
}

// matters returns a time from which on more makes no difference to the interval.
func (i Interval) matters() int64 {
	switch last := i.Last(); last {
	case Infinite:
		return i.First()
	case math.MaxInt64:
		return last
	default:
		return last + 1
	}
}

// matter returns by place up to which age it matters how old a token is: up to the beginning of each interval and one
// above its end, if there is one, of the place, and of each place to which an arc moves tokens of all larger ages.
func (n *ArcNet) matter() []int64 {
	most := make([]int64, len(n.Places))
	note := func(p int, i Interval) { most[p] = max(most[p], i.matters()) }
	for i, a := range n.Arcs {
		if a.Kind == extended.Input {
			note(a.Place, n.Ages[i])
		}
	}
	for _, a := range n.Transports {
		note(a.From, a.Ages)
	}
	for p, b := range n.Invariants {
		note(p, Interval{High: b.Most, HighOpen: b.Open})
	}
	for changed := true; changed; {
		changed = false
		for _, a := range n.Transports {
			if a.Ages.High == Infinite && most[a.To] > most[a.From] {
				most[a.From], changed = most[a.To], true
			}
		}
	}
	return most
}
