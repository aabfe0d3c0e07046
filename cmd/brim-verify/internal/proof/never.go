package proof

import (
	"maps"
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Section never: a condition that no reachable marking satisfies, by an invariant and the state equation. A run that
// fires each transition t just x(t) times ends in
//
//	m(p) = m0(p) + Σ Δt(p)·x(t)  for each place p,  with m(p) ≥ 0 and x(t) ≥ 0,
//
// where Δt(p) is the number of tokens that t adds. Inhibitor arcs only forbid runs, so it holds with them. A proof
// starts from the condition, and each step adds a fact or splits into cases, until sums show contradictions.

// mostNested limits steps one inside of the other.
const mostNested = 10_000

// A fact is a linear form that is ≥ 0: by index of a place p the weight of m(p), by the number of places plus the index
// of a transition t that of x(t), and by −1 the constant.
type fact map[int]*big.Int

// add adds a·b to a weight.
func (f fact) add(index int, a, b *big.Int) {
	if f[index] == nil {
		f[index] = new(big.Int)
	}
	f[index].Add(f[index], new(big.Int).Mul(a, b))
}

// plus adds a fact k times.
func (f fact) plus(k *big.Int, other fact) {
	for index, weight := range other {
		f.add(index, k, weight)
	}
}

// An equation is what is known at one step of a proof.
type equation struct {
	*verifier
	facts   []fact
	choices []*formula.Formula
	blocked []int // by transition: how many steps on the way say that it does not fire
	nested  int
}

// readNever reads the section, and notes that the condition holds in no reachable marking.
func (v *verifier) readNever() {
	bad := v.state()
	v.end()
	e := &equation{verifier: v, blocked: make([]int, len(v.net.Transitions))}
	var invariant []*formula.Formula
	for v.body() && v.quoted() {
		f := v.state()
		v.end()
		if !f.Holds(v.net.Initial) {
			v.reject("the initial marking does not satisfy %s", v.said(f))
		}
		invariant = append(invariant, f)
		e.assume(f)
	}
	for _, f := range invariant {
		e.keep(f)
	}
	e.refute(bad)
	v.always[formula.Not(bad).Key] = true
}

// keep checks proofs that all firings keep a formula of the invariant: one for each transition that makes the sum of a
// comparison in it larger. There the whole invariant and that the formula is false after the firing are contradictory,
// where the transition is enabled. Other transitions leave all comparisons true that are true before. So the invariant
// holds in m0 and, by induction, in all reachable markings; hence the state equation may be used in these proofs, too.
func (e *equation) keep(f *formula.Formula) {
	if f.Op == formula.And {
		for _, part := range f.Args {
			e.keep(part)
		}
		return
	}
	raising := map[int]bool{}
	e.raise(f, raising)
	for _, t := range slices.Sorted(maps.Keys(raising)) {
		e.refute(formula.Enabled(e.net, []int{t}), formula.After(formula.Not(f), e.net.Transitions[t]))
	}
}

// raise adds the transitions that make the sum of a comparison in f larger.
func (e *equation) raise(f *formula.Formula, raising map[int]bool) {
	gain := fact{} // by transition
	for _, t := range f.Terms {
		for _, c := range e.part.changes[t.Place] {
			gain.add(c.transition, big.NewInt(t.Weight), big.NewInt(c.gain))
		}
	}
	for t, g := range gain {
		if g.Sign() > 0 {
			raising[t] = true
		}
	}
	for _, part := range f.Args {
		e.raise(part, raising)
	}
}

// assume adds the facts and choices of a condition. False is a choice of nothing.
func (e *equation) assume(c *formula.Formula) {
	switch c.Op {
	case formula.Or, formula.False:
		e.choices = append(e.choices, c)
	case formula.And, formula.True:
		for _, part := range c.Args {
			e.assume(part)
		}
	default:
		f := fact{-1: big.NewInt(c.Bound)}
		for _, t := range c.Terms {
			f.add(t.Place, big.NewInt(1), big.NewInt(-t.Weight))
		}
		e.facts = append(e.facts, f)
	}
}

// refute reads and checks a proof that formulas contradict what is known.
func (e *equation) refute(formulas ...*formula.Formula) {
	facts, choices := len(e.facts), len(e.choices)
	for _, f := range formulas {
		e.assume(f)
	}
	e.step()
	e.facts, e.choices = e.facts[:facts], e.choices[:choices]
}

// with reads and checks a proof where a fact is known, too.
func (e *equation) with(f fact) {
	e.facts = append(e.facts, f)
	e.step()
	e.facts = e.facts[:len(e.facts)-1]
}

// step reads and checks a proof that what is known is contradictory.
func (e *equation) step() {
	if e.nested++; e.nested > mostNested {
		e.expected("at most %d steps one inside of the other", mostNested)
	}
	defer func() { e.nested-- }()
	switch e.word("a step of a proof") {
	case "sum":
		e.sum()
	case "case": // one of the parts of a choice holds
		number := e.integer("the number of a choice", 0)
		e.end()
		if number >= int64(len(e.choices)) {
			e.reject("choice %d of %d", number, len(e.choices))
		}
		e.next()
		for _, part := range e.choices[number].Args {
			e.refute(part)
		}
	case "order":
		e.order()
	case "cut": // an integer is at most k, or at least k + 1
		above, below := fact{}, fact{}
		for !e.accept("/") {
			k := e.large("a weight or /")
			above.add(e.place(), big.NewInt(1), k)
		}
		for !e.accept("at") {
			k := e.large("a weight or at")
			above.add(len(e.net.Places)+e.transition(), big.NewInt(1), k)
		}
		minus := big.NewInt(-1)
		above.add(-1, e.large("a number"), minus)
		e.end()
		e.next()
		below.plus(minus, above)
		above.add(-1, big.NewInt(1), minus)
		e.with(below)
		e.with(above)
	default:
		e.expected("sum, case, order or cut")
	}
}

// sum checks that facts, each times a number ≥ 0, and m(p) ≥ 0, likewise, contradict the state equation: they add up to
// c + Σ y(p)·m(p) + Σ b(t)·x(t) ≥ 0,  where the left side is  c + Σ y(p)·m0(p) + Σ (b(t) + Σ y(p)·Δt(p))·x(t).  If no
// x(t) that can be positive has a positive factor, that is at most c + Σ y(p)·m0(p), and this is negative.
func (e *equation) sum() {
	total := fact{}
	for e.more() {
		known := fact{}
		if e.quoted() {
			known[e.place()] = big.NewInt(1)
		} else if f := e.integer("the number of a fact", 0); f < int64(len(e.facts)) {
			known = e.facts[f]
		} else {
			e.reject("fact %d of %d", f, len(e.facts))
		}
		e.sign(":")
		k := e.large("a factor")
		if k.Sign() < 0 {
			e.reject("a negative factor %v", k)
		}
		total.plus(k, known)
		e.tick()
	}
	most, factors := new(big.Int), fact{}
	for index, weight := range total {
		e.tick()
		if t := index - len(e.net.Places); t >= 0 {
			factors.add(t, big.NewInt(1), weight)
			continue
		}
		value := big.NewInt(1) // of the constant
		if index >= 0 {
			value = big.NewInt(e.net.Initial[index])
			for _, c := range e.part.changes[index] {
				factors.add(c.transition, weight, big.NewInt(c.gain))
			}
		}
		most.Add(most, new(big.Int).Mul(weight, value))
	}
	for t, factor := range factors {
		if factor.Sign() > 0 && e.blocked[t] == 0 {
			e.reject("sum: transition %q raises it", e.net.Transitions[t].Name)
		}
	}
	if most.Sign() >= 0 {
		e.reject("sum: no contradiction, it may be 0 or more")
	}
	e.next()
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
	e.next()
	causes, blocked := fact{-1: big.NewInt(-1)}, []int(nil)
	for t := range e.net.Transitions {
		stuck, cause := false, false
		for _, a := range e.net.Transitions[t].Arcs {
			up, down, tokens := raised[a.Place], lowered[a.Place], e.net.Initial[a.Place]
			stuck = stuck || up && a.Pre > tokens || down && a.Most < tokens
			cause = cause || up && a.Post > a.Pre || down && a.Post < a.Pre
		}
		if stuck {
			blocked = append(blocked, t)
		} else if cause {
			causes[len(e.net.Places)+t] = big.NewInt(1)
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
