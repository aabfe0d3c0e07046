package proof

import (
	"math"
	"math/big"

	"brim/cmd/brim-verify/internal/formula"
	"brim/cmd/brim-verify/internal/net"
)

// Section never: proofs by the state equation. A run that fires each transition t just x(t) times ends in
//
//	m(p) = m0(p) + Σ Δt(p)·x(t)  for each place p,  with m(p) ≥ 0 and x(t) ≥ 0,
//
// where Δt(p) is the number of tokens that t adds. Inhibitor arcs only forbid runs, so it holds with them. A proof
// starts from the condition, and each step adds a fact or splits into cases, until sums show contradictions.

// A condition is an atom, or one or all of its parts.
type condition struct {
	kind    string // atom, any, all
	atom    fact
	parts   []*condition
	formula *formula.Formula
}

// A fact says that  Σ places·m + Σ firings·x ≥ least.
type fact struct {
	places, firings []weighted
	least           *big.Int
}

type weighted struct {
	index  int
	weight *big.Int
}

// An equation is what is known at one step of a proof.
type equation struct {
	*verifier
	changes  [][]weighted // by place: the transitions that change it, with by how much
	facts    []fact
	choices  []*condition
	blocked  []int // by transition: how many steps on the way say that it does not fire
	deepness int
}

// readNever reads the section, and notes that the condition holds in no reachable marking.
func (v *verifier) readNever() {
	v.end()
	e := &equation{verifier: v, changes: make([][]weighted, len(v.net.Places))}
	e.blocked = make([]int, len(v.net.Transitions))
	for t := range v.net.Transitions {
		for _, a := range v.part.effects[t] {
			e.changes[a.Place] = append(e.changes[a.Place], weighted{t, big.NewInt(a.Weight)})
		}
	}
	c := e.readCondition()
	e.assume(c)
	e.step()
	v.next()
	if v.rest[0] != '.' {
		v.expected("the next section, as the proof is complete")
	}
	v.never[formula.Not(c.formula).Key] = true
}

// excluded reports whether f is A(h R g), as AG g, and a section has shown that !g holds in no reachable marking.
// Whether transitions are enabled is said by comparisons there.
func (v *verifier) excluded(f *formula.Formula) bool {
	if len(v.never) == 0 || f.Op != formula.AR || f.Args[1].Temporal() {
		return false
	}
	return v.never[f.Args[1].Key] || v.never[v.comparisons(f.Args[1]).Key]
}

// comparisons returns the formula that says the same as f, which has no path operators, without enabled and deadlock.
func (v *verifier) comparisons(f *formula.Formula) *formula.Formula {
	switch f.Op {
	case formula.And, formula.Or:
		args := make([]*formula.Formula, len(f.Args))
		for i, a := range f.Args {
			args[i] = v.comparisons(a)
		}
		if f.Op == formula.And {
			return formula.NewAnd(args...)
		}
		return formula.NewOr(args...)
	case formula.NotEnabled, formula.Alive:
		return formula.Not(v.comparisons(formula.Not(f)))
	case formula.Enabled:
		var some []*formula.Formula
		for _, t := range f.Transitions {
			var all []*formula.Formula
			for _, a := range v.net.Transitions[t].Pre {
				all = append(all, v.atMost([]formula.Term{{Place: a.Place, Weight: -1}}, -a.Weight))
			}
			for _, a := range v.net.Transitions[t].Inhibit {
				all = append(all, v.atMost([]formula.Term{{Place: a.Place, Weight: 1}}, a.Weight-1))
			}
			some = append(some, formula.NewAnd(all...))
		}
		return formula.NewOr(some...)
	case formula.Deadlock:
		all := make([]int, len(v.net.Transitions))
		for t := range all {
			all[t] = t
		}
		return formula.Not(v.comparisons(formula.NewEnabled(all)))
	}
	return f
}

// atMost returns Σ terms ≤ bound.
func (v *verifier) atMost(terms []formula.Term, bound int64) *formula.Formula {
	f, err := formula.NewAtMost(terms, bound)
	v.must(err, "smaller numbers")
	return f
}

// deeper counts what is one inside of the other.
func (e *equation) deeper(most int) {
	if e.deepness++; e.deepness > most {
		e.expected("at most %d steps or conditions one inside of the other", most)
	}
}

