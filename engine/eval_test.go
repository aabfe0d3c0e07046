package engine_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
	"brim/petri"
)

// Eval says of every marking of a random net what the oracle says.
func TestEvalAgrees(t *testing.T) {
	compared, held := 0, 0
	for seed := range uint64(300) {
		rng := rand.New(rand.NewPCG(seed, 3))
		net := randnet.Generate(rng, randnet.Config{States: 200})
		space, err := oracle.Explore(net, 200)
		if err != nil {
			continue
		}
		pool := syntax.NewPool()
		for range 10 {
			f := randformula.Generate(rng, net, rng.IntN(4), pool)
			if f.Temporal() {
				continue
			}
			for i, want := range space.Sat(f, syntax.Maximal) {
				if got := engine.Eval(net, f, space.States[i]); got != want {
					t.Fatalf("seed %d: %s in %s: %v, want %v\n%s", seed, f, net.Format(space.States[i]), got, want,
						randnet.Text(net))
				}
				compared++
				if want {
					held++
				}
			}
		}
	}
	t.Logf("%d markings, the formula holds in %d", compared, held)
	if held < compared/10 || held > compared*9/10 {
		t.Error("the formulas say too little")
	}
}

// Sums whose value, or a part of it, is beyond 64 bits.
func TestEvalLargeSums(t *testing.T) {
	net := mustNet(t, "p p 0\np q 0\n")
	read := parser(t, net)
	const most = math.MaxInt64
	for _, c := range []struct {
		f    string
		m    petri.Marking
		want bool
	}{
		{"p + q > 9223372036854775807", petri.Marking{most, 1}, true},
		{"p + q > 9223372036854775807", petri.Marking{most, 0}, false},
		{"p + q = 9223372036854775807", petri.Marking{most - 1, 1}, true},
		{"p - q = 0", petri.Marking{most, most}, true},
		{"2*p - q > 9223372036854775806", petri.Marking{most, most}, true},
		{"2*p - q > 9223372036854775807", petri.Marking{most, most}, false},
		{"9223372036854775807*p - 9223372036854775807*q = 0", petri.Marking{most, most}, true},
		{"9223372036854775807*p - 9223372036854775807*q >= 9223372036854775807", petri.Marking{most, most - 1}, true},
		{"9223372036854775807*p - 9223372036854775807*q > 9223372036854775807", petri.Marking{most, most - 1}, false},
		{"p - 2*q < -9223372036854775807", petri.Marking{0, most}, true},
		{"p - 2*q != 0", petri.Marking{0, most}, true},
		{"0 <= p", petri.Marking{0, 0}, true},
	} {
		if got := engine.Eval(net, read(c.f), c.m); got != c.want {
			t.Errorf("%s in %v: %v", c.f, c.m, got)
		}
	}
}

// A formula that is small, but exponentially large when written out.
func TestEvalSharesOperands(t *testing.T) {
	net := mustNet(t, "p p 1\np q 0\nt t pre: p 1 post: inh:\n")
	read := parser(t, net)
	f := read("p = 1")
	for range 200 {
		f = syntax.NNF(f.Pool().Make(syntax.Iff, f, read("enabled(t)")))
	}
	if !engine.Eval(net, f, net.Initial()) {
		t.Error("p = 1 <-> enabled(t) <-> … does not hold")
	}
}
