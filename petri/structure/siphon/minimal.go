package siphon

import (
	"cmp"
	"context"
	"slices"
	"time"

	"brim/internal/sat"
	"brim/petri"
)

// Minimal siphons, the smallest first.

const (
	few      = 200     // minimal siphons that are looked for in any order, at least
	anyWork  = 1 << 23 // places of sets that this may look at
	counters = 1 << 22 // variables of the counter
)

// A List has minimal siphons or traps.
type List struct {
	Sets     [][]int // places, ascending; the smallest sets first
	Complete bool    // these are all
	// Ordered is how many of the sets, from the first one on, are certainly the smallest: a minimal set that is not
	// among them has at least as many places.
	Ordered int
}

// Minimal looks for minimal siphons or traps of a net that are not empty, the smallest first, so many at most. The
// error is the cause for which ctx ended or that of the solver; the list then has what was found before, and Ordered
// says how much of it is certainly the smallest. A net may have exponentially many, and whether one of a given size
// exists is NP-complete.
//
// The solver finds any siphon, from which places are left out until it is minimal; then its supersets are excluded.
// If that ends soon, all minimal siphons are known. Otherwise those of one place are looked for, then those of two, and
// so on: place by place, and where that takes too long by the solver, for which a counter restricts the number of
// places. Each siphon that it finds then is minimal, since all smaller ones are excluded.
func (k Kind) Minimal(ctx context.Context, net *petri.Net, most int) (List, error) {
	return newGraph(net, k).minimal(ctx, most, max(few, 2*most))
}

// minimal looks for so many in any order, before it counts places.
func (g *graph) minimal(ctx context.Context, most, few int) (List, error) {
	among := g.largest(g.all())
	if len(among) == 0 || most <= 0 {
		return List{Complete: len(among) == 0}, nil
	}
	sets, complete, err := g.any(ctx, among, few)
	list := List{Complete: complete}
	if !complete && ctx.Err() == nil {
		var smallest [][]int32
		smallest, list.Complete, err = g.counted(ctx, among, most)
		list.Ordered = len(smallest)
		sets = append(smallest, slices.DeleteFunc(sets, func(s []int32) bool {
			return slices.ContainsFunc(smallest, func(x []int32) bool { return slices.Equal(x, s) })
		})...)
	}
	bySize(sets[list.Ordered:])
	if list.Complete {
		list.Ordered = len(sets)
	}
	if len(sets) > most {
		sets, list.Complete = sets[:most], false
	}
	list.Ordered = min(list.Ordered, len(sets))
	if list.Ordered == len(sets) && len(sets) == most {
		err = nil
	}
	for _, s := range sets {
		list.Sets = append(list.Sets, g.sorted(s))
	}
	return list, err
}

// bySize sorts sets by their size, then by their places.
func bySize(sets [][]int32) {
	slices.SortFunc(sets, func(a, b []int32) int { return cmp.Or(len(a)-len(b), slices.Compare(a, b)) })
}

// any finds minimal siphons in any order, so many at most, within half of the time and little work. It reports
// whether these are all.
func (g *graph) any(ctx context.Context, among []int32, most int) (sets [][]int32, complete bool, err error) {
	own, cancel := half(ctx)
	defer cancel()
	q := newQuestion(g, among, false)
	q.some(among)
	notEmpty := func(set []int32) bool { return len(set) > 0 }
	for from := g.work; len(sets) <= most; {
		set, err := q.next(own)
		if err != nil || set == nil {
			return sets, err == nil, err
		}
		stopped := func() bool { return own.Err() != nil || g.work > from+anyWork }
		if set = g.smallest(set, notEmpty, stopped); stopped() {
			return sets, false, context.Cause(own)
		}
		slices.Sort(set)
		sets = append(sets, set)
		q.notAll(set)
	}
	return sets, false, nil
}

// half returns a context with half of the time of ctx.
func half(ctx context.Context) (context.Context, context.CancelFunc) {
	end, limited := ctx.Deadline()
	if !limited {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, time.Until(end)/2)
}

// counted finds the smallest siphons, in the order of their size, so many at most. It reports whether these are all.
// Invariant: while size is the bound, all minimal siphons of fewer places are known.
func (g *graph) counted(ctx context.Context, among []int32, most int) (sets [][]int32, complete bool, err error) {
	q := newQuestion(g, among, false)
	q.some(among)
	c, k := newCounter(q), &known{first: map[int32][]int{}}
	bar := make([]int32, len(g.into))
	for p := range bar {
		bar[p] = 1
	}
	for _, p := range among {
		bar[p] = 0
	}
	for size := 1; size <= len(among); size++ {
		if other, err := q.next(ctx); err != nil || other == nil {
			return k.sets, err == nil, err
		}
		tried := g.left > 0 && g.ofSize(ctx, among, bar, size, func(set []int32) bool {
			if set = slices.Sorted(slices.Values(set)); !k.within(set) {
				k.add(set)
				q.notAll(set)
			}
			return len(k.sets) < most
		})
		if len(k.sets) == most {
			return k.sets, false, nil
		}
		if tried {
			continue
		}
		if (size+1)*len(among) > counters {
			return k.sets, false, sat.ErrTooLarge
		}
		for {
			set, err := q.next(ctx, c.atMost(size))
			if err != nil {
				return k.sets, false, err
			}
			if set == nil {
				break
			}
			slices.Sort(set)
			k.add(set)
			q.notAll(set)
			if len(k.sets) == most {
				return k.sets, false, nil
			}
		}
	}
	return k.sets, true, nil
}

// A counter counts the places in a set, one after the other [Sin05]: variable at[j] says of a position in among that
// at least j+1 of the places up to it are in the set.
type counter struct {
	q  *question
	at [][]int32
}

func newCounter(q *question) *counter { return &counter{q: q} }

// grow adds the next number.
func (c *counter) grow() {
	s, j := c.q.solver, len(c.at)
	row := make([]int32, len(c.q.among))
	for i, p := range c.q.among {
		row[i] = int32(s.Fresh())
		here, reached := c.q.in(p), sat.Of(row[i])
		if i > 0 {
			s.Add(sat.Of(row[i-1]).Not(), reached)
		}
		switch {
		case j == 0:
			s.Add(here.Not(), reached)
		case i > 0:
			s.Add(here.Not(), sat.Of(c.at[j-1][i-1]).Not(), reached)
		}
	}
	c.at = append(c.at, row)
}

// atMost returns the literal that at most so many places are in the set.
func (c *counter) atMost(size int) sat.Lit {
	for len(c.at) <= size {
		c.grow()
	}
	row := c.at[size]
	return sat.Of(row[len(row)-1]).Not()
}
