package mdd

import (
	"context"
	"errors"
	"flag"
	"math/rand/v2"
	"testing"
	"weak"
)

var many = flag.Int("many", 3000, "how many relations, and closures of one that grows, are made one after the other")

// Relations that are dropped give their operations to later ones, which find none of their results.
func TestManyRelations(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	start, all := f.Tuple(0, 1), f.Box([][]int{{0, 1, 2, 3, 4, 5}, {0, 1}})
	for i := range *many {
		to := i%5 + 1
		r := f.NewRelation()
		r.Add(Step{1, Shift{Below: 1, Delta: to}}, Step{2, Shift{Min: 1, Delta: -1}})
		image, want := f.Tuple(to, 0), f.Tuple(to, 0).Union(start)
		for name, got := range map[string]Set{
			"Saturate": r.Saturate(start), "SaturateWithin": r.SaturateWithin(start, all),
			"Chaining": r.Chaining(start),
			"Image":    r.Image(start).Union(start), "PreImage": r.PreImage(image).Union(image),
			"Dead":    r.Dead(want).Union(start),
			"Enabled": r.Enabled(0, want).Union(image),
		} {
			if !got.Equal(want) {
				t.Fatalf("relation %d: %s gives %v tuples", i, name, got.Count())
			}
		}
	}
	if err := f.Check(); err != nil {
		t.Error(err)
	}
}

// A relation that gets events between its closures needs new operations for each, and gives the old ones back.
func TestManyClosuresOfOneRelation(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	r := f.NewRelation()
	for i := range min(*many, maxChains/2) {
		r.Add(Step{2, Shift{Min: i, Below: i + 1}}, Step{1, Shift{Below: 1, Delta: i%5 + 1}})
		start := f.Tuple(0, i)
		if got, want := r.Saturate(start), start.Union(f.Tuple(i%5+1, i)); !got.Equal(want) {
			t.Fatalf("closure %d: %v tuples", i, got.Count())
		}
	}
}

// Where all operations are in use there is an error, and the forest stays usable.
func TestTooManyRelations(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	var held []*Relation
	saturate := func(r *Relation) Set {
		if r.Len() == 0 {
			r.Add(Step{1, Shift{Below: 3, Delta: 1}})
		}
		return r.Saturate(f.Tuple(0, 7))
	}
	err := f.Guard(context.Background(), Limits{}, func() {
		for range *many {
			held = append(held, f.NewRelation())
			saturate(held[len(held)-1])
		}
	})
	var limit *LimitError
	if !errors.As(err, &limit) || limit.Kind != "operations" {
		t.Fatalf("%d relations: %v", len(held), err)
	}
	want := f.Tuple(0, 7).Union(f.Tuple(1, 7)).Union(f.Tuple(2, 7)).Union(f.Tuple(3, 7))
	if got := saturate(held[0]); !got.Equal(want) {
		t.Errorf("a relation that has its operations: %v tuples", got.Count())
	}
	last := held[len(held)-1]
	held = nil
	if got := saturate(last); !got.Equal(want) {
		t.Errorf("after the others were dropped: %v tuples", got.Count())
	}
}

// Relations that are referenced keep their operations while others come and go.
func TestRelationsComeAndGo(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	rng := rand.New(rand.NewPCG(1, 2))
	start := f.Tuple(0, 1)
	held := make([]*Relation, 10)
	to := make([]int, len(held))
	for i := range *many {
		k := rng.IntN(len(held))
		if held[k] == nil || rng.IntN(2) == 0 {
			held[k], to[k] = f.NewRelation(), 1+rng.IntN(1000)
			held[k].Add(Step{1, Shift{Below: 1, Delta: to[k]}}, Step{2, Shift{Min: 1, Delta: -1}})
		}
		r, image := held[k], f.Tuple(to[k], 0)
		all := start.Union(image)
		for name, got := range map[string]Set{
			"Saturate": r.Saturate(start), "SaturateWithin": r.SaturateWithin(start, all),
			"Chaining": r.Chaining(start),
			"Image":    r.Image(start).Union(start), "Dead": r.Dead(all).Union(start),
			"backwards": r.Inverse().Saturate(image),
			"one of it": r.Only(func(int) bool { return true }).Saturate(start),
		} {
			if !got.Equal(all) {
				t.Fatalf("step %d: %s of relation %d gives %v tuples", i, name, k, got.Count())
			}
		}
	}
}

// The memory of an unreferenced relation is freed, though its forest lives on.
func TestDroppedRelationsLeaveNothing(t *testing.T) {
	f := New(2, Options{})
	defer f.Close()
	chains := func() weak.Pointer[relations] {
		r := manyChains(f, 100)
		start := f.Tuple(1, 1)
		r.Saturate(start)
		r.SaturateWithin(start, start)
		r.Inverse().Image(start)
		r.Dead(start)
		return weak.Make(r.Only(func(event int) bool { return event < 10 }).rel)
	}()
	f.Collect() // runs Go's collector
	if chains.Value() != nil {
		t.Error("the chains are still there")
	}
	f.Empty()
}
