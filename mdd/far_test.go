package mdd

import (
	"bytes"
	"context"
	"slices"
	"testing"
)

// The cost of few values that are far apart follows their number: of sets, queries, files, images and closures under
// Maps, Pairs and matrices.
func TestFarValuesCostWhatTheyAre(t *testing.T) {
	const far = min(10_000_000, MaxValue-2)
	for _, o := range everyOption {
		f := New(2, o)
		both := []int{0, far}
		all := f.Box([][]int{both, both})
		list := [][]int{{0, 0}, {far, 0}, {0, far}, {far, far}}
		for name, got := range map[string]Set{
			"Tuples": f.Tuples(list), "FromSeq": f.FromSeq(slices.Values(list)),
			"Union":     f.Tuples(list[:2]).Union(f.Tuples(list[2:])),
			"Minus":     all.Minus(f.Tuple(far, far)).Union(f.Tuple(far, far)),
			"Intersect": all.Intersect(f.Box([][]int{{0, 1, far}, {0, far - 1, far}})),
			"Where":     f.Box([][]int{{0, far / 2, far}, both}).Where(1, func(v int) bool { return v != far/2 }),
		} {
			if !got.Equal(all) {
				t.Errorf("%v, %s: got %v", o.Rule, name, slices.Collect(got.All()))
			}
		}
		if got := all.AllValues(); !slices.Equal(got[0], both) || !slices.Equal(got[1], both) || all.Arcs() > 4 {
			t.Errorf("%v: values %v, %d arcs", o.Rule, got, all.Arcs())
		}
		swap := func(v int) (int, bool) { return far - v, v == 0 || v == far }
		m := f.MatrixOf([]int{2}, func(yield func(from, to []int) bool) {
			_ = yield([]int{0}, []int{far}) &&
				yield([]int{far}, []int{0})
		})
		for name, add := range map[string]func(r *Relation, level int){
			"Map":   func(r *Relation, level int) { r.Add(Step{level, NewMap(swap, swap)}) },
			"Pairs": func(r *Relation, level int) { r.Add(Step{level, NewPairs([2]int{0, far}, [2]int{far, 0})}) },
			"Matrix": func(r *Relation, level int) {
				if r.Add(Step{1, NewMap(swap, swap)}); level == 2 {
					r.AddMatrix(m)
				}
			},
		} {
			r := f.NewRelation()
			add(r, 1)
			add(r, 2)
			zero := f.Tuple(0, 0)
			bfs, _ := r.BFS(zero)
			for how, got := range map[string]Set{
				"Saturate": r.Saturate(zero), "SaturateWithin": r.SaturateWithin(zero, all), "BFS": bfs,
				"Chaining": r.Chaining(zero),
				"Image":    r.Image(all), "PreImage": r.PreImage(all),
			} {
				if !got.Equal(all) {
					t.Errorf("%v, %s by %s: got %v", o.Rule, how, name, slices.Collect(got.All()))
				}
			}
		}
		var file bytes.Buffer
		if err := all.Save(&file); err != nil || file.Len() > 100 {
			t.Errorf("%v: %d bytes, %v", o.Rule, file.Len(), err)
		}
		if got, err := f.Load(&file); err != nil || !got.Equal(all) {
			t.Errorf("%v: Load: %v", o.Rule, err)
		}
		if st := f.Stats(); st.PeakBytes > 1<<19 {
			t.Errorf("%v: %d bytes", o.Rule, st.PeakBytes)
		}
		f.Close()
	}
}

// A walk without end from a far value is ended by a limit, not by the machine's memory.
func TestFarWalkEndsByLimit(t *testing.T) {
	for _, o := range everyOption[:2] {
		f := New(1, o)
		r := f.NewRelation()
		r.Add(Step{1, NewMap(func(v int) (int, bool) { return min(v+1000, MaxValue-2), true }, nil)})
		err := f.Guard(context.Background(), Limits{Memory: 1 << 18}, func() { r.Saturate(f.Tuple(0)) })
		if limit, ok := err.(*LimitError); (!ok || limit.Kind != "memory") && MaxValue > 1<<20 {
			t.Errorf("%v: got %v", o.Rule, err)
		}
		if err := f.Check(); err != nil {
			t.Error(err)
		}
		f.Close()
	}
}
