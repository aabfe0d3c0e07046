package solutions

import (
	"context"
	"math"

	"brim/internal/simplex"
	"brim/petri"
	"brim/petri/home"
)

// The proof that each solution can be reached: backwards, it can return to the initial marking.

const (
	walks     = 40
	rounds    = 60   // of descents
	mostCases = 4000 // of one condition
	pivots    = 20000
)

// returns reports whether each marking m0 + Σ effects·x ≥ 0 with integers x leads to m0 in the net with all arcs
// reversed: by a descent, of which each such marking other than m0 enables a step. Steps lead from such markings to
// such markings, so the sum of the descent ends them only in m0.
func returns(ctx context.Context, net *petri.Net, effects [][]int64) (bool, error) {
	b := petri.NewBuilder(net.Name)
	for _, p := range net.Places {
		b.Place(p.Name, p.Initial)
	}
	for _, t := range net.Transitions {
		i := b.Transition(t.Name)
		for _, a := range t.Pre {
			b.Out(i, a.Place, a.Weight)
		}
		for _, a := range t.Post {
			b.In(i, a.Place, a.Weight)
		}
	}
	back, err := b.Net()
	if err != nil {
		return false, nil
	}
	s := home.NewSearch(back, home.At(back.Initial()))
	for i := range walks {
		s.Sample(i)
	}
	for range rounds {
		d, err := s.Find(ctx)
		if err != nil || d == nil || d.Check(back) != nil {
			return false, ctx.Err()
		}
		m, proved := stuck(ctx, net, effects, d)
		if proved || m == nil {
			return proved, ctx.Err()
		}
		s.Add(m, false)
	}
	return false, nil
}

// stuck looks for a solution other than m0 that enables no step; proved reports that no such solution exists.
func stuck(ctx context.Context, net *petri.Net, effects [][]int64, d *home.Descent) (m petri.Marking, proved bool) {
	q := &query{net: net, steps: d.Steps, ctx: ctx}
	for range 2 * len(effects) {
		q.table.AddUnknown()
	}
	for p := range net.Places {
		var def []simplex.Entry
		for t, e := range effects {
			if e[p] != 0 {
				def = append(def, simplex.Entry{V: int32(2 * t), C: e[p]}, simplex.Entry{V: int32(2*t + 1), C: -e[p]})
			}
		}
		s := int32(-1)
		if len(def) > 0 {
			s = q.table.AddSum(def, -net.Places[p].Initial)
		}
		q.sums = append(q.sums, s)
	}
	for p := range net.Places {
		for _, fewer := range []bool{false, true} {
			than := net.Places[p].Initial + 1
			if fewer {
				than -= 2
			}
			if q.cases = 0; !q.with(p, fewer, than) {
				return q.found, false
			}
		}
	}
	return nil, true
}

// A query refutes conditions on the solutions.
type query struct {
	net   *petri.Net
	steps []home.Step
	table simplex.Tableau[int]
	sums  []int32 // by place: its tokens beyond those in m0; −1 if it never changes
	ctx   context.Context
	cases int
	found petri.Marking
}

// with refutes the case that a place has at most, or at least, so many tokens, beside all that is assumed.
func (q *query) with(p int, atMost bool, tokens int64) bool {
	initial := q.net.Places[p].Initial
	if q.sums[p] < 0 {
		if atMost && initial <= tokens || !atMost && initial >= tokens {
			return q.refute()
		}
		return true
	}
	mark := q.table.Mark()
	defer q.table.Back(mark)
	return !q.table.Bound(q.sums[p], atMost, tokens-initial, nil) || q.refute()
}

// refute reports whether no solution that disables all steps meets what is assumed, and may note one that does.
func (q *query) refute() bool {
	const near = 1e-6
	if q.cases++; q.cases > mostCases {
		return false
	}
	conflict, err := q.table.Solve(q.ctx, simplex.Limits{Pivots: pivots})
	if err != nil || conflict != nil {
		return err == nil
	}
	value := make([]float64, len(q.sums))
	for p, s := range q.sums {
		if value[p] = float64(q.net.Places[p].Initial); s >= 0 {
			value[p] += q.table.Value(s)
		}
	}
	best := -1
	for i, x := range q.steps {
		enabled := true
		for _, a := range x.Needs {
			enabled = enabled && value[a.Place] > float64(a.Weight-1)+near
		}
		if enabled && (best < 0 || len(x.Needs) < len(q.steps[best].Needs)) {
			best = i
		}
	}
	if best >= 0 {
		for _, a := range q.steps[best].Needs {
			if !q.with(a.Place, true, a.Weight-1) {
				return false
			}
		}
		return true
	}
	m := make(petri.Marking, len(value))
	for p, v := range value {
		n := math.Round(v)
		if math.Abs(n-v) > near {
			k := int64(math.Floor(v))
			return q.with(p, true, k) && q.with(p, false, k+1)
		}
		m[p] = int64(n)
	}
	q.found = m
	return false
}
