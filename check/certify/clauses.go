package certify

import (
	"bufio"
	"context"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ic3"
	"brim/engine/ic3/certificate"
	"brim/petri"
)

// This file finds and writes inductive invariants of clauses.

// An inductive is an invariant that excludes all markings with a property.
type inductive struct {
	bad       *syntax.Formula
	invariant *certificate.Invariant
}

// byClauses adds an invariant that shows f, which is AG p where p has no path operators: that of the answer, or one
// that ic3 finds. It has a time of its own.
func (s *shower) byClauses(f *syntax.Formula) error {
	if f.Op != syntax.AG || f.Args[0].Temporal() {
		return uncertified("invariants of clauses show only that a state formula always holds")
	}
	own, cancel := context.WithTimeout(s.outer, s.options.Each)
	defer cancel()
	bad := normal(f.Args[0], true)
	// The technique may have proven something else, which says the same together with what others know.
	if x := s.offered; x != nil && certificate.Net(own, s.net, bad, x) == nil {
		s.clauses = append(s.clauses, &inductive{bad, x})
		return nil
	}
	r, err := ic3.Decide(own, s.model.Facts(), f, s.paths)
	switch {
	case err != nil:
		return uncertified("no clauses show it: %v", err)
	case r.Result == engine.Fails:
		return uncertified("clauses contradict the answer")
	case r.Invariant == nil:
		return uncertified("no clauses show it: %s", r.Reason)
	}
	s.clauses = append(s.clauses, &inductive{bad, r.Invariant})
	return nil
}

// write writes section clauses: the sums, the bounds that no sum shows, and the clauses that do not follow from one.
func (x *inductive) write(w *bufio.Writer, net *petri.Net) error {
	place := func(p int) string { return strconv.Quote(net.Places[p].Name) }
	text := x.bad.Format(func(_ syntax.Kind, r syntax.Ref) string { return strconv.Quote(r.Name) })
	fmt.Fprintf(w, ".clauses %s\n", strconv.Quote(text))
	known := newTotals(net, x.invariant.Sums)
	for i, s := range x.invariant.Sums {
		var terms []string
		for k, p := range s.Places {
			terms = append(terms, fmt.Sprintf("%d*%s", s.Weights[k], place(p)))
		}
		relation := map[bool]string{true: "=", false: "<="}[known.sum[i].constant]
		line(w, fmt.Sprintf("%s %s %v", strings.Join(terms, " + "), relation, known.sum[i].value))
	}
	clause := func(list []literal) {
		if known.follows(list) {
			return
		}
		var parts []string
		for _, l := range list {
			relation := map[bool]string{true: ">=", false: "<="}[l.atLeast]
			parts = append(parts, fmt.Sprintf("%s %s %d", place(l.place), relation, l.tokens))
		}
		line(w, strings.Join(parts, " | "))
	}
	fixed := net.Fixed()
	for p, most := range x.invariant.Most {
		if fixed[p] {
			line(w, fmt.Sprintf("%s = %d", place(p), net.Places[p].Initial))
		} else {
			clause([]literal{{p, false, most}})
		}
	}
	for _, c := range x.invariant.Clauses {
		var list []literal
		for _, l := range c {
			if l > 0 {
				list = append(list, literal{x.invariant.Bits[l-1].Place, true, x.invariant.Bits[l-1].AtLeast})
			} else {
				b := x.invariant.Bits[-l-1]
				list = append(list, literal{b.Place, false, b.AtLeast - 1})
			}
		}
		clause(list)
	}
	return nil
}

// line writes a formula as a line.
func line(w *bufio.Writer, formula string) { w.WriteString(strconv.Quote(formula) + "\n") }

// A literal says that a place has at least so many tokens, or at most.
type literal struct {
	place   int
	atLeast bool
	tokens  int64
}

// A total is a sum with its value in the initial marking.
type total struct {
	weights  map[int]int64
	value    *big.Int
	constant bool // no firing changes it
}

// totals are sums that no firing increases, and which have a place.
type totals struct {
	net *petri.Net
	sum []total
	of  [][]int // by place
}

func newTotals(net *petri.Net, sums []certificate.Sum) *totals {
	x := &totals{net, make([]total, len(sums)), make([][]int, len(net.Places))}
	for i, s := range sums {
		t := &x.sum[i]
		t.weights, t.value, t.constant = map[int]int64{}, new(big.Int), true
		for k, p := range s.Places {
			t.weights[p] = s.Weights[k]
			t.value.Add(t.value, times(s.Weights[k], net.Places[p].Initial))
			x.of[p] = append(x.of[p], i)
		}
	}
	for t := range net.Transitions {
		changes := map[int]*big.Int{}
		for e := range net.Transitions[t].Effects() {
			for _, i := range x.of[e.Place] {
				if changes[i] == nil {
					changes[i] = new(big.Int)
				}
				changes[i].Add(changes[i], times(x.sum[i].weights[e.Place], e.Delta))
			}
		}
		for i, change := range changes {
			x.sum[i].constant = x.sum[i].constant && change.Sign() == 0
		}
	}
	return x
}

func times(a, b int64) *big.Int { return new(big.Int).Mul(big.NewInt(a), big.NewInt(b)) }

// follows reports whether one sum contradicts the negation of a clause.
func (x *totals) follows(clause []literal) bool {
	low, high := map[int]int64{}, map[int]int64{} // of the negation
	for _, l := range clause {
		if at, ok := high[l.place]; l.atLeast && (!ok || l.tokens-1 < at) {
			high[l.place] = l.tokens - 1
		} else if !l.atLeast {
			low[l.place] = max(low[l.place], l.tokens+1)
		}
	}
	if len(clause) == 0 {
		return false
	}
	for _, i := range x.of[clause[0].place] {
		s := &x.sum[i]
		least, most := new(big.Int), new(big.Int)
		for p := range low {
			least.Add(least, times(s.weights[p], low[p]))
		}
		bounded := s.constant
		if bounded = bounded && len(high) >= len(s.weights); bounded {
			for p, w := range s.weights {
				at, ok := high[p]
				bounded = bounded && ok
				most.Add(most, times(w, at))
			}
		}
		if least.Cmp(s.value) > 0 || bounded && most.Cmp(s.value) < 0 {
			return true
		}
	}
	return false
}
