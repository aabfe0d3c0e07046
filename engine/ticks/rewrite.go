package ticks

import (
	"maps"
	"slices"
	"strings"

	"brim/engine/system"
	"brim/mdd"
)

// Plans with merged variables.

// mostFolded is how many values a variable may have in stages that are put together.
const mostFolded = 1 << 12

// plan returns the plan whose variables are the groups. Stages and alternatives that are local then become one effect.
func (m *merger) plan() *plan {
	p := &plan{name: m.from.name, open: m.from.open}
	for _, g := range m.groups {
		v := g.members[0]
		if g.tuples == nil {
			p.variable(m.from.names[v], m.from.starts[v], m.from.most[v])
			continue
		}
		var names []string
		start := make([]int, len(g.members))
		for i, v := range g.members {
			names = append(names, m.from.names[v])
			start[i] = m.from.starts[v]
		}
		p.variable(strings.Join(names, "|"), g.value[keyOf(start)], len(g.tuples)-1)
	}
	for _, terms := range m.from.places {
		var list []Term
		for _, t := range terms {
			list = append(list, m.term(t))
		}
		p.places = append(p.places, list)
	}
	p.oldest = m.from.oldest
	for _, c := range m.from.clocks {
		if c.variable >= 0 {
			t := m.term(Term{Variable: c.variable})
			c.variable, c.values = t.Variable, t.Tokens
		}
		p.clocks = append(p.clocks, c)
	}
	for _, piles := range m.from.piles {
		var list []pile
		for _, k := range piles {
			if m.groups[m.new[k.variable]].tuples != nil && k.ages == nil {
				for n := range m.from.most[k.variable] + 1 {
					k.ages = append(k.ages, slices.Repeat([]int{k.age}, n))
				}
			}
			list = append(list, pile{m.new[k.variable], inGroup(m, k.variable, k.ages), k.age})
		}
		p.piles = append(p.piles, list)
	}
	for _, e := range m.from.events {
		var stages []system.Stage
		for _, stage := range e.stages {
			stages = append(stages, m.stage(stage))
		}
		stages = p.folded(stages)
		for i := range stages {
			stages[i] = p.united(stages[i])
		}
		if slices.ContainsFunc(stages, func(s system.Stage) bool { return len(s) == 0 }) {
			stages = never()
		}
		p.events = append(p.events, event{e.name, e.transition, stages})
	}
	return p
}

// never returns the stages of an event that never happens.
func never() []system.Stage {
	return []system.Stage{{{{Level: 1, Effect: mdd.Shift{Min: 1, Below: 1}}}}}
}

// term returns the summand over the new variable.
func (m *merger) term(t Term) Term {
	tokens := t.Tokens
	if g := &m.groups[m.new[t.Variable]]; g.tuples != nil && tokens == nil {
		for v := range m.from.most[t.Variable] + 1 {
			tokens = append(tokens, v)
		}
	}
	return Term{m.new[t.Variable], inGroup(m, t.Variable, tokens)}
}

// inGroup returns what values of the new variable stand for, if those of the old one stand for these.
func inGroup[E any](m *merger, variable int, of []E) (list []E) {
	g := &m.groups[m.new[variable]]
	if g.tuples == nil {
		return of
	}
	i, _ := slices.BinarySearch(g.members, variable)
	for _, tuple := range g.tuples {
		list = append(list, of[tuple[i]])
	}
	return list
}

// stage returns the stage over the new variables, without alternatives that never happen.
func (m *merger) stage(stage system.Stage) (list system.Stage) {
	for _, steps := range stage {
		by := map[int][]mdd.Step{} // by new variable; of groups with the places among the members
		for _, s := range steps {
			n := m.new[s.Level-1]
			i, _ := slices.BinarySearch(m.groups[n].members, s.Level-1)
			by[n] = append(by[n], mdd.Step{Level: i + 1, Effect: s.Effect})
		}
		alternative, possible := []mdd.Step{}, true
		for _, n := range slices.Sorted(maps.Keys(by)) {
			e := by[n][0].Effect
			if g := &m.groups[n]; g.tuples != nil {
				var ok bool
				if e, ok = g.effect(by[n]); !ok {
					possible = false
					break
				}
			}
			if e != nil {
				alternative = append(alternative, mdd.Step{Level: n + 1, Effect: e})
			}
		}
		if possible {
			list = append(list, alternative)
		}
	}
	return list
}

// effect returns what steps of the members do to the value of the group; ok is false if they are never possible. What
// leads to a tuple without a value does not happen.
func (g *group) effect(steps []mdd.Step) (e mdd.Effect, ok bool) {
	var pairs [][2]int
	for v, tuple := range g.tuples {
		allLeads(tuple, steps, func(to []int) {
			if value, ok := g.value[keyOf(to)]; ok {
				pairs = append(pairs, [2]int{v, value})
			}
		})
	}
	return effectOf(pairs, len(g.tuples)-1)
}

