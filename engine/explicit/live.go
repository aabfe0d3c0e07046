package explicit

import (
	"context"

	"brim/engine/kripke"
)

// Live reports whether from each state each label's transitions can come to be enabled: whether each strongly connected
// component that no edge leaves has all labels. The error is that of ctx, or of a state that cannot be packed. Cost:
// the edges twice, and the successors of the states of such components until all labels were seen.
func (g *Graph) Live(ctx context.Context) (bool, error) {
	c, err := g.components(ctx)
	if err != nil {
		return false, err
	}
	open := make(Bits, (len(c.ends)+63)/64) // components that an edge leaves
	for s := range g.States() {
		for _, p := range g.Into(s) {
			if from := int(c.of[p]); from != int(c.of[s]) {
				open.Add(from)
			}
		}
	}
	x := labels{g: g, seen: make([]int32, len(g.Structure.Labels())), poll: poller(ctx)}
	from := uint32(0)
	for i, end := range c.ends {
		if !open.Has(i) {
			all, err := x.all(c.members[from:end], int32(i+1))
			if err == nil {
				err = ctx.Err()
			}
			if err != nil || !all {
				return false, err
			}
		}
		from = end
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

// components are the strongly connected components of a graph.
type components struct {
	members []uint32 // all states, component by component
	ends    []uint32 // by component, where its members end
	of      []uint32 // by state, its component
}

// components finds the components by depth-first search [Tar72] backward along the edges, which has the same ones.
func (g *Graph) components(ctx context.Context) (*components, error) {
	n := g.States()
	c := &components{members: make([]uint32, 0, n), of: make([]uint32, n)}
	type frame struct{ state, edge uint32 }
	low := make([]uint32, n) // the least number that is reached of those on the stack; 0 is not seen
	const done = 1<<32 - 1   // low of a state whose component is known
	var path []frame
	var stack []uint32
	next, poll := uint32(0), poller(ctx)
	enter := func(s uint32) {
		next++
		low[s] = next
		c.of[s] = next // until its component is known
		stack = append(stack, s)
		path = append(path, frame{s, g.first[s]})
	}
	for root := range n {
		if low[root] != 0 {
			continue
		}
		for enter(uint32(root)); len(path) > 0; {
			if poll() {
				return nil, ctx.Err()
			}
			f := &path[len(path)-1]
			if f.edge < g.first[f.state+1] {
				to := g.from[f.edge]
				f.edge++
				if low[to] == 0 {
					enter(to)
				} else if low[to] != done {
					low[f.state] = min(low[f.state], low[to])
				}
				continue
			}
			s := f.state
			path = path[:len(path)-1]
			if len(path) > 0 {
				above := path[len(path)-1].state
				low[above] = min(low[above], low[s])
			}
			if low[s] != c.of[s] {
				continue
			}
			for last := uint32(done); last != s; {
				last = stack[len(stack)-1]
				stack = stack[:len(stack)-1]
				low[last] = done
				c.of[last] = uint32(len(c.ends))
				c.members = append(c.members, last)
			}
			c.ends = append(c.ends, uint32(len(c.members)))
		}
	}
	return c, ctx.Err()
}
