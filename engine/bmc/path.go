package bmc

import "brim/petri"

// A path is an unrolling: states s₀, s₁, … and the steps between them, as many as were asked for.
type path struct {
	c        *circuit
	together bool // independent transitions fire in one step
	rising   bool // independent transitions fire in the order of their indices
	states   []*state
	steps    []*step // from each state but the last
	along    []Lit   // whether s₀ is a start and the steps to s_i are valid
	simple   []Lit   // whether, beside this, s₀ … s_i are different; as many as were asked for
	ask      func(*CNF) (bool, error)
	value    func(Lit) bool
}

// from returns the paths that start in marking m.
func (l *layout) from(m petri.Marking, together, rising bool) *path {
	c := newCircuit()
	return &path{c: c, together: together, rising: rising, states: []*state{l.marking(c, m)}, along: []Lit{yes}, simple: []Lit{yes}}
}

// anywhere returns the paths that start in any marking that keeps the bounds and the place invariants.
func (l *layout) anywhere(together, rising bool) *path {
	c := newCircuit()
	s, keeps := l.any(c)
	return &path{c: c, together: together, rising: rising, states: []*state{s}, along: []Lit{keeps}, simple: []Lit{keeps}}
}

// state returns s_i.
func (p *path) state(i int) *state {
	for len(p.states) <= i {
		var before *step
		if n := len(p.steps); p.rising && n > 0 {
			before = p.steps[n-1]
		}
		x := p.states[len(p.states)-1].next(p.together, before)
		p.steps = append(p.steps, x)
		p.states = append(p.states, x.to)
		p.along = append(p.along, p.c.and(p.along[len(p.along)-1], x.valid))
	}
	return p.states[i]
}

// valid tells whether s₀ … s_i is a path.
func (p *path) valid(i int) Lit {
	p.state(i)
	return p.along[i]
}

// loopFree tells whether s₀ … s_i is a path without a loop.
func (p *path) loopFree(i int) Lit {
	p.state(i)
	for len(p.simple) <= i {
		n := len(p.simple)
		parts := []Lit{p.simple[n-1], p.steps[n-1].valid}
		for j := range n {
			parts = append(parts, -p.states[j].same(p.states[n]))
		}
		p.simple = append(p.simple, p.c.and(parts...))
	}
	return p.simple[i]
}

// fired returns the transitions of the first n steps of the model that was found last, those of one step by index.
func (p *path) fired(n int) []int {
	var list []int
	for _, x := range p.steps[:n] {
		for t, fires := range x.fires {
			if fires != no && p.value(fires) {
				list = append(list, t)
			}
		}
	}
	return list
}
