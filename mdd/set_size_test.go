package mdd

import (
	"bytes"
	"context"
	"slices"
	"testing"
)

// Widths agree with the nodes that Fold visits on each level.
func TestWidthsExhaustively(t *testing.T) {
	eachWorld(t, func(t *testing.T, w *world) {
		for _, s := range w.sets {
			want := make([]int, s.f.levels)
			Fold(s, 0, func(level int, _ []Arc[int]) int { want[level-1]++; return 0 }, nil)
			if got := s.Widths(); !slices.Equal(got, want) {
				t.Fatalf("widths %v, want %v", got, want)
			}
		}
	})
}

// The widths of a forest count all its nodes at any time, and agree with those of a set where there are no other nodes.
func TestForestWidths(t *testing.T) {
	for _, o := range everyOption {
		cells := 30 // with as many tokens, so that Progress is called before the end
		if o.CollectEvery > 0 {
			cells = 8
		}
		f := New(cells, o)
		r := f.NewRelation()
		values := make([]int, cells)
		values[cells-1] = cells
		for k := 1; k <= cells; k++ {
			r.Add(Step{Level: k, Effect: Shift{Min: 1, Delta: -1}}, Step{Level: k%cells + 1, Effect: Shift{Delta: 1}})
		}
		looks := 0
		look := func() {
			sum := 0
			for _, n := range f.Widths() {
				sum += n
			}
			if looks++; sum != f.Stats().Nodes {
				t.Fatalf("%v: %d nodes by level, %d in all", o, sum, f.Stats().Nodes)
			}
		}
		var reached Set
		if err := f.Guard(context.Background(), Limits{Tick: look},
			func() { reached = r.Saturate(f.Tuple(values...)) }); err != nil {
			t.Fatal(err)
		}
		if looks == 0 && o.CollectEvery == 0 {
			t.Errorf("%v: nobody looked", o)
		}
		look()
		var file bytes.Buffer
		if err := reached.Save(&file); err != nil {
			t.Fatal(err)
		}
		alone := New(cells, o)
		loaded, err := alone.Load(&file)
		if err != nil {
			t.Fatal(err)
		}
		alone.Collect()
		if got, want := alone.Widths(), reached.Widths(); !slices.Equal(got, want) ||
			!slices.Equal(loaded.Widths(), want) {
			t.Errorf("%v: the forest has the widths %v, the set %v", o, got, want)
		}
		f.Close()
		alone.Close()
	}
}
