package structure

import (
	"context"
	"math"
	"slices"

	"brim/petri"
)

// This file extracts from a concurrency relation what one of its statements rests on.

// An Exclusion says that no reachable marking has both levels. Of one level twice it says that it is not reached.
type Exclusion [2]Level

// Implies reports whether levels that y excludes are at least those that x excludes.
func (x Exclusion) Implies(y Exclusion) bool {
	within := func(a, b, c, d Level) bool { return a.below(c) && b.below(d) }
	return within(x[0], x[1], y[0], y[1]) || within(x[0], x[1], y[1], y[0]) ||
		x[0] == x[1] && (x[0].below(y[0]) || x[0].below(y[1]))
}

// below reports whether whoever has level b has a.
func (a Level) below(b Level) bool { return a.Place == b.Place && a.Tokens <= b.Tokens }

// By reports whether an invariant alone shows the exclusion.
func (x Exclusion) By(y Semiflow) bool {
	sum, first := int64(0), x[0]
	if x[1].Place == first.Place {
		first.Tokens = max(first.Tokens, x[1].Tokens)
	}
	for i, p := range y.Places {
		for k, l := range [...]Level{first, x[1]} {
			if l.Place != p || k == 1 && p == first.Place {
				continue
			}
			if l.Tokens > (y.Constant-sum)/y.Weights[i] {
				return true
			}
			sum += l.Tokens * y.Weights[i]
		}
	}
	return false
}

// A ConcurrencyProof shows that levels exclude each other: its exclusions hold in the initial marking, and if they and
// the invariants hold before a firing, and the parts have one of their markings or less, then also after it.
type ConcurrencyProof struct {
	Exclusions []Exclusion
	Flows      []Semiflow
	Parts      []*Part
}

// Proof returns a proof of some exclusions of the relation, which no pair of concurrent levels contradicts. Flows are
// semiflows of the net, those with which the relation was found among them. Cost: for each exclusion, the transitions
// that fill one of its places. It is empty if ctx ends before.
func (c *Concurrency) Proof(ctx context.Context, net *petri.Net, flows []Semiflow, roots []Exclusion) ConcurrencyProof {
	p := &concurrencyProof{
		Concurrency: c, flows: flows, known: map[Exclusion]bool{}, seen: map[int]bool{}, uses: map[int]bool{},
		of:   map[int][]*Part{},
		with: make([][]int, len(net.Places)), fills: make([][]int, len(net.Places)),
	}
	for i, y := range flows {
		for _, place := range y.Places {
			p.with[place] = append(p.with[place], i)
		}
	}
	for t := range net.Transitions {
		for e := range net.Transitions[t].Effects() {
			if e.Delta > 0 {
				p.fills[e.Place] = append(p.fills[e.Place], t)
			}
		}
	}
	for _, x := range c.parts {
		for _, place := range x.Places {
			p.of[place] = append(p.of[place], x)
		}
	}
	for _, x := range roots {
		p.need(x[0], x[1])
	}
	for i := 0; i < len(p.found.Exclusions); i++ {
		if i%64 == 0 && ctx.Err() != nil {
			return ConcurrencyProof{}
		}
		x := p.found.Exclusions[i]
		for _, t := range append(p.fills[x[0].Place], p.fills[x[1].Place]...) {
			if dead := c.dead[t]; dead != nil {
				p.use(dead)
			} else {
				p.block(&net.Transitions[t], x)
			}
		}
	}
	return p.found
}

// use adds a part.
func (p *concurrencyProof) use(x *Part) {
	if !slices.Contains(p.found.Parts, x) {
		p.found.Parts = append(p.found.Parts, x)
	}
}

// A concurrencyProof is a proof in the making.
type concurrencyProof struct {
	*Concurrency
	flows []Semiflow
	with  [][]int // by place: the flows that have it
	fills [][]int // by place: the transitions that give to it
	known map[Exclusion]bool
	uses  map[int]bool
	seen  map[int]bool    // places of the exclusions
	of    map[int][]*Part // by place: the parts that have it
	found ConcurrencyProof
}

// need adds an exclusion, or an invariant that shows it.
func (p *concurrencyProof) need(a, b Level) {
	x := p.cut(a, b)
	if p.known[x] {
		return
	}
	p.known[x] = true
	if i := p.invariant(x); i >= 0 {
		if !p.uses[i] {
			p.uses[i] = true
			p.found.Flows = append(p.found.Flows, p.flows[i])
		}
		return
	}
	if part := p.part(x); part != nil {
		p.use(part)
		return
	}
	p.found.Exclusions = append(p.found.Exclusions, x)
	p.seen[x[0].Place], p.seen[x[1].Place] = true, true
}

// cut returns the exclusion of the levels that the relation knows, in a fixed sequence. Two levels of one place are
// the larger one.
func (p *concurrencyProof) cut(a, b Level) Exclusion {
	if i := p.index(a); i >= 0 {
		a = p.level[i]
	}
	if i := p.index(b); i >= 0 {
		b = p.level[i]
	}
	switch {
	case a.Place == b.Place:
		if a.Tokens < b.Tokens {
			a = b
		}
		return Exclusion{a, a}
	case !p.Reached(a):
		return Exclusion{a, a}
	case !p.Reached(b):
		return Exclusion{b, b}
	case a.Place > b.Place:
		a, b = b, a
	}
	return Exclusion{a, b}
}

// block adds what shows that a firing of x does not bring about levels that exclude each other: an exclusion of
// conditions before it. One that is known already is preferred.
func (p *concurrencyProof) block(x *petri.Transition, of Exclusion) {
	var before []Level
	for e := range x.Effects() {
		least := e.Min
		for _, l := range of {
			if l.Place == e.Place {
				least = max(least, l.Tokens-e.Delta)
			}
		}
		if least > 0 {
			before = append(before, Level{e.Place, least})
		}
	}
	for _, l := range of {
		touched := false
		for e := range x.Effects() {
			touched = touched || e.Place == l.Place
		}
		if !touched {
			before = append(before, l)
		}
	}
	best, least := Exclusion{}, math.MaxInt
	for i, a := range before {
		for _, b := range before[:i+1] {
			if cost := p.cost(a, b); cost < least {
				best, least = Exclusion{a, b}, cost
			}
		}
	}
	if least < math.MaxInt {
		p.need(best[0], best[1])
	}
}

// cost estimates what it takes to show that two levels exclude each other: nothing if that is known or an invariant
// shows it, less if their places are in the proof.
func (p *concurrencyProof) cost(a, b Level) (cost int) {
	x := p.cut(a, b)
	switch {
	case p.known[x]:
		return 0
	case p.invariant(x) >= 0, p.part(x) != nil:
		return 1
	case p.Together(a, b):
		return math.MaxInt
	}
	for _, l := range x {
		if !p.seen[l.Place] {
			cost++
		}
	}
	return 2 + cost
}

// invariant returns the number of a flow that shows an exclusion, −1 if no flow does.
func (p *concurrencyProof) invariant(x Exclusion) int {
	for _, i := range p.with[x[0].Place] {
		if x.By(p.flows[i]) {
			return i
		}
	}
	return -1
}

// part returns a part that shows an exclusion, nil if none does.
func (p *concurrencyProof) part(x Exclusion) *Part {
	for _, l := range x {
		for _, part := range p.of[l.Place] {
			if !part.Allows(x[:]...) {
				return part
			}
		}
	}
	return nil
}
