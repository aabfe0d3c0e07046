package dd

import (
	"context"
	"errors"
	"testing"
)

// W1: what a packed field cannot hold is a LimitError or a panic, never another number, and the store is as it was. The
// fields here are those of operations, handles, values and the work stack; the tag "narrow" makes them small.
// TestManyChains in mdd and edd does the same for chains.
func TestWidths(t *testing.T) {
	if maxArena > 1<<20 {
		t.Skip("needs the tag narrow")
	}
	s := New(Options{})
	defer s.Close()
	kept := s.Protect(s.Make(1, 1, s.Push(Unit)))
	s.Release(0)
	for _, c := range []struct {
		kind string
		max  int64
		run  func()
	}{
		{"operations", maxOps, func() {
			for {
				s.NewOp("op", NodeA)
			}
		}},
		{"handles", maxArena, func() {
			for i := 2; ; i++ {
				s.Push(s.Make(1, i, s.Push(Unit)))
			}
		}},
		{"values", maxValue, func() { s.Make(1, maxValue+1, s.Push(Unit)) }},
		{"values", maxValue, func() { s.Make(1, 1<<32+1, s.Push(Unit)) }}, // not what kept has
		{"memory", 4 * maxStack, func() { s.Grow(maxStack + 1) }},
	} {
		err := s.Guard(context.Background(), Limits{}, c.run)
		var limit *LimitError
		if !errors.As(err, &limit) || limit.Kind != c.kind || limit.Max != c.max {
			t.Errorf("got %v, want the limit %d of kind %s", err, c.max, c.kind)
		}
		if err := s.Check(); err != nil {
			t.Error(err)
		}
		if n := s.Make(1, 1, s.Push(Unit)); n != kept.Node() {
			t.Errorf("%s: a protected node changed its handle", c.kind)
		}
	}
}
