package gmc

import (
	"slices"

	"github.com/dalzilio/rudd"
)

// This file computes images under a relation in parts, and takes out variables as early as it can.

// mostInCluster is the number of nodes up to which parts of a relation are joined.
const mostInCluster = 2000

// Clusters compute images of a circuit as a conjunction of parts of the relation, one after the other. Each variable is
// taken out with the last part that looks at it.
type clusters struct {
	*sequential
	parts []rudd.Node
	// By part: the sets of variables to take out; first those that no part looks at. Of a step between two states only
	// the event is left.
	forward, backward, between []rudd.Node
}

// A part is a part of the relation and the variables that it looks at.
type part struct {
	n       rudd.Node
	nodes   int
	support []int32
}

// readParts finds what is to be known of parts, all in one pass over the nodes. It leaves out what is true everywhere.
func (x *sequential) readParts(roots []rudd.Node) (list []part, err error) {
	w, _, err := newWalker(x.d, x.variables(), roots)
	for i, n := range roots {
		if *n != 1 {
			list = append(list, part{n, w.nodes[i], w.support[i]})
		}
	}
	return list, err
}

// cluster joins the parts of the relation, in the order of schedule, into conjunctions of bounded size, and schedules
// these again. It finds, by part, the variables that no later part depends on, so that an image can quantify them
// early.
func (x *sequential) cluster() (*clusters, error) {
	list, err := x.readParts(x.Model.parts)
	if err != nil {
		return nil, err
	}
	var joined []rudd.Node
	last := 0 // nodes of the last one
	for _, p := range x.schedule(list) {
		if len(joined) > 0 && last+p.nodes <= mostInCluster {
			before := x.d.made
			both := x.d.and(joined[len(joined)-1], p.n)
			// What the operation made belongs to its result, and the rest is in the operands for the most part.
			if size := max(last, p.nodes) + x.d.made - before; size <= mostInCluster {
				joined[len(joined)-1], last = both, size
				continue
			}
		}
		joined, last = append(joined, p.n), p.nodes
	}
	if list, err = x.readParts(joined); err != nil {
		return nil, err
	}
	list = x.schedule(list)
	c := &clusters{sequential: x}
	latest := make([]int, x.variables()) // by variable: the last part that looks at it, and 1; 0 is none
	for i, p := range list {
		c.parts = append(c.parts, p.n)
		for _, v := range p.support {
			latest[v] = i + 1
		}
	}
	out := func(variables ...[]int) (sets []rudd.Node) {
		lists := make([][]int, len(list)+1)
		for _, vs := range variables {
			for _, v := range vs {
				lists[latest[v]] = append(lists[latest[v]], v)
			}
		}
		for _, vs := range lists {
			sets = append(sets, x.d.set(vs))
		}
		return sets
	}
	c.forward, c.backward = out(x.now, x.event), out(x.next, x.event)
	c.between = out(x.next, x.event[len(x.inputs):])
	return c, x.d.err()
}

// schedule puts parts into an order in which variables can be taken out early: the next one is always the one with the
// most variables that no other part looks at any more, in proportion to those it looks at, and with few new ones. Its
// time is the square of the number of parts times that of their variables.
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
	n = c.apply(c.d.and(n, c.d.cube(c.next, s)), c.backward)
	if c.d.isFalse(n) {
		return nil
	}
	return c.pick(n)
}

// step returns the states and inputs of n with which a step leads to s.
func (c *clusters) step(n rudd.Node, s State) rudd.Node {
	return c.apply(c.d.and(n, c.d.cube(c.next, s)), c.between)
}
