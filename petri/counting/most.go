package counting

import (
	"math/big"

	"brim/petri/reduce"
)

// MostInPlace returns the most tokens that a place of the original holds. least and most are the fewest and the most
// tokens of each place of the smaller net, which occur.
func (f *Forest) MostInPlace(least, most []int64) *big.Int {
	best := new(big.Int)
	visit := func(_ int, r tokens) {
		if r.most.Cmp(best) > 0 {
			best = r.most
		}
	}
	for i, p := range f.small {
		f.ranges(p, tokens{big.NewInt(least[i]), big.NewInt(most[i])}, visit)
	}
	for _, p := range f.fixes {
		n := big.NewInt(f.fixed[p])
		f.ranges(p, tokens{n, n}, visit)
	}
	return best
}

// tokens are the fewest and the most tokens of a place; both occur.
type tokens struct{ least, most *big.Int }

// ranges visits the places of a tree with their tokens, if the root has these.
func (f *Forest) ranges(root int, r tokens, visit func(place int, r tokens)) {
	for i := len(f.entries[root]) - 1; i >= 0; i-- {
		e := &f.entries[root][i]
		switch e.kind {
		case reduce.Fuse: // all splits occur
			r = tokens{new(big.Int), r.most}
			f.ranges(e.place, r, visit)
		case reduce.Function:
			f.ranges(e.place, e.image(r), visit)
		case reduce.Scale:
			r = e.image(r)
		}
	}
	visit(root, r)
}

// image returns the range of (num·v + shift)/den.
func (e *entry) image(r tokens) tokens {
	at := func(v *big.Int) *big.Int {
		x := new(big.Int).Mul(v, big.NewInt(e.num))
		return x.Quo(x.Add(x, big.NewInt(e.shift)), big.NewInt(e.den))
	}
	a, b := at(r.least), at(r.most)
	if e.num < 0 {
		a, b = b, a
	}
	return tokens{a, b}
}

// A Linear is a linear function of the markings of the smaller net: (Σ Weights[p]·m(p) + Const) / Den.
type Linear struct {
	Weights []*big.Int // by place of the smaller net
	Const   *big.Int
	Den     *big.Int // > 0
}

// InMarking returns the most tokens that a marking of the original holds, of all those that a marking of the smaller
// net stands for.
func (f *Forest) InMarking() *Linear {
	slopes, sum, den := make([]*big.Rat, len(f.small)), new(big.Rat), big.NewInt(1)
	for i, p := range f.small {
		slope, shift := f.gain(p)
		slopes[i] = slope
		sum.Add(sum, shift)
		den = common(den, slope)
	}
	for _, p := range f.fixes {
		slope, shift := f.gain(p)
		slope.Mul(slope, new(big.Rat).SetInt64(f.fixed[p]))
		sum.Add(sum, shift.Add(shift, slope))
	}
	den = common(den, sum)
	l := &Linear{Weights: make([]*big.Int, len(slopes)), Const: times(sum, den), Den: den}
	for i, s := range slopes {
		l.Weights[i] = times(s, den)
	}
	return l
}

// gain returns the most tokens in the tree of a root as a function slope·v + shift of its own: since all splits of a
// fusion occur, all of its tokens are best where they bring most.
func (f *Forest) gain(root int) (slope, shift *big.Rat) {
	slope, shift = big.NewRat(1, 1), new(big.Rat)
	for i := range f.entries[root] {
		e := &f.entries[root][i]
		switch e.kind {
		case reduce.Fuse:
			s, c := f.gain(e.place)
			if s.Cmp(slope) > 0 {
				slope = s
			}
			shift.Add(shift, c)
		case reduce.Function:
			s, c := f.gain(e.place)
			s, c = e.along(s, c)
			slope.Add(slope, s)
			shift.Add(shift, c)
		case reduce.Scale:
			slope, shift = e.along(slope, shift)
		}
	}
	return slope, shift
}

// along returns slope·(num·v + shift)/den + c as a function of v.
func (e *entry) along(slope, c *big.Rat) (*big.Rat, *big.Rat) {
	s := new(big.Rat).Mul(slope, big.NewRat(e.num, e.den))
	return s, new(big.Rat).Add(c, new(big.Rat).Mul(slope, big.NewRat(e.shift, e.den)))
}

// common returns the least common multiple of n and the denominator of x.
func common(n *big.Int, x *big.Rat) *big.Int {
	gcd := new(big.Int).GCD(nil, nil, n, x.Denom())
	return new(big.Int).Mul(n, new(big.Int).Quo(x.Denom(), gcd))
}

// times returns x·n, which is an integer.
func times(x *big.Rat, n *big.Int) *big.Int {
	y := new(big.Rat).Mul(x, new(big.Rat).SetInt(n))
	return new(big.Int).Set(y.Num())
}
