package proof

import (
	"math/big"
	"slices"

	"brim/cmd/brim-verify/internal/formula"
)

// Section clauses: no reachable marking satisfies a condition, by sums that no firing increases, and clauses that m0
// satisfies and each firing keeps.

// readClauses reads the section, and notes that the condition holds in no reachable marking.
func (v *verifier) readClauses() {
	bad, err := formula.Parse(v.text("a formula"), v.net)
	v.must(err, "a formula")
	if v.end(); bad.Temporal() {
		v.reject("section clauses: %s has path operators", v.said(bad))
	}
	var sums, clauses []*formula.Formula // a clause is a comparison of one place, or an Or of these
	for v.body() {
		switch kind := v.word("sum or clause"); kind {
		case "sum":
			sums = append(sums, v.sum())
		case "clause":
			clauses = append(clauses, v.clause())
		default:
			v.expected("sum or clause, not %.20q", kind)
		}
	}
	b := newBox(v)
	b.assumeSums(sums)
	for _, c := range clauses {
		b.assume(c)
	}
	b.propagate() // m0 is in the box, so it is not empty
	b.keep(clauses)
	if b.cases = 0; !b.excludes(bad) {
		v.reject("the clauses are not seen to exclude %s", v.said(bad))
	}
	v.never[formula.Not(bad).Key] = true
}

// sum returns that a sum is at most what it is in m0.
func (v *verifier) sum() *formula.Formula {
	var terms []formula.Term
	value := new(big.Int)
	for v.more() {
		t := formula.Term{Weight: v.integer("a weight", 1)}
		t.Place = v.place()
		terms = append(terms, t)
		value.Add(value, new(big.Int).Mul(big.NewInt(t.Weight), big.NewInt(v.net.Initial[t.Place])))
	}
	if !value.IsInt64() {
		v.reject("numbers beyond 2^63-1 in a sum")
	}
	return v.atMost(terms, value.Int64())
}

func (v *verifier) clause() *formula.Formula {
	var list []*formula.Formula
	for v.more() {
		if len(list) > 0 {
			v.sign("|")
		}
		p, sign := v.place(), int64(1)
		if v.accept(">=") {
			sign = -1
		} else {
			v.sign("<=")
		}
		bound := v.integer("a number", 0)
		if bound > large {
			v.reject("a number beyond 2^30 in a clause")
		}
		list = append(list, v.atMost([]formula.Term{{Place: p, Weight: sign}}, sign*bound))
	}
	c := formula.NewOr(list...)
	if !c.Holds(v.net, v.net.Initial) {
		v.reject("the initial marking does not satisfy %s", v.said(c))
	}
	return c
}

// comparisonsOf returns the comparisons of a clause.
func comparisonsOf(clause *formula.Formula) []*formula.Formula {
	if clause.Op == formula.AtMost {
		return []*formula.Formula{clause}
	}
	return clause.Args
}

// assumeSums wants no firing to increase a sum, and assumes the sums. What no firing changes is never less, either.
func (b *box) assumeSums(sums []*formula.Formula) {
	type summand struct {
		sum    int
		weight int64
	}
	in, falls := make([][]summand, len(b.net.Places)), make([]bool, len(sums)) // in: by place
	for i, s := range sums {
		for _, t := range s.Terms {
			in[t.Place] = append(in[t.Place], summand{i, t.Weight})
		}
	}
	for t := range b.net.Transitions {
		gain := map[int]int64{}
		for _, e := range b.part.effects[t] {
			for _, s := range in[e.Place] {
				b.tick()
				if max(s.weight, e.Weight, -e.Weight) > large || max(gain[s.sum], -gain[s.sum]) > huge {
					b.reject("numbers beyond 2^30 in %s", b.said(sums[s.sum]))
				}
				gain[s.sum] += s.weight * e.Weight
			}
		}
		for i, g := range gain {
			if falls[i] = falls[i] || g < 0; g > 0 {
				b.reject("transition %q increases the sum in %s", b.net.Transitions[t].Name, b.said(sums[i]))
			}
		}
	}
	for i, s := range sums {
		if b.assume(s); !falls[i] && s.Op == formula.AtMost {
			b.assume(formula.Not(b.atMost(s.Terms, s.Bound-1)))
		}
	}
}

// keep wants each clause to hold after each firing: all clauses before, the transition enabled, and the comparisons of
// the clause all false after it are a contradiction. A clause without a place that changes holds anyway.
func (b *box) keep(clauses []*formula.Formula) {
	about := make([][]int, len(b.net.Places))
	for i, c := range clauses {
		for _, f := range comparisonsOf(c) {
			about[f.Terms[0].Place] = append(about[f.Terms[0].Place], i)
		}
	}
	delta := make([]int64, len(b.net.Places))
	for t := range b.net.Transitions {
		var list []int
		for _, e := range b.part.effects[t] {
			list = append(list, about[e.Place]...)
			delta[e.Place] = max(-4*large, min(e.Weight, 4*large))
		}
		slices.Sort(list)
		start := len(b.trail)
		for _, a := range b.net.Transitions[t].Pre {
			b.narrow(a.Place, a.Weight, unbounded)
		}
		for _, a := range b.net.Transitions[t].Inhibit {
			b.narrow(a.Place, 0, a.Weight-1)
		}
		for _, i := range slices.Compact(list) {
			if b.propagate() && !b.keeps(clauses[i], delta) {
				b.reject("%q is not seen to keep %s", b.net.Transitions[t].Name, b.said(clauses[i]))
			}
		}
		b.undo(start)
		for _, e := range b.part.effects[t] {
			delta[e.Place] = 0
		}
	}
}

// keeps reports whether a clause is seen to hold after a step from the box that changes places by delta.
func (b *box) keeps(clause *formula.Formula, delta []int64) bool {
	defer b.undo(len(b.trail))
	for _, f := range comparisonsOf(clause) {
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
