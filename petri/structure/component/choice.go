package component

import (
	"context"

	"brim/petri"
)

// Components by choices that lead toward one unit, which cover free choice nets.

// Chosen covers a net by components without a solver, one around each place of S, or transition of T, that no other one
// has. It reports false, with those before, as soon as it finds none around one of them: in extended free choice nets
// that are well-formed, so that some marking makes them live and bounded, it finds all, and in others there may be some
// all the same. The error is the cause for which ctx ended. Cost: O(arcs) for each component.
//
// A T-component has one transition of each cluster that it meets, and an S-component one place: with all arcs reversed,
// and places and transitions exchanged, a free choice net is one again. Choices that lead toward a unit from wherever
// there is a path to it end in one component in a well-formed net, which has that unit [DE95].
func (k Kind) Chosen(ctx context.Context, net *petri.Net) (list []Component, covers bool, err error) {
	c := newChooser(newView(net, k))
	for u := range c.units {
		if c.covered[u] || c.bare(u) {
			continue
		}
		if ctx.Err() != nil {
			return list, false, context.Cause(ctx)
		}
		units := c.around(int32(u))
		if units == nil {
			return list, false, nil
		}
		for _, x := range units {
			c.covered[x] = true
		}
		list = append(list, c.component(units))
	}
	return list, true, nil
}

// A chooser chooses one unit at each joint: a transition after a place of T, or a place before a transition of S.
type chooser struct {
	*view
	covered []bool  // by unit: it is in a component that was found
	choice  []int32 // by joint: the unit that is chosen, or -1
	near    []bool  // by unit: a path leads from it to the one that is looked for
	in      []bool  // by unit: it is in the component; false between calls
	seen    []bool  // by joint: it is in the component; false between calls
}

func newChooser(v *view) *chooser {
	units, joints := len(v.units), len(v.takes)
	return &chooser{view: v, covered: make([]bool, units), choice: make([]int32, joints), near: make([]bool, units),
		in: make([]bool, units), seen: make([]bool, joints)}
}

// ahead returns the joints at which a choice follows a unit, and behind those at which it can be chosen.
func (c *chooser) ahead(u int32) []int32 {
	if c.kind == T {
		return c.units[u].to
	}
	return c.units[u].from
}

func (c *chooser) behind(u int32) []int32 {
	if c.kind == T {
		return c.units[u].from
	}
	return c.units[u].to
}

// follows returns the units of which a joint is ahead.
func (c *chooser) follows(j int32) []int32 {
	if c.kind == T {
		return c.takes[j]
	}
	return c.gives[j]
}

// around returns the component to which choices toward a unit lead from it, nil if they lead to none. They are made
// backwards from the unit, first for units that are not covered yet, so that few components cover the net.
func (c *chooser) around(u int32) []int32 {
	for j := range c.choice {
		c.choice[j] = -1
	}
	clear(c.near)
	c.near[u] = true
	fresh, old := []int32{u}, []int32(nil)
	for len(fresh)+len(old) > 0 {
		list := &fresh
		if len(fresh) == 0 {
			list = &old
		}
		y := (*list)[0]
		*list = (*list)[1:]
		for _, j := range c.behind(y) {
			if c.choice[j] >= 0 {
				continue
			}
			c.choice[j] = y
			for _, x := range c.follows(j) {
				if c.near[x] {
					continue
				}
				if c.near[x] = true; c.covered[x] {
					old = append(old, x)
				} else {
					fresh = append(fresh, x)
				}
			}
		}
	}
	var joints []int32
	units, closed := []int32{u}, !c.excluded[u]
	c.in[u] = true
	for i := 0; i < len(units) && closed; i++ {
		for _, j := range c.ahead(units[i]) {
			x := c.choice[j]
			if x < 0 || c.excluded[x] {
				closed = false
				break
			}
			if !c.in[x] {
				c.in[x] = true
				units = append(units, x)
			}
		}
		for _, list := range [][]int32{c.ahead(units[i]), c.behind(units[i])} {
			for _, j := range list {
				if !c.seen[j] {
					c.seen[j] = true
					joints = append(joints, j)
				}
			}
		}
	}
	for _, j := range joints {
		closed = closed && c.count(c.takes[j]) == 1 && c.count(c.gives[j]) == 1
		c.seen[j] = false
	}
	for _, x := range units {
		c.in[x] = false
	}
	if !closed {
		return nil
	}
	return units
}

// count returns how many of some units are in the component.
func (c *chooser) count(list []int32) (n int) {
	for _, u := range list {
		if c.in[u] {
			n++
		}
	}
	return n
}
