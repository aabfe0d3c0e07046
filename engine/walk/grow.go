package walk

import (
	"fmt"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/petri"
)

// This file has runs that never come back to a marking: steps that lead to a marking which covers the one before them
// can be repeated for ever [KM69]. If what they add changes no proposition on the way, however often they are repeated,
// the automaton reads the same values in each lap.

// mostGrown is how many numbers the markings of the steps to be repeated may have together.
const mostGrown = 1 << 22

// covers looks whether the steps since the mark lead to a marking that covers it, so that they can be repeated, and
// whether the run that repeats them for ever is accepted. Runs are looked at so that this costs about as much as the
// walk.
func (p *pursuit) covers() (done bool, err error) {
	m := &p.mark
	if !m.on || m.fewer > 0 || m.more == 0 || p.certain || p.spent > 0 {
		return false, nil
	}
	n := len(p.path)
	if p.sets[m.step]&p.accept == 0 || (n-m.step+1)*len(p.places) > mostGrown {
		return false, nil
	}
	p.looks(m.step)
	if !p.acceptsLoop(p.sets[m.step], p.values[m.step:n]) {
		return false, nil
	}
	p.spent += int64(n) + int64(n-m.step)*int64(len(p.places))
	p.certain, err = p.grows(p.trace(n), m.step)
	return p.certain, err
}

// grows checks with the firing rule of the net that the steps from a position on can be repeated for ever, that each
// proposition then has the same value in all laps, and that the automaton accepts the run. The error is a defect of
// this package.
func (p *pursuit) grows(steps []int, from int) (bool, error) {
	var lap []petri.Marking
	var word []uint64
	for m, err := range p.net.Markings(steps) {
		if err != nil {
			return false, fmt.Errorf("walk: %w", err)
		}
		if len(word) >= from {
			lap = append(lap, m.Clone())
		}
		word = append(word, p.propositions(m))
	}
	g := growth{net: p.net, added: lap[len(lap)-1].Clone()}
	for place, tokens := range lap[0] {
		if g.added[place] -= tokens; g.added[place] < 0 {
			return false, fmt.Errorf("walk: place %d has fewer tokens after steps that were to be repeated", place)
		}
	}
	for i, t := range steps[from:] {
		if !g.enabled(lap[i], t) {
			return false, nil // an inhibitor arc
		}
		for _, x := range p.props {
			if _, lasts := g.value(x.formula, lap[i]); !lasts {
				return false, nil
			}
		}
	}
	if !p.a.Accepts(word[:from], word[from:len(steps)]) {
		return false, errWord
	}
	return true, nil
}

// propositions returns those that hold in a marking.
func (r *Run) propositions(m petri.Marking) (values uint64) {
	for i, t := range r.props {
		if engine.Eval(r.net, t.formula, m) {
			values |= 1 << i
		}
	}
	return values
}

// A growth is what each lap of a run adds to the places, none of it negative.
type growth struct {
	net   *petri.Net
	added petri.Marking
}

// enabled reports whether t is enabled in m and stays so, whatever multiple of the growth is added.
func (g *growth) enabled(m petri.Marking, t int) bool {
	for _, a := range g.net.Transitions[t].Inhibit {
		if g.added[a.Place] > 0 {
			return false
		}
	}
	return g.net.Enabled(m, t)
}

// disabled reports whether t is not enabled in m and stays so, whatever multiple of the growth is added.
func (g *growth) disabled(m petri.Marking, t int) bool {
	for _, a := range g.net.Transitions[t].Pre {
		if m[a.Place] < a.Weight && g.added[a.Place] == 0 {
			return true
		}
	}
	for _, a := range g.net.Transitions[t].Inhibit {
		if m[a.Place] >= a.Weight {
			return true
		}
	}
	return false
}

// value returns the value of a formula in the form of syntax.NNF in a marking of a lap, in which a transition fires,
// and whether it is certain that the formula has it in the same marking of all later laps. Cost: the formula as a tree.
func (g *growth) value(f *syntax.Formula, m petri.Marking) (holds, lasts bool) {
	switch f.Op {
	case syntax.True, syntax.False:
		return f.Op == syntax.True, true
	case syntax.Deadlock:
		return false, true
	case syntax.Not:
		holds, lasts = g.value(f.Args[0], m)
		return !holds, lasts
	case syntax.Compare:
		value := valueAt(f.Terms, func(p int) int64 { return m[p] })
		rise := valueAt(f.Terms, func(p int) int64 { return g.added[p] })
		lo, hi, out := rangeOf(f)
		return (lo <= value && value <= hi) != out, rise == 0 || rise > 0 && lasting(value, lo, hi) ||
			rise < 0 && lasting(-value, -hi, -lo)
	case syntax.Enabled:
		never := true
		for _, t := range f.Transitions {
			if g.enabled(m, t.Index) {
				return true, true
			}
			holds = holds || g.net.Enabled(m, t.Index)
			never = never && g.disabled(m, t.Index)
		}
		return holds, never
	}
	holds, lasts = f.Op == syntax.And, true
	for _, a := range f.Args { // of a conjunction or a disjunction
		value, last := g.value(a, m)
		switch {
		case value != (f.Op == syntax.Or):
		case last:
			return value, true
		default:
			holds = value
		}
		lasts = lasts && last
	}
	return holds, lasts
}

// lasting reports whether a value that gets larger and larger stays between lo and hi, or stays outside.
func lasting(value, lo, hi int64) bool { return value > hi || value >= lo && hi >= none }
