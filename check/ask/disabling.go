package ask

import (
	"math"
	"slices"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/petri/extended"
	"brim/petri/timed"
)

// How the firing of a transition disables another one: by the arcs, and as formulas about the marking before it.

// mostPairs is how many pairs of transitions are looked at.
const mostPairs = 200_000

// A pair is two transitions of which the first disables the second.
type pair struct{ first, second int }

func (p pair) back() pair { return pair{p.second, p.first} }

// A disabling has what the transitions of a net ask of their places and do to them.
type disabling struct {
	needs [][]extended.Need
	above func(t int) []int // those with priority over a transition
	time  *timed.Net        // nil for other nets
	aged  [][]bool          // of a timed-arc net, as needs: the transition takes tokens of certain ages only
}

// disablingOf returns the disabling of a model.
func disablingOf(m *model.Model) (*disabling, error) {
	net := m.Document
	switch {
	case m.Net != nil:
		net = extended.Of(m.Net)
	case m.TimedArcs != nil:
		net = m.TimedArcs.Ageless()
	}
	needs, err := net.Needs()
	x := &disabling{needs: needs, above: func(int) []int { return nil }, time: m.Timed}
	if err == nil && m.Net == nil && net.HasPriorities() {
		var rule *extended.Rule
		if rule, err = extended.NewRule(net); err == nil {
			x.above = rule.Above
		}
	}
	if m.TimedArcs != nil && err == nil {
		x.aged = agedNeeds(m.TimedArcs, needs)
	}
	return x, err
}

// agedNeeds tells which needs are for tokens of certain ages.
func agedNeeds(n *timed.ArcNet, needs [][]extended.Need) [][]bool {
	aged := make([][]bool, len(needs))
	for t := range needs {
		aged[t] = make([]bool, len(needs[t]))
	}
	note := func(t, p int, ages timed.Interval) {
		if ages != timed.Always() {
			aged[t][slices.IndexFunc(needs[t], func(d extended.Need) bool { return d.Place == p })] = true
		}
	}
	for i, a := range n.Arcs {
		if a.Kind == extended.Input {
			note(a.Transition, a.Place, n.Ages[i])
		}
	}
	for _, a := range n.Transports {
		ages := a.Ages
		if n.Invariants[a.To].Most != timed.Infinite { // tokens that are too old there are not taken
			ages.High = n.Invariants[a.To].Most
		}
		note(a.Transition, a.From, ages)
	}
	return aged
}

// A span is an interval of numbers of tokens; 2^63−1 at its end is no limit.
type span struct{ least, most int64 }

func spanOf(d extended.Need) span { return span{d.Least, d.Most} }

func (s span) empty() bool        { return s.least > s.most }
func (s span) within(o span) bool { return s.least >= o.least && s.most <= o.most }

// A change is what a firing does to the tokens of a place: it sets their number, or adds to it.
type change struct {
	sets bool
	by   int64
}

// of returns the numbers that those of a span become.
func (c change) of(s span) span {
	if c.sets {
		return span{c.by, c.by}
	}
	return span{added(s.least, c.by), added(s.most, c.by)}
}

// added returns a sum, or the end of the range nearest to it; nothing is added to 2^63−1, which is no limit.
func added(n, by int64) int64 {
	switch {
	case n == math.MaxInt64, by > 0 && n > math.MaxInt64-by:
		return math.MaxInt64
	case by < 0 && n < -math.MaxInt64-by:
		return -math.MaxInt64
	}
	return n + by
}

// changes returns what firing t does to its places and, for memories that look at what is left between taking tokens
// and giving them, what it has done by then.
func (x *disabling) changes(t int) (after, between map[int]change) {
	after, between = map[int]change{}, map[int]change{}
	for _, d := range x.needs[t] {
		switch {
		case d.Reset:
			after[d.Place], between[d.Place] = change{true, d.Give}, change{sets: true}
		case d.Give > 0 || d.Take > 0:
			after[d.Place], between[d.Place] = change{by: d.Delta()}, change{by: -d.Take}
		}
	}
	return after, between
}

// late reports whether a transition cannot fire at the moment at which it becomes enabled.
func (x *disabling) late(t int) bool { return x.time != nil && !x.time.Intervals[t].Contains(0) }

// restarts reports whether the clock of t begins again, to no good, if it lacks tokens between taking and giving.
func (x *disabling) restarts(t int) bool { return x.late(t) && x.time.Memory == timed.Intermediate }

// pairs lists the pairs of which the first may disable the second. It reports false if there are more than mostPairs.
// Cost: for each transition, those that share a place with it and, with priorities, those that wait for these.
func (x *disabling) pairs(places int) (list []pair, complete bool) {
	asks := make([][]int, places)        // by place: the transitions that need tokens there, or room for them
	below := make([][]int, len(x.needs)) // by transition: those that it has priority over
	for t, needs := range x.needs {
		for _, d := range needs {
			if d.Least > 0 || d.Most < math.MaxInt64 {
				asks[d.Place] = append(asks[d.Place], t)
			}
		}
		for _, v := range x.above(t) {
			below[v] = append(below[v], t)
		}
	}
	near := slices.Repeat([]int{-1}, len(x.needs)) // by transition: the last one that changes what it needs
	tried := slices.Clone(near)                    // by transition: the last one of which a pair was looked at
	for t := range x.needs {
		changes, _ := x.changes(t)
		var others []int
		for _, d := range x.needs[t] {
			if _, changed := changes[d.Place]; !changed {
				continue
			}
			for _, u := range asks[d.Place] {
				if u != t && near[u] != t {
					near[u] = t
					others = append(others, u)
				}
			}
		}
		for _, u := range slices.Clone(others) {
			if !x.late(u) {
				others = append(others, below[u]...)
			}
		}
		raised := func(v int) bool { return near[v] == t && !x.late(v) }
		for _, u := range others {
			if u == t || tried[u] == t {
				continue
			}
			tried[u] = t
			if x.may(t, u, raised) {
				if list = append(list, pair{t, u}); len(list) > mostPairs {
					return list[:mostPairs], false
				}
			}
		}
	}
	return list, true
}

