package mdd

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
)

// S1: saturation, breadth-first search and chaining reach the same node, the set that the slow twin reaches. eachScene
// runs this with a collection at each new node, too, so it also tests S2; M1 to M4 are tested by each comparison of
// nodes.
func TestReachabilityAgrees(t *testing.T) {
	eachScene(t, 300, func(t *testing.T, c *scene) {
		want := closure(c.start, c.events)
		saturated := c.r.Saturate(c.set)
		c.same(t, "Saturate", saturated, want)
		c.same(t, "Saturate again", c.r.Saturate(c.set), want)
		if chained := c.r.Chaining(c.set); !chained.Equal(saturated) || !c.r.Chain(c.set).Equal(chained) {
			t.Errorf("Chaining: got %v", slices.Collect(chained.All()))
		}
		reached, depth := c.r.BFS(c.set)
		if !reached.Equal(saturated) {
			t.Errorf("BFS: got %v", slices.Collect(reached.All()))
		}
		layers := c.layers()
		if depth != max(0, len(layers)-1) {
			t.Errorf("BFS: depth %d, want %d", depth, len(layers)-1)
		}
		c.r.Layers(c.set, func(d int, layer Set) bool {
			c.same(t, fmt.Sprint("layer ", d), layer, layers[d])
			return true
		})
		again := c.r.Saturate(saturated)
		if !again.Equal(saturated) {
			t.Errorf("saturating twice: got %v", slices.Collect(again.All()))
		}
	})
}

// layers returns the tuples by their distance from the start.
func (c *scene) layers() []tuples {
	seen, layer := tuples{}, c.start
	var list []tuples
	for len(layer) > 0 {
		list = append(list, layer)
		next := tuples{}
		for _, v := range layer {
			seen.Add(v)
		}
		for _, v := range layer {
			for _, e := range c.events {
				for _, to := range e.Successors(v) {
					if !seen.Has(to) {
						next.Add(to)
					}
				}
			}
		}
		layer = next
	}
	return list
}

// Images, preimages and layers have the tuples that single steps lead to.
func TestImagesAgainstTwin(t *testing.T) {
	eachScene(t, 300, func(t *testing.T, c *scene) {
		all := tuples{}
		for i, e := range c.events {
			want := tuples{}
			for _, v := range c.start {
				for _, to := range e.Successors(v) {
					want.Add(to)
					all.Add(to)
				}
			}
			c.same(t, fmt.Sprint("ImageOf ", i), c.r.ImageOf(i, c.set), want)
		}
		c.same(t, "Image", c.r.Image(c.set), all)
	})
}

// The inverse leads from a tuple to the tuples that lead to it. Maps that are not injective have no inverse.
func TestInverseAgainstTwin(t *testing.T) {
	eachScene(t, 300, func(t *testing.T, c *scene) {
		if c.joins {
			return
		}
		inverse := c.r.Inverse()
		reached := closure(c.start, c.events)
		back := tuples{}
		for _, v := range reached {
			for _, e := range c.events {
				for _, to := range e.Successors(v) {
					if c.start.Has(to) {
						back.Add(v)
					}
				}
			}
		}
		got := c.r.PreImage(c.set).Intersect(reached.Set(c.f))
		c.same(t, "PreImage", got, back)
		if again := inverse.Image(c.set).Intersect(reached.Set(c.f)); !again.Equal(got) {
			t.Errorf("image of the inverse: got %v", slices.Collect(again.All()))
		}
		s := reached.Set(c.f)
		if twice := inverse.Inverse().Image(s); !twice.Equal(c.r.Image(s)) {
			t.Errorf("inverse of the inverse: got %v", slices.Collect(twice.All()))
		}
	})
}

// An event given as a diagram over pairs has the same images as one of steps.
func TestDiagramEvents(t *testing.T) {
	eachScene(t, 200, func(t *testing.T, c *scene) {
		r := c.f.NewRelation()
		var levels []int
		for k := 1; k <= c.f.levels; k++ {
			levels = append(levels, k)
		}
		for _, rule := range []Rule{QuasiReduced, ZeroSuppressed} {
			pairs := New(2*c.f.levels, Options{Rule: rule})
			for _, e := range c.events {
				t := tuples{}
				for _, v := range closure(c.start, c.events) {
					for _, to := range e.Successors(v) {
						var pair []int
						for k := range v {
							pair = append(pair, to[k], v[k])
						}
						t.Add(pair)
					}
				}
				r.AddDiagram(levels, pairs.Tuples(t.Sorted()))
			}
			pairs.Close()
		}
		want := closure(c.start, c.events)
		c.same(t, "Saturate", r.Saturate(c.set), want)
		c.same(t, "Chaining", r.Chaining(c.set), want)
		if got := c.r.Dead(want.Set(c.f)); !got.Equal(r.Dead(want.Set(c.f))) {
			t.Errorf("Dead: got %v", slices.Collect(got.All()))
		}
		if got, want := r.CountEnabled(want.Set(c.f)), c.r.CountEnabled(want.Set(c.f)); got.Int64() != 2*want.Int64() {
			t.Errorf("CountEnabled: got %v, want twice %v", got, want)
		}
	})
}

// A saturation that a limit ends leaves the forest usable: the next one gives the right set.
func TestSaturationAfterLimits(t *testing.T) {
	for seed := range uint64(40) {
		for _, o := range everyOption {
			c := newScene(rand.New(rand.NewPCG(seed, 1)), o)
			want := closure(c.start, c.events)
			for work := int64(1); ; work += 1 + work/2 {
				err := c.f.Guard(context.Background(), Limits{Work: work}, func() { c.r.Saturate(c.set) })
				if e := c.f.Check(); e != nil {
					t.Fatalf("seed %d, %v, work %d: %v", seed, o, work, e)
				}
				if err == nil {
					break
				}
				var limit *LimitError
				if !errors.As(err, &limit) || limit.Kind != "work" {
					t.Fatalf("seed %d, %v, work %d: %v", seed, o, work, err)
				}
				partial := c.r.Partial(c.set)
				if !partial.Minus(want.Set(c.f)).IsEmpty() || !c.set.Minus(partial).IsEmpty() {
					t.Errorf("seed %d, %v, work %d: Partial is %v", seed, o, work, slices.Collect(partial.All()))
				}
			}
			c.same(t, fmt.Sprint("seed ", seed), c.r.Saturate(c.set), want)
			c.f.Close()
		}
	}
}

// Sets and relations of different forests do not mix.
func TestForeignOperandsPanic(t *testing.T) {
	f, g := New(2, Options{}), New(2, Options{})
	defer f.Close()
	defer g.Close()
	r, s, mine := f.NewRelation(), g.Tuple(0, 1), f.Tuple(0, 1)
	for name, call := range map[string]func(){
		"Union": func() { mine.Union(s) }, "Intersect": func() { mine.Intersect(s) }, "Minus": func() { mine.Minus(s) },
		"Equal": func() { mine.Equal(s) }, "Saturate": func() { r.Saturate(s) }, "Chaining": func() { r.Chaining(s) },
		"Image": func() { r.Image(s) }, "PreImage": func() { r.PreImage(s) }, "Enabled": func() { r.Enabled(0, s) },
		"Dead": func() { r.Dead(s) }, "CountEnabled": func() { r.CountEnabled(s) },
	} {
		func() {
			defer func() {
				want := "mdd: " + name + ": set and relation of different forests"
				if r := recover(); r != want && r != "mdd: "+name+": operands of different forests" {
					t.Errorf("got the panic %v, want %s", r, want)
				}
			}()
			call()
		}()
	}
}
