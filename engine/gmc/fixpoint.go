package gmc

import (
	"context"
	"math/big"
	"slices"

	"github.com/dalzilio/rudd"
)

// A Reach is what a search by sets found.
type Reach struct {
	Found bool
	Steps int // to the goal, if it was found, the least number; otherwise from the initial state to the farthest that was reached
	// Complete tells that all reachable states were looked at, so that if the goal was not found, no path leads there. A model that cannot write
	// down all reachable states is never complete.
	Complete bool
	States   *big.Int // reached
	Stopped  error    // the error of the context if it ended the search
}

// Fixpoint computes the reachable states step by step, as sets, until they meet the goal. Time and memory depend on the diagrams of these sets. The
// error says that the diagrams failed.
func (m *Model) Fixpoint(ctx context.Context, g *Goal) (*Reach, error) {
	d := m.d
	defer d.forget()
	r := &Reach{}
	all, level := m.initial, m.initial
	isEmpty := func(n rudd.Node) bool { return d.Equal(n, d.False()) }
	for ; r.Stopped == nil; r.Steps++ {
		if r.Found = !isEmpty(d.and(level, g.now)); r.Found {
			break
		}
		next := d.and(m.images.image(ctx, level), d.not(all))
		if r.Stopped = ctx.Err(); r.Stopped != nil {
			break
		}
		if isEmpty(next) {
			r.Complete = !slices.ContainsFunc(m.outside, func(n rudd.Node) bool { return !isEmpty(d.and(all, n)) })
			break
		}
		all, level = d.or(all, next), next
		d.forget(all, level)
	}
	// Satcount counts values of all variables.
	r.States = new(big.Int).Rsh(d.Satcount(all), uint(m.variables()-m.bits))
	return r, d.err()
}
