package certify

import (
	"fmt"
	"math/big"
	"slices"

	"brim/petri/equation/certificate"
)

// This file makes proofs of what intervals conclude, in the steps of section never.

// A node is a step of a proof that what is known is contradictory.
type node struct {
	conclusion *conclusion         // of a contradiction, a cut or a choice; nil for cases
	goal       *certificate.Goal   // the choice of cases; nil if they split the interval of a place
	list       []*certificate.Goal // the cases
	then       []*node             // the proofs in which the conclusion, or the cases, are known
}

// A refutation is one contradiction that is looked for.
type refutation struct {
	*intervals
	needed map[*conclusion]bool
}

// refute returns a proof that what is assumed is contradictory, nil if none is found.
func (x *intervals) refute() *node {
	r := &refutation{x, map[*conclusion]bool{}}
	return r.search(0)
}

// search returns the proof of a contradiction, with all steps from that of conclusion start on which are needed.
func (r *refutation) search(start int) *node {
	if r.nodes--; r.nodes < 0 || r.ctx.Err() != nil {
		return nil
	}
	var n *node
	if r.propagate() {
		n = &node{conclusion: r.conflict}
		r.need(r.conflict)
	} else if n = r.split(); n == nil {
		return nil
	}
	for i := len(r.trail) - 1; i >= start; i-- {
		if c := r.trail[i]; r.needed[c] {
			if r.need(c); c.choice != nil || c.cut != nil {
				n = &node{conclusion: c, then: []*node{n}}
				r.nodes--
			}
		}
	}
	return n
}

// split tries cases.
func (r *refutation) split() *node {
	of, list := r.cases()
	if len(list) == 0 {
		return nil
	}
	n := &node{list: list}
	if of != nil {
		n.goal = of.goal
	}
	for _, g := range list {
		before, start := len(r.undo), len(r.trail)
		if of != nil {
			r.settle(of)
		}
		r.assume(g, nil)
		part := r.search(start)
		if r.back(before); part == nil {
			return nil
		}
		n.then = append(n.then, part)
	}
	if of != nil {
		r.needed[of.by] = true
	}
	return n
}

// need marks what a conclusion follows from.
func (r *refutation) need(c *conclusion) {
	r.needed[c.known] = true
	r.uses(c.uses)
	for _, f := range c.closed {
		r.false(f)
	}
}

func (r *refutation) uses(list []use) {
	for _, u := range list {
		r.needed[u.end] = true
	}
}

func (r *refutation) false(f *falsity) {
	if f != nil {
		r.uses(f.uses)
		for _, part := range f.parts {
			r.false(part)
		}
	}
}

// A prover writes proofs with the numbers of facts and choices.
type prover struct {
	*neverWriter
	facts, choices numbers
	forget         []func() // for each fact and choice that is known
	nested         int
	deep           bool // a proof has more steps one inside of the other than the checker takes
}

// numbers are those of facts or of choices.
type numbers struct {
	of   map[*certificate.Goal]int
	next int
}

func newProver(w *neverWriter) *prover {
	p := &prover{neverWriter: w}
	p.facts.of, p.choices.of = map[*certificate.Goal]int{}, map[*certificate.Goal]int{}
	return p
}

// assume notes what becomes known by a goal, in the checker's sequence.
func (p *prover) assume(g *certificate.Goal) {
	if g.Kind == certificate.All {
		for _, part := range g.Parts {
			p.assume(part)
		}
		return
	}
	list := &p.facts
	if g.Kind == certificate.Any {
		list = &p.choices
	}
	before, again := list.of[g]
	list.of[g] = list.next
	list.next++
	p.forget = append(p.forget, func() {
		list.next--
		if delete(list.of, g); again {
			list.of[g] = before
		}
	})
}

// with writes something in which a goal is known.
func (p *prover) with(g *certificate.Goal, write func()) {
	known := len(p.forget)
	p.nested++
	if p.nested > mostNesting {
		p.deep = true
	}
	if p.assume(g); !p.deep {
		write()
	}
	p.nested--
	for ; len(p.forget) > known; p.forget = p.forget[:len(p.forget)-1] {
		p.forget[len(p.forget)-1]()
	}
}

