package equation

import (
	"context"
	"math"
	"math/big"
	"slices"

	"brim/internal/simplex"
	"brim/petri/equation/certificate"
)

// A Result is what the equations say of a goal.
type Result struct {
	// Proof shows that no reachable marking satisfies the goal. It was checked. It is nil if none was found.
	Proof certificate.Step
	// Solution satisfies the equation and the goal, and if no limit came before, all that the search knows. Nobody
	// knows whether it is reachable. It is nil if there is a proof, or if none was found.
	Solution *Solution
	Cases    int // that were looked at
}

// A Solution is a marking of the equations with the numbers of firings that lead to it.
type Solution struct {
	Marking []float64
	// Times says how often each transition fires. Of those with equal effect each has all the firings of all.
	Times []float64
}

// maximal depths of splits that no formula asks for
const (
	mostOrders = 20
	mostCuts   = 40
	mostTraps  = 100
)

// Refute looks for a proof that no reachable marking satisfies the goal. A proof is checked by package certificate
// before it is returned. The error is a limit, or that of ctx, or a *ProofError.
func (s *System) Refute(ctx context.Context, goal *certificate.Goal, l Limits) (*Result, error) {
	s.trim(&l)
	q := &search{System: s, ctx: ctx, limits: &l}
	defer s.tableau.Back(0)
	var root added
	c := q.assume(goal, &root)
	if q.wrong != nil {
		return nil, q.wrong
	}
	n, err := q.refute(c, depths{})
	r := &Result{Solution: q.solution, Cases: q.cases}
	if err != nil || n == nil {
		return r, err
	}
	r.Solution = nil
	proof := s.write(n, &root)
	if err := s.checker.Check(goal, proof); err != nil {
		return nil, &ProofError{err}
	}
	r.Proof = proof
	return r, nil
}

// A ProofError says that the checker did not accept a proof: a mistake of this package.
type ProofError struct{ Err error }

func (e *ProofError) Error() string { return "a proof was not accepted: " + e.Err.Error() }
func (e *ProofError) Unwrap() error { return e.Err }

// A conflict is one of the tableau, whose bounds have facts as reasons.
type conflict = simplex.Conflict[fact]

// A search is the work on one goal. On the way it holds what is known there: the facts as bounds of the tableau, the
// choices here.
type search struct {
	*System
	ctx      context.Context
	limits   *Limits
	choices  []*choice
	set      int // traps that are bounds
	cases    int
	solution *Solution
	wrong    error
}

// A choice is a disjunction that was assumed.
type choice struct {
	goal  *certificate.Goal
	taken bool // one of its parts is assumed
}

// added is what an assumption added, in the order of the checker.
type added struct {
	facts   []*fact
	choices []*choice
}

// depths are how many splits lie above.
type depths struct{ orders, cuts int }

// A node is a proof for what is known in some place.
type node struct {
	conflict *conflict // a leaf
	choice   *choice   // cases of a disjunction
	raised   []int     // an order
	lowered  []int
	cut      *certificate.Cut
	next     []*node
	added    []added // by next
	uses     map[any]bool
}

// assume adds a goal to what is assumed: its atoms as bounds of the tableau, its disjunctions as choices for later. a
// collects what was added. It returns the first conflict between bounds, nil if there is none.
func (q *search) assume(g *certificate.Goal, a *added) *conflict {
	switch g.Kind {
	case certificate.Any:
		c := &choice{goal: g}
		q.choices = append(q.choices, c)
		a.choices = append(a.choices, c)
		return nil
	case certificate.All:
		var first *conflict
		for _, part := range g.Parts {
			if c := q.assume(part, a); first == nil {
				first = c
			}
		}
		return first
	}
	f := &fact{}
	a.facts = append(a.facts, f)
	b, err := q.bounding(&g.Atom)
	switch {
	case err != nil:
		q.wrong = err
	case b.v < 0 && b.to > 0:
		return &conflict{Bounds: []simplex.Multiple[fact]{{V: -1, By: f, Factor: big.NewInt(1)}}}
	case b.v >= 0 && !q.tableau.Bound(b.v, b.upper, b.to, f):
		return q.tableau.Clash(b.v)
	}
	return nil
}

// leaf returns the node of a conflict.
func (q *search) leaf(c *conflict) *node {
	n := &node{conflict: c, uses: map[any]bool{}}
	for _, m := range c.Bounds {
		if m.By != nil && m.By.trap == nil {
			n.uses[m.By] = true
		}
	}
	return n
}

