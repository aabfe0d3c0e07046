package ic3

import (
	"math"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ic3/certificate"
	"brim/petri"
)

// A region is the markings that have between least and most tokens in each of some places.
type region struct {
	places      []int
	least, most []int64 // by place
	in          []bool  // by place: whether it is one of places
}

func newRegion(n int) region {
	return region{least: make([]int64, n), most: make([]int64, n), in: make([]bool, n)}
}

// clear makes it all markings.
func (r *region) clear() {
	for _, p := range r.places {
		r.in[p] = false
	}
	r.places = r.places[:0]
}

// within leaves out the markings that do not have between least and most tokens in p.
func (r *region) within(p int, least, most int64) {
	if !r.in[p] {
		r.in[p] = true
		r.places = append(r.places, p)
		r.least[p], r.most[p] = 0, math.MaxInt64
	}
	r.least[p], r.most[p] = max(r.least[p], least), min(r.most[p], most)
}

// literal leaves out the markings where a bit does not have its value.
func (r *region) literal(b certificate.Bit, negated bool) {
	if negated {
		r.within(b.Place, 0, b.AtLeast-1)
	} else {
		r.within(b.Place, b.AtLeast, math.MaxInt64)
	}
}

// lift returns a region around m in which the goal holds; nil if it does not hold in m. It keeps one decisive atom of
// each disjunction and bounds the places that this atom needs. The region is x.pre, which the next call overwrites.
func (x *places) lift(m petri.Marking) *region {
	truth := truths(x.goal, func(g *syntax.Formula) bool { return engine.Eval(x.net, g, m) })
	if !truth[x.goal] {
		return nil
	}
	r := &x.pre
	r.clear()
	decisive(x.goal, truth, func(g *syntax.Formula) {
		switch g.Op {
		case syntax.Compare:
			x.keepSum(r, m, g)
		case syntax.Enabled:
			for _, t := range g.Transitions {
				if on := x.net.Enabled(m, t.Index); on {
					x.enable(r, t.Index)
					return
				}
			}
			for _, t := range g.Transitions {
				x.disable(r, m, t.Index)
			}
		case syntax.Deadlock:
			for t := range x.net.Transitions {
				if x.net.Enabled(m, t) {
					x.enable(r, t)
					return
				}
			}
			for t := range x.net.Transitions {
				x.disable(r, m, t)
			}
		}
	})
	return r
}

func (x *places) enable(r *region, t int) {
	for _, e := range x.effects[t] {
		least, most := e.Range()
		r.within(e.Place, least, most)
	}
}

// disable keeps one of the reasons why t is disabled in m, one that is kept already if there is such a one.
func (x *places) disable(r *region, m petri.Marking, t int) {
	best := -1
	for i, e := range x.effects[t] {
		least, most := e.Range()
		if m[e.Place] >= least && m[e.Place] <= most {
			continue
		}
		if r.in[e.Place] && (r.most[e.Place] < least || r.least[e.Place] > most) {
			return
		}
		if best < 0 || r.in[e.Place] {
			best = i
		}
	}
	e := x.effects[t][best]
	if least, most := e.Range(); m[e.Place] < least {
		r.within(e.Place, 0, least-1)
	} else {
		r.within(e.Place, most+1, math.MaxInt64)
	}
}

// keepSum has a comparison keep its value in m. Places that can be anything without a change of it are left out.
func (x *places) keepSum(r *region, m petri.Marking, f *syntax.Formula) {
	sum, total := int64(0), 0.0
	for _, t := range f.Terms {
		sum += t.Weight * m[t.Place.Index]
		total += math.Abs(float64(t.Weight)) * float64(x.most[t.Place.Index])
	}
	const largest = math.MaxInt64 / 8
	limit := min(max(f.Const, -2*largest), 2*largest) // no sum is beyond it if it is not f.Const
	equal := sum == limit
	up, down := true, true // whether the sum has to stay at least, and at most, what it is
	slack := int64(0)
	switch relation := f.Rel; {
	case total > largest:
	case relation == syntax.Equal || relation == syntax.NotEqual:
		if !equal {
			up, down = sum > limit, sum < limit
			slack = max(sum-limit, limit-sum) - 1
		}
	case relation == syntax.Less || relation == syntax.GreaterEqual: // sum < c, or sum ≥ c
		up, down = sum >= limit, sum < limit
		if slack = sum - limit; down {
			slack = limit - 1 - sum
		}
	default: // sum ≤ c, or sum > c
		up, down = sum > limit, sum <= limit
		if slack = sum - limit - 1; down {
			slack = limit - sum
		}
	}
	for _, t := range f.Terms {
		p, n := t.Place.Index, m[t.Place.Index]
		// what the worst number of tokens would cost
		raises := up == (t.Weight > 0) // fewer tokens are worse
		worst := x.most[p]
		if raises {
			worst = 0
		}
		cost := t.Weight * (worst - n)
		cost = max(cost, -cost)
		switch {
		case up && down:
			r.within(p, n, n)
		case cost <= slack:
			slack -= cost
		case raises:
			r.within(p, n, math.MaxInt64)
		default:
			r.within(p, 0, n)
		}
	}
}

// beyond returns a transition that breaks a promised bound in m, and a region around m where it does.
func (x *places) beyond(m petri.Marking) (int, *region) {
	r := &x.pre
	r.clear()
	for t := range x.net.Transitions {
		if !x.net.Enabled(m, t) {
			continue
		}
		for _, e := range x.effects[t] {
			if x.promised[e.Place] && e.Delta > 0 && m[e.Place] > x.most[e.Place]-e.Delta {
				x.enable(r, t)
				r.within(e.Place, max(x.most[e.Place]-e.Delta+1, 0), math.MaxInt64)
				return t, r
			}
		}
	}
	panic("ic3: a model that is no bad marking")
}
