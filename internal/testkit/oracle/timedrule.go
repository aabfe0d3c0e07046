package oracle

import (
	"slices"

	"brim/petri/extended"
	"brim/petri/timed"
)

// The semantics of nets with time, a unit after the other.

// A span is an interval of integers; last may be timed.Infinite.
type span struct{ first, last int64 }

func spanOf(i timed.Interval) span {
	s := span{i.Low, i.High}
	if i.LowOpen {
		s.first++
	}
	if i.High != timed.Infinite && i.HighOpen {
		s.last--
	}
	return s
}

func (s span) has(time int64) bool {
	return time >= s.first && (s.last == timed.Infinite || time <= s.last)
}

// cap returns a time such that all later ones are alike for has.
func (s span) cap() int64 { return max(s.first, s.last+1) }

// A clockRule is the semantics of a time Petri net.
type clockRule struct {
	net     *timed.Net
	untimed extendedRule
	spans   []span
}

func newClockRule(net *timed.Net) clockRule {
	r := clockRule{net: net, untimed: extendedRule{net.Net, higher(net.Net)}}
	for _, i := range net.Intervals {
		r.spans = append(r.spans, spanOf(i))
	}
	return r
}

func (r clockRule) transitions() int { return len(r.spans) }

func (r clockRule) initial() TimedState {
	s := TimedState{Ages: make([][]int64, len(r.spans))}
	for _, p := range r.net.Places {
		s.Marking = append(s.Marking, p.Initial)
	}
	for t := range s.Ages {
		if r.untimed.ready(t, s.Marking) {
			s.Ages[t] = []int64{0}
		}
	}
	return s
}

func (r clockRule) tick(s TimedState) (TimedState, bool) {
	next := TimedState{s.Marking, make([][]int64, len(s.Ages))}
	for t, clock := range s.Ages {
		if len(clock) == 0 {
			continue
		}
		if last := r.spans[t].last; !r.net.Weak && r.net.Intervals[t].High != timed.Infinite && clock[0]+1 > last {
			return TimedState{}, false
		}
		next.Ages[t] = []int64{clock[0] + 1}
	}
	return next, true
}

// now reports whether t could fire without priorities.
func (r clockRule) now(s TimedState, t int) bool {
	return len(s.Ages[t]) > 0 && r.spans[t].has(s.Ages[t][0])
}

func (r clockRule) fire(s TimedState, t int, visit func(TimedState) error) error {
	if !r.now(s, t) {
		return nil
	}
	for u := range s.Ages {
		if r.untimed.above[u][t] && r.now(s, u) {
			return nil
		}
	}
	m, err := r.untimed.fire(t, s.Marking)
	if err != nil {
		return err
	}
	between := slices.Clone(s.Marking)
	for p := range between {
		takes, _, _ := r.untimed.weight(p, t, extended.Input)
		between[p] -= takes
		if resets, _, _ := r.untimed.weight(p, t, extended.Reset); resets > 0 {
			between[p] = 0
		}
	}
	next := TimedState{m, make([][]int64, len(s.Ages))}
	for u := range next.Ages {
		switch {
		case !r.untimed.ready(u, m):
		case u == t || len(s.Ages[u]) == 0 || r.net.Memory == timed.Intermediate && !r.untimed.ready(u, between):
			next.Ages[u] = []int64{0}
		default:
			next.Ages[u] = s.Ages[u]
		}
	}
	return visit(next)
}

func (r clockRule) cap(s *TimedState) {
	for t, clock := range s.Ages {
		if len(clock) > 0 {
			s.Ages[t] = []int64{min(clock[0], r.spans[t].cap())}
		}
	}
}

// An ageRule is the semantics of a timed-arc net.
type ageRule struct {
	net   *timed.ArcNet
	takes [][]ageArc // by transition: input and transport arcs
	last  []int64    // by place: the largest age that its invariant allows, or timed.Infinite
	caps  []int64    // by place
}

// An ageArc takes tokens from a place, and puts them on another unless to is -1.
type ageArc struct {
	from, to int
	weight   int64
	ages     span
}

