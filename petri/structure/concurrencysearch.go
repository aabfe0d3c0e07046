package structure

import (
	"context"
	"math"
	"math/bits"

	"brim/petri"
)

// This file computes the concurrency relation, level by level as bits of a row.

// FindConcurrency returns the relation of a net. Flows may be any semiflows or subflows of the net: what they exclude
// is not concurrent. It is nil if ctx ends before, or if the net is too large. Inhibitor arcs are ignored. Cost:
// the square of the levels in bits; a firing costs its arcs times the levels divided by 64, and transitions are fired
// again when a condition gets new partners, mostly a few times.
func FindConcurrency(ctx context.Context, net *petri.Net, flows []Semiflow) *Concurrency {
	f := newConcurrencySearch(ctx, net, flows)
	if f == nil {
		return nil
	}
	start := make([]uint64, f.words)
	for i, l := range f.level {
		put(start, i, net.Places[l.Place].Initial >= l.Tokens)
	}
	for i := range f.level {
		if has(start, i) {
			f.add(i, start)
		}
	}
	for steps := 0; len(f.queue) > 0; steps++ {
		if steps%64 == 0 && ctx.Err() != nil || steps > mostConcurrencyWork/(f.words+1) {
			return nil
		}
		t := f.queue[0]
		f.queue = f.queue[1:]
		f.queued[t] = false
		f.fire(int(t))
	}
	return f.Concurrency
}

// mostConcurrencyWork is how many words of rows firings may look at, with some for each arc: two seconds or so.
const mostConcurrencyWork = 1 << 28

// A concurrencySearch is the computation of a relation.
type concurrencySearch struct {
	*Concurrency
	net      *petri.Net
	users    [][]int32 // by place: the transitions whose firing depends on the partners of its levels
	readers  [][]int32 // by place: the transitions that have a condition on it
	sources  []int32   // transitions that depend on all levels
	excluded [][]uint64
	queue    []int32 // transitions that have to be fired again
	queued   []bool
	base     []uint64 // the levels that may be there, beside the conditions of a transition, before it fires
	after    []uint64 // and after it
}

func newConcurrencySearch(ctx context.Context, net *petri.Net, flows []Semiflow) *concurrencySearch {
	c := &Concurrency{fires: make([]bool, len(net.Transitions)), dead: make([]*Part, len(net.Transitions))}
	c.parts = findParts(ctx, net)
	most := make([]int64, len(net.Places))
	for p := range most {
		most[p] = mostLevels
	}
	for _, y := range flows {
		for i, p := range y.Places {
			most[p] = min(most[p], y.Constant/y.Weights[i])
		}
	}
	for _, x := range c.parts {
		for i, k := range x.most() {
			most[x.Places[i]] = min(most[x.Places[i]], k)
		}
	}
	for p, k := range most {
		c.first = append(c.first, int32(len(c.level)))
		for i := range k {
			c.level = append(c.level, Level{p, i + 1})
		}
	}
	c.first = append(c.first, int32(len(c.level)))
	c.words = (len(c.level) + 63) / 64
	if len(c.level)*c.words*64 > mostLevelBits {
		return nil
	}
	c.rows, c.reached = make([]uint64, len(c.level)*c.words), make([]uint64, c.words)
	f := &concurrencySearch{
		Concurrency: c, net: net, users: make([][]int32, len(net.Places)), readers: make([][]int32, len(net.Places)),
		queued:   make([]bool, len(net.Transitions)),
		excluded: make([][]uint64, len(c.level)), base: make([]uint64, c.words), after: make([]uint64, c.words),
	}
	for t := range net.Transitions {
		conditions := 0
		for e := range net.Transitions[t].Effects() {
			if e.Min > 0 {
				conditions++
				f.readers[e.Place] = append(f.readers[e.Place], int32(t))
			}
			if e.Min > 0 || e.Delta > 0 {
				f.users[e.Place] = append(f.users[e.Place], int32(t))
			}
		}
		if conditions == 0 {
			f.sources = append(f.sources, int32(t))
		}
		f.push(int32(t))
	}
	for _, y := range flows {
		f.exclude(y)
	}
	for _, x := range c.parts {
		f.excludeBy(x)
	}
	return f
}

// excludeBy notes the transitions and the pairs of levels that a part excludes.
func (f *concurrencySearch) excludeBy(x *Part) {
	for _, p := range x.Places {
		for _, t := range f.readers[p] {
			if f.dead[t] == nil && !x.Allows(conditions(&f.net.Transitions[t])...) {
				f.dead[t] = x
			}
		}
		for _, q := range x.Places {
			for i := f.first[p]; i < f.first[p+1]; i++ {
				for j := f.first[q]; q != p && j < f.first[q+1]; j++ {
					if !x.Allows(f.level[i], f.level[j]) {
						f.separate(int(i), int(j))
					}
				}
			}
		}
	}
}

