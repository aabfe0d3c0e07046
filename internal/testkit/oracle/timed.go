package oracle

import (
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"brim/petri"
	"brim/petri/timed"
)

// State spaces of nets with integer time.

// A TimedState is a state of a net with time. Of a time Petri net Ages has, by transition, its clock, or nothing if it
// is not enabled; of a timed-arc net, by place, the ages of its tokens, ascending.
type TimedState struct {
	Marking petri.Marking
	Ages    [][]int64
}

// Tick is the transition of edges that are a unit of time.
const Tick = -1

// A TimedSpace is the reachable part of the state space of a net with time, or the part that is reached within a time.
// All lists are indexed by the number of the state; 0 is the initial one.
type TimedSpace struct {
	States   []TimedState
	Times    []int64  // the least time in which a state is reached
	Succ     [][]Edge // firings, with each choice of tokens that leads elsewhere, and Tick if time may pass
	Dead     []int    // the states after which nothing fires, however long one waits, ascending
	Stopped  []int    // those of Dead after which time cannot go on for ever
	Complete bool     // nothing was cut off

	number map[string]int
	rule   timedRule
}

// A timedRule is the semantics of a kind of nets, by definition.
type timedRule interface {
	initial() TimedState
	tick(s TimedState) (TimedState, bool)                         // after a unit of time, if that may pass
	fire(s TimedState, t int, visit func(TimedState) error) error // each way in which t can fire
	transitions() int
	cap(s *TimedState) // replaces ages that are larger than what they are compared with
}

// ExploreTimed returns the state space of a time Petri net. It fails with ErrTooMany as soon as there are more than
// maxStates states.
//
// Clocks are capped where more makes no difference. The relation of a state and its capped one is a bisimulation: the
// cap is above all constants with which the clock is compared, and stays so when time passes or the clock is reset, so
// both allow the same steps and their successors are related. So markings, deadlocks and timelocks are those of the
// net.
func ExploreTimed(net *timed.Net, maxStates int) (*TimedSpace, error) {
	return exploreTimed(newClockRule(net), math.MaxInt64, maxStates)
}

// ExploreTimedTo returns the states that are reached within a time, with clocks that are not capped. Dead and Stopped
// are empty unless the part is complete.
func ExploreTimedTo(net *timed.Net, time int64, maxStates int) (*TimedSpace, error) {
	return exploreTimed(uncapped{newClockRule(net)}, time, maxStates)
}

// ExploreTimedArcs is ExploreTimed for a timed-arc net, whose ages are capped in the same way. A token that a transport
// arc moves to another place is compared with the constants of that place later, so its cap is not less than theirs.
func ExploreTimedArcs(net *timed.ArcNet, maxStates int) (*TimedSpace, error) {
	return exploreTimed(newAgeRule(net), math.MaxInt64, maxStates)
}

// ExploreTimedArcsTo is ExploreTimedTo for a timed-arc net.
func ExploreTimedArcsTo(net *timed.ArcNet, time int64, maxStates int) (*TimedSpace, error) {
	return exploreTimed(uncapped{newAgeRule(net)}, time, maxStates)
}

// uncapped is a rule without caps.
type uncapped struct{ timedRule }

func (uncapped) cap(*TimedState) {}

// exploreTimed finds the states by time: those of one time by firings, and then those that are a unit later.
func exploreTimed(rule timedRule, time int64, maxStates int) (*TimedSpace, error) {
	s := &TimedSpace{Complete: true, number: map[string]int{}, rule: rule}
	var now []int
	if _, err := s.add(rule.initial(), 0, maxStates, &now); err != nil {
		return nil, err
	}
	for at := int64(0); len(now) > 0; at++ {
		for n := 0; n < len(now); n++ {
			for t := range rule.transitions() {
				err := rule.fire(s.States[now[n]], t,
					func(next TimedState) error { return s.edge(now[n], t, next, at, maxStates, &now) })
				if err != nil {
					return nil, err
				}
			}
		}
		var later []int
		for _, i := range now {
			next, ok := rule.tick(s.States[i])
			switch {
			case !ok:
			case at == time:
				s.Complete = false
			default:
				if err := s.edge(i, Tick, next, at+1, maxStates, &later); err != nil {
					return nil, err
				}
			}
		}
		now = later
	}
	if s.Complete {
		s.findDead()
	}
	return s, nil
}

// edge adds the edge from state i to next, which is found at that time, and next itself to the list if it is new.
func (s *TimedSpace) edge(i, transition int, next TimedState, time int64, maxStates int, list *[]int) error {
	j, err := s.add(next, time, maxStates, list)
	if e := (Edge{transition, j}); err == nil && !slices.Contains(s.Succ[i], e) {
		s.Succ[i] = append(s.Succ[i], e)
	}
	return err
}

// add returns the number of a state, which it adds if it is new.
func (s *TimedSpace) add(state TimedState, time int64, maxStates int, list *[]int) (int, error) {
	s.rule.cap(&state)
	k := state.key()
	if i, ok := s.number[k]; ok {
		return i, nil
	}
	if len(s.States) >= maxStates {
		return 0, fmt.Errorf("%w: more than %d states", ErrTooMany, maxStates)
	}
	i := len(s.States)
	s.number[k] = i
	s.States, s.Times, s.Succ = append(s.States, state), append(s.Times, time), append(s.Succ, nil)
	*list = append(*list, i)
	return i, nil
}

// key returns the state as a string: equal strings for equal states only.
func (s TimedState) key() string {
	b := []byte(key(s.Marking))
	for _, ages := range s.Ages {
		b = binary.AppendUvarint(b, uint64(len(ages)))
		for _, a := range ages {
			b = binary.AppendUvarint(b, uint64(a))
		}
	}
	return string(b)
}

// findDead waits in each state until something can fire, time stops, or the state is that of the unit of time before.
func (s *TimedSpace) findDead() {
	for i := range s.States {
		fires, last := false, -1
		for at := i; at != last && !fires; {
			last = at
			for _, e := range s.Succ[at] {
				if e.Transition == Tick {
					at = e.To
				} else {
					fires = true
				}
			}
			if at == last && !slices.Contains(s.Succ[at], Edge{Tick, at}) && !fires {
				s.Stopped = append(s.Stopped, i)
			}
		}
		if !fires {
			s.Dead = append(s.Dead, i)
		}
	}
}

// Marking returns, for each marking of a state, the least time in which it is reached. Keys are made by Key.
func (s *TimedSpace) Marking() map[string]int64 {
	times := map[string]int64{}
	for i, state := range s.States {
		k := Key(state.Marking)
		if known, ok := times[k]; !ok || s.Times[i] < known {
			times[k] = s.Times[i]
		}
	}
	return times
}

// Key returns a marking as a string: equal strings for equal markings only.
func Key(m petri.Marking) string { return key(m) }
