package ticks

import (
	"errors"
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

// testCodes is the tester for multisets, and for numbers of tokens.
func testCodes(c condition) mdd.Effect {
	if c.codes == nil {
		return testTokens(c)
	}
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
			local, ok := a.local(&a.spots[t][i], transports, chosen)
			if !ok {
				return
			}
			steps = append(steps, local...)
		}
		if v := a.urgent[t]; v >= 0 {
			steps = append(steps, mdd.Step{Level: v + 1, Effect: mdd.NewPairs([2]int{1, 0})})
		}
		first = append(first, steps)
	}
	for _, s := range a.spots[t] {
		most := a.stores[s.place].most
		takes := int64(0)
		for _, d := range s.all {
			takes = sum(takes, d.weight)
		}
		if takes > most || s.gives > most {
			return nil // it never fires
		}
		if max(takes, s.gives) > mostMoved {
			return fmt.Errorf("it takes or makes more than %d tokens at a place", mostMoved)
		}
	}
	if choose(nil); len(first) > mostChoices {
		return fmt.Errorf("there are more than %d %w", mostChoices, errChoices)
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

const (
	mostChoices = 1 << 12 // of ages that a transition takes
	mostMoved   = 1 << 20 // tokens
)

// errChoices says that a firing has too many cases.
var errChoices = errors.New("choices of the ages that it takes")

// shares reports whether u, an urgent transition, looks at a place of t, or is t.
func (a *ages) shares(t, u int) bool {
	return t == u || slices.ContainsFunc(a.when[u], func(c condition) bool {
		return slices.ContainsFunc(a.spots[t], func(s spot) bool {
			at := &a.stores[s.place]
			return at.first <= c.place && c.place < at.first+at.variables()
		})
	})
}

// local returns the steps of a firing at a place, where the transport arcs move tokens of the chosen ages; ok is false
// if that is not possible.
func (a *ages) local(s *spot, transports []transport, chosen [][]int) (steps []mdd.Step, ok bool) {
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
	at := &a.stores[s.place]
	if at.book == nil {
		return a.counted(s, out, in)
	}
	most := int64(unlimited)
	if len(in) > 0 {
		most = a.promise[s.place]
	}
	pairs := at.book.moves(s, most, out, in)
	if len(pairs) > 0 && !isIdentity(pairs, len(at.book.list)) {
		steps = append(steps, mdd.Step{Level: at.first + 1, Effect: mdd.NewPairs(pairs...)})
	}
	return steps, len(pairs) > 0
}

// moves returns the pairs of values between which a firing leads from at most so many tokens if tokens of these ages
// leave and arrive, besides those that input arcs take.
func (b *book) moves(s *spot, most int64, out, in []int) (pairs [][2]int) {
	for v, ages := range b.list {
		left, ok := without(ages, out)
		if n := int64(len(ages)); !ok || n > most || s.inhibitor > 0 && n >= s.inhibitor {
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
