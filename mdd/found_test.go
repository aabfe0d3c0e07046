package mdd

import (
	"context"
	"math"
	"testing"
)

// What a saturation has found never passes what there is, and is some of it on the way. Tokens move freely between
// levels: the number of markings is a binomial coefficient.
func TestFound(t *testing.T) {
	const levels, tokens = 16, 14
	for _, o := range everyOption {
		f := New(levels, o)
		r := f.NewRelation()
		for i := 1; i <= levels; i++ {
			for j := 1; j <= levels; j++ {
				if i != j {
					r.Add(Step{i, Shift{Min: 1, Delta: -1}}, Step{j, Shift{Delta: 1}})
				}
			}
		}
		if got := r.Found(); got != 0 {
			t.Errorf("%v before any run", got)
		}
		all := 1.0
		for i := 1.0; i < levels; i++ {
			all = all * (tokens + i) / i
		}
		var seen []float64
		start := make([]int, levels)
		start[0] = tokens
		err := f.Guard(context.Background(), Limits{Tick: func() { seen = append(seen, r.Found()) }}, func() { r.Saturate(f.Tuple(start...)) })
		if err != nil {
			t.Fatal(err)
		}
		between := 0
		for _, x := range seen {
			if x < 0 || x > math.Log2(all)+1e-9 {
				t.Errorf("%v bits found, there are %v", x, math.Log2(all))
			}
			if x > 0 && x < math.Log2(all)-1 {
				between++
			}
		}
		if between == 0 {
			t.Errorf("no look at it on the way: %v", seen)
		}
		f.Close()
	}
}