// under proves the case that adds something: with all that was on the way taken back afterwards.
func (q *search) under(d depths, add func(*added) *conflict) (*node, *added, error) {
	trail, choices, set := q.tableau.Mark(), len(q.choices), q.set
	var a added
	c := add(&a)
	n, err := (*node)(nil), q.wrong
	if err == nil {
		n, err = q.refute(c, d)
	}
	q.tableau.Back(trail)
	q.choices, q.set = q.choices[:choices], set
	return n, &a, err
}

// mentions reports whether a proof rests on something that was added.
func (n *node) mentions(a *added) bool {
	return slices.ContainsFunc(a.facts, func(f *fact) bool { return n.uses[f] }) ||
		slices.ContainsFunc(a.choices, func(c *choice) bool { return n.uses[c] })
}

// split proves all cases. A case whose proof does not need what it adds is a proof by itself, which is returned.
func (q *search) split(n *node, d depths, cases int, add func(i int, a *added) *conflict) (*node, error) {
	n.uses = map[any]bool{}
	if n.choice != nil {
		n.uses[n.choice] = true
		n.choice.taken = true
		defer func() { n.choice.taken = false }()
	}
	for i := range cases {
		m, a, err := q.under(d, func(a *added) *conflict { return add(i, a) })
		if m == nil || err != nil || !m.mentions(a) {
			return m, err
		}
		n.next, n.added = append(n.next, m), append(n.added, *a)
		for x := range m.uses {
			n.uses[x] = true
		}
	}
	return n, nil
}

// refute proves that what is known is contradictory. The conflict, if there is one, says so already. No node means
// that a solution was found.
func (q *search) refute(c *conflict, d depths) (*node, error) {
	if c != nil {
		return q.leaf(c), nil
	}
	if q.cases++; q.limits.Nodes > 0 && q.cases > q.limits.Nodes {
		return nil, ErrWork
	}
	for {
		for ; q.set < len(q.traps); q.set++ {
			f := q.traps[q.set]
			if initial := q.initially(f.trap); !q.tableau.Bound(f.sum, false, 1-initial, f) {
				return q.leaf(q.tableau.Clash(f.sum)), nil
			}
		}
		c, err := q.tableau.Solve(q.ctx, simplex.Limits{Entries: q.limits.Entries, Pivots: q.limits.Pivots})
		if err != nil {
			return nil, err
		}
		if c != nil {
			return q.leaf(c), nil
		}
		if c := q.violated(); c != nil {
			return q.split(&node{choice: c}, d, len(c.goal.Parts),
				func(i int, a *added) *conflict { return q.assume(c.goal.Parts[i], a) })
		}
		if !q.addTrap() {
			break
		}
	}
	if q.solution == nil || q.cases&(q.cases-1) == 0 { // now and then, for when a limit comes
		q.solution = q.solved()
	}
	if n := q.order(); n != nil && d.orders < mostOrders {
		d.orders++
		return q.byOrder(n, d)
	}
	if n := q.fraction(); n != nil && d.cuts < mostCuts {
		d.cuts++
		return q.byCut(n, d)
	}
	q.solution = q.solved()
	return nil, nil
}

// initially returns the tokens of places in the initial marking, at most a number that no bound of 1 minus it exceeds.
func (s *System) initially(places []int32) int64 {
	sum := int64(0)
	for _, p := range places {
		sum = min(sum, math.MaxInt64/2) + min(s.net.Places[p].Initial, math.MaxInt64/2-1)
	}
	return sum
}

// solved returns the values of the tableau.
func (s *System) solved() *Solution {
	r := &Solution{Marking: make([]float64, len(s.net.Places)), Times: make([]float64, len(s.net.Transitions))}
	for p := range r.Marking {
		r.Marking[p] = s.tokens(p)
	}
	for t, x := range s.class {
		if x >= 0 {
			r.Times[t] = s.tableau.Value(x)
		}
	}
	return r
}

// violated returns the choice with the fewest parts of which none is assumed and the values satisfy none, nil if there
// is none.
func (q *search) violated() (best *choice) {
	for _, c := range q.choices {
		if !c.taken && (best == nil || len(c.goal.Parts) < len(best.goal.Parts)) && !q.satisfies(c.goal) {
			best = c
		}
	}
	return best
}

// satisfies reports whether the values satisfy a goal.
func (s *System) satisfies(g *certificate.Goal) bool {
	switch g.Kind {
	case certificate.Any:
		return slices.ContainsFunc(g.Parts, s.satisfies)
	case certificate.All:
		return !slices.ContainsFunc(g.Parts, func(part *certificate.Goal) bool { return !s.satisfies(part) })
	}
	sum, size := 0.0, 0.0
	for _, t := range g.Atom.Terms {
		x := float64(t.Weight) * s.tokens(t.Index)
		sum += x
		size += math.Abs(x)
	}
	least := float64(g.Atom.Least)
	return sum >= least-simplex.Slack(math.Max(size, math.Abs(least)))
}
