package counting

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/reduce"
)

// fused is p that stands for p and r, and is a function of q, which is constant.
func fused(t *testing.T, tokens int64) (*petri.Net, *reduce.Equations) {
	t.Helper()
	b := petri.NewBuilder("fused")
	q, p := b.Place("q", tokens), b.Place("p", tokens)
	b.Place("r", 0)
	x := b.Transition("x")
	b.Read(x, p, 2)
	b.Read(x, q, 1)
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	return net, &reduce.Equations{List: []reduce.Equation{
		{Kind: reduce.Fuse, Place: 2, Base: 1}, {Kind: reduce.Function, Place: 1, Base: 0, Num: 1, Den: 1},
		{Kind: reduce.Constant, Place: 0, Const: tokens},
	}}
}

// Tables that would be too long, and the end of the context, are errors.
func TestLimits(t *testing.T) {
	of := func(s *Sum, err error) error {
		if err == nil {
			_, err = s.Of(slices.Values([]petri.Marking{{}}))
		}
		return err
	}
	net, e := fused(t, 1<<40)
	f, err := New(t.Context(), net, e)
	if err != nil {
		t.Fatal(err)
	}
	var limit *LimitError
	if err := of(f.States()); !errors.As(err, &limit) {
		t.Errorf("many tokens: %v", err)
	}
	net, e = fused(t, 1000)
	ctx, cancel := context.WithCancel(t.Context())
	if f, err = New(ctx, net, e); err != nil {
		t.Fatal(err)
	}
	if err := of(f.States()); err != nil {
		t.Error(err)
	}
	cancel()
	if err := of(f.Firings()); !errors.Is(err, context.Canceled) {
		t.Errorf("canceled: %v", err)
	}
}

// Equations that make no sense are errors.
func TestWrongEquations(t *testing.T) {
	net, good := fused(t, 3)
	for _, c := range []struct {
		e    reduce.Equations
		want string
	}{
		{reduce.Equations{List: append(slices.Clone(good.List), good.List[2])}, "expected places that are there"},
		{reduce.Equations{List: good.List[:2]}, "no equation tells where place q is"},
		{reduce.Equations{List: []reduce.Equation{{Kind: reduce.Function, Place: 1, Base: 0, Num: 1}}},
			"place 1 is 1/0 of place 0"},
		{reduce.Equations{Places: []int{1}, List: good.List}, "place 1 is gone"},
		{reduce.Equations{List: []reduce.Equation{{Kind: reduce.Fuse, Place: 7}}}, "expected places that are there"},
	} {
		if _, err := New(t.Context(), net, &c.e); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v: %v, want %q", c.e, err, c.want)
		}
	}
}

// The units of what is left keep the promise of those of the original.
func TestUnits(t *testing.T) {
	promised, places := 0, 0
	for seed := range uint64(400) {
		rng := rand.New(rand.NewPCG(seed, 15))
		net := randnet.Generate(rng, randnet.Config{Safe: true, States: 200, Transitions: 1 + rng.IntN(8)})
		net = net.WithUnits(unitsOf(t, rng, net))
		o := reduce.Options{Class: reduce.Count}
		if seed%2 == 0 { // more is left without T1
			o.Rules = []reduce.Rule{reduce.Circle, reduce.WordCircle, reduce.Chain, reduce.Implied, reduce.Scaled}
		}
		r := reduce.Net(t.Context(), net, o)
		f, err := New(t.Context(), net, &r.Equations)
		if err != nil {
			t.Fatal(err)
		}
		small := r.Net.WithUnits(f.Units())
		space, err := oracle.Explore(small, 1000)
		if err != nil {
			t.Fatal(err)
		}
		promised++
		for _, u := range small.Units.List {
			places += len(u.Places)
		}
		for _, m := range space.States {
			if !small.Units.UnitSafe(m) {
				t.Fatalf("seed %d: %v in the units %+v\n%s", seed, m, small.Units, randnet.Text(net))
			}
		}
	}
	if places < promised {
		t.Errorf("%d places in the units of %d nets", places, promised)
	}
}

// unitsOf draws units that the net keeps: places join one as long as no marking has tokens in two of its places.
func unitsOf(t *testing.T, rng *rand.Rand, net *petri.Net) *petri.Units {
	t.Helper()
	space, err := oracle.Explore(net, 1000)
	if err != nil {
		t.Fatal(err)
	}
	u := &petri.Units{Safe: true, List: []petri.Unit{{Name: "root"}}}
	for _, p := range rng.Perm(len(net.Places)) {
		fits := func(unit *petri.Unit) bool {
			for _, m := range space.States {
				if m[p] > 0 && slices.ContainsFunc(unit.Places, func(q int) bool { return m[q] > 0 }) {
					return false
				}
			}
			return true
		}
		i := 1 + slices.IndexFunc(u.List[1:], func(unit petri.Unit) bool { return fits(&unit) })
		if i == 0 {
			i = len(u.List)
			u.List = append(u.List, petri.Unit{Name: strings.Repeat("u", i)})
			u.List[0].Sub = append(u.List[0].Sub, i)
		}
		u.List[i].Places = append(u.List[i].Places, p)
	}
	return u
}
