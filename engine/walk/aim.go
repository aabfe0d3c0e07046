package walk

import (
	"math/bits"

	"brim/ctl/syntax"
	"brim/ltl/automaton"
)

// An aim is that a marking satisfies the guard of an arc.
type aim struct {
	target   *target
	distance *distance // nil if the formula is too large
	arc      automaton.Arc
	hopeless bool // there was no plan
}

// aimed names an arc, by its state and its index there.
type aimed struct{ state, arc int }

// choose returns an enabled transition by the style of the run: rare or repeated ones, one that brings the marking
// nearer to the aim, one of a plan to the aim, or any one.
func (p *pursuit) choose() int32 {
	w := p.Walker
	switch p.style {
	case rarely:
		return w.rare()
	case repeated:
		return w.again()
	case guided:
		a := p.goal()
		if a == nil || a.distance == nil || w.next()>>61 == 0 {
			return w.uniform()
		}
		if p.stale {
			a.distance.present(w)
			p.stale = false
		}
		return w.best(a.distance, w.uniform())
	case planned:
		a := p.goal()
		if a == nil || a.hopeless {
			return w.uniform()
		}
		t := w.planned(a.target, false)
		if t < 0 {
			a.hopeless = true
			return w.uniform()
		}
		return t
	}
	return w.uniform()
}

// goal returns the aim of the run, nil if there is none. It keeps the last aim until its guard holds or too many
// firings were spent on it. Then it chooses, at random, an arc of the automaton that leads towards the accepting part
// or, inside of that, has a mark that was not seen since the last round.
func (p *pursuit) goal() *aim {
	n := len(p.path)
	if a := p.aim; a != nil {
		if !a.arc.Guard.Holds(p.values[n]) && n-p.since < aimFor {
			return a
		}
		if a.arc.Guard.Holds(p.values[n]) && p.inside >= 0 {
			if p.seen |= a.arc.Marks; p.seen == p.all {
				p.seen, p.try = 0, min(p.try, n+1)
			}
		}
		p.leave() // the plan to it
		p.aim = nil
	}
	if p.since == n && n > 0 {
		return nil // there was none
	}
	p.since = n
	var arcs []aimed
	for rest := p.read(p.hopes[n], p.values[n]) & p.mask; rest != 0; rest &= rest - 1 {
		q := bits.TrailingZeros64(rest)
		for i, arc := range p.a.States[q].Arcs {
			if p.inside < 0 && p.part.far[arc.To] >= 0 && p.part.far[arc.To] < p.part.far[q] ||
				p.inside >= 0 && p.part.states>>arc.To&1 == 1 && arc.Marks&^p.seen != 0 {
				arcs = append(arcs, aimed{q, i})
			}
		}
	}
	if len(arcs) == 0 {
		return nil
	}
	p.aim = p.aimAt(arcs[p.below(len(arcs))])
	if p.aim != nil && p.aim.distance != nil {
		p.stale = true
	}
	return p.aim
}

// aimAt returns an arc as an aim, nil if its guard always holds.
func (p *pursuit) aimAt(x aimed) *aim {
	a, ok := p.aims[x]
	if ok {
		return a
	}
	arc := p.a.States[x.state].Arcs[x.arc]
	if !always(arc.Guard) {
		a = &aim{arc: arc, target: &target{formula: p.guard(arc.Guard)}}
		a.distance = p.distanceTo(a.target)
	}
	p.aims[x] = a
	return a
}

// guard returns a guard as a formula.
func (p *pursuit) guard(g automaton.Guard) *syntax.Formula {
	var any []*syntax.Formula
	for _, c := range g {
		var all []*syntax.Formula
		for i, t := range p.props {
			switch {
			case c.True>>i&1 == 1:
				all = append(all, t.formula)
			case c.False>>i&1 == 1:
				all = append(all, p.pool.Not(t.formula))
			}
		}
		any = append(any, p.pool.And(all...))
	}
	return syntax.NNF(p.pool.Or(any...))
}

// present sets the values of the present marking. Cost: the places.
func (d *distance) present(w *Walker) {
	d.restart()
	for p := range w.places {
		if by := w.places[p].tokens - w.initial[p].tokens; by != 0 && len(d.links[p]) > 0 {
			d.shift(int32(p), by)
		}
	}
}
