package counting

import (
	"context"
	"fmt"
	"math"
	"math/big"
	"slices"

	"brim/petri"
	"brim/petri/reduce"
)

// A Forest is the places of a net as the equations hang them under each other.
//
// Invariant: each place of the net is a root, of a place of the smaller net or with a constant number of tokens, or is
// the part of one entry of one other place.
type Forest struct {
	net     *petri.Net
	small   []int     // places of the smaller net, by their number there
	entries [][]entry // by place: what hangs under it, oldest first
	parent  []int     // of each place, −1 for roots
	at      []int     // of each place: its entry there
	root    []int     // of each place
	number  []int     // of each root in the smaller net, −1 if it is constant
	fixed   []int64   // of each constant root: its tokens
	fixes   []int     // the constant roots
	ctx     context.Context
	err     error         // the limit that ended a computation
	free    map[part]ways // of parts of which nothing is asked

	pure     []int64               // of each place: how many places its tree fuses if it does nothing else, or 0
	runs     [][]run               // of each place, by number of entries
	binomial map[[2]int64]*big.Int // those asked for lately
}

// An entry is an equation, seen from its base.
type entry struct {
	kind            reduce.Kind
	place           int // what hangs here; not of Scale
	num, shift, den int64
}

// A run is the entries of a place from one on that fuse pure trees, up to a number of entries.
type run struct {
	from   int   // the first one
	places int64 // that all entries up to there add, those of pure trees
}

// New returns the forest of a net and the equations that package reduce noted. What is computed with it ends with ctx.
// The error says what is wrong with the equations.
func New(ctx context.Context, net *petri.Net, e *reduce.Equations) (*Forest, error) {
	n := len(net.Places)
	f := &Forest{
		net: net, small: e.Places, entries: make([][]entry, n), parent: make([]int, n), at: make([]int, n),
		root:   make([]int, n),
		number: make([]int, n), fixed: make([]int64, n), ctx: ctx, free: map[part]ways{}, pure: make([]int64, n),
		runs:     make([][]run, n),
		binomial: map[[2]int64]*big.Int{},
	}
	const none = -1
	gone := make([]bool, n)
	for p := range gone {
		f.parent[p], f.number[p] = none, none
		f.pure[p], f.runs[p] = 1, []run{{}}
	}
	for i, q := range e.List {
		if q.Kind == reduce.Constant {
			q.Base, q.Den = q.Place, 1
		}
		if q.Place < 0 || q.Place >= n || q.Base < 0 || q.Base >= n || gone[q.Place] || gone[q.Base] {
			return nil, fmt.Errorf("equation %d of net %s: place %d of base %d; expected places that are there", i,
				net.Name, q.Place, q.Base)
		}
		if q.Kind != reduce.Scale {
			gone[q.Place] = true
		}
		switch q.Kind {
		case reduce.Constant:
			f.fixed[q.Place] = q.Const
			f.fixes = append(f.fixes, q.Place)
			continue
		case reduce.Fuse, reduce.Function:
			f.parent[q.Place], f.at[q.Place] = q.Base, len(f.entries[q.Base])
		}
		den := q.Den
		if q.Kind != reduce.Function {
			den = 1
		}
		if den < 1 || q.Place == q.Base && (q.Kind == reduce.Fuse || q.Kind == reduce.Function) {
			return nil, fmt.Errorf("equation %d of net %s: place %d is %d/%d of place %d", i, net.Name, q.Place, q.Num,
				q.Den, q.Base)
		}
		f.add(q.Base, entry{q.Kind, q.Place, q.Num, q.Const, den})
	}
	for i, p := range e.Places {
		if p < 0 || p >= n || gone[p] || f.number[p] != none {
			return nil, fmt.Errorf("place %d of what was made of net %s: place %d is gone", i, net.Name, p)
		}
		f.number[p] = i
	}
	above := slices.Clone(f.parent)
	for p := range f.root {
		if !gone[p] && f.number[p] == none {
			return nil, fmt.Errorf("net %s: no equation tells where place %s is", net.Name, net.Places[p].Name)
		}
		f.root[p] = find(above, p)
	}
	return f, nil
}

// add adds an entry. The tree that it adds has all of its own.
func (f *Forest) add(base int, e entry) {
	f.entries[base] = append(f.entries[base], e)
	last := f.runs[base][len(f.entries[base])-1]
	if size := f.pure[e.place]; e.kind == reduce.Fuse && size > 0 {
		last.places += size
		if f.pure[base] > 0 {
			f.pure[base] += size
		}
	} else {
		last.from = len(f.entries[base])
		f.pure[base] = 0
	}
	f.runs[base] = append(f.runs[base], last)
}

// find returns the root of p, and has what lies between lead there directly. Equations lead to places that are gone
// later, so there are no circles.
func find(parent []int, p int) int {
	r := p
	for parent[r] >= 0 {
		r = parent[r]
	}
	for parent[p] >= 0 {
		p, parent[p] = parent[p], r
	}
	return r
}

// apply returns (num·v + shift)/den for v ≥ 0; ok is false if that is no number of tokens.
func (e *entry) apply(v int64) (x int64, ok bool) {
	if e.num == math.MinInt64 || e.num != 0 && v > math.MaxInt64/max(e.num, -e.num) {
		return 0, false
	}
	x = e.num * v
	if sum := x + e.shift; (sum > x) == (e.shift > 0) && (sum < x) == (e.shift < 0) && sum%e.den == 0 {
		return sum / e.den, sum/e.den >= 0
	}
	return 0, false
}

// last returns the largest number of tokens that apply returns for up to most, as far as it has room.
func (e *entry) last(most int64) int64 {
	v := int64(0)
	if e.num > 0 {
		v = most
	}
	x := new(big.Int).Mul(big.NewInt(e.num), big.NewInt(v))
	x.Add(x, big.NewInt(e.shift))
	switch x.Quo(x, big.NewInt(e.den)); {
	case x.Sign() < 0:
		return 0
	case !x.IsInt64():
		return math.MaxInt64
	}
	return x.Int64()
}
