package automaton

import (
	"context"
	"fmt"
	"testing"

	"brim/ctl/syntax"
	"brim/ltl"
)

// BenchmarkOf translates sets of formulas: all patterns of [DAC99], their negations, and random formulas.
func BenchmarkOf(b *testing.B) {
	type set struct {
		name  string
		paths []*syntax.Formula
	}
	sets := []set{{name: "set=patterns"}, {name: "set=negated"}}
	for _, x := range patterns(b) {
		sets[0].paths = append(sets[0].paths, ltl.NNF(x.path))
		sets[1].paths = append(sets[1].paths, ltl.NNF(x.path.Pool().Not(x.path)))
	}
	for _, size := range []int{10, 20} {
		d := newDrawer(uint64(size), 4)
		random := set{name: fmt.Sprintf("set=random/size=%d", size)}
		for range 100 {
			random.paths = append(random.paths, ltl.NNF(d.path(size)))
		}
		sets = append(sets, random)
	}
	for _, set := range sets {
		b.Run(set.name, func(b *testing.B) {
			states := 0
			for range b.N {
				states = 0
				for _, path := range set.paths {
					a, err := Of(context.Background(), path, Limits{})
					if err != nil {
						b.Fatal(err)
					}
					states += len(a.States)
				}
			}
			b.ReportMetric(float64(states), "states")
			b.ReportMetric(float64(len(set.paths)), "formulas")
		})
	}
}