// conditions returns the levels that a transition needs.
func conditions(t *petri.Transition) (list []Level) {
	for _, a := range t.Pre {
		list = append(list, Level{a.Place, a.Weight})
	}
	return list
}

// separate notes that levels of two places are not concurrent.
func (f *concurrencySearch) separate(i, j int) {
	if f.excluded[i] == nil {
		f.excluded[i] = make([]uint64, f.words)
	}
	put(f.excluded[i], j, true)
}

// exclude notes the pairs of levels that a flow excludes.
func (f *concurrencySearch) exclude(y Semiflow) {
	type weighted struct {
		index  int
		weight int64
	}
	var list []weighted
	for i, p := range y.Places {
		for k := f.first[p]; k < f.first[p+1]; k++ {
			if tokens := f.level[k].Tokens; y.Weights[i] <= math.MaxInt64/tokens {
				list = append(list, weighted{int(k), y.Weights[i] * tokens})
			}
		}
	}
	for _, a := range list {
		for _, b := range list {
			if f.level[a.index].Place != f.level[b.index].Place && a.weight > y.Constant-b.weight {
				f.separate(a.index, b.index)
			}
		}
	}
}

func (f *concurrencySearch) push(t int32) {
	if !f.queued[t] {
		f.queued[t] = true
		f.queue = append(f.queue, t)
	}
}

// fire adds what a firing of t brings about.
func (f *concurrencySearch) fire(t int) {
	if f.dead[t] != nil {
		return
	}
	x := &f.net.Transitions[t]
	copy(f.base, f.reached)
	for e := range x.Effects() {
		if e.Min > 0 && !f.narrow(Level{e.Place, e.Min}) {
			return
		}
	}
	for e := range x.Effects() {
		if e.Min > 0 && !has(f.base, f.index(Level{e.Place, e.Min})) {
			return
		}
	}
	f.fires[t] = true
	f.advance(x)
	for e := range x.Effects() {
		if e.Delta <= 0 {
			continue
		}
		for i := f.first[e.Place]; i < f.first[e.Place+1]; i++ {
			if f.level[i].Tokens-e.Delta <= e.Min && has(f.after, int(i)) {
				f.add(int(i), f.after)
			}
		}
	}
	for e := range x.Effects() {
		for i := f.first[e.Place]; e.Delta > 0 && i < f.first[e.Place+1]; i++ {
			if before := f.level[i].Tokens - e.Delta; before > e.Min { // a condition more
				f.refire(x, int(i), Level{e.Place, before})
			}
		}
	}
}

// refire adds what a firing brings about level i, which takes another level before it.
func (f *concurrencySearch) refire(x *petri.Transition, i int, before Level) {
	copy(f.base, f.reached)
	for e := range x.Effects() {
		if e.Min > 0 {
			f.narrow(Level{e.Place, e.Min})
		}
	}
	if !has(f.base, f.index(before)) {
		return
	}
	f.narrow(before)
	f.advance(x)
	f.add(i, f.after)
}

// narrow removes from base what is not concurrent with a level, and reports whether the level is reached.
func (f *concurrencySearch) narrow(a Level) bool {
	i := f.index(a)
	if i < 0 || !has(f.reached, i) {
		return false
	}
	for w, row := range f.row(i) {
		f.base[w] &= row
	}
	return true
}

// advance makes after the levels that may be there after a firing, if those in base may be there before it.
func (f *concurrencySearch) advance(x *petri.Transition) {
	copy(f.after, f.base)
	for e := range x.Effects() {
		for i := f.first[e.Place]; e.Delta != 0 && i < f.first[e.Place+1]; i++ {
			before := max(e.Min, f.level[i].Tokens-e.Delta)
			j := -1
			if before > 0 {
				j = f.index(Level{e.Place, before})
			}
			put(f.after, int(i), before <= 0 || j >= 0 && has(f.base, j))
		}
	}
}

// add makes level i concurrent with a set of levels, to which it belongs.
func (f *concurrencySearch) add(i int, set []uint64) {
	row, changed := f.row(i), false
	for w := range row {
		fresh := set[w] &^ row[w]
		if x := f.excluded[i]; x != nil {
			fresh &^= x[w]
		}
		if fresh == 0 {
			continue
		}
		row[w] |= fresh
		changed = true
		for ; fresh != 0; fresh &= fresh - 1 {
			j := 64*w + bits.TrailingZeros64(fresh)
			put(f.row(j), i, true)
			if j != i {
				f.wake(j)
			}
		}
	}
	if !has(f.reached, i) {
		put(f.reached, i, true)
		for _, t := range f.sources {
			f.push(t)
		}
	}
	if changed {
		f.wake(i)
	}
}

// wake has the transitions fired again that depend on the partners of a level.
func (f *concurrencySearch) wake(i int) {
	for _, t := range f.users[f.level[i].Place] {
		f.push(t)
	}
}
