package ticks

import (
	"fmt"
	"slices"

	"brim/engine/system"
	"brim/mdd"
)

// Firings of timed-arc nets.

// isIdentity reports whether the pairs are those of so many values with themselves.
func isIdentity(pairs [][2]int, values int) bool {
	return len(pairs) == values && !slices.ContainsFunc(pairs, func(p [2]int) bool { return p[0] != p[1] })
}

// testCodes is the tester for multisets.
func testCodes(c condition) mdd.Effect {
	var pairs [][2]int
	for v, ok := range c.codes {
		if ok {
			pairs = append(pairs, [2]int{v, v})
		}
	}
	if len(pairs) == len(c.codes) {
		return nil
	}
	return mdd.NewPairs(pairs...)
}

// fire adds the event of a firing of t: an alternative for each choice of the ages that transport arcs move, and then
// what urgent transitions are told.
func (a *ages) fire(t int) error {
	first := system.Stage{}
	transports := a.transports[t]
	var choose func(chosen [][]int)
	choose = func(chosen [][]int) {
		if len(first) > mostChoices {
			return
		}
		if len(chosen) < len(transports) {
			transports[len(chosen)].each(func(ages []int) { choose(append(slices.Clip(chosen), ages)) })
			return
		}
		var steps []mdd.Step
		for i := range a.spots[t] {
			s := &a.spots[t][i]
			pairs := a.moves(s, transports, chosen)
			if len(pairs) == 0 {
				return
			}
			if !isIdentity(pairs, len(a.books[s.place].list)) {
				steps = append(steps, mdd.Step{Level: s.place + 1, Effect: mdd.NewPairs(pairs...)})
			}
		}
		if v := a.urgent[t]; v >= 0 {
			steps = append(steps, mdd.Step{Level: v + 1, Effect: mdd.NewPairs([2]int{1, 0})})
		}
		first = append(first, steps)
	}
	if choose(nil); len(first) > mostChoices {
		return fmt.Errorf("its transport arcs have more than %d choices of ages", mostChoices)
	}
	if len(first) == 0 {
		return nil // it never fires
	}
	stages := []system.Stage{first}
	for u, v := range a.urgent {
		if v >= 0 && a.shares(t, u) {
			stages = append(stages, watcher{variable: v, top: 1}.stage(a.when[u], testCodes, false))
		}
	}
	a.events = append(a.events, event{a.net.Transitions[t].ID, t, stages})
	return nil
}

// mostChoices is how many choices of ages the transport arcs of a transition may have.
const mostChoices = 1 << 12

// shares reports whether u, an urgent transition, looks at a place of t, or is t.
func (a *ages) shares(t, u int) bool {
	return t == u || slices.ContainsFunc(a.when[u], func(c condition) bool {
		return slices.ContainsFunc(a.spots[t], func(s spot) bool { return s.place == c.place })
	})
}

// moves returns the pairs of values between which a firing leads at a place where the transport arcs move tokens of the
// chosen ages.
func (a *ages) moves(s *spot, transports []transport, chosen [][]int) (pairs [][2]int) {
	b := a.books[s.place]
	var out []int              // ages that leave
	in := make([]int, s.gives) // and that arrive
	for i, k := range transports {
		if k.from == s.place {
			out = append(out, chosen[i]...)
		}
		if k.to == s.place {
			in = append(in, chosen[i]...)
		}
	}
	for v, ages := range b.list {
		left, ok := without(ages, out)
		if !ok || s.inhibitor > 0 && int64(len(ages)) >= s.inhibitor {
			continue
		}
		drawn(left, s.inputs, func(left []int) {
			if to, ok := b.of(slices.Concat(left, in)); ok {
				pairs = append(pairs, [2]int{v, to})
			}
		})
	}
	slices.SortFunc(pairs, func(x, y [2]int) int { return slices.Compare(x[:], y[:]) })
	return slices.Compact(pairs)
}
