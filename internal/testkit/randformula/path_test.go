package randformula_test

import (
	"math/rand/v2"
	"testing"

	"brim/ctl/syntax"
	"brim/internal/testkit/randformula"
	"brim/internal/testkit/randnet"
)

// operators returns how many temporal operators are written in f.
func operators(f *syntax.Formula) (n int) {
	if f.Op.Linear() {
		n++
	}
	for _, a := range f.Args {
		n += operators(a)
	}
	return n
}

// Path formulas have the operators that were asked for, all kinds of them, and the same state of the generator gives
// the same formula.
func TestPath(t *testing.T) {
	seen := map[syntax.Op]int{}
	for seed := range uint64(500) {
		net := randnet.Generate(rand.New(rand.NewPCG(seed, 0)), randnet.Config{})
		many, next := int(seed%7), seed%2 == 0
		p := syntax.NewPool()
		f := randformula.Path(rand.New(rand.NewPCG(seed, 1)), net, many, next, p)
		if g := randformula.Path(rand.New(rand.NewPCG(seed, 1)), net, many, next, p); f != g {
			t.Fatalf("seed %d: %v the first time, %v the second", seed, f, g)
		}
		if got := operators(f); got != many {
			t.Errorf("seed %d: %v has %d temporal operators, want %d", seed, f, got, many)
		}
		for g := range f.All() {
			seen[g.Op]++
			switch {
			case g.Op == syntax.X && !next:
				t.Errorf("seed %d: %v has an X", seed, f)
			case g.Op.Temporal() && (g.Op < syntax.X || g.Op > syntax.W):
				t.Errorf("seed %d: %v has the operator %v", seed, f, g.Op)
			}
		}
	}
	for op := syntax.False; op <= syntax.W; op++ {
		if seen[op] < 10 && op != syntax.Timelock && (op < syntax.EX || op > syntax.Within) {
			t.Errorf("%v occurs %d times", op, seen[op])
		}
	}
}
