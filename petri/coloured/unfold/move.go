package unfold

import (
	"encoding/binary"
	"slices"

	"brim/petri/coloured"
)

// A move is a transition as the search for classes sees it.
type move struct {
	*coloured.Transition
	groups    []*group
	of        []int // by variable of the net: the group, or unbound
	pre, post []sumArc
	joints    []joint
	clusters  []*cluster
	never     bool // the guard holds for no binding
	dead      bool // no binding is ever enabled
}

// A sumArc is an arc whose term is a sum, each summand once, unless it has not got that form.
type sumArc struct {
	place     int
	sum       []summand
	flat      bool
	variables []int
}

// A joint is a condition on several groups. Where holds is nil nothing is known of it.
type joint struct {
	groups []int // ascending
	holds  func() bool
}

// move makes a transition ready.
func (c *coarsener) move(t *coloured.Transition) *move {
	m := &move{Transition: t, of: make([]int, len(c.net.Variables))}
	for v := range m.of {
		m.of[v] = unbound
	}
	var conjuncts []*condition
	if t.Guard != nil {
		conjuncts = flat(nil, c.guards.condition(t.Guard, true))
	}
	c.group(m, conjuncts)
	for _, k := range conjuncts {
		c.ask(m, k.variables, func() bool { return k.holds(&c.evaluator) && c.evaluator.err == nil })
	}
	for _, a := range t.Pre {
		m.pre = append(m.pre, c.arc(m, a))
	}
	for _, a := range t.Post {
		m.post = append(m.post, c.arc(m, a))
	}
	return m
}

// group makes the groups of a move. Variables of products and of large sorts are in none.
func (c *coarsener) group(m *move, conjuncts []*condition) {
	parent := map[int]int{}
	var find func(v int) int
	find = func(v int) int {
		if parent[v] != v {
			parent[v] = find(parent[v])
		}
		return parent[v]
	}
	for _, v := range m.Variables {
		if s := &c.net.Sorts[c.net.Variables[v].Sort]; s.Kind != coloured.Product && c.take(s.Size) {
			parent[v] = v
		}
	}
	plain := func(o *operand) bool {
		_, ok := parent[o.variable]
		return ok && o.shift == 0 && o.blocks == nil && o.term == nil
	}
	for _, k := range conjuncts {
		if k.test == coloured.Equal && plain(&k.left) && plain(&k.right) {
			parent[find(k.left.variable)] = find(k.right.variable)
		}
	}
	at := map[int]int{}
	for _, v := range m.Variables {
		if _, ok := parent[v]; !ok {
			continue
		}
		root := find(v)
		i, ok := at[root]
		if !ok {
			i = len(m.groups)
			at[root] = i
			size := c.net.Sorts[c.net.Variables[v].Sort].Size
			m.groups = append(m.groups, &group{size: size, may: make([]bool, size), alive: make([]bool, size)})
			for j := range m.groups[i].may {
				m.groups[i].may[j] = true
			}
		}
		m.of[v] = i
		m.groups[i].variables = append(m.groups[i].variables, v)
	}
}

// ask adds a condition on some variables to a move. holds evaluates it in the environment; nil says that nothing is
// known. A condition on one group restricts the colours that the group may have, one on several becomes a joint, and
// one on none decides whether the move is possible.
func (c *coarsener) ask(m *move, variables []int, holds func() bool) {
	var groups []int
	for _, v := range variables {
		switch g := m.of[v]; {
		case g == unbound:
			holds = nil
		case !slices.Contains(groups, g):
			groups = append(groups, g)
		}
	}
	switch {
	case holds == nil || len(groups) > 1:
		slices.Sort(groups)
		m.joints = append(m.joints, joint{groups, holds})
	case len(groups) == 0:
		m.never = m.never || !holds()
	default:
		g := m.groups[groups[0]]
		for v := range g.size {
			if g.may[v] {
				c.bind(g, v)
				g.may[v] = holds()
			}
		}
	}
}

// bind gives the variables of a group a colour.
func (c *coarsener) bind(g *group, colour int64) {
	for _, v := range g.variables {
		c.evaluator.env[v] = colour
	}
}

// arc brings the term of an arc in the form of a sum of different summands.
func (c *coarsener) arc(m *move, a coloured.Arc) sumArc {
	out := sumArc{place: a.Place, variables: appendVariables(nil, a.Term)}
	sum, flat := flatten(c.net, a.Term)
	if !flat || slices.ContainsFunc(out.variables, func(v int) bool { return m.of[v] == unbound }) {
		return out
	}
	out.flat = true
	at := map[string]int{}
	for _, s := range sum {
		key := m.key(s)
		if i, ok := at[key]; ok {
			if out.sum[i].count += s.count; out.sum[i].count < 0 {
				out.flat = false
				return out
			}
			continue
		}
		at[key] = len(out.sum)
		out.sum = append(out.sum, s)
	}
	return out
}

// key returns what is equal for summands whose tuples are equal under all bindings that satisfy the guard.
func (m *move) key(s summand) string {
	var key []byte
	for _, p := range s.pieces {
		switch {
		case p.all:
			key = append(key, 'a')
		case p.variable == unbound:
			key = binary.AppendVarint(append(key, 'c'), p.colour)
		default:
			key = binary.AppendVarint(binary.AppendVarint(append(key, 'v'), int64(m.of[p.variable])), p.shift)
		}
	}
	return string(key)
}

// restores reports whether the move gives a place what it takes from there.
func (m *move) restores(place int) bool {
	counts := map[string]int64{}
	for sign, arcs := range [][]sumArc{m.post, m.pre} {
		for _, a := range arcs {
			switch {
			case a.place != place:
			case !a.flat:
				return false
			default:
				for _, s := range a.sum {
					counts[m.key(s)] += s.count * int64(1-2*sign)
				}
			}
		}
	}
	for _, n := range counts {
		if n != 0 {
			return false
		}
	}
	return true
}
