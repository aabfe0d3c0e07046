package ic3

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/engine/ic3/certificate"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

var nets = flag.Int("nets", 300, "number of random nets")

// drawGoal returns a formula without path operators: at random, or what most places hold in a reachable marking,
// sometimes with some of them wrong.
func drawGoal(t *testing.T, rng *rand.Rand, x *oracle.Space, pool *syntax.Pool) *syntax.Formula {
	switch rng.IntN(4) {
	case 0:
		for {
			if f := randformula.Generate(rng, x.Net, 1+rng.IntN(3), pool); !f.Temporal() {
				return f
			}
		}
	case 1:
		return pool.Deadlock()
	}
	m := x.States[rng.IntN(len(x.States))].Clone()
	for rng.IntN(2) == 0 {
		m[rng.IntN(len(m))] = rng.Int64N(4)
	}
	relations := []syntax.Relation{syntax.Equal, syntax.GreaterEqual, syntax.LessEqual, syntax.Equal}
	r := relations[rng.IntN(4)]
	var parts []*syntax.Formula
	for p, tokens := range m {
		if rng.IntN(4) == 0 {
			continue
		}
		f, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: p, Name: x.Net.Places[p].Name}), r,
			syntax.Constant(tokens))
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, f)
	}
	return pool.And(parts...)
}

// Verdicts on random nets are those of the oracle. Decide checks paths and invariants. A changed invariant is accepted
// only if it is one for all markings that keep its sums, and it is accepted if it is one without them. A large run is
// -nets 100000.
func TestNets(t *testing.T) {
	seen, far, clauses, refused, accepted, skipped := map[engine.Result]int{}, 0, 0, 0, 0, 0
	for seed := range uint64(*nets) {
		rng := rand.New(rand.NewPCG(seed, 16))
		net := randnet.Generate(rng, randnet.Config{States: 200, Safe: seed%3 == 0, Blocks: 2 + int(seed%3)})
		x, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		goal := drawGoal(t, rng, x, pool)
		f := pool.Make(syntax.EF, goal)
		if seed%2 == 1 {
			f = pool.Make(syntax.AG, pool.Not(goal))
		}
		r, err := Decide(t.Context(), structure.NewProfile(net), f, syntax.Maximal)
		var unbounded *structure.UnboundedPlaceError
		if errors.As(err, &unbounded) || err == nil && r.Result == engine.Unknown &&
			strings.Contains(r.Reason, "too large for the check") {
			skipped++
			continue
		}
		if err != nil {
			t.Fatalf("seed %d, %v: %v\n%s", seed, f, err, randnet.Text(net))
		}
		d := -1
		for i, holds := range x.Sat(goal, syntax.Maximal) {
			if holds && (d < 0 || x.Dist[i] < d) {
				d = x.Dist[i]
			}
		}
		if d > 1 {
			far++
		}
		seen[r.Result]++
		if want := engine.Decided(d >= 0 == (f.Op == syntax.EF)); r.Result != want || (r.Witness != nil) != (d >= 0) ||
			(r.Invariant != nil) != (d < 0) {
			t.Fatalf("seed %d, %v: %v (%s), the distance is %d\n%s", seed, f, r.Result, r.Reason, d, randnet.Text(net))
		}
		if r.Invariant == nil || len(r.Invariant.Clauses) == 0 {
			continue
		}
		clauses += len(r.Invariant.Clauses)
		for range 3 {
			inv := mutated(rng, r.Invariant)
			holds, ok := judgedNet(net, goal, inv, true)
			if !ok {
				continue
			}
			alone, _ := judgedNet(net, goal, inv, false)
			err := certificate.Net(t.Context(), net, goal, inv)
			var refusal *certificate.Refusal
			if err != nil && !errors.As(err, &refusal) {
				t.Fatal(err)
			}
			if !holds && err == nil {
				t.Fatalf("seed %d: the check accepts what is none: %+v\n%s", seed, inv, randnet.Text(net))
			}
			if alone && err != nil {
				t.Fatalf("seed %d: the check says %v of %+v\n%s", seed, err, inv, randnet.Text(net))
			}
			if err != nil {
				refused++
			} else {
				accepted++
			}
		}
	}
	t.Logf("%v; %d goals more than one step away; %d clauses; of changed invariants %d were refused, %d not; %d "+
		"nets without bounds or with sums that are too large", seen, far, clauses, refused, accepted, skipped)
	if seen[engine.Holds] < *nets/5 || seen[engine.Fails] < *nets/5 || far < *nets/20 || refused < *nets/20 ||
		accepted == 0 {
		t.Error("the nets say too little")
	}
}

