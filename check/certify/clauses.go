package certify

import (
	"bufio"
	"context"
	"math/big"

	"brim/check/model"
	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ic3"
	"brim/engine/ic3/certificate"
	"brim/petri"
	equations "brim/petri/equation/certificate"
)

// This file finds inductive invariants of clauses.

// An inductive is a section never, with an invariant or for a descent, as text, with the name of its kind.
type inductive struct {
	kind string
	text []byte
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
	if s.offered != nil && s.induce(own, bad, s.offered) == nil {
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
	return s.induce(own, bad, r.Invariant)
}

// induce adds the section that shows that no reachable marking satisfies bad, if an invariant is seen to show it.
func (s *shower) induce(ctx context.Context, bad *syntax.Formula, x *certificate.Invariant) error {
	section, err := s.inductive(ctx, bad, x)
	if err == nil {
		s.clauses = append(s.clauses, section)
	}
	return err
}

func (c *Certifier) inductive(
	ctx context.Context, bad *syntax.Formula, x *certificate.Invariant,
) (*inductive, error) {
	goal := plain(model.Condition(c.net, bad))
	if goal == nil {
		return nil, uncertified("numbers beyond 2^63-1")
	}
	var invariant []*equations.Goal
	for _, g := range invariantGoals(c.net, x) {
		if g = plain(g); g == nil {
			return nil, uncertified("numbers beyond 2^63-1")
		}
		invariant = append(invariant, g)
	}
	text, err := c.section(ctx, goal, invariant, nil)
	return &inductive{"clauses", text}, err
}

// write writes the section.
func (x *inductive) write(w *bufio.Writer) error {
	_, err := w.Write(x.text)
	return err
}

// invariantGoals returns an invariant as conditions: the sums, the bounds that no sum shows, and the clauses that do
// not follow from one.
func invariantGoals(net *petri.Net, x *certificate.Invariant) (list []*equations.Goal) {
	known := newTotals(net, x.Sums)
	for i, s := range x.Sums {
		most, least := equations.Atom{}, equations.Atom{Least: known.sum[i].value.Int64()}
		for k, p := range s.Places {
			least.Terms = append(least.Terms, equations.Term{Index: p, Weight: s.Weights[k]})
			most.Terms = append(most.Terms, equations.Term{Index: p, Weight: -s.Weights[k]})
		}
		most.Least = -least.Least
		g := &equations.Goal{Atom: most}
		if known.sum[i].constant {
			g = equations.And(g, &equations.Goal{Atom: least})
		}
		if known.sum[i].value.IsInt64() {
			list = append(list, g)
		}
	}
	clause := func(literals []literal) {
		if known.follows(literals) {
			return
		}
		g := equations.Or()
		for _, l := range literals {
			if l.atLeast {
				g.Parts = append(g.Parts, equations.AtLeast(l.place, l.tokens))
			} else {
				g.Parts = append(g.Parts, equations.AtMost(l.place, l.tokens))
			}
		}
		list = append(list, g)
	}
	fixed := net.Fixed()
	for p, most := range x.Most {
		if fixed[p] {
			most := net.Places[p].Initial
			list = append(list, equations.And(equations.AtMost(p, most), equations.AtLeast(p, most)))
		} else {
			clause([]literal{{p, false, most}})
		}
	}
	for _, c := range x.Clauses {
		var literals []literal
		for _, l := range c {
			if l > 0 {
				literals = append(literals, literal{x.Bits[l-1].Place, true, x.Bits[l-1].AtLeast})
			} else {
				b := x.Bits[-l-1]
				literals = append(literals, literal{b.Place, false, b.AtLeast - 1})
			}
		}
		clause(literals)
	}
	return list
}

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
