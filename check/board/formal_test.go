package board_test

import (
	"fmt"
	"slices"

	"brim/check/model"
	"brim/engine"
	"brim/internal/testkit/oracle"
	"brim/petri"
)

// globals returns the answers to questions for global properties of a net whose states, with these markings, are all
// known, by the definitions.
func globals(markings []petri.Marking, succ [][]oracle.Edge, transitions int) map[model.Kind]string {
	inPlace, inMarking, safe := int64(0), int64(0), true
	stable := slices.Repeat([]bool{true}, len(markings[0]))
	for _, m := range markings {
		sum := int64(0)
		for p, n := range m {
			inPlace, sum, safe = max(inPlace, n), sum+n, safe && n <= 1
			stable[p] = stable[p] && n == markings[0][p]
		}
		inMarking = max(inMarking, sum)
	}
	fires := func(i int) []bool { // which transitions can fire later
		seen, can := map[int]bool{i: true}, make([]bool, transitions)
		for queue := []int{i}; len(queue) > 0; queue = queue[1:] {
			for _, e := range succ[queue[0]] {
				if e.Transition != oracle.Tick {
					can[e.Transition] = true
				}
				if !seen[e.To] {
					seen[e.To] = true
					queue = append(queue, e.To)
				}
			}
		}
		return can
	}
	live := true
	for i := range markings {
		live = live && !slices.Contains(fires(i), false)
	}
	return map[model.Kind]string{
		model.QuasiLiveness: engine.Decided(!slices.Contains(fires(0), false)).String(),
		model.Liveness:      engine.Decided(live).String(),
		model.OneSafe:       engine.Decided(safe).String(),
		model.StableMarking: engine.Decided(slices.Contains(stable, true)).String(),
		model.MostInPlace:   fmt.Sprint(inPlace),
		model.MostInMarking: fmt.Sprint(inMarking),
	}
}
