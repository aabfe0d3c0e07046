package explicit

import (
	"context"

	"brim/engine/kripke"
	"brim/internal/scc"
)

// Live reports whether from each state each label's transitions can come to be enabled: whether each strongly connected
// component that no edge leaves has all labels. The error is that of ctx, or of a state that cannot be packed. Cost:
// the edges twice, and the successors of the states of such components until all labels were seen.
func (g *Graph) Live(ctx context.Context) (bool, error) {
	// Backward along the edges, which has the same components.
	c := scc.Find(scc.Graph{First: g.first, To: g.from}, poller(ctx))
	if c == nil || ctx.Err() != nil {
		return false, ctx.Err()
	}
	open := make(Bits, (c.Len()+63)/64) // components that an edge leaves
	for s := range g.States() {
		for _, p := range g.Into(s) {
			if from := c.Of[p]; from != c.Of[s] {
				open.Add(int(from))
			}
		}
	}
	x := labels{g: g, seen: make([]int32, len(g.Structure.Labels())), poll: poller(ctx)}
	for i := range c.Len() {
		if !open.Has(i) {
			all, err := x.all(c.Members(i), int32(i+1))
			if err == nil {
				err = ctx.Err()
			}
			if err != nil || !all {
				return false, err
			}
		}
	}
	return true, nil
}

// labels finds out whether states have all labels.
type labels struct {
	g    *Graph
	seen []int32 // by label, the stamp of the states where it was seen last
	out  kripke.Successors
	poll func() bool
}

// all reports whether the states together have transitions with all labels. Each call has a stamp of its own. It may be
// wrong once poll says that the context has ended.
func (x *labels) all(states []uint32, stamp int32) (bool, error) {
	missing := len(x.seen)
	for _, s := range states {
		if missing == 0 || x.poll() {
			break
		}
		if err := x.g.Structure.Successors(x.g.Table.State(int(s)), &x.out); err != nil {
			return false, err
		}
		for i := range x.out.Len() {
			if label := x.out.Label(i); x.seen[label] != stamp {
				x.seen[label] = stamp
				missing--
			}
		}
	}
	return missing == 0, nil
}