// may reports whether t may disable u, by what they ask of each place that both look at: after the firing the place
// lacks what u needs, or a transition that goes before u may be enabled. raised tells of which ones that may be.
func (x *disabling) may(t, u int, raised func(v int) bool) bool {
	after, between := x.changes(t)
	disables := slices.ContainsFunc(x.above(u), raised)
	for i, d := range x.needs[u] {
		k, ok := slices.BinarySearchFunc(x.needs[t], d.Place, func(d extended.Need, p int) int { return d.Place - p })
		if !ok {
			continue
		}
		own := x.needs[t][k]
		both := span{max(d.Least, own.Least), min(d.Most, own.Most)}
		if both.empty() {
			return false // they are never enabled together
		}
		disables = disables || !after[d.Place].of(both).within(spanOf(d)) ||
			x.restarts(u) && !between[d.Place].of(both).within(spanOf(d)) || x.ages(u, i) && own.Take > 0
	}
	return disables
}

// ages reports whether need i of a transition is for tokens of certain ages.
func (x *disabling) ages(t, i int) bool { return x.aged != nil && x.aged[t][i] }

// unsure reports whether t may disable u by taking a token whose age u needs, though enough others are left.
func (x *disabling) unsure(c pair) bool {
	for i, d := range x.needs[c.second] {
		takes := func(own extended.Need) bool { return own.Place == d.Place && own.Take > 0 }
		if x.ages(c.second, i) && slices.ContainsFunc(x.needs[c.first], takes) {
			return true
		}
	}
	return false
}

// happens says that both transitions can fire and that the first one disables the second, whatever tokens it takes.
// Where ages do not matter, that is exactly so.
func (x *disabling) happens(f formulas, c pair) *syntax.Formula {
	t, u := c.first, c.second
	after, between := x.changes(t)
	parts := []*syntax.Formula{f.Not(x.ready(f, u, after, true))}
	if x.restarts(u) {
		parts = append(parts, f.Not(x.ready(f, u, between, true)))
	}
	for _, v := range x.above(u) {
		touched := slices.ContainsFunc(x.needs[v], func(d extended.Need) bool { _, ok := after[d.Place]; return ok })
		if v == t || !touched || x.late(v) {
			continue
		}
		raised := x.ready(f, v, after, false)
		if x.time != nil { // its clock is late, unless it begins again
			stays := x.ready(f, v, nil, false)
			if x.time.Memory == timed.Intermediate {
				stays = f.And(stays, x.ready(f, v, between, false))
			}
			raised = f.And(raised, f.Not(stays))
		}
		parts = append(parts, raised)
	}
	return f.And(f.enabled(t), f.enabled(u), f.Or(parts...))
}

// ready says that after some changes the places hold what a transition needs, but for priorities; only says it of the
// places that change.
func (x *disabling) ready(f formulas, t int, changes map[int]change, only bool) *syntax.Formula {
	parts := []*syntax.Formula{f.Bool(true)}
	for _, d := range x.needs[t] {
		c, changed := changes[d.Place]
		switch {
		case only && !changed:
		case c.sets:
			parts = append(parts, f.Bool(span{c.by, c.by}.within(spanOf(d))))
		default:
			if least := added(d.Least, -c.by); least > 0 {
				parts = append(parts, f.tokens(syntax.GreaterEqual, least, d.Place))
			}
			if d.Most < math.MaxInt64 {
				parts = append(parts, f.tokens(syntax.LessEqual, added(d.Most, -c.by), d.Place))
			}
		}
	}
	return f.And(parts...)
}

// in tells which pairs happen at the end of a run, by the firing rule.
func (a *asker) in(r *trail) func(pair) bool {
	m := a.model
	if r.timed == nil {
		rule := a.rule(m)
		return func(c pair) bool {
			next, fires := rule.fire(r.end, c.first)
			return fires && rule.enabled(r.end, c.second) && !rule.enabled(next, c.second)
		}
	}
	now, err := m.Begin()
	for _, s := range r.timed.Steps {
		switch {
		case err != nil:
			panic("ask: a run of a net with time: " + err.Error())
		case s.Transition < 0:
			now, err = now.Wait(s.Delay)
		default:
			now, err = now.Fire(s.Transition, s.Choice)
		}
	}
	return func(c pair) bool { return timed.CanFire(now, c.second) && someDisables(now, c) }
}

// mostChoices is how many choices of tokens are tried.
const mostChoices = 1000

// someDisables reports whether with some choice of tokens the first transition fires and the second cannot afterwards.
func someDisables(now timed.Moment, c pair) bool {
	left := mostChoices
	for choice := range now.Choices(c.first) {
		if next, err := now.Fire(c.first, choice); err == nil && !timed.CanFire(next, c.second) {
			return true
		}
		if left--; left == 0 {
			break
		}
	}
	return false
}
