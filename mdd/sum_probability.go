package mdd

import (
	"fmt"
	"math"
	"runtime"
)

// Sums of products of floating-point weights, as of probabilities.

// Probability returns the sum, over the tuples of a, of the products of p for their local values. Where p(level, ·) are
// the probabilities of the values of an independent variable, that is the probability of a; p may be any weights ≥ 0.
// It is called only for values that occur, once for each arc. It panics if a result is negative, infinite or not a
// number.
//
// Only the result itself can overflow or underflow. Its relative error is 2^−52 at most for each arc of the largest
// nodes of all levels together, and two for each level. Weigh and Index are exact. Cost: O(arcs).
func (a Set) Probability(p func(level, value int) float64) float64 {
	const who = "Probability"
	d := a.traverse(who)
	given(p != nil, who, "function")
	if d.Root == 0 {
		return 0
	}
	ask := func(level, value int) scaled {
		w := p(level, value)
		a.use(who)
		if !(w >= 0 && w <= math.MaxFloat64) {
			panic(fmt.Sprintf("mdd: %s: %v for value %d on level %d, expected a number ≥ 0", who, w, value, level))
		}
		return scale(w, 0)
	}
	// Of the skipped levels up to k: the product of what is not 0, and how many are 0.
	products, gone := make([]scaled, a.f.levels+1), make([]int, a.f.levels+1)
	products[0] = scale(1, 0)
	for i, skipped := range d.skipped() {
		products[i+1], gone[i+1] = products[i], gone[i]
		if !skipped {
			continue
		}
		if w := ask(i+1, 0); w.m == 0 {
			gone[i+1]++
		} else {
			products[i+1] = products[i].times(w)
		}
	}
	x := newFold(d, scale(1, 0), func(below scaled, from, to int) scaled {
		if gone[to] > gone[from-1] {
			return scaled{}
		}
		return below.times(products[to]).over(products[from-1])
	})
	x.run(func(level int, arcs []Arc[scaled]) (sum scaled) {
		for _, arc := range arcs {
			sum = sum.plus(ask(level, arc.Value).times(arc.Below))
		}
		return sum
	})
	total := x.total()
	runtime.KeepAlive(a)
	return math.Ldexp(total.m, total.e)
}

// A scaled number is m·2^e, with m from ½ to 1, or 0. Products of thousands of probabilities are below all floats.
type scaled struct {
	m float64
	e int
}

// scale returns x·2^e.
func scale(x float64, e int) scaled {
	m, more := math.Frexp(x)
	if m == 0 {
		return scaled{}
	}
	return scaled{m, e + more}
}

func (x scaled) times(y scaled) scaled { return scale(x.m*y.m, x.e+y.e) }

// over returns x/y, where y is not 0.
func (x scaled) over(y scaled) scaled { return scale(x.m/y.m, x.e-y.e) }

func (x scaled) plus(y scaled) scaled {
	switch {
	case x.m == 0:
		return y
	case y.m == 0:
		return x
	case x.e < y.e:
		x, y = y, x
	}
	return scale(x.m+math.Ldexp(y.m, y.e-x.e), x.e)
}
