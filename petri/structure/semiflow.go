package structure

import (
	"cmp"
	"slices"

	"brim/internal/checked"
	"brim/petri"
)

// A Semiflow is a weighted sum of tokens that no firing changes:
// Σ Weights[i]·m(Places[i]) = Constant in every reachable marking m.
type Semiflow struct {
	Places   []int   // the support: indices of places, ascending
	Weights  []int64 // parallel to Places, each ≥ 1, greatest common divisor 1
	Constant int64   // the value of the sum in the initial marking
}

// A Limit keeps the computation of semiflows small; it is exponential in the
// worst case. Zero fields stand for the defaults.
type Limit struct {
	// Rows is the number of intermediate vectors kept at the same time beyond
	// the number of unknowns; vectors longer than 64 entries count in proportion.
	// Default 1000.
	Rows int
	// Work counts elementary steps (entries written or compared), a few nanoseconds
	// each. From half of it on the number of vectors may no longer grow; at its end
	// what is finished is returned. Default 100 million and 200 per arc.
	Work int64
	// Done, closed, is the end of the work: a context's. Default never.
	Done <-chan struct{}
}

// done reports whether Done is closed.
func (l Limit) done() bool {
	select {
	case <-l.Done:
		return true
	default:
		return false
	}
}

func (l Limit) orDefault(net *petri.Net) Limit {
	if l.Rows <= 0 {
		l.Rows = 1000
	}
	if l.Work <= 0 {
		l.Work = 100_000_000 + 200*int64(net.ArcCount())
	}
	return l
}

// Semiflows returns P-semiflows of the net whose support contains no support of
// another one returned, sorted by support. With complete true they are all the
// semiflows of minimal support, so every semiflow is a non-negative rational
// combination of them and a place that none covers is covered by no semiflow.
// With complete false a limit or 64 bits were exceeded and some are missing;
// those returned are true all the same: each is multiplied with the incidence
// matrix before it is believed.
//
// The method is Fourier–Motzkin elimination as Farkas used it [MS82, CS90], one
// transition at a time, cheapest first, on sparse vectors, with the adjacency
// test of the double description method [MRTT53, FP96] in place of a minimality
// test of every new vector. The time is about linear in the size of the result
// on nets made of many small loosely coupled parts, exponential in general.
func Semiflows(net *petri.Net, limit Limit) (flows []Semiflow, complete bool) {
	return solve(net, limit, nil)
}

// Subflows is like Semiflows with yᵀC ≤ 0 in place of yᵀC = 0: the sums may
// only fall, so Constant is an upper bound of them. Semiflows are among the
// results. There are as many more unknowns as there are transitions, so a limit
// is met much earlier.
func Subflows(net *petri.Net, limit Limit) (flows []Semiflow, complete bool) {
	slack := make([]entry, len(net.Transitions))
	for t := range slack {
		slack[t] = entry{int32(t), 1}
	}
	return solve(net, limit, slack)
}

// solve eliminates, verifies and sorts. The slack of a transition is an unknown that
// takes up how much the sum falls when it fires.
func solve(net *petri.Net, limit Limit, slack []entry) (flows []Semiflow, complete bool) {
	_, byPlace := effects(net)
	e := newElimination(&byPlace, len(net.Transitions), slack, limit.orDefault(net))
	complete = e.run()

	check := &flowCheck{rows: &byPlace, sum: make([]int64, len(net.Transitions))}
	vectors, total := e.finished()
	places, weights := make([]int, 0, total), make([]int64, 0, total) // shared by all flows
	flows = make([]Semiflow, 0, len(vectors))
	for _, i := range vectors {
		from := len(places)
		for _, x := range e.y(i) {
			if int(x.index) < len(net.Places) {
				places, weights = append(places, int(x.index)), append(weights, x.value)
			}
		}
		f := Semiflow{Places: places[from:len(places):len(places)], Weights: weights[from:len(weights):len(weights)]}
		var fits bool
		if f.Constant, fits = initialSum(net, f); !fits || !check.holds(f.Places, f.Weights, len(slack) > 0) {
			complete = false
			continue
		}
		flows = append(flows, f)
	}
	sortFlows(flows, len(net.Places))
	return flows, complete
}

// sortFlows sorts by places, then by weights. Most nets have few flows for each first place, so
// these are told apart by counting.
func sortFlows(flows []Semiflow, places int) {
	ends := make([]int32, places+1) // by first place: where its flows start, then where they end
	for i := range flows {
		ends[flows[i].Places[0]+1]++
	}
	for p := range places {
		ends[p+1] += ends[p]
	}
	from := slices.Clone(flows)
	for i := range from {
		end := &ends[from[i].Places[0]]
		flows[*end] = from[i]
		*end++
	}
	start := int32(0)
	for _, end := range ends[:places] {
		slices.SortFunc(flows[start:end], func(a, b Semiflow) int {
			return cmp.Or(slices.Compare(a.Places, b.Places), slices.Compare(a.Weights, b.Weights))
		})
		start = end
	}
}

// initialSum returns the weighted sum of the initial tokens, if it fits 63 bits.
func initialSum(net *petri.Net, f Semiflow) (sum int64, fits bool) {
	for i, p := range f.Places {
		if sum, fits = checked.MulAdd(sum, f.Weights[i], net.Places[p].Initial); !fits {
			return 0, false
		}
	}
	return sum, true
}

// A flowCheck multiplies candidate flows with the incidence matrix, apart from the
// code that found them.
type flowCheck struct {
	rows    *sparse
	sum     []int64 // by column; zero between calls
	touched []int32
}

// holds reports whether the sum of the rows, by weights, is zero or, with falling
// set, nowhere positive. Cost: the entries of these rows.
func (c *flowCheck) holds(rows []int, weights []int64, falling bool) bool {
	ok := len(rows) > 0
	for i, r := range rows {
		for _, x := range c.rows.row(r) {
			s, fits := checked.MulAdd(c.sum[x.index], weights[i], x.value)
			ok = ok && fits
			c.sum[x.index] = s
			c.touched = append(c.touched, x.index)
		}
	}
	for _, t := range c.touched {
		if s := c.sum[t]; s > 0 || s < 0 && !falling {
			ok = false
		}
	}
	for _, t := range c.touched {
		c.sum[t] = 0
	}
	c.touched = c.touched[:0]
	return ok
}
