package unfold

import (
	"slices"

	"brim/petri/coloured"
)

// A plan is an order in which the variables of a transition become bound: by colours of its input places, or by those
// that the guard allows. Guards are asked as soon as their variables are bound.
type plan struct {
	first []part // which the colour that the search starts with has to agree with; nil if it starts without one
	tests []*condition
	steps []step
}

// A step goes over the colours of an input place that agree with what is bound, or over the colours of a variable.
type step struct {
	atom     int // or unbound
	known    []part
	rest     []part     // parts of unbound variables, some maybe of the same
	by       *index     // by the known parts, unless none or all are known
	variable int        // if there is no atom, or the atom has just this one that is unbound
	filter   *condition // of this variable; nil for none
	once     bool       // one colour is enough: the variable is in no arc, and bindings with the same effect count once
	binds    []int
	tests    []*condition
	cost     int64 // steps for each colour that is tried
}

// cheap is how many colours a guard may leave to a variable for it to be bound before the places are asked.
const cheap = 8

// A planner makes the plans of transitions, one after the other.
type planner struct {
	net       *coloured.Net
	relations []relation
	rule      *rule
	bound     []bool // by variable
	atoms     []bool // done
	tests     []bool // done
}

// plan returns the plan that starts with a colour of an atom, or with none.
func (p *planner) plan(start int) plan {
	r := p.rule
	clear(p.bound)
	p.atoms, p.tests = make([]bool, len(r.atoms)), make([]bool, len(r.conjuncts))
	var out plan
	if start != unbound {
		out.first = r.atoms[start].parts
		p.atoms[start] = true
		p.bind(out.first)
	}
	out.tests = p.ready()
	for {
		s, ok := p.next()
		if !ok {
			return out
		}
		if s.tests = p.ready(); s.atom != unbound && len(s.binds) == 1 && len(s.tests) > 0 {
			s.variable, s.filter = s.binds[0], &condition{test: coloured.And, args: s.tests}
		}
		s.cost = 1 + s.filter.size()/8
		for _, c := range s.tests {
			s.cost += c.size() / 8
		}
		out.steps = append(out.steps, s)
	}
}

// bind binds the variables of parts and returns which were not bound.
func (p *planner) bind(parts []part) (fresh []int) {
	for _, x := range parts {
		if x.variable != unbound && !p.bound[x.variable] {
			p.bound[x.variable] = true
			fresh = append(fresh, x.variable)
		}
	}
	return fresh
}

// ready returns the conjuncts of the guard that can be asked from now on.
func (p *planner) ready() (tests []*condition) {
	for i, c := range p.rule.conjuncts {
		if !p.tests[i] && !slices.ContainsFunc(c.variables, func(v int) bool { return !p.bound[v] }) {
			p.tests[i] = true
			tests = append(tests, c)
		}
	}
	return tests
}

// next chooses the next step of a plan by estimated cost: the atom with the fewest colours that agree with what is
// bound or, if the guard leaves fewer to some variable, that variable. ok is false if nothing is left to bind.
func (p *planner) next() (step, bool) {
	best, least := -1, 0.0
	for a := range p.rule.atoms {
		if p.atoms[a] {
			continue
		}
		if cost := p.cost(&p.rule.atoms[a]); best < 0 || cost < least {
			best, least = a, cost
		}
	}
	if best < 0 || least > cheap {
		variable, fewest := -1, 0.0
		for _, v := range p.rule.Variables {
			// What is in no arc comes last, so that one colour of it may be enough.
			if p.bound[v] || p.rule.outside(v) && !p.allBound() {
				continue
			}
			if x := p.expected(v); variable < 0 || x < fewest {
				variable, fewest = v, x
			}
		}
		if variable >= 0 && (best < 0 || fewest <= cheap) {
			return p.spread(variable), true
		}
	}
	if best < 0 {
		return step{}, false
	}
	return p.match(best), true
}

// allBound reports whether all variables of the arcs are bound.
func (p *planner) allBound() bool {
	return !slices.ContainsFunc(p.rule.Variables, func(v int) bool { return !p.bound[v] && !p.rule.outside(v) })
}

// expected estimates how many colours the guard leaves to an unbound variable.
func (p *planner) expected(v int) float64 {
	size := float64(p.net.Sorts[p.net.Variables[v].Sort].Size)
	least := size
	for _, c := range p.rule.conjuncts {
		if slices.Contains(c.variables, v) {
			least = min(least, c.expected(v, p.bound, size))
		}
	}
	return least
}

// cost bounds how many colours agree with an atom: each unbound variable may have any.
func (p *planner) cost(a *atom) float64 {
	cost, seen := 1.0, []int(nil)
	for _, x := range a.parts {
		if x.variable != unbound && !p.bound[x.variable] && !slices.Contains(seen, x.variable) {
			cost *= float64(x.size)
			seen = append(seen, x.variable)
		}
	}
	return cost
}

func (p *planner) match(a int) step {
	s := step{atom: a}
	parts := p.rule.atoms[a].parts
	var digits []digit
	for _, x := range parts {
		if x.variable == unbound || p.bound[x.variable] {
			s.known, digits = append(s.known, x), append(digits, x.digit)
		} else {
			s.rest = append(s.rest, x)
		}
	}
	if len(s.known) > 0 && len(s.rest) > 0 {
		s.by = p.relations[p.rule.atoms[a].place].indexOf(digits)
	}
	p.atoms[a] = true
	s.binds = p.bind(parts)
	return s
}

func (p *planner) spread(v int) step {
	s := step{atom: unbound, variable: v, binds: []int{v}, once: p.rule.merge && p.rule.outside(v)}
	for i, c := range p.rule.conjuncts {
		if !p.tests[i] && slices.Contains(c.variables, v) {
			if s.filter == nil {
				s.filter = &condition{test: coloured.And}
			}
			s.filter.args = append(s.filter.args, c)
		}
	}
	p.bound[v] = true
	return s
}
