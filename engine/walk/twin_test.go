package walk

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// The state that a walk updates is that of its marking: after each firing, and after firings are taken back, it equals
// the one computed from scratch. It consists of the marking itself, the enabled transitions, each formula of the graph,
// sums, distances, and the remainder of a Parikh vector.
func TestStateAgreesWithMarking(t *testing.T) {
	steps := 0
	for seed := range uint64(150) {
		rng := rand.New(rand.NewPCG(seed, 2))
		net := randnet.Generate(rng, randnet.Config{Open: seed%2 == 0, Arbitrary: seed%5 == 0})
		w, err := New(net, seed)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		for range 5 {
			if f := randformula.Generate(rng, net, 4, pool); !f.Temporal() {
				_, _ = w.Reach(f)
			}
		}
		for p := range net.Places {
			if _, err := w.Maximize(&syntax.Sum{Terms: []syntax.Term{{Place: syntax.Ref{Index: p},
				Weight: 2 - int64(p%4)}}}); err != nil {
				t.Fatal(err)
			}
		}
		var distances []*distance
		w.restart()
		for _, g := range w.targets {
			distances = append(distances, w.distanceTo(g))
		}
		m := net.Initial()
		w.setMark()
		for step := 0; step < 200 && len(w.live) > 0; step++ {
			x := w.rare()
			if step%5 == 1 { // a firing that would pass the ceiling changes nothing
				ceiling := w.ceiling
				w.ceiling = rng.Int64N(8)
				fired := w.fire(x)
				w.ceiling = ceiling
				w.forget()
				if fired {
					w.unfire()
				}
				w.agrees(t, m, distances)
			}
			want := m.Clone()
			if !net.FireInto(want, m, int(x)) || !w.fire(x) {
				break
			}
			if step%3 == 0 { // and when it is taken back
				w.forget()
				w.unfire()
				w.agrees(t, m, distances)
				w.fire(x)
			}
			m = want
			for i, d := range distances {
				if after := d.after(w, x); after != func() int64 {
					d.fire(w, x, 1)
					v := d.value()
					d.fire(w, x,
						-1)
					return v
				}() {
					t.Fatalf("seed %d, target %d: tried %d", seed, i, after)
				}
				d.fire(w, x, 1)
			}
			w.agrees(t, m, distances)
			w.settle()
			steps++
		}
	}
	if steps < 10_000 {
		t.Errorf("%d firings", steps)
	}
}

// Where there is no relaxed plan, no marking has what is sought; a plan begins with what is enabled.
func TestPlans(t *testing.T) {
	none, some := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 4))
		net := randnet.Generate(rng, randnet.Config{States: 200, Open: seed%2 == 0})
		space, err := oracle.Explore(net, 2000)
		if err != nil {
			continue
		}
		w, err := New(net, seed)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		for range 8 {
			f := randformula.Generate(rng, net, 3, pool)
			if f.Temporal() || usesDeadlock(f) {
				continue
			}
			g, err := w.Reach(f)
			if err != nil {
				continue
			}
			unreachable := w.Unreachable(g)
			w.ready()
			holds := space.Sat(f, syntax.Maximal)
			switch planned := w.planner.plan(g.target); {
			case planned == unreachable:
				t.Fatalf("seed %d, %v: planned %v, unreachable %v", seed, f, planned, unreachable)
			case !planned && slices.Contains(holds, true):
				t.Fatalf("seed %d, %v: no plan, but it can be reached", seed, f)
			case !planned:
				none++
			case !holds[0] && len(w.vector.enabled) == 0:
				t.Fatalf("seed %d, %v: a plan without a first step", seed, f)
			default:
				some++
			}
			w.leave()
		}
	}
	if none < 50 || some < 50 {
		t.Errorf("%d without a plan, %d with one", none, some)
	}
}

