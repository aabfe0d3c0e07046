package proof

import (
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Section clauses: no reachable marking satisfies a condition, by an invariant: comparisons whose sums no firing
// increases, and clauses, which m0 satisfies and each firing keeps.

// readClauses reads the section, and notes that the condition holds in no reachable marking.
func (v *verifier) readClauses() {
	bad := v.state()
	v.end()
	b, clauses := newBox(v), []*formula.Formula(nil)
	for v.body() {
		f := v.state()
		v.end()
		for _, c := range operands(f, formula.And) {
			if !c.Holds(v.net.Initial) {
				v.reject("the initial marking does not satisfy %s", v.said(c))
			}
			if c.Op != formula.True && (c.Op != formula.AtMost || !v.decreases(c)) {
				clauses = append(clauses, c)
			}
			b.assume(c)
		}
	}
	b.propagate() // m0 is in the box, so it is not empty
	b.keep(clauses)
	b.assume(bad)
	if b.cases = 0; !b.empty() {
		v.reject("the clauses are not seen to exclude %s", v.said(bad))
	}
	v.never[formula.Not(bad).Key] = true
}

// operands returns the operands of an operator, or the formula itself if it is another one.
func operands(f *formula.Formula, op formula.Op) []*formula.Formula {
	if f.Op == op {
		return f.Args
	}
	return []*formula.Formula{f}
}

// decreases reports whether no firing increases the sum of a comparison.
func (v *verifier) decreases(f *formula.Formula) bool {
	gain := fact{} // by transition
	for _, t := range f.Terms {
		for _, c := range v.part.changes[t.Place] {
			gain.add(c.transition, big.NewInt(t.Weight), big.NewInt(c.gain))
		}
	}
	for _, g := range gain {
		if g.Sign() > 0 {
			return false
		}
	}
	return true
}

// keep wants each clause to hold after each firing: all clauses before, the transition enabled, and the comparisons of
// the clause all false after it are a contradiction. A clause without a place that changes holds anyway.
func (b *box) keep(clauses []*formula.Formula) {
	about := make([][]int, len(b.net.Places))
	for i, c := range clauses {
		for _, f := range operands(c, formula.Or) {
			if f.Op != formula.AtMost || len(f.Terms) > 1 || max(f.Bound, -f.Bound) > large {
				b.reject("neither a clause nor a sum that never grows, or numbers beyond 2^30: %s", b.said(c))
			}
			about[f.Terms[0].Place] = append(about[f.Terms[0].Place], i)
		}
	}
	delta := make([]int64, len(b.net.Places))
	for _, t := range b.net.Transitions {
		list, start := []int(nil), len(b.trail)
		for _, a := range t.Arcs {
			if a.Pre != a.Post {
				list = append(list, about[a.Place]...)
			}
			delta[a.Place] = max(-4*large, min(a.Post-a.Pre, 4*large))
			b.narrow(a.Place, a.Pre, a.Most)
		}
		slices.Sort(list)
		for _, i := range slices.Compact(list) {
			if b.propagate() && !b.keeps(clauses[i], delta) {
				b.reject("%q is not seen to keep %s", t.Name, b.said(clauses[i]))
			}
		}
		b.undo(start)
		for _, a := range t.Arcs {
			delta[a.Place] = 0
		}
	}
}

// keeps reports whether a clause is seen to hold after a step from the box that changes places by delta.
func (b *box) keeps(clause *formula.Formula, delta []int64) bool {
	defer b.undo(len(b.trail))
	for _, f := range operands(clause, formula.Or) {
		p := f.Terms[0].Place
		if f.Terms[0].Weight > 0 {
			b.narrow(p, f.Bound+1-delta[p], unbounded)
		} else {
			b.narrow(p, 0, -f.Bound-1-delta[p])
		}
	}
	b.cases = 0
	return b.empty()
}