// encode returns the values of the new variables for values of the old ones.
func (m *merger) encode(values []int) []int {
	list := make([]int, len(m.groups))
	for n, g := range m.groups {
		if g.tuples == nil {
			list[n] = values[g.members[0]]
			continue
		}
		tuple := make([]int, len(g.members))
		for i, v := range g.members {
			tuple[i] = values[v]
		}
		value, ok := g.value[keyOf(tuple)]
		if !ok {
			value = -1
		}
		list[n] = value
	}
	return list
}

// folded returns fewer stages that do the same: one that is about a single variable becomes part of the one before or
// after it.
func (p *plan) folded(stages []system.Stage) []system.Stage {
	for i := 0; i < len(stages) && len(stages) > 1; {
		v, alone := only(stages[i])
		if !alone || v >= 0 && (p.most[v] < 0 || p.most[v] > mostFolded) {
			i++
			continue
		}
		into := max(i-1, 0) // after the stage is removed
		e, ok := p.union(stages[i], v)
		stages = slices.Delete(slices.Clone(stages), i, i+1)
		if !ok {
			stages[into] = nil
		} else if e != nil {
			stages[into] = p.with(stages[into], v, e, i > 0)
		}
		i = into
	}
	return stages
}

// only returns the variable that all steps of a stage are about, -1 if there are no steps; alone is false if there are
// several.
func only(stage system.Stage) (variable int, alone bool) {
	variable = -1
	for _, steps := range stage {
		for _, s := range steps {
			if variable >= 0 && s.Level-1 != variable {
				return 0, false
			}
			variable = s.Level - 1
		}
	}
	return variable, true
}

// union returns the union of the alternatives of a stage about the variable v, nil if that leaves it alone; ok is false
// if there are no alternatives.
func (p *plan) union(stage system.Stage, v int) (e mdd.Effect, ok bool) {
	if v < 0 {
		return nil, len(stage) > 0
	}
	var pairs [][2]int
	for _, steps := range stage {
		pairs = append(pairs, joined(stepOf(steps, v), nil, p.most[v])...)
	}
	return effectOf(pairs, p.most[v])
}

// stepOf returns the effect on the variable v; nil if there is no step of it.
func stepOf(steps []mdd.Step, v int) mdd.Effect {
	for _, s := range steps {
		if s.Level == v+1 {
			return s.Effect
		}
	}
	return nil
}

// with returns the stage in which all alternatives have the effect on the variable v, too, after or before their own.
func (p *plan) with(stage system.Stage, v int, e mdd.Effect, after bool) (list system.Stage) {
	for _, steps := range stage {
		own := stepOf(steps, v)
		all := e
		if own != nil {
			pairs := joined(e, own, p.most[v])
			if after {
				pairs = joined(own, e, p.most[v])
			}
			var ok bool
			if all, ok = effectOf(pairs, p.most[v]); !ok {
				continue
			}
		}
		list = append(list, replaced(steps, v, all))
	}
	return list
}

// replaced returns the steps with another effect on the variable v; nil leaves it alone.
func replaced(steps []mdd.Step, v int, e mdd.Effect) []mdd.Step {
	list := []mdd.Step{}
	for _, s := range steps {
		if s.Level != v+1 {
			list = append(list, s)
		}
	}
	if e != nil {
		list = append(list, mdd.Step{Level: v + 1, Effect: e})
		slices.SortFunc(list, func(a, b mdd.Step) int { return a.Level - b.Level })
	}
	return list
}

// united returns the stage with fewer alternatives: those that differ in the effect on one variable become one.
func (p *plan) united(stage system.Stage) system.Stage {
	var variables []int
	for _, steps := range stage {
		for _, s := range steps {
			variables = append(variables, s.Level-1)
		}
	}
	slices.Sort(variables)
	most := func(level int) int { return p.most[level-1] }
	for _, v := range slices.Compact(variables) {
		if len(stage) < 2 {
			break
		}
		if p.most[v] < 0 || p.most[v] > mostFolded {
			continue
		}
		same := map[string]system.Stage{} // by what they do to other variables
		var keys []string
		for _, steps := range stage {
			key := stepsKey(replaced(steps, v, nil), most)
			if same[key] == nil {
				keys = append(keys, key)
			}
			same[key] = append(same[key], steps)
		}
		stage = nil
		for _, key := range keys {
			list := same[key]
			if len(list) == 1 {
				stage = append(stage, list[0])
			} else if e, ok := p.union(list, v); ok {
				stage = append(stage, replaced(list[0], v, e))
			}
		}
	}
	return stage
}
