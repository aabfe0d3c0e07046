package mdd

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"testing"
)

// Tests of large local values, at the end of their range and beyond.

// Few large values take no more memory and time than few small ones.
func TestLargeValues(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	s := f.Tuple(MaxValue, 5).Union(f.Tuple(MaxValue-2, 0))
	got := s.AllValues()
	if want := [][]int{{MaxValue - 2, MaxValue}, {0, 5}}; !slices.EqualFunc(got, want, slices.Equal) {
		t.Errorf("AllValues: got %v, want %v", got, want)
	}
	if got := s.Extents(); !slices.Equal(got, []Interval{{MaxValue - 2, MaxValue}, {0, 5}}) {
		t.Errorf("Extents: got %v", got)
	}
	r := f.NewRelation()
	const half = (MaxValue + 2) / 2
	r.Add(Step{1, Shift{Min: half, Delta: -half}})
	image := r.Image(s)
	if got := image.Extents()[0]; got != (Interval{MaxValue - 2 - half, MaxValue - half}) {
		t.Errorf("Image: extent %v", got)
	}
	if back := r.PreImage(image); !back.Equal(s) {
		t.Errorf("PreImage: extents %v", back.Extents())
	}
	if st := f.Stats(); st.Bytes > 1<<20 {
		t.Errorf("%d bytes in use", st.Bytes)
	}
}

// Thresholds and values at the end of the range.
func TestShiftsAtTheLimit(t *testing.T) {
	const half = MaxValue/2 + 1
	for _, c := range []struct {
		shift    Shift
		from, to int // −1: disabled
	}{
		{Shift{Min: 1, Delta: -1}, MaxValue, MaxValue - 1},
		{Shift{Delta: 1}, MaxValue - 1, MaxValue},
		{Shift{Min: MaxValue}, MaxValue, MaxValue},
		{Shift{Min: MaxValue}, MaxValue - 1, -1},
		{Shift{Below: MaxValue}, MaxValue, -1},
		{Shift{Below: MaxValue}, MaxValue - 1, MaxValue - 1},
		{Shift{Min: half - 1, Delta: half - 1}, half - 1, MaxValue},
		{Shift{Below: half, Delta: half - 1}, half - 1, MaxValue},
		{Shift{Below: half, Delta: half - 1}, half, -1},
		{Shift{Below: MaxValue, Delta: half}, 3, half + 3},
		{Shift{Delta: MaxValue}, 0, MaxValue},
	} {
		for _, o := range everyOption[:2] {
			f := New(1, o)
			r := f.NewRelation()
			r.Add(Step{1, c.shift})
			want := f.Empty()
			back := f.Empty()
			if c.to >= 0 {
				want, back = f.Tuple(c.to), f.Tuple(c.from)
			}
			if got := r.Image(f.Tuple(c.from)); !got.Equal(want) {
				t.Errorf("%+v leads from %d to %v", c.shift, c.from, slices.Collect(got.All()))
			}
			if got := r.PreImage(want); !got.Equal(back) {
				t.Errorf("%+v leads back from %d to %v", c.shift, c.to, slices.Collect(got.All()))
			}
			if got := r.Inverse().Inverse().Image(back); !got.Equal(want) {
				t.Errorf("%+v, inverted twice, leads from %d to %v", c.shift, c.from, slices.Collect(got.All()))
			}
			f.Close()
		}
	}
}

// Values that become too large end the operation with an error: none wraps around.
func TestValuesBeyondTheLimit(t *testing.T) {
	const quarter = (MaxValue + 2) / 4
	for _, o := range everyOption[:2] {
		f := New(2, o)
		r := f.NewRelation()
		r.Add(Step{1, Shift{Delta: quarter}}, Step{2, Shift{Min: 1, Delta: -1}})
		for name, run := range map[string]func(s Set){
			"Saturate": func(s Set) { r.Saturate(s) },
			"Chaining": func(s Set) { r.Chaining(s) },
			"BFS":      func(s Set) { r.BFS(s) },
		} {
			if err := f.Guard(context.Background(), Limits{}, func() { run(f.Tuple(7, 3)) }); err != nil {
				t.Errorf("%v, %s: %v", o.Rule, name, err)
			}
			err := f.Guard(context.Background(), Limits{}, func() { run(f.Tuple(7, 4)) })
			var limit *LimitError
			if !errors.As(err, &limit) || limit.Kind != "values" || limit.Max != MaxValue || limit.At != 7+4*quarter {
				t.Errorf("%v, %s: got %v", o.Rule, name, err)
			}
			if err := f.Check(); err != nil {
				t.Errorf("%v, %s: %v", o.Rule, name, err)
			}
		}
		f.Close()
	}
}

// Many events on one level, equal ones among them.
func TestManyEventsOfOneLevel(t *testing.T) {
	const n = min(50_000, maxChains/2-2) // quadratic time would be noticed
	f := New(2, Options{})
	defer f.Close()
	r := f.NewRelation()
	for i := range n {
		r.Add(Step{1, Shift{Min: i, Below: i + 1, Delta: 1}}, Step{2, Shift{}})
		if i%2 == 0 {
			r.Add(Step{1, Shift{Min: i, Below: i + 1, Delta: 1}})
		}
	}
	if got := len(r.byTop[1]); got != n || r.Len() != n+n/2 {
		t.Errorf("%d events of level 1, %d in all", got, r.Len())
	}
	if got := r.CountEnabled(f.Tuple(4, 0).Union(f.Tuple(5, 0))); fmt.Sprint(got) != "3" {
		t.Errorf("%v events enabled, want 3", got)
	}
}

// In tables by value one large value takes no more room than a small one.
func TestLargeValuesAreFew(t *testing.T) {
	const large = MaxValue - 10
	f := New(2, Options{})
	defer f.Close()
	r := f.NewRelation()
	down := NewMap(func(v int) (int, bool) { return v - 1, v > large },
		func(v int) (int, bool) { return v + 1, v >= large && v < large+4 })
	r.Add(Step{1, down}, Step{2, Shift{Delta: 1}})
	start := f.Tuple(large+4, large)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	reached := r.Saturate(start)
	back := r.Inverse().Saturate(f.Tuple(large, large+4))
	weight := func(_, v int) int64 { return int64(v) }
	for name, got := range map[string]Set{
		"Saturate": reached, "the way back": back, "Chaining": r.Chaining(start),
		"Where":   reached.Where(1, func(v int) bool { return v >= large }),
		"Between": reached.Between(weight, 2*large+4, 2*large+4), "SaturateWithin": r.SaturateWithin(start, reached),
	} {
		if n := got.Count(); n.Int64() != 5 || !got.Equal(reached) {
			t.Errorf("%s: %v tuples, want 5", name, n)
		}
	}
	if dead := r.Dead(reached); !dead.Equal(f.Tuple(large, large+4)) {
		t.Errorf("Dead: %v tuples, want one", dead.Count())
	}
	if n := r.CountEnabled(reached); n.Int64() != 4 {
		t.Errorf("CountEnabled: %v, want 4", n)
	}
	runtime.ReadMemStats(&after)
	if grown := after.TotalAlloc - before.TotalAlloc; grown > 10<<20 {
		t.Errorf("%d MiB were allocated", grown>>20)
	}
}
