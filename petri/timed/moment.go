package timed

import (
	"errors"
	"iter"
	"slices"

	"brim/petri"
)

// States of nets of all kinds, for what plays a net and need not know which kind it is.

// A Moment is a state of the net of a Document together with its firing rule. It does not change.
type Moment interface {
	Marking() petri.Marking
	// Clocks returns how long each transition of a time Petri net has been enabled, -1 of one that is not enabled; nil
	// of other nets.
	Clocks() []int64
	// Ages returns the ages of the tokens of a timed-arc net, nil of other nets. They must not be changed.
	Ages() ArcState
	// Longest returns the longest delay that is possible, which may be Infinite. It is 0 of a net without time.
	Longest() int64
	// Wait returns the state after so many units of time. The error says why they cannot pass.
	Wait(units int64) (Moment, error)
	// Choices yields each choice of tokens with which a transition can fire, without a delay: nil where tokens have no
	// ages. It yields nothing if the transition cannot fire. A choice is valid until the next one.
	Choices(t int) iter.Seq[Choice]
	// Fire returns the state after a transition has fired with a choice of tokens. The error says why it cannot fire.
	Fire(t int, c Choice) (Moment, error)
	// Alike reports whether both are states of the same net that differ in nothing but clocks or ages that are so large
	// that more makes no difference: then each can do what the other can, and what they lead to is alike again.
	Alike(other Moment) bool

	transitions() int
	// starts lists delays; what can fire after some delay can fire after one of these or 0 for the first time. Some may
	// be negative or longer than is possible.
	starts() []int64
}

// Begin returns the initial state of the net. The error is that of the firing rule of its kind.
func (d *Document) Begin() (Moment, error) {
	switch {
	case d.Timed != nil:
		return beginClocks(d.Timed)
	case d.Arcs != nil:
		return beginAges(d.Arcs)
	case d.Untimed != nil:
		return beginPlain(d.Untimed)
	}
	return nil, errors.New("there is no net")
}

// CanFire reports whether a transition can fire, without a delay.
func CanFire(m Moment, t int) bool {
	for range m.Choices(t) {
		return true
	}
	return false
}

// Soonest returns the least delay after which some transition can fire, 0 if one can fire now; ok is false if none can
// after any delay. Cost: with n different delays that matter, n looks at all transitions.
func Soonest(m Moment) (units int64, ok bool) {
	for delay, then := range later(m) {
		for t := range m.transitions() {
			if CanFire(then, t) {
				return delay, true
			}
		}
	}
	return 0, false
}

// Never says in the result of Earliest that a transition cannot fire before others do.
const Never int64 = -1

// Earliest returns for each transition the least delay after which it can fire if nothing else does meanwhile, or
// Never. Cost: as that of Soonest.
func Earliest(m Moment) []int64 {
	list := slices.Repeat([]int64{Never}, m.transitions())
	for delay, then := range later(m) {
		for t := range list {
			if list[t] == Never && CanFire(then, t) {
				list[t] = delay
			}
		}
		if !slices.Contains(list, Never) {
			break
		}
	}
	return list
}

// Stuck reports whether neither a transition can fire nor time pass.
func Stuck(m Moment) bool {
	if m.Longest() != 0 {
		return false
	}
	for t := range m.transitions() {
		if CanFire(m, t) {
			return false
		}
	}
	return true
}

// later yields the delays that are possible after which a transition may be able to fire for the first time, ascending
// from 0 on, each with the state after it.
func later(m Moment) iter.Seq2[int64, Moment] {
	return func(yield func(int64, Moment) bool) {
		list := append(m.starts(), 0)
		slices.Sort(list)
		longest := m.Longest()
		for _, delay := range slices.Compact(list) {
			if delay < 0 || longest != Infinite && delay > longest {
				continue
			}
			then, err := m.Wait(delay)
			if err != nil || !yield(delay, then) {
				return // a clock that exceeds 63 bits ends time, too
			}
		}
	}
}
