package structure

import (
	"context"
	"encoding/binary"
	"math"
	"math/big"
	"slices"

	"brim/internal/simplex"
)

// Ranges bounds sums of tokens over all reachable markings by place invariants alone: reachable markings are among the
// solutions m ≥ 0 of  Σ Weights·m = Constant  for all flows. Its answers are certain; the true range of a sum may be
// narrower than the invariants can tell.
//
// All questions share one tableau of package simplex, in which the places are unknowns and the flows are sums, of which
// those are held at their constants that a question has needed so far.
type Ranges struct {
	flows   []Semiflow
	of      [][]int32 // by place: its flows
	bounds  []int64   // by place: see bounds
	known   map[string]*big.Int
	key     []byte // of known, reused
	tableau simplex.Tableau[struct{}]
	held    map[int32]bool // flows that have their constants in the tableau
	pivots  int            // that may still be made
}

const (
	mostHeld     = 1000      // flows that are held at once
	mostEntries  = 1_000_000 // words of the tableau
	rangesPivots = 20_000    // of one Ranges: about half a second
	onePivots    = 5_000     // of one question
)

// NewRanges returns the ranges that flows, semiflows of a net with that many places, allow. Cost: the length of flows.
func NewRanges(places int, flows []Semiflow) *Ranges {
	r := &Ranges{flows: flows, of: make([][]int32, places), known: map[string]*big.Int{}, held: map[int32]bool{},
		pivots: rangesPivots}
	r.bounds = bounds(places, flows)
	for range places {
		r.tableau.AddUnknown()
	}
	for i := range flows {
		f := &flows[i]
		def := make([]simplex.Entry, len(f.Places))
		for k, p := range f.Places {
			r.of[p] = append(r.of[p], int32(i))
			def[k] = simplex.Entry{V: int32(p), C: f.Weights[k]}
		}
		r.tableau.AddSum(def, -simplex.Unlimited)
	}
	r.tableau.Settle()
	return r
}

// Least returns a lower bound of Σ weights[i]·m(places[i]) over all reachable markings m, nil if none is known. No
// place may occur twice, and the number must not be changed. It is the minimum of a linear program over the flows that
// are connected with the places, rounded up to an integer: exact but for limits on the work. Each minimum is proved by
// weights of flows, a solution of the dual program, that are multiplied out before it is believed.
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
		least = r.least(places, weights)
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

// hold puts the constants of flows into the tableau: of those with a place among the given ones, then those that share
// a place with these, and so on, up to mostHeld.
func (r *Ranges) hold(places []int) {
	var missing []int32
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
	for ; len(queue) > 0 && len(seen) < mostHeld; queue = queue[1:] {
		for _, f := range r.of[queue[0]] {
			if seen[f] || len(seen) == mostHeld {
				continue
			}
			seen[f] = true
			if !r.held[f] {
				missing = append(missing, f)
			}
			add(r.flows[f].Places)
		}
	}
	for _, f := range missing {
		r.held[f] = true
		v, constant := int32(r.tableau.Unknowns())+f, r.flows[f].Constant
		r.tableau.Bound(v, false, constant, nil)
		r.tableau.Bound(v, true, constant, nil)
	}
}

// release takes all constants out of the tableau and begins anew.
func (r *Ranges) release() {
	r.tableau.Back(0)
	r.tableau.Forget()
	clear(r.held)
}

// least is Least without memory. It begins with the bound that follows from the bounds of single places.
func (r *Ranges) least(places []int, weights []int64) *big.Int {
	p := &program{flows: r.flows, cost: map[int]int64{}}
	var def []simplex.Entry
	single := new(big.Int)
	for i, place := range places {
		w := weights[i]
		if w == 0 {
			continue
		}
		if w < 0 {
			if r.bounds[place] == NoBound {
				return nil
			}
			single.Add(single, new(big.Int).Mul(big.NewInt(w), big.NewInt(r.bounds[place])))
		}
		p.cost[place] = w
		def = append(def, simplex.Entry{V: int32(place), C: w})
	}
	if single.BitLen() > 62 || r.pivots <= 0 {
		return single
	}
	slices.SortFunc(def, func(a, b simplex.Entry) int { return int(a.V - b.V) })
	if len(r.held) > mostHeld || r.tableau.Size() > mostEntries || r.tableau.Sums() > 2*len(r.flows)+1000 {
		r.release()
	}
	r.hold(places)
	v := r.tableau.AddSum(def, -simplex.Unlimited)
	before := r.tableau.Pivots()
	l := simplex.Limits{Entries: 2 * mostEntries, Pivots: min(onePivots, r.pivots)}
	_, proof, err := r.tableau.Least(context.Background(), v, single.Int64()-1, l)
	r.pivots -= r.tableau.Pivots() - before
	if err != nil {
		r.release()
	}
	if proof == nil {
		return single
	}
	bound, ok := p.proves(r.dual(proof, v))
	if !ok {
		panic("structure: the weights of flows are no solution of the dual program") // a mistake of package simplex
	}
	// All numbers are integers, so the sum is at least the next one.
	q, rest := new(big.Int).DivMod(bound.Num(), bound.Denom(), new(big.Int))
	if rest.Sign() != 0 {
		q.Add(q, big.NewInt(1))
	}
	if q.Cmp(single) < 0 {
		return single
	}
	return q
}

// dual returns the weights of the flows in a proof that the sum v has a lower bound.
func (r *Ranges) dual(proof *simplex.Conflict[struct{}], v int32) map[int32]*big.Rat {
	y, scale := map[int32]*big.Rat{}, new(big.Int)
	first := int32(r.tableau.Unknowns())
	for _, b := range proof.Bounds {
		f := b.V - first
		switch {
		case b.V == v:
			scale.Add(scale, b.Factor)
		case f >= 0 && b.Upper:
			y[f] = new(big.Rat).SetInt(new(big.Int).Neg(b.Factor))
		case f >= 0:
			y[f] = new(big.Rat).SetInt(b.Factor)
		}
	}
	for _, x := range y {
		x.Quo(x, new(big.Rat).SetInt(scale))
	}
	return y
}

// A program is the linear program that minimises  cost·m  over all m ≥ 0 in which each flow has its constant.
type program struct {
	flows []Semiflow
	cost  map[int]int64 // by place
}

// proves reports whether y, a weight for each of some flows, is a solution of the dual program: Σ y·flow ≤ cost in
// every place. Then for each solution m ≥ 0 the cost is at least Σ y·(flow·m) = Σ y·Constant, which is the bound.
func (p *program) proves(y map[int32]*big.Rat) (bound *big.Rat, ok bool) {
	bound = new(big.Rat)
	left := map[int]*big.Rat{}
	for place, c := range p.cost {
		left[place] = new(big.Rat).SetInt64(c)
	}
	product, number := new(big.Rat), new(big.Rat)
	for i, weight := range y {
		f := &p.flows[i]
		bound.Add(bound, product.Mul(weight, number.SetInt64(f.Constant)))
		for j, place := range f.Places {
			if left[place] == nil {
				left[place] = new(big.Rat)
			}
			left[place].Sub(left[place], product.Mul(weight, number.SetInt64(f.Weights[j])))
		}
	}
	for _, x := range left {
		if x.Sign() < 0 {
			return nil, false
		}
	}
	return bound, true
}
