package ticks

import (
	"maps"
	"slices"

	"brim/engine/system"
	"brim/mdd"
)

// Variables that become one: the places of a state machine, with the clocks that depend on it.

// spare is by how many values a merged variable may exceed the sum of the values of those that it stands for.
const spare = 32

// A merger makes a plan in which groups of variables are one variable each, whose values stand for tuples of theirs.
// Which tuples there are is found by the events, in which what they do to other variables is left out: more may be
// there than are reached. A state machine, of which one place is marked at a time, has about as many tuples as its
// places have values, and their product is never made.
type merger struct {
	from   *plan
	groups []group // by variable of the new plan
	new    []int   // by variable of the old plan: the new one
}

// A group is the variables that one variable stands for.
type group struct {
	members []int          // ascending
	tuples  [][]int        // by value; nil for a single variable, whose values stay
	value   map[string]int // by keyOf(tuple)
}

// merged returns the plan in which the variables of each group become one. Groups are disjoint. One with too many
// tuples is left alone, and so is an extra variable for which a group has one: the extra ones join a group if that has
// not too many tuples then.
func (p *plan) merged() *merger {
	m := &merger{from: p, new: make([]int, len(p.names))}
	in := make([]bool, len(p.names))
	touching := p.touching()
	for _, c := range p.clusters {
		if len(c.core)+len(c.extra) < 2 {
			continue
		}
		g, ok := p.group(slices.Clone(c.core), touching)
		if !ok {
			continue
		}
		for _, v := range c.extra {
			if more, ok := p.group(append(slices.Clone(g.members), v), touching); ok {
				g = more
			}
		}
		if len(g.members) < 2 {
			continue
		}
		for _, v := range g.members {
			in[v] = true
		}
		m.groups = append(m.groups, g)
	}
	for v := range p.names {
		if !in[v] {
			m.groups = append(m.groups, group{members: []int{v}})
		}
	}
	slices.SortFunc(m.groups, func(a, b group) int { return a.members[0] - b.members[0] })
	for n, g := range m.groups {
		for _, v := range g.members {
			m.new[v] = n
		}
	}
	return m
}

// A cluster is a proposal of a group: variables that should be one, and others that may join them.
type cluster struct{ core, extra []int }

// A dependence finds the variables that depend on the variables of one group only.
type dependence struct {
	groups [][]int
	of     []int       // by variable: its group, or -1
	in     map[int]int // by variable: the group that it depends on, -1 if there are several
}

func newDependence(groups [][]int, variables int) *dependence {
	w := &dependence{groups: groups, of: make([]int, variables), in: map[int]int{}}
	for v := range w.of {
		w.of[v] = -1
	}
	for i, g := range groups {
		for _, v := range g {
			w.of[v] = i
		}
	}
	return w
}

// needs says that a variable depends on another one.
func (w *dependence) needs(variable, other int) {
	if g, known := w.in[variable]; known && g != w.of[other] {
		w.in[variable] = -1
	} else {
		w.in[variable] = w.of[other]
	}
}

// clusters returns the proposals.
func (w *dependence) clusters() []cluster {
	list := make([]cluster, len(w.groups))
	for i, g := range w.groups {
		list[i].core = g
	}
	for _, v := range slices.Sorted(maps.Keys(w.in)) {
		if g := w.in[v]; g >= 0 {
			list[g].extra = append(list[g].extra, v)
		}
	}
	return list
}

// touching returns for each variable the events with a step of it.
func (p *plan) touching() [][]int {
	list := make([][]int, len(p.names))
	for e := range p.events {
		for v := range p.events[e].variables() {
			list[v] = append(list[v], e)
		}
	}
	return list
}

// variables returns the variables that e has steps of.
func (e *event) variables() map[int]bool {
	all := map[int]bool{}
	for _, stage := range e.stages {
		for _, steps := range stage {
			for _, s := range steps {
				all[s.Level-1] = true
			}
		}
	}
	return all
}

// group returns the group of these variables; ok is false if it has too many tuples.
func (p *plan) group(members []int, touching [][]int) (g group, ok bool) {
	slices.Sort(members)
	g.members = members
	most := spare
	var events []int
	start, limits := make([]int, len(members)), make([]int, len(members))
	for i, v := range members {
		if limits[i] = p.most[v]; limits[i] < 0 {
			return g, false
		}
		most += p.most[v] + 1
		events = append(events, touching[v]...)
		start[i] = p.starts[v]
	}
	slices.Sort(events)
	var locals [][]system.Stage
	for _, e := range slices.Compact(events) {
		locals = append(locals, p.events[e].on(members, func(level int) int { return p.most[members[level-1]] }))
	}
	rest, between := map[string][]int{keyOf(start): start}, map[string][]int{}
	for todo := [][]int{start}; len(todo) > 0 && len(rest)+len(between) <= most; {
		tuple := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		for _, stages := range locals {
			now := map[string][]int{"": tuple}
			for i, stage := range stages {
				next := map[string][]int{}
				for _, from := range now {
					for _, steps := range stage {
						allLeads(from, steps, func(to []int) {
							if within(to, limits) {
								next[keyOf(to)] = to
							}
						})
					}
				}
				if now = next; i < len(stages)-1 {
					maps.Copy(between, now)
				}
			}
			for key, to := range now {
				if rest[key] == nil {
					rest[key] = to
					todo = append(todo, to)
				}
			}
		}
	}
	if len(rest)+len(between) > most {
		return g, false
	}
	g.number(rest, between)
	return g, true
}

// within reports whether values are at most as large as the limits, which no variable exceeds.
func within(values, limits []int) bool {
	for i, v := range values {
		if v > limits[i] {
			return false
		}
	}
	return true
}

// number gives tuples values: first to those that are there when no event is under way.
func (g *group) number(rest, between map[string][]int) {
	g.value = map[string]int{}
	for _, part := range []map[string][]int{rest, between} {
		for _, tuple := range slices.SortedFunc(maps.Values(part), slices.Compare) {
			key := keyOf(tuple)
			if _, known := g.value[key]; !known {
				g.value[key] = len(g.tuples)
				g.tuples = append(g.tuples, tuple)
			}
		}
	}
}

// on returns the stages without steps of other variables than the members, whose numbers in it are their places among
// the members, and whose largest values most tells. Stages without steps are left out.
func (e *event) on(members []int, most func(level int) int) (stages []system.Stage) {
	for _, stage := range e.stages {
		local, known, touched := system.Stage{}, map[string]bool{}, false
		for _, steps := range stage {
			var own []mdd.Step
			for _, s := range steps {
				if i, ok := slices.BinarySearch(members, s.Level-1); ok {
					own = append(own, mdd.Step{Level: i + 1, Effect: s.Effect})
				}
			}
			touched = touched || len(own) > 0
			if key := stepsKey(own, most); !known[key] {
				known[key] = true
				local = append(local, own)
			}
		}
		if touched {
			stages = append(stages, local)
		}
	}
	return stages
}
