package workflow

import (
	"cmp"
	"context"
	"encoding/binary"
	"slices"

	"brim/engine"
	"brim/petri"
)

// k-soundness for all k. Let G have the pairs of a number k and a marking M with M = k·source + C·x for integers x,
// which may be negative, where C is the incidence matrix. Places that no number of cases marks are removed first. Then
// the net is k-sound for all k exactly if M leads to k·sink for all (k, M) in G [HSV04]:
//
//   - Each marking that k cases reach is in G.
//   - Let the net be k-sound for all k, and (k, M) in G with x. Enough cases l can fire each transition as often as x
//     takes it back, and complete, by s steps of each transition; so s+x is not negative. Enough further cases l' can
//     put so many tokens on all places that s+x steps of each transition can be fired in any sequence, k+l cases
//     beginning. What is there then is M, l complete cases, and the tokens of the l' cases, which can complete. So M
//     leads to k·sink.
//
// Sums of markings in G that can complete can complete, too, so the Hilbert basis of G is all that is looked at.

// mostSearched is how many markings are searched from a marking of the basis.
const mostSearched = 20_000

// A Left is a marking that cannot complete, but that some number of cases, beside others that complete, could reach if
// the net were k-sound for all k. With no cases it is more than nothing.
type Left struct {
	Cases   int64
	Marking petri.Marking
}

// AllSound reports whether the core is k-sound for all k. If it is not, it returns a marking that shows it. It is
// Unknown with an error if a limit or ctx ends the search. Cost: exponential in the size of the core in the worst case.
func (c *Core) AllSound(ctx context.Context) (engine.Result, *Left, error) {
	net := c.marked()
	l, err := newLattice(c.vectors(net))
	if err != nil {
		return engine.Unknown, nil, err
	}
	basis, err := l.hilbert(ctx)
	if err != nil {
		return engine.Unknown, nil, err
	}
	slices.SortStableFunc(basis, func(v, w []int64) int { return cmp.Compare(v[0], w[0]) })
	for _, v := range basis {
		from, to := petri.Marking(v[1:]), make(petri.Marking, len(net.Places))
		to[c.Sink] = v[0]
		if v[0] == 0 { // all transitions give tokens, so some will be left
			return engine.Fails, &Left{0, from}, nil
		}
		switch reached, err := search(ctx, net, from, to); {
		case err != nil:
			return engine.Unknown, nil, err
		case !reached:
			return engine.Fails, &Left{v[0], from}, nil
		}
	}
	return engine.Holds, nil, nil
}

// marked returns the core without the transitions that need places which no number of cases marks.
func (c *Core) marked() *petri.Net {
	can := make([]bool, len(c.Net.Places))
	can[c.Source] = true
	fires := make([]bool, len(c.Net.Transitions))
	for changed := true; changed; {
		changed = false
		for t, x := range c.Net.Transitions {
			if !fires[t] && !slices.ContainsFunc(x.Pre, func(a petri.Arc) bool { return !can[a.Place] }) {
				fires[t], changed = true, true
				for _, a := range x.Post {
					can[a.Place] = true
				}
			}
		}
	}
	b := petri.NewBuilder(c.Net.Name)
	for _, p := range c.Net.Places {
		b.Place(p.Name, p.Initial)
	}
	for t, x := range c.Net.Transitions {
		if !fires[t] {
			continue
		}
		n := b.Transition(x.Name)
		for _, a := range x.Pre {
			b.In(n, a.Place, a.Weight)
		}
		for _, a := range x.Post {
			b.Out(n, a.Place, a.Weight)
		}
	}
	net, err := b.Net()
	if err != nil {
		panic("workflow: " + err.Error())
	}
	return net
}

// vectors generates the lattice of G: a number of cases, and a marking.
func (c *Core) vectors(net *petri.Net) [][]int64 {
	one := make([]int64, 1+len(net.Places))
	one[0], one[1+c.Source] = 1, 1
	list := [][]int64{one}
	for _, t := range net.Transitions {
		v := make([]int64, 1+len(net.Places))
		for _, a := range t.Pre {
			v[1+a.Place] -= a.Weight
		}
		for _, a := range t.Post {
			v[1+a.Place] += a.Weight
		}
		list = append(list, v)
	}
	return list
}

// search reports whether a marking leads to another one. The error is errLarge or that of ctx.
func search(ctx context.Context, net *petri.Net, from, to petri.Marking) (bool, error) {
	seen := map[string]bool{packed(from): true}
	for queue := []petri.Marking{from}; len(queue) > 0; queue = queue[1:] {
		m := queue[0]
		if m.Equal(to) {
			return true, nil
		}
		if ctx.Err() != nil {
			return false, context.Cause(ctx)
		}
		for t := range net.EnabledTransitions(m) {
			next := m.Clone()
			if !net.FireInto(next, m, t) || len(seen) > mostSearched {
				return false, errLarge
			}
			if key := packed(next); !seen[key] {
				seen[key] = true
				queue = append(queue, next)
			}
		}
	}
	return false, nil
}

// packed returns a marking as a key of a map.
func packed(m petri.Marking) string {
	key := make([]byte, 0, 2*len(m))
	for _, n := range m {
		key = binary.AppendUvarint(key, uint64(n))
	}
	return string(key)
}
