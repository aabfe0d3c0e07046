package game

import (
	"errors"
	"slices"

	"brim/petri"
	"brim/petri/timed"
)

// States of both kinds of nets with time, as a game sees them.

// clocks is a moment of a time Petri net.
type clocks struct {
	net   *timed.Net
	rule  *timed.Rule
	state timed.State
}

func (m clocks) marking() petri.Marking { return m.state.Marking }
func (m clocks) longest() int64         { return m.rule.Longest(m.state) }

func (m clocks) wait(units int64) (moment, error) {
	next, err := m.rule.Delay(m.state, units)
	return clocks{m.net, m.rule, next}, err
}

func (m clocks) ways(t, _ int) []timed.Choice {
	if t < 0 || t >= len(m.net.Transitions) || !m.rule.CanFire(m.state, t) {
		return nil
	}
	return []timed.Choice{nil}
}

func (m clocks) fire(t int, _ timed.Choice) (moment, error) {
	if t < 0 || t >= len(m.net.Transitions) {
		return nil, errors.New("there is no such transition")
	}
	next, err := m.rule.Fire(m.state, t)
	return clocks{m.net, m.rule, next}, err
}

// starts lists when the clocks of enabled transitions reach their intervals. What has priority then can fire itself, or
// waits for something that can.
func (m clocks) starts() (list []int64) {
	for t, i := range m.net.Intervals {
		if m.rule.Enabled(m.state, t) {
			list = append(list, i.First()-m.state.Clocks[t])
		}
	}
	return list
}

// ages is a moment of a timed-arc net.
type ages struct {
	net   *timed.ArcNet
	rule  *timed.ArcRule
	state timed.ArcState
}

func (m ages) marking() petri.Marking { return m.state.Marking() }
func (m ages) longest() int64         { return m.rule.Longest(m.state) }

func (m ages) wait(units int64) (moment, error) {
	next, err := m.rule.Delay(m.state, units)
	return ages{m.net, m.rule, next}, err
}

func (m ages) ways(t, most int) (list []timed.Choice) {
	if t < 0 || t >= len(m.net.Transitions) {
		return nil
	}
	for c := range m.rule.Choices(m.state, t) {
		own := make(timed.Choice, len(c))
		for i := range c {
			own[i] = slices.Clone(c[i])
		}
		if list = append(list, own); len(list) >= most {
			break
		}
	}
	return list
}

func (m ages) fire(t int, c timed.Choice) (moment, error) {
	if t < 0 || t >= len(m.net.Transitions) {
		return nil, errors.New("there is no such transition")
	}
	next, err := m.rule.Fire(m.state, t, c)
	return ages{m.net, m.rule, next}, err
}

// starts lists when tokens reach the intervals of arcs that may take them. The delays after which a transition can fire
// are intervals that begin there, or now.
func (m ages) starts() (list []int64) {
	note := func(place int, i timed.Interval) {
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
