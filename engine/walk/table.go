package walk

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"brim/petri"
)

// A table is a net in flat arrays. Nothing in it changes, but the links of initial.
type table struct {
	net     *petri.Net
	changes []change // of all transitions; those of t are changes[first[t]:first[t+1]]
	first   []int32
	users   []user // of all places, see place
	initial []place
	asks    []int32 // by transition: how many tests of users it has
	tests   bool    // there are inhibitor arcs
	ceiling int64   // a firing that would put more tokens into a place ends the run
}

// A change is what a firing does to one place.
type change struct {
	delta int64 // not 0
	place int32
}

// A user is a transition that needs at least weight tokens of a place, or that weight tokens inhibit.
type user struct {
	weight     int64
	transition int32
}

// A place has its tokens and who looks at them: users[first:inhibit] take, users[inhibit:last] are inhibited, both by
// ascending weight, and the links[link:linked] of formulas.
type place struct {
	tokens               int64
	most                 int64 // largest weight of a user: above it no change enables or disables anything
	first, inhibit, last int32
	link, linked         int32
}

// usualCeiling is more than enough tokens: it leaves room for sums of many places.
const usualCeiling = 1 << 40

// newTable returns the table of net. The error says that it has more arcs than 31 bits count. Cost: the arcs.
func newTable(net *petri.Net) (*table, error) {
	if size := max(len(net.Places), len(net.Transitions), net.ArcCount()); size >= math.MaxInt32 {
		return nil, fmt.Errorf("net %s is too large for walks: %d arcs", net.Name, size)
	}
	b := &table{net: net, ceiling: usualCeiling, first: make([]int32, 1, len(net.Transitions)+1),
		initial: make([]place, len(net.Places)), asks: make([]int32, len(net.Transitions))}
	takes, inhibits := make([][]user, len(net.Places)), make([][]user, len(net.Places))
	for t := range net.Transitions {
		for e := range net.Transitions[t].Effects() {
			if e.Delta != 0 {
				b.changes = append(b.changes, change{e.Delta, int32(e.Place)})
			}
			if e.Min > 0 {
				takes[e.Place] = append(takes[e.Place], user{e.Min, int32(t)})
				b.asks[t]++
			}
			if e.Below > 0 {
				inhibits[e.Place] = append(inhibits[e.Place], user{e.Below, int32(t)})
				b.asks[t]++
				b.tests = true
			}
		}
		b.first = append(b.first, int32(len(b.changes)))
	}
	byWeight := func(x, y user) int { return cmp.Compare(x.weight, y.weight) }
	for p := range b.initial {
		slices.SortStableFunc(takes[p], byWeight)
		slices.SortStableFunc(inhibits[p], byWeight)
		x := place{tokens: net.Places[p].Initial, first: int32(len(b.users))}
		b.users = append(b.users, takes[p]...)
		x.inhibit = int32(len(b.users))
		b.users = append(b.users, inhibits[p]...)
		x.last = int32(len(b.users))
		for _, u := range b.users[x.first:x.last] {
			x.most = max(x.most, u.weight)
		}
		b.initial[p] = x
		if b.ceiling/2 < x.tokens {
			b.ceiling = min(x.tokens, math.MaxInt64/2) * 2
		}
	}
	return b, nil
}

// of returns the changes of a transition.
func (b *table) of(t int32) []change { return b.changes[b.first[t]:b.first[t+1]] }

// missing sets for each transition the number of its tests that fail in m.
func (b *table) missing(missing []int32, m petri.Marking) {
	copy(missing, b.asks)
	for p, tokens := range m {
		x := &b.initial[p]
		for _, u := range b.users[x.first:x.inhibit] {
			if u.weight > tokens {
				break
			}
			missing[u.transition]--
		}
		for i := x.last - 1; i >= x.inhibit && b.users[i].weight > tokens; i-- {
			missing[b.users[i].transition]--
		}
	}
}
