package ticks

import (
	"slices"

	"brim/engine/system"
	"brim/mdd"
)

// Firings as sequences: the places first, and then one transition after the other whose variable depends on them.

// A tester returns the effect of asking for a condition; nil if it always holds.
type tester func(c condition) mdd.Effect

// stage returns the stage that tells u whether it is enabled, in the middle of a firing or after it.
func (u watcher) stage(conditions []condition, test tester, between bool) (list system.Stage) {
	tell := func(steps []mdd.Step, enabled bool) {
		var pairs [][2]int
		for v := range u.top + 1 {
			switch {
			case !enabled:
				pairs = append(pairs, [2]int{v, 0})
			case between:
				pairs = append(pairs, [2]int{v, v})
			default:
				pairs = append(pairs, [2]int{v, max(v, 1)})
			}
		}
		list = append(list, append(slices.Clip(steps), mdd.Step{Level: u.variable + 1, Effect: mdd.NewPairs(pairs...)}))
	}
	var holds []mdd.Step // the conditions so far
	for _, c := range conditions {
		for _, f := range c.fails() {
			if e := test(f); e != nil {
				tell(append(slices.Clip(holds), mdd.Step{Level: c.place + 1, Effect: e}), false)
			} else {
				tell(holds, false)
			}
		}
		if c.codes == nil && c.least > c.most {
			return list // it never holds
		}
		if e := test(c); e != nil {
			holds = append(holds, mdd.Step{Level: c.place + 1, Effect: e})
		}
	}
	tell(holds, true)
	return list
}
