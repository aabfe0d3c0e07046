package system

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"brim/engine/kripke"
	"brim/mdd"
)

var statesCount = flag.Int("states", 300, "compare the packed states of so many random systems with their sets")

// randomEffect draws an effect on a variable with values up to most.
func randomEffect(rng *rand.Rand, most int) mdd.Effect {
	value := func() int { return rng.IntN(most + 1) }
	switch rng.IntN(4) {
	case 0:
		low := value()
		return mdd.Shift{Min: low, Below: most + 1 - min(low, most), Delta: rng.IntN(low+1) - low}
	case 1:
		to := value()
		var pairs [][2]int
		for v := value(); v <= most; v++ {
			pairs = append(pairs, [2]int{v, to})
		}
		return mdd.NewPairs(pairs...)
	case 2:
		last := value()
		up := func(v int) (int, bool) { return v + 1, v < last }
		return mdd.NewMap(up, func(v int) (int, bool) { return v - 1, v > 0 && v <= last })
	}
	var pairs [][2]int
	for range rng.IntN(5) {
		pairs = append(pairs, [2]int{value(), value()})
	}
	return mdd.NewPairs(pairs...)
}

// randomSystem draws a system with events of one stage and of several.
func randomSystem(rng *rand.Rand) *Builder {
	b := NewBuilder("random")
	most := make([]int, 1+rng.IntN(4))
	for i := range most {
		most[i] = rng.IntN(5)
		v := b.Variable(fmt.Sprint("x", i), rng.IntN(most[i]+1))
		if b.Most(v, most[i]); rng.IntN(9) == 0 {
			b.Most(v, -1)
		}
	}
	for e := range 1 + rng.IntN(5) {
		var stages []Stage
		for range 1 + rng.IntN(2)*rng.IntN(3) {
			var stage Stage
			for range 1 + rng.IntN(2)*rng.IntN(3) {
				var steps []mdd.Step
				for i := range most {
					if rng.IntN(2) == 0 {
						steps = append(steps, mdd.Step{Level: i + 1, Effect: randomEffect(rng, most[i])})
					}
				}
				stage = append(stage, steps)
			}
			stages = append(stages, stage)
		}
		b.Sequence(fmt.Sprint("e", e), stages...)
	}
	return b
}

// Packed states have the transitions that single steps have and, if the system has sets, those of its relation: of the
// system that a builder makes, and of one with the same relation, which is looked up.
func TestStates(t *testing.T) {
	without, several := 0, 0
	for seed := range uint64(*statesCount) {
		rng := rand.New(rand.NewPCG(seed, 169))
		s, err := randomSystem(rng).System(t.Context())
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		found := sameStates(t, seed, s, 3+rng.IntN(30))
		if s.NoSets() != nil {
			without++
			continue
		}
		if n := s.Moves().Saturate(s.Start()).Count().Int64(); n != int64(found) {
			t.Fatalf("seed %d: %d states, want %d", seed, found, n)
		}
		names := make([]string, len(s.Variables()))
		for i, name := range s.Variables() {
			names[s.Level(i)-1] = name
		}
		again, err := New("again", s.Start(), s.Moves(), names, s.Events())
		if err != nil {
			t.Fatal(err)
		}
		for e := range again.stages {
			if again.stages[e] == nil {
				several++
			}
		}
		if n := sameStates(t, seed, again, kripke.UnknownBits); n != found {
			t.Fatalf("seed %d: %d states by look-up, want %d", seed, n, found)
		}
	}
	t.Logf("%d systems without sets, %d events as matrices", without, several)
	if without < *statesCount/30 || several < *statesCount/10 {
		t.Error("expected more of them")
	}
}

// sameStates compares the transitions of packed states with single steps, and returns the number of states.
func sameStates(t *testing.T, seed uint64, s *System, bits int) int {
	x := s.States(bits)
	found, err := kripke.Explore(t.Context(), x, nil, kripke.Limits{})
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	var out kripke.Successors
	values := make([]int64, len(s.Variables()))
	for i := range found.States() {
		if err := x.Successors(found.Table.State(i), &out); err != nil {
			t.Fatal(err)
		}
		var got, want, sets []string
		for k := range out.Len() {
			got = append(got, fmt.Sprint(out.Label(k), x.Format(out.State(k))))
		}
		x.Marking(values, found.Table.State(i))
		if err := s.Successors(ints(values),
			func(e int, to []int) { want = append(want, fmt.Sprint(e, s.Format(to))) }); err != nil {
			t.Fatal(err)
		}
		if s.NoSets() == nil {
			for e := range s.Events() {
				for to := range s.Moves().Successors(e, s.Tuple(ints(values))...) {
					sets = append(sets, fmt.Sprint(e, s.Format(s.Values(to))))
				}
			}
			slices.Sort(sets)
		}
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) || s.NoSets() == nil && !slices.Equal(got, sets) {
			t.Fatalf("seed %d: %s leads to %q, by single steps to %q, by relations to %q", seed,
				x.Format(found.Table.State(i)), got, want, sets)
		}
	}
	return found.States()
}