// agrees fails if the state is not that of m.
func (w *Walker) agrees(t *testing.T, m petri.Marking, distances []*distance) {
	t.Helper()
	if !w.marking().Equal(m) {
		t.Fatalf("marking %v, want %v", w.marking(), m)
	}
	live, idle := 0, 0
	for x := range w.net.Transitions {
		enabled, idles := w.net.Enabled(m, x), len(w.of(int32(x))) == 0
		switch at := w.at[x]; {
		case enabled != (w.missing[x] == 0), (at >= 0) != (enabled && !idles), at >= 0 && w.live[at] != int32(x):
			t.Fatalf("transition %d: enabled %v, missing %d, at %d", x, enabled, w.missing[x], at)
		case enabled && idles:
			idle++
		case enabled:
			live++
		}
	}
	if len(w.live) != live || w.idle != idle {
		t.Fatalf("%d live and %d idle, want %d and %d", len(w.live), w.idle, live, idle)
	}
	fewer, more := 0, 0
	for p := range m {
		if m[p] < w.mark.tokens[p] {
			fewer++
		} else if m[p] > w.mark.tokens[p] {
			more++
		}
	}
	if w.mark.fewer != fewer || w.mark.more != more {
		t.Fatalf("%d fewer and %d more than in the mark, want %d and %d", w.mark.fewer, w.mark.more, fewer, more)
	}
	made := map[*syntax.Formula]bool{}
	node := 0
	for i, g := range w.targets {
		if g.formula == nil {
			want := valueAt(g.terms, func(p int) int64 { return m[p] })
			if got := w.sums[g.sum].value; got != want || distances[i].value() != 1<<62-want {
				t.Fatalf("sum %v: %d, distance %d, want %d", g.terms, got, distances[i].value(), want)
			}
			node++
			continue
		}
		for f := range g.formula.All() { // in the order of the nodes
			if made[f] {
				continue
			}
			made[f] = true
			if usesDeadlock(f) { // which settle brings up to date
				node++
				continue
			}
			want := engine.Eval(w.net, f, m)
			if got := w.nodes[node].holds; got != want || w.nodes[node].op != f.Op {
				t.Fatalf("%v: %v, want %v", f, got, want)
			}
			node++
		}
		if want := w.far(g.formula, m); distances[i].value() != want {
			t.Fatalf("%v: distance %d, want %d", g.formula, distances[i].value(), want)
		}
		if far := distances[i].value(); (far == 0) != engine.Eval(w.net, g.formula, m) {
			t.Fatalf("%v: distance %d, holds %v", g.formula, far, far != 0)
		}
	}
}

func usesDeadlock(f *syntax.Formula) bool {
	for g := range f.All() {
		if g.Op == syntax.Deadlock {
			return true
		}
	}
	return false
}

// far is the distance by its definition.
func (w *Walker) far(f *syntax.Formula, m petri.Marking) int64 {
	least := func(list []int64) int64 {
		if len(list) == 0 {
			return widestGap
		}
		return min(widestGap, slices.Min(list))
	}
	total := func(list []int64) (sum int64) {
		for _, x := range list {
			sum += x
		}
		return sum
	}
	fireable := func(x int, enabled bool) int64 {
		var gaps []int64
		for _, a := range w.net.Transitions[x].Pre {
			if enabled {
				gaps = append(gaps, max(0, a.Weight-m[a.Place]))
			} else {
				gaps = append(gaps, max(0, m[a.Place]-a.Weight+1))
			}
		}
		for _, a := range w.net.Transitions[x].Inhibit {
			if enabled {
				gaps = append(gaps, max(0, m[a.Place]-a.Weight+1))
			} else {
				gaps = append(gaps, max(0, a.Weight-m[a.Place]))
			}
		}
		if enabled {
			return total(gaps)
		}
		return least(gaps)
	}
	var list []int64
	switch f.Op {
	case syntax.True:
		return 0
	case syntax.False:
		return 1
	case syntax.Compare:
		value := valueAt(f.Terms, func(p int) int64 { return m[p] })
		best := int64(math.MaxInt64)
		for lo, hi := range f.Rel.Ranges(f.Const) {
			switch {
			case value < lo:
				best = min(best, gapOf(value, lo))
			case value > hi:
				best = min(best, gapOf(hi, value))
			default:
				return 0
			}
		}
		return min(best, widestGap)
	case syntax.Enabled:
		for _, x := range f.Transitions {
			list = append(list, fireable(x.Index, true))
		}
		return least(list)
	case syntax.Deadlock:
		for x := range w.net.Transitions {
			list = append(list, fireable(x, false))
		}
		return total(list)
	case syntax.Not:
		if g := f.Args[0]; g.Op == syntax.Enabled {
			for _, x := range g.Transitions {
				list = append(list, fireable(x.Index, false))
			}
			return total(list)
		}
		for x := range w.net.Transitions {
			list = append(list, fireable(x, true))
		}
		return least(list)
	}
	for _, a := range f.Args {
		list = append(list, w.far(a, m))
	}
	if f.Op == syntax.Or {
		return least(list)
	}
	return total(list)
}

// gapOf is hi − lo, or the largest number if that is larger.
func gapOf(lo, hi int64) int64 {
	if d := uint64(hi) - uint64(lo); d < math.MaxInt64 {
		return int64(d)
	}
	return math.MaxInt64
}
