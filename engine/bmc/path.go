package bmc

import (
	"context"

	"brim/ctl/syntax"
)

// A path is an unrolling: states s₀, s₁, … and the steps between them, as many as were asked for.
type path struct {
	g       *gates
	moments []*moment
	along   []Lit // whether s₀ … s_i is a path that starts where it should
	simple  []Lit // whether, in addition, s₀ … s_i are different; as many as were asked for
	once    []Lit // whether none of s₁ … s_i is initial; as many as were asked for
	ask     func(context.Context, *CNF) (bool, error)
	value   func(Lit) bool
}

// newPath returns the paths that start with first.
func newPath(g *gates, first frame) *path {
	p := &path{g: g, along: []Lit{first.valid()}, simple: []Lit{first.valid()}, once: []Lit{yes}}
	p.add(first)
	return p
}

func (p *path) add(f frame) {
	p.moments = append(p.moments, &moment{frame: f, g: p.g, truth: map[*syntax.Formula]Lit{}, equal: map[*moment]Lit{}})
}

// at returns the moment of s_i.
func (p *path) at(i int) *moment {
	for len(p.moments) <= i {
		next := p.moments[len(p.moments)-1].next()
		p.add(next)
		p.along = append(p.along, p.g.and(p.along[len(p.along)-1], next.valid()))
	}
	return p.moments[i]
}

// valid reports whether s₀ … s_i is a path.
func (p *path) valid(i int) Lit {
	p.at(i)
	return p.along[i]
}

// loopFree reports whether s₀ … s_i is a path without a loop.
func (p *path) loopFree(i int) Lit {
	p.at(i)
	for len(p.simple) <= i {
		n := len(p.simple)
		last := p.moments[n]
		parts := []Lit{p.simple[n-1], last.valid()}
		for _, m := range p.moments[:n] {
			parts = append(parts, -m.same(last))
		}
		p.simple = append(p.simple, p.g.and(parts...))
	}
	return p.simple[i]
}

// startsOnce reports whether none of s₁ … s_i is initial.
func (p *path) startsOnce(i int) Lit {
	p.at(i)
	for len(p.once) <= i {
		n := len(p.once)
		p.once = append(p.once, p.g.and(p.once[n-1], -p.moments[n].starts()))
	}
	return p.once[i]
}

// state returns the bits of s_i in the model that was found last.
func (p *path) state(i int) []bool {
	lits := p.moments[i].bits()
	values := make([]bool, len(lits))
	for b, l := range lits {
		values[b] = l == yes || l != no && p.value(l)
	}
	return values
}

// choices returns what was chosen in s₀ … s_i of the model that was found last.
func (p *path) choices(i int) [][]int {
	var list [][]int
	for _, m := range p.moments[:i+1] {
		list = append(list, m.choice(p.value))
	}
	return list
}