func newAgeRule(net *timed.ArcNet) ageRule {
	r := ageRule{net: net, takes: make([][]ageArc, len(net.Transitions)), caps: make([]int64, len(net.Places))}
	for p, b := range net.Invariants {
		last := spanOf(timed.Interval{High: b.Most, HighOpen: b.Open}).last
		r.last = append(r.last, last)
		r.caps[p] = last + 1
	}
	for i, a := range net.Arcs {
		if a.Kind == extended.Input {
			r.takes[a.Transition] = append(r.takes[a.Transition], ageArc{a.Place, -1, a.Weight, spanOf(net.Ages[i])})
		}
	}
	for _, a := range net.Transports {
		r.takes[a.Transition] = append(r.takes[a.Transition], ageArc{a.From, a.To, a.Weight, spanOf(a.Ages)})
	}
	for changed := true; changed; {
		changed = false
		for _, arcs := range r.takes {
			for _, a := range arcs {
				most := a.ages.cap()
				if a.to >= 0 {
					most = max(most, r.caps[a.to])
				}
				if most > r.caps[a.from] {
					r.caps[a.from], changed = most, true
				}
			}
		}
	}
	return r
}

func (r ageRule) transitions() int { return len(r.takes) }

func (r ageRule) initial() TimedState {
	var s TimedState
	for _, p := range r.net.Places {
		s.Ages = append(s.Ages, make([]int64, p.Initial))
	}
	return r.counted(s.Ages)
}

// counted returns the state with these ages.
func (r ageRule) counted(ages [][]int64) TimedState {
	s := TimedState{Ages: ages}
	for p := range ages {
		slices.Sort(ages[p])
		s.Marking = append(s.Marking, int64(len(ages[p])))
	}
	return s
}

func (r ageRule) tick(s TimedState) (TimedState, bool) {
	for t, urgent := range r.net.Urgent {
		fires := false
		if urgent {
			r.fire(s, t, func(TimedState) error { fires = true; return nil })
		}
		if fires {
			return TimedState{}, false
		}
	}
	next := make([][]int64, len(s.Ages))
	for p, ages := range s.Ages {
		for _, a := range ages {
			if r.last[p] != timed.Infinite && a+1 > r.last[p] {
				return TimedState{}, false
			}
			next[p] = append(next[p], a+1)
		}
	}
	return r.counted(next), true
}

func (r ageRule) fire(s TimedState, t int, visit func(TimedState) error) error {
	for _, a := range r.net.Arcs {
		if a.Kind == extended.Inhibitor && a.Transition == t && s.Marking[a.Place] >= a.Weight {
			return nil
		}
	}
	return r.take(s.Ages, make([][]int64, len(s.Ages)), r.takes[t], 0, func(left [][]int64) error {
		next := make([][]int64, len(left))
		for p := range left {
			next[p] = slices.Clone(left[p])
		}
		for _, a := range r.net.Arcs {
			if a.Kind == extended.Output && a.Transition == t {
				next[a.Place] = append(next[a.Place], make([]int64, a.Weight)...)
			}
		}
		return visit(r.counted(next))
	})
}

// take tries each token for the next of those that the arcs take, of which the first one has taken so many. It calls
// visit with what is left and moved. A sequence of choices that differ in their order is tried again and again.
func (r ageRule) take(left, moved [][]int64, arcs []ageArc, taken int64, visit func([][]int64) error) error {
	if len(arcs) == 0 {
		all := make([][]int64, len(left))
		for p := range all {
			all[p] = slices.Concat(left[p], moved[p])
		}
		return visit(all)
	}
	a := arcs[0]
	if taken == a.weight {
		return r.take(left, moved, arcs[1:], 0, visit)
	}
	for i, age := range left[a.from] {
		if !a.ages.has(age) || a.to >= 0 && r.last[a.to] != timed.Infinite && age > r.last[a.to] || i > 0 &&
			age == left[a.from][i-1] {
			continue
		}
		fewer, more := slices.Clone(left), slices.Clone(moved)
		fewer[a.from] = slices.Delete(slices.Clone(left[a.from]), i, i+1)
		if a.to >= 0 {
			more[a.to] = append(slices.Clone(moved[a.to]), age)
		}
		if err := r.take(fewer, more, arcs, taken+1, visit); err != nil {
			return err
		}
	}
	return nil
}

func (r ageRule) cap(s *TimedState) {
	ages := make([][]int64, len(s.Ages))
	for p := range ages {
		for _, a := range s.Ages[p] {
			ages[p] = append(ages[p], min(a, r.caps[p]))
		}
	}
	s.Ages = ages
}