// judgedNet looks at all markings within the bounds of x, if sums is true at those that keep its sums, whether the
// clauses hold after each step and exclude the goal; ok is false if there are too many.
func judgedNet(net *petri.Net, goal *syntax.Formula, x *certificate.Invariant, sums bool) (holds, ok bool) {
	total := int64(1)
	fixed := net.Fixed()
	for p, n := range x.Most {
		if !fixed[p] {
			if total *= n + 1; total > 20_000 {
				return false, false
			}
		}
	}
	in := func(m petri.Marking) bool {
		return !slices.ContainsFunc(x.Clauses, func(clause []int32) bool {
			return !slices.ContainsFunc(clause, func(l int32) bool {
				b := x.Bits[max(l, -l)-1]
				return (m[b.Place] >= b.AtLeast) == (l > 0)
			})
		})
	}
	shown := func(p int) bool { // by a sum, which the generator of the mutation leaves as they are
		return slices.ContainsFunc(x.Sums, func(s certificate.Sum) bool { return slices.Contains(s.Places, p) })
	}
	if !in(net.Initial()) {
		return false, true
	}
	m := net.Initial()
	var look func(p int) bool
	look = func(p int) bool {
		if p < len(m) {
			if fixed[p] {
				return look(p + 1)
			}
			for n := int64(0); n <= x.Most[p]; n++ {
				m[p] = n
				if !look(p + 1) {
					return false
				}
			}
			return true
		}
		if !in(m) || sums && slices.ContainsFunc(x.Sums, func(s certificate.Sum) bool { return !keeps(net, s, m) }) {
			return true
		}
		if engine.Eval(net, goal, m) {
			return false
		}
		after := make(petri.Marking, len(m))
	transitions:
		for t := range net.Transitions {
			if !net.Enabled(m, t) || !net.FireInto(after, m, t) {
				continue
			}
			breaks := false
			for q, n := range after {
				if n > x.Most[q] {
					if shown(q) {
						continue transitions
					}
					breaks = true
				}
			}
			if breaks || !in(after) {
				return false
			}
		}
		return true
	}
	return look(0), true
}

// keeps reports whether a sum is in m what it can be: at most what it is at first, and equal if no firing changes it.
func keeps(net *petri.Net, s certificate.Sum, m petri.Marking) bool {
	value, first := int64(0), int64(0)
	for i, p := range s.Places {
		value += s.Weights[i] * m[p]
		first += s.Weights[i] * net.Places[p].Initial
	}
	constant := true
	for t := range net.Transitions {
		change := int64(0)
		for e := range net.Transitions[t].Effects() {
			if i := slices.Index(s.Places, e.Place); i >= 0 {
				change += s.Weights[i] * e.Delta
			}
		}
		constant = constant && change == 0
	}
	return value == first || !constant && value < first
}

// guarded is a net that no sum of places bounds: n processes enter a critical place under a lock, and a place done is
// filled while it holds fewer than most tokens. Its units promise that it is safe.
func guarded(t testing.TB, n int, most int64) *petri.Net {
	t.Helper()
	b := petri.NewBuilder("guarded")
	lock, done := b.Place("lock", 1), b.Place("done", 0)
	units := &petri.Units{Safe: true, List: []petri.Unit{{Name: "all", Places: []int{lock}, Sub: []int{1}},
		{Name: "done", Places: []int{done}}}}
	for i := range n {
		idle, in := b.Place(fmt.Sprint("idle", i), 1), b.Place(fmt.Sprint("in", i), 0)
		enter, leave := b.Transition(fmt.Sprint("enter", i)), b.Transition(fmt.Sprint("leave", i))
		b.In(enter, idle, 1)
		b.In(enter, lock, 1)
		b.Out(enter, in, 1)
		b.In(leave, in, 1)
		b.Out(leave, idle, 1)
		b.Out(leave, lock, 1)
		units.List[0].Sub = append(units.List[0].Sub, i+2)
		units.List = append(units.List, petri.Unit{Name: fmt.Sprint("u", i), Places: []int{idle, in}})
	}
	fill, empty := b.Transition("fill"), b.Transition("empty")
	never, never0 := b.Transition("never"), b.Place("never", 0) // so inhibitor arcs do not bound done
	b.Out(fill, done, 1)
	b.Inhibit(fill, done, most)
	b.In(empty, done, 1)
	b.Read(never, never0, 1)
	b.Out(never, done, 1)
	b.Units(units)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}

