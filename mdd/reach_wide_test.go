package mdd

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// tokenEvent draws an event that makes no tokens, with its twin: a random transition of an ordinary net, with tokens
// that are read, and now and then another effect or a step with an inhibitor arc.
func tokenEvent(rng *rand.Rand, levels int) ([]Step, eventTwin) {
	var steps []Step
	twin := eventTwin{}
	sum := 0
	for k := 1; k <= levels; k++ {
		if rng.IntN(5) < 2 {
			continue
		}
		if rng.IntN(8) == 0 {
			m := takingMap(rng)
			steps = append(steps, Step{k, m})
			twin[k] = func(v int) []int {
				if to, ok := m.next(v); ok {
					return []int{to}
				}
				return nil
			}
			continue
		}
		s := Shift{Delta: min(rng.IntN(5)-2, -sum)}
		sum += s.Delta
		s.Min = max(0, -s.Delta)
		if rng.IntN(5) == 0 {
			s.Min += rng.IntN(3)
		}
		if rng.IntN(8) == 0 {
			s.Below = s.Min + 1 + rng.IntN(4)
		}
		if s == (Shift{}) {
			continue
		}
		steps = append(steps, Step{k, s})
		twin[k] = func(v int) []int {
			if v < s.Min || s.Below > 0 && v >= s.Below {
				return nil
			}
			return []int{v + s.Delta}
		}
	}
	return steps, twin
}

// takingMap draws a Map that makes no value larger.
func takingMap(rng *rand.Rand) *Map {
	less := [4]int{rng.IntN(3), rng.IntN(3), rng.IntN(3), rng.IntN(3)}
	return NewMap(func(v int) (int, bool) { return v - less[v%4], v >= less[v%4] }, nil)
}

// Saturation that treats all nodes as wide, leaving out the events that cannot change an image (see cones), reaches the
// same set as the twin, and so does saturation that treats no node as wide.
func TestWideFrames(t *testing.T) {
	systems, leftOut := 2000, 0
	if testing.Short() {
		systems /= 4
	}
	for seed := range uint64(systems) {
		for _, o := range everyOption {
			rng := rand.New(rand.NewPCG(seed, 3))
			levels := 2 + rng.IntN(4)
			f := New(levels, o)
			r := f.NewRelation()
			var events []eventTwin
			for range 1 + rng.IntN(7) {
				if steps, twin := tokenEvent(rng, levels); len(steps) > 0 {
					r.Add(steps...)
					events = append(events, twin)
				}
			}
			start := tuples{}
			for range 1 + rng.IntN(2) {
				values := make([]int, levels)
				for tokens := rng.IntN(7); tokens > 0; tokens-- {
					values[rng.IntN(levels)]++
				}
				start.Add(values)
			}
			want := closure(start, events).Set(f)
			for _, wide := range []int{1, wideFrom, MaxValue} {
				r.sat = newSaturator(r)
				r.sat.wide = wide
				if got := r.Saturate(start.Set(f)); !got.Equal(want) {
					t.Fatalf("seed=%d/%v/every=%d/wide=%d: %v tuples, want %v", seed, o.Rule, o.CollectEvery, wide,
						got.Count(), want.Count())
				}
				if err := f.Check(); err != nil {
					t.Fatal(err)
				}
				if c := r.sat.cones; c != nil {
					for at, rows := range c.after {
						leftOut += len(c.rows[at.k].events) - len(rows.events)
					}
				}
			}
			f.Close()
		}
	}
	if leftOut < systems/2 {
		t.Errorf("only %d events were left out in %d systems", leftOut, systems)
	}
}

// With more than coneLevels levels there are no cones, and wide frames all the same.
func TestWideFramesOfTallForests(t *testing.T) {
	for _, levels := range []int{coneLevels, coneLevels + 1} {
		t.Run(fmt.Sprint("levels=", levels), func(t *testing.T) {
			f := New(levels, Options{})
			defer f.Close()
			r := ring(f)
			start := make([]int, levels)
			start[levels/2] = 2
			r.sat = newSaturator(r)
			r.sat.wide = 1
			if got := r.Saturate(f.Tuple(start...)); !got.Equal(compositions(f, 2)) {
				t.Errorf("%v tuples are reached, expected %v", got.Count(), compositions(f, 2).Count())
			}
			if has := r.sat.cones != nil; has != (levels <= coneLevels) {
				t.Errorf("cones: %v", has)
			}
		})
	}
}