// readCondition reads a condition in prefix notation.
func (e *equation) readCondition() *condition {
	e.deeper(mostParts)
	defer func() { e.deepness-- }()
	e.next()
	c := &condition{kind: e.word("atom, any or all")}
	switch c.kind {
	case "atom":
		var terms []formula.Term
		for !e.accept(">=") {
			k := e.integer("a weight or >=", -math.MaxInt64)
			p := e.place()
			terms = append(terms, formula.Term{Place: p, Weight: -k})
			c.atom.places = append(c.atom.places, weighted{p, big.NewInt(k)})
		}
		least := e.integer("a number", -math.MaxInt64)
		c.formula, c.atom.least = e.atMost(terms, -least), big.NewInt(least)
	case "any", "all":
		var parts []*formula.Formula
		for n := e.integer("a number of conditions", 0); n > 0; n-- {
			e.end()
			part := e.readCondition()
			c.parts, parts = append(c.parts, part), append(parts, part.formula)
		}
		if c.formula = formula.NewAnd(parts...); c.kind == "any" {
			c.formula = formula.NewOr(parts...)
		}
	default:
		e.expected("atom, any or all")
	}
	e.end()
	return c
}

// assume adds the facts and choices of a condition.
func (e *equation) assume(c *condition) {
	switch c.kind {
	case "any":
		e.choices = append(e.choices, c)
	case "all":
		for _, part := range c.parts {
			e.assume(part)
		}
	default:
		e.facts = append(e.facts, c.atom.tight())
	}
}

// tight divides by the greatest common divisor of the weights. The sum is an integer then, so least is rounded up.
func (f fact) tight() fact {
	g := new(big.Int)
	for _, t := range f.places {
		g.GCD(nil, nil, g, new(big.Int).Abs(t.weight))
	}
	if g.Sign() == 0 {
		return f
	}
	divided := fact{least: new(big.Int).Neg(f.least)}
	for _, t := range f.places {
		divided.places = append(divided.places, weighted{t.index, new(big.Int).Quo(t.weight, g)})
	}
	divided.least.Div(divided.least, g) // rounds down
	divided.least.Neg(divided.least)
	return divided
}

// step reads and checks a proof that what is known is contradictory.
func (e *equation) step() {
	e.deeper(mostSteps)
	facts, choices := len(e.facts), len(e.choices)
	defer func() { e.facts, e.choices, e.deepness = e.facts[:facts], e.choices[:choices], e.deepness-1 }()
	e.next()
	switch e.word("a step of a proof") {
	case "sum":
		e.sum()
	case "case": // one of the parts of a choice holds
		number := e.integer("the number of a choice", 0)
		e.end()
		if number >= int64(choices) {
			e.reject("choice %d of %d", number, choices)
		}
		for _, part := range e.choices[number].parts {
			e.assume(part)
			e.step()
			e.facts, e.choices = e.facts[:facts], e.choices[:choices]
		}
	case "trap":
		e.with(e.trap())
	case "order":
		e.order()
	case "cut": // an integer is at most k, or at least k + 1
		below, above := fact{}, fact{}
		for !e.accept("/") {
			k := e.large("a weight or /", mostBig)
			above.places = append(above.places, weighted{e.place(), k})
		}
		for !e.accept("at") {
			k := e.large("a weight or at", mostBig)
			above.firings = append(above.firings, weighted{e.transition(), k})
		}
		at := e.large("a number", mostBig)
		e.end()
		below = fact{negated(above.places), negated(above.firings), new(big.Int).Neg(at)}
		above.least = at.Add(at, big.NewInt(1))
		e.with(below)
		e.with(above)
	default:
		e.expected("sum, case, trap, order or cut")
	}
}

func negated(list []weighted) (result []weighted) {
	for _, t := range list {
		result = append(result, weighted{t.index, new(big.Int).Neg(t.weight)})
	}
	return result
}

// with checks a proof where a fact is known, too.
func (e *equation) with(f fact) {
	e.facts = append(e.facts, f)
	e.step()
	e.facts = e.facts[:len(e.facts)-1]
}

