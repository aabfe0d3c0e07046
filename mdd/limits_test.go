package mdd

import (
	"context"
	"errors"
	"testing"
	"time"
)

// A counter without bound never finishes its only node; limits end it all the same.
func TestUnboundedCounter(t *testing.T) {
	if MaxValue < 1<<30 {
		t.Skip("fields are narrow: the values end it")
	}
	for _, o := range everyOption {
		f := New(1, o)
		r := f.NewRelation()
		r.Add(Step{1, Shift{Delta: 1}})
		zero := f.Tuple(0)
		soon, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
		for _, c := range []struct {
			ctx    context.Context
			limits Limits
			kind   string
		}{
			{context.Background(), Limits{Memory: 4 << 20}, "memory"},
			{soon, Limits{}, "time"},
		} {
			err := f.Guard(c.ctx, c.limits, func() { r.Saturate(zero) })
			var limit *LimitError
			if !errors.As(err, &limit) || limit.Kind != c.kind {
				t.Errorf("got %v, want a limit of kind %s", err, c.kind)
			}
			if err := f.Check(); err != nil {
				t.Error(err)
			}
		}
		cancel()
		f.Close()
	}
}

// Nodes that no set reaches are collected, however many sets there were.
func TestGarbageIsCollected(t *testing.T) {
	f := New(20, Options{})
	defer f.Close()
	err := f.Guard(context.Background(), Limits{Nodes: 5000}, func() {
		values := make([]int, 20)
		s := f.Empty()
		for i := range 2000 {
			for k := range values {
				values[k] = i >> k & 1
			}
			s = s.Union(f.Tuple(values...)) // about 40 new nodes each
		}
		if got := s.Count(); got.Int64() != 2000 {
			t.Errorf("%v tuples", got)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

// S2: with CollectEvery: n a collection comes at every nth new node, and no result changes.
func TestCollectEvery(t *testing.T) {
	for _, every := range []int{0, 1, 2, 7} {
		f := New(3, Options{CollectEvery: every})
		before := f.Stats().Collections
		made := 0
		for i := range 70 {
			f.Tuple(1+i, 1, 1)
			made++ // the node of level 1 is always new; those above are new again only if they were collected
		}
		got := f.Stats().Collections - before
		if every == 0 && got != 0 || every > 0 && got < made/every {
			t.Errorf("every %d: %d collections for at least %d new nodes", every, got, made)
		}
		f.Close()
	}
}
