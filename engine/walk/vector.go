package walk

import (
	"context"
	"fmt"
)

// A vector says how often transitions are to be fired.
//
// Invariant, between two firings of a run along it: enabled has the transitions that are enabled and whose count is not
// 0, t at enabled[at[t]]; hooks of those with a count have the bit counted.
type vector struct {
	support []int32
	wanted  []int64 // by transition
	count   []int64 // by transition: how often it is still to be fired
	enabled []int32
	at      []int32
}

func (v *vector) enable(t int32) {
	v.at[t] = int32(len(v.enabled))
	v.enabled = append(v.enabled, t)
}

func (v *vector) disable(t int32) {
	last := len(v.enabled) - 1
	moved, at := v.enabled[last], v.at[t]
	v.enabled[at], v.at[moved] = moved, at
	v.enabled = v.enabled[:last]
}

// take takes one of those that are enabled.
func (v *vector) take(w *Walker) int32 {
	t := v.enabled[w.below(len(v.enabled))]
	if v.count[t]--; v.count[t] == 0 {
		v.disable(t)
		w.hooks[t] &^= counted
	}
	return t
}

// room makes room for all transitions.
func (v *vector) room(transitions int) {
	if v.at == nil {
		v.at, v.count = make([]int32, transitions), make([]int64, transitions)
		v.enabled = make([]int32, 0, transitions)
	}
	v.support = v.support[:0]
}

// Most firings of a run along a vector.
const (
	alongFirings = 20_000
	alongMost    = 1_000_000
)

// Along walks along a Parikh vector, as a solution of the state equation: it fires each transition at most as often as
// counts says, in random order, and ends when nothing that is left is enabled; every other run goes on with any
// transition instead. All goals are looked for on the way. One run is cheap, and a few tell most: see Limits.Runs. It
// panics if there is not one count for each transition, or if one is negative. The error is a defect of this package.
func (w *Walker) Along(ctx context.Context, counts []int64, l Limits) error {
	if len(counts) != len(w.hooks) {
		panic(fmt.Sprintf("walk: Along: %d counts for %d transitions", len(counts), len(w.hooks)))
	}
	v := &w.vector
	v.room(len(counts))
	total := int64(0)
	for t, n := range counts {
		if n < 0 {
			panic(fmt.Sprintf("walk: Along: %d firings of a transition", n))
		}
		if n > 0 && w.hooks[t]&idles == 0 {
			v.support = append(v.support, int32(t))
			total = min(total+min(n, alongMost), alongMost)
		}
	}
	v.wanted = counts
	defer w.leave()
	o := w.outing(ctx, l)
	for try := 0; o.goesOn() && len(v.support) > 0; try++ {
		left := w.enter()
		if err := o.run(max(alongFirings, int(total)), func() int32 { return w.along(&left, try%2 != 0) }); err != nil {
			return err
		}
	}
	return nil
}

// enter begins a run along the vector, and returns how many of its transitions have something left.
func (w *Walker) enter() int {
	v := &w.vector
	v.enabled = v.enabled[:0]
	for _, t := range v.support {
		v.count[t] = v.wanted[t]
		w.hooks[t] |= counted
		if w.begin.missing[t] == 0 {
			v.enable(t)
		}
	}
	return len(v.support)
}

// leave ends runs along the vector.
func (w *Walker) leave() {
	for _, t := range w.vector.support {
		w.hooks[t] &^= counted
	}
	w.vector.enabled = w.vector.enabled[:0]
}

// along chooses a transition that has something left, or if none is enabled and anything is allowed, any.
func (w *Walker) along(left *int, anything bool) int32 {
	v := &w.vector
	switch {
	case *left == 0:
		return -1
	case len(v.enabled) > 0:
		t := v.take(w)
		if v.count[t] == 0 {
			*left--
		}
		return t
	case anything:
		return w.uniform()
	}
	return -1
}
