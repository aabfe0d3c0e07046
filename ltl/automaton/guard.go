package automaton

import (
	"cmp"
	"math/bits"
	"slices"
)

// Guards of arcs as disjunctions of cubes: implication, tautology, and few cubes with few literals.

// and returns the conjunction of two cubes; ok is false if nothing satisfies it.
func (c Cube) and(d Cube) (e Cube, ok bool) {
	e = Cube{c.True | d.True, c.False | d.False}
	return e, e.True&e.False == 0
}

// within reports whether d holds wherever c does.
func (c Cube) within(d Cube) bool { return d.True&^c.True == 0 && d.False&^c.False == 0 }

// literals returns how many propositions occur in the cube.
func (c Cube) literals() int { return bits.OnesCount64(c.True) + bits.OnesCount64(c.False) }

// compareCubes orders cubes, those with fewer literals first.
func compareCubes(c, d Cube) int {
	return cmp.Or(cmp.Compare(c.literals(), d.literals()), cmp.Compare(c.True, d.True), cmp.Compare(c.False, d.False))
}

// Always reports whether the guard holds for every valuation. Cost: exponential in the propositions in the worst case.
func (g Guard) Always() bool { return g.covers(Cube{}) }

// covers reports whether the guard holds wherever c does: by cases of a proposition that occurs in some cube.
func (g Guard) covers(c Cube) bool {
	var rest Guard
	for _, d := range g {
		if c.within(d) {
			return true
		}
		if _, ok := c.and(d); ok {
			rest = append(rest, d)
		}
	}
	if len(rest) == 0 {
		return false
	}
	d := rest[0]
	p := (d.True | d.False) &^ (c.True | c.False)
	p &= -p
	return rest.covers(Cube{c.True | p, c.False}) && rest.covers(Cube{c.True, c.False | p})
}

// mostConsensus bounds the cubes that fewCubes looks at.
const mostConsensus = 64

// fewCubes returns an equal guard of few cubes with few literals: prime implicants, by iterated consensus, of which
// none is covered by the others. Guards with very many cubes only lose those that another one contains.
func fewCubes(g Guard) Guard {
	g = absorb(slices.Clone(g))
	primes := g
	for i := 1; i < len(primes) && len(primes) <= mostConsensus; i++ {
		for j := range i {
			c, ok := consensus(primes[i], primes[j])
			if ok && !slices.ContainsFunc(primes, c.within) {
				primes = append(primes, c)
			}
		}
	}
	if len(primes) > mostConsensus {
		return g
	}
	primes = absorb(slices.Clone(primes))
	for i := len(primes) - 1; i >= 0; i-- { // those with many literals first
		if others := slices.Delete(slices.Clone(primes), i, i+1); others.covers(primes[i]) {
			primes = others
		}
	}
	return primes
}

// absorb returns the cubes of g, sorted, without those that are within another one. It takes g over.
func absorb(g Guard) Guard {
	slices.SortFunc(g, compareCubes)
	kept := g[:0]
	for _, c := range g {
		if !slices.ContainsFunc(kept, c.within) {
			kept = append(kept, c)
		}
	}
	return kept
}

// consensus returns the consensus of c and d if exactly one proposition has opposite signs in them: p & f and !p & g
// have f & g.
func consensus(c, d Cube) (e Cube, ok bool) {
	p := c.True&d.False | c.False&d.True
	if bits.OnesCount64(p) != 1 {
		return e, false
	}
	return Cube{(c.True | d.True) &^ p, (c.False | d.False) &^ p}, true
}
