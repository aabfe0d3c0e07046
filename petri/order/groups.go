package order

import (
	"slices"

	"brim/petri"
	"brim/petri/structure"
)

// This file makes components of places from place invariants and nested units.

// Limits says how large a component may become. Zero fields stand for the
// defaults.
type Limits struct {
	// States is the number of local states up to which invariants and smaller
	// components are merged. Default 32.
	States int
	// OneHot is the number of local states up to which the places of one
	// invariant or one nested unit become a component of their own. Default 128.
	OneHot int
	// Tokens is the largest constant of an invariant that makes a component,
	// unless it has two places only; places with many tokens are better left
	// alone. Default 3.
	Tokens int64
}

func (l Limits) orDefault() Limits {
	if l.States <= 0 {
		l.States = 32
	}
	if l.OneHot <= 0 {
		l.OneHot = 128
	}
	if l.Tokens <= 0 {
		l.Tokens = 3
	}
	return l
}

// Groups returns a partition of the places into components, each ascending,
// sorted by their first place. A place that is tied to no other stays alone.
//
// Components grow in this order, each step bounded by the limits on local
// states (see counter for how they are estimated):
//
//  1. all places that no transition changes: one component with one local state;
//  2. nested units of a safe NUPN: at most one place of a unit is marked;
//  3. invariants with few tokens that share no place with a component so far,
//     those with the fewest states first, then those whose places are closest
//     together in the net;
//  4. invariants that overlap one component only;
//  5. single places that an invariant or all their transitions tie to a component;
//  6. components that have more to do with each other than with the rest: at
//     least half of what one of them exchanges goes to the other.
//
// Steps 3 to 6 are made with the small invariants first, which are processes as a
// rule, then with the others. A large one is passed over if its places belong to
// different processes by step 5: it is a resource that they share, and a level of
// its own would couple them all.
//
// The time is near-linear in the size of net and flows.
func Groups(net *petri.Net, flows []structure.Semiflow, limits Limits) [][]int {
	g := newGrouping(net, flows, limits.orDefault())
	g.fixed()
	g.units()
	seeds := g.seeds(flows)
	large := slices.IndexFunc(seeds, func(s seed) bool { return s.states > core })
	if large < 0 {
		large = len(seeds)
	}
	g.grow(flows, seeds[:large])
	if large < len(seeds) {
		g.grow(flows, seeds[large:])
	}
	return g.partition()
}

func (g *grouping) grow(flows []structure.Semiflow, seeds []seed) {
	g.invariants(flows, seeds)
	g.singles()
	if g.merge() {
		g.singles()
	}
}

// Singles returns the partition in which every place is alone.
func Singles(net *petri.Net) [][]int { return singles(len(net.Places)) }

// singles returns the partition of 0 … n−1 into single numbers.
func singles(n int) [][]int {
	all, groups := make([]int, n), make([][]int, n)
	for p := range all {
		all[p] = p
		groups[p] = all[p : p+1 : p+1]
	}
	return groups
}

// A grouping is a partition in the making.
type grouping struct {
	net    *petri.Net
	limits Limits
	*counter
	affinity *affinity
	of       []int32 // component of each place
	members  [][]int // places of each component, ascending; nil when merged into another
	states   []int   // local states of each component; 0 while not counted
	still    []bool  // places that no transition changes
	scratch  []int
}

func newGrouping(net *petri.Net, flows []structure.Semiflow, limits Limits) *grouping {
	g := &grouping{
		net: net, limits: limits, counter: newCounter(net, flows),
		of: make([]int32, len(net.Places)), members: Singles(net),
		states: make([]int, len(net.Places)), still: net.Fixed(),
	}
	for p := range g.of {
		g.of[p] = int32(p)
	}
	g.affinity = newAffinity(g, g.members)
	return g
}

func (g *grouping) alone(p int) bool { return len(g.members[g.of[p]]) == 1 }

// statesOf returns the number of local states of component c.
func (g *grouping) statesOf(c int32) int {
	if g.states[c] == 0 {
		g.states[c] = max(1, g.count(g.members[c], max(g.limits.States, g.limits.OneHot)))
	}
	return g.states[c]
}

// union returns the places of the components together, ascending. The result
// is overwritten by the next call.
func (g *grouping) union(components ...int32) []int {
	g.scratch = g.scratch[:0]
	for _, c := range components {
		g.scratch = append(g.scratch, g.members[c]...)
	}
	slices.Sort(g.scratch)
	return g.scratch
}

