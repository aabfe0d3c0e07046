package structure

import (
	"cmp"
	"slices"

	"brim/petri"
)

// A TSemiflow says how often transitions have to fire to reproduce a marking: firing each of Transitions as often as
// its count changes no place, in any order that is possible.
type TSemiflow struct {
	Transitions []int   // the support: indices, ascending
	Counts      []int64 // parallel to Transitions, each ≥ 1, greatest common divisor 1
}

// TSemiflows is Semiflows for transitions: the vectors x ≥ 0, x ≠ 0 with Cx = 0 of minimal support, the short ones
// first. With complete true they are all. In a net with inhibitor arcs they are the same; some may never be possible
// then.
func TSemiflows(net *petri.Net, limit Limit) (flows []TSemiflow, complete bool) {
	byTransition, _ := effects(net)
	e := newElimination(&byTransition, len(net.Places), nil, limit.orDefault(net))
	complete = e.run()
	check := &flowCheck{rows: &byTransition, sum: make([]int64, len(net.Places))}
	vectors, _ := e.finished()
	for _, i := range vectors {
		var f TSemiflow
		for _, x := range e.y(i) {
			f.Transitions, f.Counts = append(f.Transitions, int(x.index)), append(f.Counts, x.value)
		}
		if !check.holds(f.Transitions, f.Counts, false) {
			complete = false
			continue
		}
		flows = append(flows, f)
	}
	slices.SortFunc(flows, func(a, b TSemiflow) int {
		return cmp.Or(len(a.Transitions)-len(b.Transitions), slices.Compare(a.Transitions, b.Transitions))
	})
	return flows, complete
}
