package mdd

import (
	"context"
	"errors"
	"flag"
	"slices"
	"testing"

	"brim/dd"
)

var wide = flag.Bool("wide", false, "run tests that need the real widths of packed fields: millions of things, half "+
	"a minute")

// manyChains has events 1, 2, …, without a chain in common: event i adds their number to value i of level 2, and i mod
// 7 + 1 to level 1.
func manyChains(f *Forest, events int) *Relation {
	r := f.NewRelation()
	for i := range events {
		i++
		r.Add(Step{2, Shift{Min: i, Below: i + 1, Delta: events}}, Step{1, Shift{Below: 20 + i, Delta: i%7 + 1}})
	}
	return r
}

// W1: results are right where the handles of chains pass the range of an operation's extra operand, and chains whose
// handles differ by that range act on the same nodes. With real widths that needs -wide.
func TestManyChains(t *testing.T) {
	const collide = (dd.MaxOperand + 1) / 2 // events, of two chains each
	if !*wide && collide > 1000 {
		t.Skip("a million chains: needs -wide, or the tag narrow")
	}
	const events = collide + 10
	for _, rule := range []Rule{ZeroSuppressed, QuasiReduced} {
		f := New(2, Options{Rule: rule})
		r := manyChains(f, events)
		var before, after [][]int
		for i := 1; i <= events; i++ {
			if i <= 10 || i > collide {
				for v := range 10 {
					before = append(before, []int{v, i})
					after = append(after, []int{v + i%7 + 1, i + events})
				}
			}
		}
		start, moved := f.Tuples(before), f.Tuples(after)
		all := start.Union(moved)
		tops := slices.Concat(rangeOf(1, 10), rangeOf(collide+1, events))
		box := f.Box([][]int{rangeOf(0, 16),
			slices.Concat(tops, rangeOf(events+1, events+10), rangeOf(events+collide+1, 2*events))})
		for name, got := range map[string]Set{
			"Image":          r.Image(start),
			"ImageWithin":    r.ImageWithin(start, box),
			"Saturate":       r.Saturate(start).Minus(start),
			"SaturateWithin": r.SaturateWithin(start, box).Minus(start),
		} {
			if !got.Equal(moved) {
				t.Errorf("%v, %s: %v tuples, want %v", rule, name, got.Count(), moved.Count())
			}
		}
		if got, depth := r.BFS(start); !got.Equal(all) || depth != 1 {
			t.Errorf("%v, BFS: %v tuples, want %v", rule, got.Count(), all.Count())
		}
		if got := r.Enabled(collide, start).Count(); got.Int64() != 10 {
			t.Errorf("%v, Enabled: %v tuples, want 10", rule, got)
		}
		if got := r.Dead(all); !got.Equal(moved) {
			t.Errorf("%v, Dead: %v tuples, want %v", rule, got.Count(), moved.Count())
		}
		if got := r.CountEnabled(all); got.Cmp(start.Count()) != 0 {
			t.Errorf("%v, CountEnabled: %v, want %v", rule, got, start.Count())
		}
		within := f.Box([][]int{rangeOf(0, 9), tops})
		for name, got := range map[string]Set{
			"PreImage":                r.PreImage(moved).Intersect(within),
			"PreImageWithin":          r.PreImageWithin(moved, within),
			"backward SaturateWithin": r.Inverse().SaturateWithin(moved, within).Minus(moved),
		} {
			if !got.Equal(start) {
				t.Errorf("%v, %s: %v tuples, want %v", rule, name, got.Count(), start.Count())
			}
		}
		f.Close()
	}
}

// rangeOf returns the numbers from lo to hi.
func rangeOf(lo, hi int) []int {
	list := make([]int, 0, hi-lo+1)
	for v := lo; v <= hi; v++ {
		list = append(list, v)
	}
	return list
}

// W1: too many chains are an error that names the limit.
func TestTooManyChains(t *testing.T) {
	if maxChains > 1<<20 {
		t.Skip("needs the tag narrow")
	}
	f := New(2, Options{})
	defer f.Close()
	err := f.Guard(context.Background(), Limits{}, func() { manyChains(f, maxChains) })
	var limit *LimitError
	if !errors.As(err, &limit) || limit.Kind != "chains" || limit.Max != maxChains {
		t.Errorf("got %v", err)
	}
	if got := manyChains(f, 100).Image(f.Tuple(0, 99)); !got.Equal(f.Tuple(2, 199)) {
		t.Errorf("another relation: %v tuples", got.Count())
	}
}
