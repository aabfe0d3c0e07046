package gmc

import (
	"slices"

	"github.com/dalzilio/rudd"
)

// mostInCluster is the number of nodes up to which parts of a relation are joined.
const mostInCluster = 2000

// Clusters compute images of a circuit as a conjunction of parts of the relation, one after the other. Each variable is taken out with the last part that looks at
// it [RAB+95].
type clusters struct {
	*sequential
	parts             []rudd.Node
	forward, backward []rudd.Node // by part: the sets of variables to take out; first those that no part looks at
}

// A part is a part of the relation and the variables that it looks at.
type part struct {
	n       rudd.Node
	support []int
}

// cluster joins the parts of the relation.
func (x *sequential) cluster() (*clusters, error) {
	var list []part
	for _, n := range x.Model.parts {
		if n = x.d.hold(n); *n != 1 {
			list = append(list, part{n, x.d.support(n)})
		}
	}
	list = x.schedule(list)
	var joined []part
	for _, p := range list {
		if len(joined) > 0 {
			last := &joined[len(joined)-1]
			both := x.d.and(last.n, p.n)
			if x.d.count(both) <= mostInCluster {
				last.n, last.support = both, union(last.support, p.support)
				continue
			}
		}
		joined = append(joined, p)
	}
	list = x.schedule(joined)
	c := &clusters{sequential: x}
	last := make([]int, x.variables()) // by variable: the last part that looks at it, and 1; 0 is none
	for i, p := range list {
		c.parts = append(c.parts, p.n)
		for _, v := range p.support {
			last[v] = i + 1
		}
	}
	out := func(variables ...[]int) (sets []rudd.Node) {
		lists := make([][]int, len(list)+1)
		for _, vs := range variables {
			for _, v := range vs {
				lists[last[v]] = append(lists[last[v]], v)
			}
		}
		for _, vs := range lists {
			sets = append(sets, x.d.set(vs))
		}
		return sets
	}
	c.forward, c.backward = out(x.now, x.event), out(x.next, x.event)
	return c, x.d.err()
}

// schedule puts parts into an order in which variables can be taken out early: the next one is always the one with the most variables that no other part looks at any more, in
// proportion to those it looks at, and with few new ones. Its time is the square of the number of parts times that of their variables.
func (x *sequential) schedule(list []part) (ordered []part) {
	isNext := make([]bool, x.variables())
	for _, v := range x.next {
		isNext[v] = true
	}
	looking := make([]int, x.variables()) // by variable: how many parts look at it
	for _, p := range list {
		for _, v := range p.support {
			looking[v]++
		}
	}
	seen := make([]bool, x.variables())
	list = slices.Clone(list)
	for len(list) > 0 {
		best, most := 0, -1.0
		for i, p := range list {
			out, old, nexts, all := 0.0, 0.0, 0.0, 1.0
			for _, v := range p.support {
				switch {
				case isNext[v]:
					nexts++
					continue
				case looking[v] == 1:
					out++
				}
				if seen[v] {
					old++
				}
				all++
			}
			value := 2*out/all + old/all + 1/(1+nexts)
			if value > most {
				best, most = i, value
			}
		}
		for _, v := range list[best].support {
			looking[v]--
			seen[v] = true
		}
		ordered = append(ordered, list[best])
		list = slices.Delete(list, best, best+1)
	}
	return ordered
}

// union returns the elements of two ascending lists.
func union(a, b []int) []int {
	all := append(slices.Clone(a), b...)
	slices.Sort(all)
	return slices.Compact(all)
}

func (c *clusters) image(n rudd.Node) rudd.Node {
	return c.d.replace(c.apply(n, c.forward), c.unprime)
}

func (c *clusters) preImage(n rudd.Node) rudd.Node {
	return c.apply(c.d.replace(n, c.prime), c.backward)
}

func (c *clusters) apply(n rudd.Node, out []rudd.Node) rudd.Node {
	n = c.d.exists(out[0], n, c.d.True())
	for i, part := range c.parts {
		n = c.d.exists(out[i+1], n, part)
	}
	return n
}

// before returns a state of n from which a step leads to s, or nil if there is none.
func (c *clusters) before(n rudd.Node, s State) State {
	if n = c.step(n, s); c.d.isFalse(n) {
		return nil
	}
	return c.pick(n)
}
