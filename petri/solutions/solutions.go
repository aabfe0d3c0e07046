// Package solutions counts the reachable markings of nets in which every solution of the state equation is reachable,
// as the integer points of a polytope: in time that hardly depends on the number of tokens.
package solutions

import (
	"context"
	"errors"
	"math/big"
	"slices"

	"brim/internal/polytope"
	"brim/petri"
)

// ErrNone says that there is no proof that all solutions are reachable.
var ErrNone = errors.New("there is no proof that each solution of the state equation is reachable")

// A Set is the reachable markings of a net: m0 + Σ basis[k]·y[k] ≥ 0 for integers y, which are ≥ 0 if counts is true.
type Set struct {
	net    *petri.Net
	basis  [][]int64
	counts bool // y is how often each transition fires
}

// The largest nets: vertices, and the work at each, grow fast with the number of transitions that are independent.
const (
	mostDimensions = 32      // of the polytope: the rank of the effects
	mostEntries    = 1 << 20 // places times transitions
	mostWeight     = 1 << 30 // of an arc, such that sums of some hundred stay in 64 bits
)

// Of returns the reachable markings of a net, if it finds a proof that they are the solutions. The error is ErrNone or
// that of ctx. A net with inhibitor arcs or of more than 32 independent transitions has none. Cost: a search for a
// descent and linear programs, see package home; they may take long, so ctx should have a deadline.
func Of(ctx context.Context, net *petri.Net) (*Set, error) {
	effects := effects(net)
	if effects == nil {
		return nil, ErrNone
	}
	own := make([][]int64, len(effects))
	for i, v := range effects {
		own[i] = slices.Clone(v)
	}
	basis, ok := echelon(own, len(net.Places))
	if !ok {
		return nil, ErrNone
	}
	if acyclic(net) {
		if len(basis) < len(effects) {
			return nil, ErrNone // several numbers of firings lead to one marking
		}
		return &Set{net, effects, true}, nil
	}
	ok, err := returns(ctx, net, effects)
	if err != nil {
		return nil, err
	}
	if !ok {
		return nil, ErrNone
	}
	return &Set{net, basis, false}, nil
}

// effects returns what each transition adds to each place, nil if the net is too large or has inhibitor arcs.
func effects(net *petri.Net) [][]int64 {
	if len(net.Places)*len(net.Transitions) > mostEntries {
		return nil
	}
	for _, p := range net.Places {
		if p.Initial == petri.Omega {
			return nil
		}
	}
	list := make([][]int64, len(net.Transitions))
	for t := range list {
		x := &net.Transitions[t]
		heavy := func(a petri.Arc) bool { return a.Weight > mostWeight }
		if len(x.Inhibit) > 0 || slices.ContainsFunc(x.Pre, heavy) || slices.ContainsFunc(x.Post, heavy) {
			return nil
		}
		list[t] = make([]int64, len(net.Places))
		for e := range x.Effects() {
			list[t][e.Place] = e.Delta
		}
	}
	return list
}

// acyclic reports whether no path of arcs is a cycle. Then each solution x ≥ 0 of the state equation can be fired: of
// the transitions that have to fire, the first one in the order of the arcs has inputs that only such transitions take
// from, so they hold enough for it [Mur89, Theorem 16].
func acyclic(net *petri.Net) bool {
	next := make([][]int, len(net.Places)+len(net.Transitions))
	indegree := make([]int, len(next))
	for t := range net.Transitions {
		v := len(net.Places) + t
		for _, a := range net.Transitions[t].Pre {
			next[a.Place] = append(next[a.Place], v)
			indegree[v]++
		}
		for _, a := range net.Transitions[t].Post {
			next[v] = append(next[v], a.Place)
			indegree[a.Place]++
		}
	}
	var free []int
	for v, n := range indegree {
		if n == 0 {
			free = append(free, v)
		}
	}
	for i := 0; i < len(free); i++ {
		for _, w := range next[free[i]] {
			if indegree[w]--; indegree[w] == 0 {
				free = append(free, w)
			}
		}
	}
	return len(free) == len(next)
}

// echelon returns a basis of the lattice that vectors generate, and changes them; ok is false if numbers become large,
// or the basis.
func echelon(vectors [][]int64, n int) (basis [][]int64, ok bool) {
	const most = 1 << 30
	for r := range n {
		for {
			best, several := -1, false
			for i, v := range vectors {
				if v[r] == 0 {
					continue
				}
				several = best >= 0
				if best < 0 || max(v[r], -v[r]) < max(vectors[best][r], -vectors[best][r]) {
					best = i
				}
			}
			if best < 0 {
				break
			}
			b := vectors[best]
			if !several {
				if basis = append(basis, b); len(basis) > mostDimensions {
					return nil, false
				}
				vectors = slices.Delete(vectors, best, best+1)
				break
			}
			for i, v := range vectors {
				q := v[r] / b[r]
				if i == best || q == 0 {
					continue
				}
				for k := range v {
					if max(v[k], -v[k], b[k], -b[k], q, -q) >= most {
						return nil, false
					}
					v[k] -= q * b[k]
				}
			}
		}
	}
	return basis, true
}

// limits are those of one polytope: some seconds.
var limits = polytope.Limits{Vertices: 1 << 17, Index: 64}

// States returns the number of markings. The error is that of polytope.Polytope.Points: a limit, ErrUnbounded if there
// are infinitely many, that of ctx, or a *polytope.Fault.
func (s *Set) States(ctx context.Context) (*big.Int, error) { return s.above(nil).Points(ctx, limits) }

// Firings returns the number of pairs of a marking and a transition that it enables. The error is as with States.
func (s *Set) Firings(ctx context.Context) (*big.Int, error) {
	sum := new(big.Int)
	for t := range s.net.Transitions {
		n, err := s.above(s.net.Transitions[t].Pre).Points(ctx, limits)
		if err != nil {
			return nil, err
		}
		sum.Add(sum, n)
	}
	return sum, nil
}

// above returns the markings that have some tokens.
func (s *Set) above(need []petri.Arc) *polytope.Polytope {
	p := &polytope.Polytope{Dim: len(s.basis)}
	for i := range s.net.Places {
		r := polytope.Row{Of: make([]int64, p.Dim), Plus: s.net.Places[i].Initial}
		for k, b := range s.basis {
			r.Of[k] = b[i]
		}
		p.Rows = append(p.Rows, r)
	}
	for _, a := range need {
		p.Rows[a.Place].Plus -= a.Weight
	}
	for k := 0; s.counts && k < p.Dim; k++ {
		r := polytope.Row{Of: make([]int64, p.Dim)}
		r.Of[k] = 1
		p.Rows = append(p.Rows, r)
	}
	return p
}
