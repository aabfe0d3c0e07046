package bmc

import (
	"context"
	"errors"
	"fmt"
	"time"

	"brim/engine"
)

// runs looks for lassos on which a path formula holds: the incremental linear encoding of [BHJ+06], of which
// only those implications are needed that a formula in the form of ltl.NNF needs.
//
// A lasso of k steps has positions 0, …, k − 1 and leads from the last one back to one of them, its knot: state s_k is
// that of the knot. At each position i some formulas are claimed to hold at position i + 1: operands of X, and formulas
// with F, G, U, R or W as a whole. A claim is a free variable that implies the formula; what is claimed of position k
// is claimed of the knot. So each formula that a claim is about holds, but for F and U, which may put off what they
// promise for ever: what is promised at the end of the loop has to come about somewhere in it.
//
// Clauses about position i are added when lassos of more than i steps are asked for. Those about the end hold under an
// assumption; the state and the claims there have variables of their own, so that each knot is compared with the end
// once. All free variables may be false, so the clauses can always be satisfied.
type runs struct {
	*search
	*tableau
	path   *path
	claims [][]Lit // by position, then by carried
	first  Lit     // whether the path formula holds at position 0
	inside []Lit   // by position: whether it is in the loop
	kept   [][]Lit // by position, then by owed: whether what is promised came about in the loop, up to it
	end    []Lit   // the bits of the last state
	last   []Lit   // by carried: what is claimed of the position behind the last one
	apart  Lit     // which positions are kept apart in proofs
	proofs time.Duration
	least  time.Duration // what a proof that was cut off had
}

func newRuns(s *search) *runs {
	r := &runs{search: s, tableau: newTableau(s.goal.Path), path: s.forward, apart: yes}
	for range r.path.at(0).bits() {
		r.end = append(r.end, r.path.g.input())
	}
	r.last = r.inputs(r.path.g)
	return r
}

// claimed returns what is claimed of position i.
func (r *runs) claimed(i int) []Lit {
	for len(r.claims) <= i {
		r.claims = append(r.claims, r.inputs(r.path.g))
	}
	return r.claims[i]
}

// extend adds the clauses about the next position of the run: the truth of all subformulas there, by the claims about
// the position after it; whether the loop begins there, so that state and claims are those of the end; and which
// promises have been kept within the loop so far.
func (r *runs) extend() {
	i, g := len(r.inside), r.path.g
	m, claims := r.path.at(i), r.claimed(i)
	truth := r.truth(m, r.claimed(i+1))
	if i == 0 {
		r.first = truth[r.formula]
	}
	knot := g.input()
	for b, l := range m.bits() {
		g.clause(-knot, -r.end[b], l)
		g.clause(-knot, r.end[b], -l)
	}
	for n, f := range r.carried {
		g.clause(-claims[n], truth[f])
		g.clause(-knot, -r.last[n], claims[n])
	}
	inside, kept := knot, make([]Lit, len(r.owed))
	if i > 0 {
		inside = g.or(r.inside[i-1], knot)
	}
	for u, n := range r.owed {
		kept[u] = g.and(inside, truth[r.promised(n)])
		if i > 0 {
			kept[u] = g.or(r.kept[i-1][u], kept[u])
		}
	}
	r.inside, r.kept = append(r.inside, inside), append(r.kept, kept)
}

// close returns a literal that says that the lasso has k steps. Position k − 1 is there.
func (r *runs) close(k int) Lit {
	g, ends := r.path.g, r.path.g.input()
	for b, l := range r.path.at(k).bits() {
		g.clause(-ends, -r.end[b], l)
		g.clause(-ends, r.end[b], -l)
	}
	claims := r.claimed(k)
	for n := range r.carried {
		g.clause(-ends, -claims[n], r.last[n])
	}
	for u, n := range r.owed {
		g.clause(-ends, -claims[n], r.kept[k-1][u])
	}
	return ends
}

// longer returns the number of steps of the lassos that are looked for after those of k steps: one more or, where the
// caller names a start, half as many more. A lasso is one of more steps, too, with a later knot, so none is missed.
func (s *search) longer(k int) int {
	if s.o.Start > 0 {
		return k + (k+1)/2
	}
	return k + 1
}

// lassos looks for a shortest lasso, and after each length for a proof that there is no longer one. Proofs take
// s.patience in all and, beyond that, half as much time as lassos do.
func (r *runs) lassos() (proved bool, err error) {
	s, p := r.search, r.path
	var paths time.Duration
	for k := max(1, s.o.Start); s.within(k); k = s.longer(k) {
		begin := time.Now()
		for i := len(r.inside); i < k; i++ {
			r.extend() // what is claimed of the next position is still free, as it is if that is beyond the bounds
			if err := s.staysWithin(i, r.first); err != nil {
				return false, err
			}
		}
		ends := r.close(k)
		s.r.Last = p.g.ask("a lasso of "+count(k, "step")+" that satisfies the path formula", p.valid(k), r.first,
			r.inside[k-1], ends)
		sat, err := p.ask(s.ctx, s.r.Last)
		if err != nil {
			return false, err
		}
		s.r.Length = k
		if sat {
			s.found = &found{k, r.knot()}
			return false, nil
		}
		p.g.clause(-ends)
		s.covered = k
		middle := time.Now()
		paths += middle.Sub(begin)
		turn := max(s.patience, paths/2) - r.proofs
		if turn <= r.least || s.beyond != "" {
			continue
		}
		ctx, cancel := context.WithTimeoutCause(s.ctx, turn, errPatience)
		none, err := r.none(ctx, k)
		cancel()
		r.proofs += time.Since(middle)
		switch {
		case errors.Is(err, errPatience):
			r.least = 2 * time.Since(middle)
		case none || err != nil:
			return none, err
		}
	}
	return false, nil
}

// knot returns the position that the lasso of the last model leads back to.
func (r *runs) knot() int {
	for i, l := range r.inside {
		if r.path.value(l) {
			return i
		}
	}
	return engine.NoLoop
}

// none reports whether no lasso has more than k steps, where none of k steps or fewer was found. No two positions of a
// shortest one agree in the state, in what is claimed of them, and in whether the loop has begun and what was kept in
// it: the part from the one up to the other could be left out. Positions are kept apart only when a model has made them
// equal.
func (r *runs) none(ctx context.Context, k int) (bool, error) {
	p := r.path
	for {
		about := fmt.Sprintf("a path of %d steps that can go on, without needless positions", k)
		if none, err := unsatisfiable(ctx, p, about, p.valid(k), r.first, r.apart); none || err != nil {
			return none, err
		}
		latest, all := map[string]int{}, []Lit{r.apart}
		for i := range k {
			x := r.position(i)
			key := make([]byte, len(x))
			for b, l := range x {
				if l == yes || l != no && p.value(l) {
					key[b] = 1
				}
			}
			if j, ok := latest[string(key)]; ok {
				all = append(all, -p.g.equal(r.position(j), x))
				r.r.Apart++
			}
			latest[string(key)] = i
		}
		if len(all) == 1 {
			return false, nil
		}
		r.apart = p.g.and(all...)
	}
}

// position returns what tells position i from others.
func (r *runs) position(i int) number {
	list := append(append(number(nil), r.path.at(i).bits()...), r.claims[i]...)
	if i > 0 {
		return append(append(list, r.inside[i-1]), r.kept[i-1]...)
	}
	for range 1 + len(r.owed) {
		list = append(list, no)
	}
	return list
}
