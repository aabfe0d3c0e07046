package edd_test

import (
	"context"
	"errors"
	"testing"

	"brim/dd"
	"brim/edd"
	"brim/mdd"
)

// Each version is parsed from its name.
func TestVersionNames(t *testing.T) {
	for _, v := range edd.Versions() {
		if got, err := edd.ParseVersion(v.String()); err != nil || got != v {
			t.Errorf("%v: got %v, %v", v, got, err)
		}
	}
	const want = `unknown version "exakt", expected budgeted, exact, approx, layered, auto`
	if _, err := edd.ParseVersion("exakt"); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// A limit ends every version, in whichever store its work is, and both forests stay usable.
func TestLimits(t *testing.T) {
	sets := mdd.New(6, mdd.Options{})
	defer sets.Close()
	r := sets.NewRelation()
	for k := 1; k <= 6; k++ {
		r.Add(mdd.Step{Level: k, Effect: mdd.Shift{Below: 20, Delta: 1}})
		r.Add(mdd.Step{Level: k, Effect: mdd.Shift{Min: 1, Delta: -1}},
			mdd.Step{Level: k%6 + 1, Effect: mdd.Shift{Below: 20, Delta: 1}})
	}
	f := edd.New(sets, edd.Options{})
	defer f.Close()
	start := f.Zero(sets.Tuple(0, 0, 0, 0, 0, 0))
	ctx := context.Background()
	for _, version := range edd.Versions() {
		z := f.NewSaturator(r, version)
		err := f.Guard(ctx, dd.Limits{Work: 1000}, func() { z.Bounded(start, 40) })
		var limit *dd.LimitError
		if !errors.As(err, &limit) || limit.Kind != "work" {
			t.Errorf("%v: got %v, want a limit of work", version, err)
		}
		var g edd.Func
		if err := f.Guard(ctx, dd.Limits{}, func() { g = z.Bounded(start, 2) }); err != nil {
			t.Fatal(err)
		}
		if n := g.Support().Count(); n.Int64() != 1+6+21 { // of one token, or two
			t.Errorf("%v: %v tuples within 2 steps after the limit, want 28", version, n)
		}
		if err := sets.Check(); err != nil {
			t.Error(err)
		}
	}
}
