package mdd

import (
	"errors"
	"testing"
)

// Limits end a saturation that only moves within one level, to ever larger values.
func TestLimitsEndOneLevel(t *testing.T) {
	f := New(1, Options{})
	defer f.Close()
	r := f.NewRelation()
	r.Add(Step{1, NewMap(func(v int) (int, bool) { return v + 1, v < 1<<22 }, nil)})
	err := f.Guard(t.Context(), Limits{Work: 100_000}, func() { r.Saturate(f.Tuple(0)) })
	var limit *LimitError
	if !errors.As(err, &limit) || limit.Kind != "work" {
		t.Errorf("%v; expected the end of the work", err)
	}
}
