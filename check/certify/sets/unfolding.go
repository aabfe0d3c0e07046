package sets

import (
	"cmp"
	"context"
	"slices"

	"brim/edd"
	"brim/mdd"
	"brim/petri/encode"
)

// An unfolding brings sets and distances of an exploration, whose levels may stand for several places, to a diagram
// with a level for each place.
//
// A level of the model becomes a block of levels, one for each of its places, and a node a tree of nodes in its block,
// by the numbers of tokens that its local values stand for. Different local values stand for different tokens, so the
// trees of a node's arcs are put together without unions: the cost is that of the arcs times the marked places of their
// local values, not times the markings. Where an edge skips a level, the tokens of local value 0 come in between.
type unfolding struct {
	ctx    context.Context
	model  *encode.Model
	nodes  *diagram
	places []int     // by level of the diagram
	base   []int     // by level of the model, from 0 on: how many levels of the diagram are below its block
	known  [][]local // by level of the model, from 0 on, and local value; nil until asked for
	zeros  []tokens  // what the local values 0 of all levels stand for, by level of the diagram
	zero   []int     // by level of the model, from 0 on: where its part of zeros begins; and the end
	stack  []arc
	steps  int // since the last look at ctx
	err    error
}

// A local is what a local value stands for: the marked places, from the highest level down.
type local []tokens

// Tokens are more than 0 tokens, of a place that has a level of the diagram.
type tokens struct {
	level int
	count int64
}

func newUnfolding(m *encode.Model) *unfolding {
	known := make([][]local, len(m.Order.Levels))
	u := &unfolding{model: m, nodes: newDiagram(), known: known, zero: []int{0}}
	for k, places := range m.Order.Levels {
		u.base = append(u.base, len(u.places))
		u.places = append(u.places, places...)
		here := slices.Clone(u.local(k+1, 0))
		slices.Reverse(here)
		u.zeros = append(u.zeros, here...)
		u.zero = append(u.zero, len(u.zeros))
	}
	return u
}

// local returns what a local value of a level of the model stands for.
func (u *unfolding) local(level, v int) local {
	list := u.known[level-1]
	for len(list) <= v {
		list = append(list, nil)
	}
	if list[v] == nil {
		here := local{}
		for j := len(u.model.Order.Levels[level-1]) - 1; j >= 0; j-- {
			if count := u.model.Tokens(level, v, j); count > 0 {
				here = append(here, tokens{u.base[level-1] + j + 1, count})
			}
		}
		list[v] = here
	}
	u.known[level-1] = list
	return list[v]
}

// compare compares tokens place by place, from the top.
func (a local) compare(b local) int {
	return slices.CompareFunc(a, b, func(x, y tokens) int {
		return cmp.Or(cmp.Compare(x.level, y.level), cmp.Compare(x.count, y.count))
	})
}

// set returns the number of the node of a set. The error is that of ctx.
func (u *unfolding) set(ctx context.Context, s mdd.Set) (uint32, error) {
	u.begin(ctx)
	var list []branch
	number, ok := mdd.Fold(s, unit, func(level int, arcs []mdd.Arc[uint32]) uint32 {
		list = list[:0]
		for _, a := range arcs {
			list = append(list, branch{u.local(level, a.Value), 0, a.Below})
		}
		return u.node(level, list)
	}, u.skip)
	if !ok {
		number = empty
	}
	return number, u.err
}

// rank returns the number of the node of a function. What is to be added to its ranks does not matter. The error is
// that of ctx.
func (u *unfolding) rank(ctx context.Context, g edd.Func) (root uint32, err error) {
	u.begin(ctx)
	var list []branch
	number, _, ok := edd.Fold(g, unit, func(level int, arcs []edd.Arc[uint32]) uint32 {
		list = list[:0]
		for _, a := range arcs {
			list = append(list, branch{u.local(level, a.Value), int64(a.Distance), a.Below})
		}
		return u.node(level, list)
	}, u.skip)
	if !ok {
		number = empty
	}
	return number, u.err
}

// An edge leads to a node and adds to the rank.
type edge struct {
	node uint32
	cost int64
}

// A branch is an arc of a node of the model: what its local value stands for, and where it leads.
type branch struct {
	local
	cost  int64
	child uint32
}

func (u *unfolding) begin(ctx context.Context) {
	u.ctx, u.steps, u.err = ctx, 0, nil
}

// ended reports whether ctx is done, after it was asked a number of times. Then results do not matter.
func (u *unfolding) ended() bool {
	if u.steps++; u.steps%1024 == 0 && u.err == nil {
		u.err = u.ctx.Err()
	}
	return u.err != nil
}

// node returns the number of the node that stands for a node of the model. One of the costs is 0.
func (u *unfolding) node(level int, list []branch) uint32 {
	if u.ended() {
		return empty
	}
	slices.SortFunc(list, func(a, b branch) int { return a.compare(b.local) })
	return u.tree(list, 0).node
}

// tree returns the diagram of some branches, ascending, which agree on what the first marked places are, so many.
func (u *unfolding) tree(list []branch, same int) edge {
	last := list[len(list)-1]
	if len(last.local) == same { // there is no other one
		return edge{last.child, last.cost}
	}
	level, mark := last.local[same].level, len(u.stack)
	from := len(list) // where those begin that have tokens on the level
	for from > 0 && len(list[from-1].local) > same && list[from-1].local[same].level == level {
		from--
	}
	if from > 0 {
		e := u.tree(list[:from], same)
		u.stack = append(u.stack, arc{0, e.cost, e.node})
	}
	for list = list[from:]; len(list) > 0; {
		count := list[0].local[same].count
		to := 1
		for to < len(list) && list[to].local[same].count == count {
			to++
		}
		e := u.tree(list[:to], same+1)
		u.stack = append(u.stack, arc{count, e.cost, e.node})
		list = list[to:]
	}
	number, least := u.nodes.node(level, u.stack[mark:])
	u.stack = u.stack[:mark]
	return edge{number, least}
}

// skip puts the local values 0 of some levels of the model above a node.
func (u *unfolding) skip(below uint32, from, to int) uint32 {
	if u.ended() {
		return empty
	}
	for _, t := range u.zeros[u.zero[from-1]:u.zero[to]] {
		below, _ = u.nodes.node(t.level, []arc{{t.count, 0, below}})
	}
	return below
}