// about parses a formula about net.
func about(t testing.TB, net *petri.Net, text string) *syntax.Formula {
	t.Helper()
	var places, transitions []string
	for _, p := range net.Places {
		places = append(places, p.Name)
	}
	for _, x := range net.Transitions {
		transitions = append(transitions, x.Name)
	}
	f, err := syntax.NewPool().Parse(text, "test", syntax.NewLists(places, transitions, nil))
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// What is only promised of bounds is proved with the goal; where the promise is wrong, nothing is proved.
func TestPromises(t *testing.T) {
	const mutex = "AG (in0 = 0 | in2 = 0)"
	right, wrong := guarded(t, 3, 1), guarded(t, 3, 2)
	for _, row := range []struct {
		net  *petri.Net
		text string
		want engine.Result
	}{
		{right, mutex, engine.Holds}, {right, "EF (in0 = 1 & done = 1)", engine.Holds},
		{right, "EF done = 2", engine.Fails}, {right, "AG !deadlock", engine.Holds},
		{wrong, mutex, engine.Unknown}, {wrong, "AG done <= 1", engine.Unknown}, {wrong, "EF in0 = 1", engine.Holds},
		{wrong, "EF !enabled(fill)", engine.Unknown},
	} {
		r, err := Decide(t.Context(), structure.NewProfile(row.net), about(t, row.net, row.text), syntax.Maximal)
		if err != nil || r.Result != row.want || r.Result == engine.Unknown && !strings.Contains(r.Reason, "promise") {
			t.Errorf("%s: %+v, %v; expected %v", row.text, r, err, row.want)
		}
	}
}

// A net without transitions is dead, and its invariant is accepted as that.
func TestNoTransitions(t *testing.T) {
	b := petri.NewBuilder("still")
	b.Place("p", 1)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]engine.Result{"AG deadlock": engine.Holds, "EF !deadlock": engine.Fails,
		"AG p = 1": engine.Holds, "EF p = 0": engine.Fails} {
		r, err := Decide(t.Context(), structure.NewProfile(net), about(t, net, text), syntax.Maximal)
		if err != nil || r.Result != want {
			t.Errorf("%s: %+v, %v; expected %v", text, r, err, want)
		}
	}
}

// A search that is stopped again and again, wherever it is, goes on to the right verdict.
func TestSlices(t *testing.T) {
	stops := 0
	for seed := range uint64(60) {
		rng := rand.New(rand.NewPCG(seed, 17))
		net := randnet.Generate(rng, randnet.Config{States: 200, Blocks: 4})
		x, err := oracle.Explore(net, 1000)
		if err != nil {
			t.Fatal(err)
		}
		pool := syntax.NewPool()
		f := pool.Make(syntax.EF, drawGoal(t, rng, x, pool))
		s, err := NewNet(t.Context(), structure.NewProfile(net), f, syntax.Maximal)
		if err != nil {
			t.Fatal(err)
		}
		for turn := 1; ; turn++ {
			ctx := &patient{Context: t.Context(), looks: turn}
			r, err := s.Run(ctx)
			if err != nil {
				t.Fatal(err)
			}
			if r.Result != engine.Unknown || r.Stopped == nil {
				if want := engine.Decided(x.Sat(f, syntax.Maximal)[0]); r.Result != want {
					t.Errorf("seed %d: %v, expected %v", seed, r.Result, want)
				}
				break
			}
			stops++
		}
	}
	if stops < 60 {
		t.Errorf("%d stops only", stops)
	}
}

// A patient context ends once it has been looked at so often.
type patient struct {
	context.Context
	looks int
}

func (p *patient) Err() error {
	if p.looks--; p.looks <= 0 {
		return context.Canceled
	}
	return nil
}

// Nets without bounds, with too many tokens, and limits that end the work in the middle.
func TestLimits(t *testing.T) {
	net := guarded(t, 3, 1)
	var unbounded *structure.UnboundedPlaceError
	open := filled(t)
	if _, err := Decide(t.Context(), structure.NewProfile(open), about(t, open, "EF p = 7"),
		syntax.Maximal); !errors.As(err, &unbounded) {
		t.Errorf("a place without a bound: %v", err)
	}
	stop := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	cancel(stop)
	r, err := Decide(ctx, structure.NewProfile(net), about(t, net, "AG done <= 1"), syntax.Maximal)
	if err != nil || !errors.Is(r.Stopped, stop) || r.Result != engine.Unknown {
		t.Errorf("a context that has ended: %+v, %v", r, err)
	}
}

// filled returns a net of one place and one transition that fills it.
func filled(t testing.TB) *petri.Net {
	t.Helper()
	b := petri.NewBuilder("filled")
	p, x := b.Place("p", 0), b.Transition("t")
	b.Out(x, p, 1)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net
}
