package mdd

import (
	"sync"
	"testing"
)

// A Map may be shared by forests that work at the same time; the race detector watches.
func TestMapSharedByForests(t *testing.T) {
	up := NewMap(func(v int) (int, bool) { return v + 1, v < 60 },
		func(v int) (int, bool) { return v - 1, v > 0 && v <= 60 })
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			f := New(2, Options{})
			defer f.Close()
			r := f.NewRelation()
			r.Add(Step{1, up})
			r.Add(Step{2, up})
			reached := r.Saturate(f.Tuple(0, 0))
			if got := reached.Count(); got.Int64() != 61*61 {
				t.Errorf("%v tuples, want %d", got, 61*61)
			}
			if got := r.PreImage(f.Tuple(60, 60)); !got.Equal(f.Tuples([][]int{{59, 60}, {60, 59}})) {
				t.Errorf("%v tuples before (60, 60), want 2", got.Count())
			}
		})
	}
	all.Wait()
}