// node writes a proof.
func (p *prover) node(n *node) {
	c := n.conclusion
	switch {
	case c == nil:
		if n.goal != nil {
			p.choice(n.goal)
		} else {
			p.cut(n.list[0].Atom.Terms[0].Index, -n.list[0].Atom.Least)
		}
		for i, g := range n.list {
			p.with(g, func() { p.node(n.then[i]) })
		}
	case c.choice != nil:
		p.choice(c.choice)
		for i, g := range c.choice.Parts {
			p.with(g, func() {
				if i == c.open {
					p.node(n.then[0])
				} else {
					p.falsity(c.closed[i])
				}
			})
		}
	case len(n.then) > 0:
		p.rounded(c, func() { p.node(n.then[0]) })
	default:
		p.total(c.reason, nil, 0)
	}
}

// rounded writes the step to an end that the reason has to be rounded for: the opposite contradicts the reason.
func (p *prover) rounded(c *conclusion, then func()) {
	weight := int64(0)
	for _, t := range c.atom.Atom.Terms {
		if t.Index == c.place {
			weight = max(t.Weight, -t.Weight)
		}
	}
	if c.upper {
		p.cut(c.place, c.at)
		p.with(c.cut, then)
	} else {
		p.cut(c.place, c.at-1)
	}
	opposite := &conclusion{place: c.place, upper: !c.upper, at: c.at - 1}
	if c.upper {
		opposite.at = c.at + 1
	}
	g := opposite.says()
	p.with(g, func() { p.total(c.reason, g, weight) })
	if !c.upper {
		p.with(c.cut, then)
	}
}

// falsity writes a proof that a goal that is known is false.
func (p *prover) falsity(f *falsity) {
	switch f.goal.Kind {
	case certificate.IsAtom:
		p.total(reason{f.goal, f.uses}, nil, 0)
	case certificate.All:
		p.falsity(f.parts[0])
	default:
		p.choice(f.goal)
		for _, part := range f.parts {
			p.with(part.goal, func() { p.falsity(part) })
		}
	}
}

func (p *prover) choice(g *certificate.Goal) { fmt.Fprintf(p, "case %d\n", p.choices.of[g]) }

func (p *prover) cut(place int, at int64) { fmt.Fprintf(p, "cut 1 %s / at %d\n", p.place(place), at) }

// An addition is what a sum is made of: how often each fact and place is there.
type addition struct {
	facts  map[*certificate.Goal]*big.Int
	places map[int]*big.Int
	ends   map[*conclusion]*big.Int // that are to be replaced by their reasons
}

// total writes the sum of a reason and perhaps a fact, with factors.
func (p *prover) total(r reason, more *certificate.Goal, times int64) {
	x := addition{map[*certificate.Goal]*big.Int{}, map[int]*big.Int{}, map[*conclusion]*big.Int{}}
	if more != nil {
		x.facts[more] = big.NewInt(times)
	}
	x.add(r, big.NewInt(1))
	for len(x.ends) > 0 {
		var last *conclusion
		for c := range x.ends {
			if last == nil || c.index > last.index {
				last = c
			}
		}
		k := x.ends[last]
		if delete(x.ends, last); last.cut != nil {
			increase(x.facts, last.cut, k)
		} else {
			x.add(last.reason, k)
		}
	}
	s := &certificate.Sum{}
	for g, k := range x.facts {
		s.Facts = append(s.Facts, certificate.Factor{Index: p.facts.of[g], By: k})
	}
	for place, k := range x.places {
		s.Places = append(s.Places, certificate.Factor{Index: place, By: k})
	}
	for _, list := range [][]certificate.Factor{s.Facts, s.Places} {
		slices.SortFunc(list, func(a, b certificate.Factor) int { return a.Index - b.Index })
	}
	p.sum(s)
}

// add adds a reason k times.
func (x *addition) add(r reason, k *big.Int) {
	if r.atom != nil {
		increase(x.facts, r.atom, k)
	}
	for _, u := range r.uses {
		by := new(big.Int).Mul(k, big.NewInt(u.by))
		if u.end == nil {
			increase(x.places, u.place, by)
		} else {
			increase(x.ends, u.end, by)
		}
	}
}

func increase[K comparable](m map[K]*big.Int, key K, by *big.Int) {
	if m[key] == nil {
		m[key] = new(big.Int)
	}
	m[key].Add(m[key], by)
}
