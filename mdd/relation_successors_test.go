package mdd_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"brim/mdd"
)

// Successors of a tuple agree with the twin and with the image of the set of that tuple.
func TestSuccessors(t *testing.T) {
	rng := rand.New(rand.NewPCG(102, 1))
	for range 300 {
		levels, domain := 1+rng.IntN(4), 1+rng.IntN(4)
		f := mdd.New(levels, mdd.Options{Rule: mdd.Rule(rng.IntN(2)), CollectEvery: rng.IntN(3)})
		r, twin := f.NewRelation(), mdd.EventTwin{}
		oneWay := false
		var steps []mdd.Step
		for k := range levels {
			if rng.IntN(2) == 0 {
				effect, effectTwin := mdd.RandomEffect(rng, domain)
				steps = append(steps, mdd.Step{Level: k + 1, Effect: effect})
				twin[k+1], oneWay = effectTwin, oneWay || mdd.OneWay(effect)
			}
		}
		event := r.Add(steps...)
		values := make([]int, levels)
		for k := range values {
			values[k] = rng.IntN(domain)
		}
		before, list := slices.Clone(values), [][]int(nil)
		for to := range r.Successors(event, values...) {
			list = append(list, to)
		}
		if !slices.Equal(values, before) {
			t.Fatal("the tuple was changed")
		}
		got, want := f.Tuples(list), f.Tuples(twin.Successors(values))
		if !got.Equal(want) || !got.Equal(r.ImageOf(event, f.Tuple(values...))) ||
			int64(len(list)) != want.Count().Int64() {
			t.Fatalf("%v lead from %v to %v", steps, values, list)
		}
		for range r.Successors(event, values...) { // one may stop
			break
		}
		if _, got := r.OneWay(); got != oneWay {
			t.Fatalf("%v: OneWay is %t", steps, got)
		}
		f.Close()
	}
}