// sum checks that facts, each times a number ≥ 0, and m(p) ≥ 0, likewise, contradict the state equation: they add up to
// Σ y(p)·m(p) + Σ b(t)·x(t) ≥ least,  of which the left side is  Σ y(p)·m0(p) + Σ (b(t) + Σ y(p)·Δt(p))·x(t).  If no
// x(t) that can be positive has a positive factor, that is at most Σ y(p)·m0(p), and this is less than least.
func (e *equation) sum() {
	y, b, least := map[int]*big.Int{}, map[int]*big.Int{}, new(big.Int)
	for e.more() {
		known := fact{least: new(big.Int)}
		if e.quoted() {
			known.places = []weighted{{e.place(), big.NewInt(1)}}
		} else if f := e.integer("the number of a fact", 0); f < int64(len(e.facts)) {
			known = e.facts[f]
		} else {
			e.reject("fact %d of %d", f, len(e.facts))
		}
		e.sign(":")
		k := e.large("a factor", mostBig)
		if k.Sign() < 0 {
			e.reject("a negative factor %v", k)
		}
		plus(y, k, known.places)
		plus(b, k, known.firings)
		least.Add(least, k.Mul(k, known.least))
		e.tick()
	}
	left := new(big.Int)
	for p, factor := range y {
		plus(b, factor, e.changes[p])
		left.Add(left, new(big.Int).Mul(factor, big.NewInt(e.net.Initial[p])))
		e.tick()
	}
	for t, factor := range b {
		if factor.Sign() > 0 && e.blocked[t] == 0 {
			e.reject("sum: transition %q raises it", e.net.Transitions[t].Name)
		}
	}
	if left.Cmp(least) >= 0 {
		e.reject("sum: no contradiction, it may be equal or greater")
	}
}

// plus adds k times each of the list to the numbers of a map.
func plus(m map[int]*big.Int, k *big.Int, list []weighted) {
	for _, t := range list {
		if m[t.index] == nil {
			m[t.index] = new(big.Int)
		}
		m[t.index].Add(m[t.index], new(big.Int).Mul(k, t.weight))
	}
}

// trap returns the fact that places hold a token together. They must hold one in m0, and each transition that takes
// from one of them must put something into one. Then a firing leaves the tokens there, or takes some and puts some
// back.
func (e *equation) trap() fact {
	f := fact{least: big.NewInt(1)}
	in, marked := map[int]bool{}, false
	for e.more() {
		if p := e.place(); !in[p] {
			in[p], marked = true, marked || e.net.Initial[p] > 0
			f.places = append(f.places, weighted{p, big.NewInt(1)})
		}
	}
	if !marked {
		e.reject("trap: no token in the initial marking")
	}
	touches := func(arcs []net.Arc) bool {
		for _, a := range arcs {
			if in[a.Place] {
				return true
			}
		}
		return false
	}
	for i := range e.net.Transitions {
		if t := &e.net.Transitions[i]; touches(t.Pre) && !touches(t.Post) {
			e.reject("trap: transition %q takes tokens and puts none back", t.Name)
		}
	}
	return f
}

// order splits by what comes first. Say that it has happened when a place in raised has had more tokens than in m0, or
// one in lowered fewer. A transition is blocked if it needs that: it takes more from a place in raised than m0 has
// there, or is inhibited by as many tokens of a place in lowered as m0 has, or fewer. It is a cause if it is not
// blocked and can make it happen: it adds to a place in raised or takes from one in lowered. What makes it happen first
// is enabled before it has happened, so it is not blocked, so it is a cause. Hence no blocked transition fires, or Σ
// x(t) ≥ 1 over the causes.
func (e *equation) order() {
	raised, lowered := map[int]bool{}, map[int]bool{}
	for !e.accept("/") {
		raised[e.place()] = true
	}
	for e.more() {
		lowered[e.place()] = true
	}
	causes, blocked := fact{least: big.NewInt(1)}, []int(nil)
	for t := range e.net.Transitions {
		stuck, cause := false, false
		for _, a := range e.net.Transitions[t].Pre {
			stuck = stuck || raised[a.Place] && a.Weight > e.net.Initial[a.Place]
		}
		for _, a := range e.net.Transitions[t].Inhibit {
			stuck = stuck || lowered[a.Place] && a.Weight <= e.net.Initial[a.Place]
		}
		for _, a := range e.part.effects[t] {
			cause = cause || raised[a.Place] && a.Weight > 0 || lowered[a.Place] && a.Weight < 0
		}
		if stuck {
			blocked = append(blocked, t)
		} else if cause {
			causes.firings = append(causes.firings, weighted{t, big.NewInt(1)})
		}
	}
	for _, t := range blocked {
		e.blocked[t]++
	}
	e.step()
	for _, t := range blocked {
		e.blocked[t]--
	}
	e.with(causes)
}
