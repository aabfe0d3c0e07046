package structure

import (
	"encoding/binary"
	"math"
	"math/big"
	"slices"
)

// Ranges tells between which numbers sums of tokens lie in all reachable markings, by place invariants alone:
// reachable markings are among the solutions m ≥ 0 of  Σ Weights·m = Constant  for all flows. What it says is
// certain; a sum may have a narrower range than the invariants can tell.
type Ranges struct {
	flows []Semiflow
	of    [][]int32 // the flows of each place
	work  int       // numbers of tableaus that may still be computed
	known map[string]*big.Int
	key   []byte // of known, reused
}

const (
	mostRows   = 60        // flows that one question looks at
	mostCells  = 20_000    // of one tableau
	rangesWork = 5_000_000 // of one Ranges: about a tenth of a second
)

// NewRanges returns the ranges that flows, semiflows of a net with so many places, allow. Cost: the length of flows.
func NewRanges(places int, flows []Semiflow) *Ranges {
	r := &Ranges{flows: flows, of: make([][]int32, places), work: rangesWork, known: map[string]*big.Int{}}
	for i := range flows {
		for _, p := range flows[i].Places {
			r.of[p] = append(r.of[p], int32(i))
		}
	}
	return r
}

// Least returns a number that Σ weights[i]·m(places[i]) is nowhere below, in no reachable marking m, nil if none is
// known; no place may be there twice, and nobody may change the number. It is the minimum of a linear program over the
// flows that are connected with the places, rounded up to an integer: exact but for limits on its size, beyond which it
// looks at fewer flows. Each minimum is proved by weights of flows that are multiplied out before it is believed. Where
// the way to it has fractions beyond 63 bits, none is found.
func (r *Ranges) Least(places []int, weights []int64) *big.Int {
	if slices.Contains(weights, math.MinInt64) { // which cannot be negated
		return nil
	}
	key := r.key[:0]
	for i, p := range places {
		key = binary.AppendVarint(binary.AppendUvarint(key, uint64(p)), weights[i])
	}
	r.key = key
	least, known := r.known[string(key)]
	if !known {
		least = r.least(r.connected(places), places, weights)
		r.known[string(key)] = least
	}
	return least
}

// Most is Least for a number that the sum is nowhere above.
func (r *Ranges) Most(places []int, weights []int64) *big.Int {
	negated := make([]int64, len(weights))
	for i, w := range weights {
		negated[i] = -w
	}
	least := r.Least(places, negated)
	if least == nil {
		return nil
	}
	return new(big.Int).Neg(least)
}

// connected lists flows with a place among the given ones, then those that share a place with these, and so on, as many
// as fit into a tableau.
func (r *Ranges) connected(places []int) (used []int32) {
	seen, queued := map[int32]bool{}, map[int]bool{}
	var queue []int
	add := func(places []int) {
		for _, p := range places {
			if !queued[p] {
				queued[p] = true
				queue = append(queue, p)
			}
		}
	}
	add(places)
	for ; len(queue) > 0; queue = queue[1:] {
		for _, f := range r.of[queue[0]] {
			if len(used) == mostRows {
				return used
			}
			rows := len(used) + 1
			if seen[f] || cells(rows, len(queued)+len(r.flows[f].Places)) > mostCells {
				continue
			}
			seen[f] = true
			used = append(used, f)
			add(r.flows[f].Places)
		}
	}
	return used
}

// least returns a number that the sum is nowhere below, nil if there is none or it is not found.
func (r *Ranges) least(used []int32, places []int, weights []int64) *big.Int {
	p := &program{cost: map[int]int64{}, work: &r.work}
	for i, place := range places {
		if weights[i] != 0 {
			p.cost[place] = weights[i]
		}
	}
	for _, f := range used {
		p.rows = append(p.rows, &r.flows[f])
	}
	y := p.solve()
	if y == nil {
		return nil
	}
	bound, ok := p.proves(y)
	if !ok {
		return nil
	}
	// All numbers are integers, so the sum is at least the next one.
	q, rest := new(big.Int).DivMod(bound.Num(), bound.Denom(), new(big.Int))
	if rest.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	return q
}

// A program is the linear program to make  cost·m  least for m ≥ 0 where each flow of rows has its constant.
type program struct {
	rows []*Semiflow
	cost map[int]int64 // by place
	work *int
}

// proves reports whether y, a weight for each row, is a solution of the dual program: Σ y·row ≤ cost in every place.
// Then for each solution m ≥ 0 the cost is at least Σ y·(row·m) = Σ y·Constant, which is the bound.
func (p *program) proves(y []*big.Rat) (bound *big.Rat, ok bool) {
	bound = new(big.Rat)
	left := map[int]*big.Rat{}
	for place, c := range p.cost {
		left[place] = new(big.Rat).SetInt64(c)
	}
	product, number := new(big.Rat), new(big.Rat)
	for i, f := range p.rows {
		if y[i].Sign() == 0 {
			continue
		}
		bound.Add(bound, product.Mul(y[i], number.SetInt64(f.Constant)))
		for j, place := range f.Places {
			if left[place] == nil {
				left[place] = new(big.Rat)
			}
			left[place].Sub(left[place], product.Mul(y[i], number.SetInt64(f.Weights[j])))
		}
	}
	for _, x := range left {
		if x.Sign() < 0 {
			return nil, false
		}
	}
	return bound, true
}