// join makes one component of several, given its number of local states.
func (g *grouping) join(states int, components ...int32) {
	to := slices.Min(components)
	g.members[to] = slices.Clone(g.union(components...))
	g.states[to] = states
	for _, c := range components {
		if c != to {
			g.members[c] = nil
		}
	}
	for _, p := range g.members[to] {
		g.of[p] = to
	}
}

// fixed makes one component of the places that never change.
func (g *grouping) fixed() {
	var all []int32
	for p, still := range g.still {
		if still {
			all = append(all, int32(p))
		}
	}
	if len(all) > 1 {
		g.join(1, all...)
	}
}

// units makes a component of the own places of each unit of a safe NUPN. The
// places of a unit beyond the limit are cut into pieces of equal size.
func (g *grouping) units() {
	if g.net.Units == nil || !g.net.Units.Safe {
		return
	}
	for i := range g.net.Units.List {
		var own []int32
		for _, p := range g.net.Units.List[i].Places {
			if !g.still[p] && g.alone(p) {
				own = append(own, g.of[p])
			}
		}
		slices.Sort(own)
		pieces := (len(own) + g.limits.OneHot - 1) / g.limits.OneHot
		for rest := own; pieces > 0; pieces-- {
			size := (len(rest) + pieces - 1) / pieces
			if size > 1 {
				g.join(g.count(g.union(rest[:size]...), size+1), rest[:size]...)
			}
			rest = rest[size:]
		}
	}
}

// core is the number of local states up to which invariants are taken as parts
// of processes; larger ones may be resources that processes share.
const core = 8

// A seed is an invariant that may become a component.
type seed struct {
	flow         int // index
	states, span int
}

// seeds returns the invariants with few tokens and few local states, those with
// the fewest states first, then those whose places are closest together, then as they are given.
func (g *grouping) seeds(flows []structure.Semiflow) []seed {
	list := make([]seed, 0, len(flows))
	for i := range flows {
		f := &flows[i]
		if n := len(f.Places); f.Constant < 1 || n < 2 || n > g.limits.OneHot {
			continue
		}
		if states := g.seedStates(f); states > 0 {
			list = append(list, seed{i, states, f.Places[len(f.Places)-1] - f.Places[0]})
		}
	}
	slices.SortFunc(list, func(a, b seed) int {
		switch {
		case a.states != b.states:
			return a.states - b.states
		case a.span != b.span:
			return a.span - b.span
		}
		return a.flow - b.flow
	})
	return list
}

// seedStates returns the number of local states of the places of f, or 0 if they
// are too many for a component. Of two complementary places one says all, so they
// may hold more tokens than others.
func (g *grouping) seedStates(f *structure.Semiflow) int {
	n := len(f.Places)
	simple := slices.Max(f.Weights) == 1
	switch {
	case simple && f.Constant == 1:
		return n
	case simple && n == 2 && f.Constant < int64(g.limits.OneHot):
		return int(f.Constant) + 1
	case f.Constant <= g.limits.Tokens && n <= g.limits.States:
		if states := g.count(f.Places, g.limits.States); states <= g.limits.States {
			return states
		}
	}
	return 0
}

// invariants makes components of the seeds that overlap none, then lets those
// that overlap a single one join it.
func (g *grouping) invariants(flows []structure.Semiflow, seeds []seed) {
	var touched []int32
	for _, overlap := range []bool{false, true} {
		for _, s := range seeds {
			touched = touched[:0]
			grown := 0
			places := flows[s.flow].Places
			for _, p := range places {
				if g.still[p] || slices.Contains(touched, g.of[p]) {
					continue
				}
				touched = append(touched, g.of[p])
				if !g.alone(p) {
					grown++
				}
			}
			switch {
			case len(touched) < 2:
			case grown == 0:
				if s.states <= core || !g.shared(places) {
					g.join(s.states, touched...)
				}
			case overlap && grown == 1:
				if n := g.count(g.union(touched...), g.limits.States); n <= g.limits.States {
					g.join(n, touched...)
				}
			}
		}
	}
}

// partition returns the result.
func (g *grouping) partition() [][]int {
	var groups [][]int
	for _, m := range g.members {
		if m != nil {
			groups = append(groups, m)
		}
	}
	return groups
}
