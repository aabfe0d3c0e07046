package bmc

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randnet"
	"brim/petri"
	"brim/petri/structure"
)

// Promised bounds, by units or by the caller, may be wrong without making a verdict wrong; correct bounds yield proofs.
func TestPromises(t *testing.T) {
	proved, broken := 0, 0
	for seed := range uint64(4 * *drawn) {
		rng := rand.New(rand.NewPCG(seed, 6))
		net := randnet.Generate(rng, randnet.Config{Arbitrary: true, Blocks: 2, Transitions: 6, Tokens: 2, Weight: 2})
		x, err := oracle.Explore(net, 100)
		if err != nil {
			continue
		}
		o := Options{Start: rng.IntN(4), Most: 8}
		units := seed%2 == 0
		if units {
			net.Units = &petri.Units{Safe: true}
		}
		o.Tokens = 1 + rng.Int64N(2)
		for _, p := range net.Places {
			o.Tokens = max(o.Tokens, p.Initial)
		}
		l, err := newLayout(structure.NewProfile(net), o.Tokens)
		if err != nil {
			t.Fatal(err)
		}
		if len(l.doubtful) == 0 {
			continue
		}
		right := true
		for _, m := range x.States {
			for p, tokens := range m {
				right = right && tokens <= l.most[p]
			}
		}
		pool := syntax.NewPool()
		p := stateFormula(rng, net, pool)
		for _, op := range []syntax.Op{syntax.EF, syntax.EG} {
			f := pool.Make(op, p)
			for algorithm := Plain; algorithm <= Induction; algorithm++ {
				o.Algorithm = algorithm
				r := decide(t, seed, x, f, syntax.Maximal, o)
				told := strings.Contains(r.Reason, "can hold more than")
				switch {
				case told && right:
					t.Fatalf("seed %d, %v, %+v: %s, but none can\n%s", seed, f, o, r.Reason, randnet.Text(net))
				case told:
					broken++
				case r.Result == engine.Fails && op == syntax.EF:
					proved++
				}
				if d := nearest(x, p); op == syntax.EF && d >= 0 && d <= r.Bound && r.Result != engine.Holds {
					t.Fatalf("seed %d, %v, %+v: %v with bound %d, a path of %d steps leads there", seed, f, o, r.Result,
						r.Bound, d)
				}
			}
		}
	}
	t.Logf("%d verdicts with bounds that were found to be right, %d bounds broken", proved, broken)
	if proved < 10 || broken < 10 {
		t.Error("the nets say too little")
	}
}

// A net that promises to be safe and is not: the place and the step are told. Where the bound is right a proof counts.
func TestFalsePromise(t *testing.T) {
	b := petri.NewBuilder("false")
	start, p, q := b.Place("start", 1), b.Place("p", 0), b.Place("q", 0)
	for i, name := range []string{"one", "two"} {
		x := b.Transition(name)
		b.In(x, []int{start, p}[i], 1)
		b.Out(x, []int{p, q}[i], 1)
		if i == 1 {
			b.Out(x, start, 1)
		}
	}
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	net.Units = &petri.Units{Safe: true}
	pool := syntax.NewPool()
	for algorithm := Plain; algorithm <= Induction; algorithm++ {
		r, err := Decide(context.Background(), net, parse(t, net, pool, "EF(q = 2)"), syntax.Maximal,
			Options{Algorithm: algorithm})
		const want = "place q can hold more than 1 token after 4 steps"
		if err != nil || r.Result != engine.Unknown || !strings.HasSuffix(r.Reason, want) || r.Bound != 3 {
			t.Errorf("%v: %v, %v; want %s", algorithm, r, err, want)
		}
		r, err = Decide(context.Background(), net, parse(t, net, pool, "EF(q = 1 & start = 1)"), syntax.Maximal,
			Options{Algorithm: algorithm})
		if err != nil || r.Result != engine.Holds || len(r.Witness.Steps) != 2 {
			t.Errorf("%v: %v, %v", algorithm, r, err)
		}
	}
	if r, err := Decide(context.Background(), net, parse(t, net, pool, "EG(q <= 1)"), syntax.Maximal,
		Options{}); err != nil || r.Result != engine.Unknown {
		t.Errorf("%v, %v", r, err)
	}
}

// The place that is said to hold more than was promised is one that an enabled transition fills: here q, while what
// would fill p never fires.
func TestPromiseNamesThePlace(t *testing.T) {
	b := petri.NewBuilder("named")
	p, q, never := b.Place("p", 1), b.Place("q", 1), b.Place("never", 0)
	fill, grow := b.Transition("fill"), b.Transition("grow")
	b.Read(fill, never, 1)
	b.Out(fill, p, 1)
	b.Out(grow, q, 1)
	b.Inhibit(grow, q, 2)
	b.Out(fill, q, 1) // so inhibitor arcs do not bound q
	b.Units(&petri.Units{Safe: true, List: []petri.Unit{{Name: "u", Places: []int{p, q}}}})
	net, err := b.Net()
	if err != nil {
		t.Fatal(err)
	}
	pool := syntax.NewPool()
	two, err := pool.Compare(syntax.Tokens(syntax.Ref{Index: never, Name: "never"}), syntax.GreaterEqual,
		syntax.Constant(1))
	if err != nil {
		t.Fatal(err)
	}
	r, err := Decide(t.Context(), net, pool.Make(syntax.EF, two), syntax.Maximal, Options{})
	if err != nil || !strings.Contains(r.Reason, "place q can hold more than 1 token") {
		t.Errorf("%+v, %v", r, err)
	}
}
