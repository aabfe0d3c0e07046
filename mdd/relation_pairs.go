package mdd

import (
	"cmp"
	"slices"
)

// Effects by pairs of values: sorted lists, of which equal ones are one, and their inverses.

// newPairs returns the Pairs of a list, which it may change.
func newPairs(list [][2]int) *Pairs {
	slices.SortFunc(list, func(a, b [2]int) int { return cmp.Or(a[0]-b[0], a[1]-b[1]) })
	p := &Pairs{list: slices.Compact(list)}
	for _, pair := range p.list {
		p.hash = (p.hash ^ uint64(pair[0])<<32 ^ uint64(pair[1])) * 0x9e3779b97f4a7c15
		p.hash ^= p.hash >> 29
	}
	return p
}

// List returns the pairs {from, to}, ascending. They must not be changed.
func (p *Pairs) List() [][2]int { return p.list }

// At returns the pairs that begin with v. They must not be changed.
func (p *Pairs) At(v int) [][2]int {
	from, _ := slices.BinarySearchFunc(p.list, v, func(pair [2]int, v int) int { return pair[0] - v })
	end := from
	for end < len(p.list) && p.list[end][0] == v {
		end++
	}
	return p.list[from:end]
}

// A pairsTable has Pairs and their inverse, for relations with the same chains.
type pairsTable struct {
	p    *Pairs
	back *Pairs // the inverted pairs, nil until used
}

// pairsNumber returns the index of p among the pairs of r, of which equal ones are one.
func (r *relations) pairsNumber(p *Pairs) int32 {
	for _, i := range r.byHash[p.hash] {
		if o := r.pairs[i].p; o == p || slices.Equal(o.list, p.list) {
			return i
		}
	}
	i := int32(len(r.pairs))
	r.pairs = append(r.pairs, &pairsTable{p: p})
	r.byHash[p.hash] = append(r.byHash[p.hash], i)
	return i
}

// pairsBack returns the index of the pairs of the given index turned round.
func (r *relations) pairsBack(i int32) int32 {
	t := r.pairs[i]
	if t.back == nil {
		list := slices.Clone(t.p.list)
		for i, pair := range list {
			list[i] = [2]int{pair[1], pair[0]}
		}
		t.back = newPairs(list)
	}
	return r.pairsNumber(t.back)
}
