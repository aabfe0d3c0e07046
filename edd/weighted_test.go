package edd_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

// Events with costs.

// On a road of n towns the way from town i to the next costs i, so town i is at distance 0+1+…+(i−1), in all versions.
// There are more different costs than classes of events may have relations, and the first way costs nothing.
func TestManyCosts(t *testing.T) {
	const n = 100
	sets := mdd.New(1, mdd.Options{})
	f := edd.New(sets, edd.Options{})
	defer closeBoth(f)
	r := sets.NewRelation()
	for i := range n - 1 {
		r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Min: i, Below: i + 1, Delta: 1}})
	}
	start := f.Zero(sets.Tuple(0))
	for _, version := range edd.Versions() {
		z := f.NewWeighted(r, version, func(event int) int { return event })
		g := z.Bounded(start, n*n)
		for i := range n {
			if d := g.At(i); d != i*(i-1)/2 {
				t.Errorf("%v: town %d is at %d, want %d", version, i, d, i*(i-1)/2)
			}
		}
		p, ok := z.Path(start, g, sets.Tuple(n-1))
		if !ok || len(p.Events) != n-1 || !slices.IsSorted(p.Events) || p.Tuples[n-1][0] != n-1 {
			t.Errorf("%v: the path is %v, %v", version, p.Events, ok)
		}
		if g := z.Bounded(start, 10); g.Largest() != 10 || g.Support().Count().Int64() != 6 {
			t.Errorf("%v: %v within 10, up to %d", version, g.Counts(), g.Largest())
		}
	}
}

// Costs as large as a distance may be, and sums that pass it.
func TestLargeCosts(t *testing.T) {
	sets := mdd.New(2, mdd.Options{})
	f := edd.New(sets, edd.Options{})
	defer closeBoth(f)
	r := sets.NewRelation()
	r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 1}})
	r.Add(mdd.Step{Level: 2, Effect: mdd.Shift{Delta: 1}})
	const most = edd.Infinity - 1
	start := f.Zero(sets.Tuple(0, 0))
	for _, version := range edd.Versions() {
		g := f.NewWeighted(r, version, func(event int) int { return []int{most, most - 1}[event] }).Bounded(start, most)
		if n := g.Support().Count().Int64(); n != 3 || g.At(1, 0) != most || g.At(0, 1) != most-1 {
			t.Errorf("%v: %d tuples, at %d and %d", version, n, g.At(1, 0), g.At(0, 1))
		}
	}
}

// A search through infinitely many tuples at no cost is ended by a limit.
func TestFreeEventsWithoutEnd(t *testing.T) {
	for _, version := range edd.Versions() {
		sets := mdd.New(2, mdd.Options{})
		f := edd.New(sets, edd.Options{})
		r := sets.NewRelation()
		r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Delta: 1}})
		r.Add(mdd.Step{Level: 2, Effect: mdd.Shift{Delta: 1}}, mdd.Step{Level: 1, Effect: mdd.Shift{Min: 3, Delta: -3}})
		z := f.NewWeighted(r, version, func(event int) int { return event })
		err := f.Guard(context.Background(), dd.Limits{Work: 50_000}, func() { z.Bounded(f.Zero(sets.Tuple(0, 0)), 3) })
		if limit := (*dd.LimitError)(nil); !errors.As(err, &limit) || limit.Kind != "work" {
			t.Errorf("%v: got %v, want a limit of work", version, err)
		}
		closeBoth(f)
	}
}

// A saturator asks for the costs of events that are added later, and equal events may have different costs.
func TestCostsOfLaterEvents(t *testing.T) {
	for _, version := range edd.Versions() {
		sets := mdd.New(1, mdd.Options{})
		f := edd.New(sets, edd.Options{})
		r := sets.NewRelation()
		costs := []int{5, 3, 4}
		add := func() { r.Add(mdd.Step{Level: 1, Effect: mdd.Shift{Below: 2, Delta: 1}}) }
		add()
		z := f.NewWeighted(r, version, func(event int) int { return costs[event] })
		start := f.Zero(sets.Tuple(0))
		if d := z.Bounded(start, 100).At(2); d != 10 {
			t.Errorf("%v: distance %d, want 10", version, d)
		}
		add()
		add()
		g := z.Bounded(start, 100)
		if p, ok := z.Path(start, g, sets.Tuple(2)); g.At(2) != 6 || !ok || !slices.Equal(p.Events, []int{1, 1}) {
			t.Errorf("%v: distance %d by %v, want 6 by event 1 twice", version, g.At(2), p.Events)
		}
		closeBoth(f)
	}
}

// Auto ends, with what Budgeted has, after at most five times the work of the better one of its two ways.
func TestAutoTakesLittleMore(t *testing.T) {
	type system struct {
		name  string
		bound int
		make  func() (*mdd.Relation, mdd.Set)
	}
	systems := []system{
		{"8-puzzle", 12, slidingTiles},
		{"hanoi", 60, func() (*mdd.Relation, mdd.Set) { return hanoi(6) }},
	}
	for _, net := range []string{"fms:20", "dphil:30", "kanban:30", "sr:8"} {
		systems = append(systems, system{net, 15, func() (*mdd.Relation, mdd.Set) {
			m := encoded(t, net)
			return m.Moves, m.Init
		}})
	}
	for _, s := range systems {
		work, counts := map[edd.Version]int64{}, ""
		for _, version := range []edd.Version{edd.Budgeted, edd.Layered, edd.Auto} {
			r, start := s.make()
			f := edd.New(r.Forest(), edd.Options{})
			before := f.Sets().Stats().Work
			g := f.NewSaturator(r, version).Bounded(f.Zero(start), s.bound)
			work[version] = f.Stats().Work + f.Sets().Stats().Work - before
			if got := g.Support().Count().String(); counts == "" {
				counts = got
			} else if got != counts {
				t.Errorf("%s: %v has %s tuples, not %s", s.name, version, got, counts)
			}
			closeBoth(f)
		}
		least := min(work[edd.Budgeted], work[edd.Layered])
		t.Logf("%s: budgeted %d, layered %d, auto %d: %.2f times the better", s.name, work[edd.Budgeted],
			work[edd.Layered], work[edd.Auto], float64(work[edd.Auto])/float64(least))
		if work[edd.Auto] > 5*least {
			t.Errorf("%s: auto takes %d, the better way %d", s.name, work[edd.Auto], least)
		}
	}
}
