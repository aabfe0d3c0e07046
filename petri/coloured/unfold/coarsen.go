package unfold

import (
	"context"
	"slices"

	"brim/petri/coloured"
)

// Keep says which single colours and which colours of variables a question names, so that they stay what they are.
type Keep struct {
	Places   []PlaceColour
	Bindings []VariableColour
}

// A PlaceColour is a colour in a place.
type PlaceColour struct {
	Place  int
	Colour int64
}

// A VariableColour is a colour of a variable of a transition.
type VariableColour struct {
	Transition, Variable int
	Colour               int64
}

// A Coarsening of a net says which colours of each place nothing tells apart, and so is a smaller net, in which one
// colour of each class stands for all: what a place holds of it is what the place holds of the class. Unfold makes it.
//
// The classes are such that for each binding that satisfies its guard, and whichever colours of the same classes are
// taken instead of those that it takes, there is a binding of the same transition that takes these and gives as much of
// each class. So a marking of the net and the marking of the smaller net with the same numbers by class go on in the
// same way, transition by transition. They are bisimilar: formulas of CTL, LTL and CTL* about sums of tokens over the
// colours of a place, about whether some binding of a transition is enabled, and about what Keep has, are true in both
// or in none, and bounds of such sums are the same. Numbers of markings and of firings are not, and a single binding
// stands for several.
//
// The idea is that of color quotienting [BJP+22]; classes by components of products, conditions by places that never
// change, and variables that may be chosen anew are found in another way, see Coarsen.
type Coarsening struct {
	net   *coloured.Net // the original one
	small *coloured.Net // with a guard for the colours that stand for all
	first []int         // by place: its first slot, and at the end their number
	slots []slot
	moves []*move

	constant []bool // by place: no transition changes it
	merged   []bool // by place: two of its colours are in a class
}

// Coarsen finds colours of n that nothing tells apart, other than those to keep. The error is that of ctx.
//
// A colour of a place is a tuple of components, and a class is a product of classes of these. Classes are the coarsest
// that satisfy the following, found by refinement from one class for each component of each place:
//
//   - A colour that an input arc names, and each one if it names all, is alone. So is what a variable takes that has
//     several input arcs, or takes several tokens with one, by a factor or beside all colours of another component:
//     other colours of the class would not be equal to each other.
//   - What a variable takes from one input place is told apart by what the transition does with it: by the classes of
//     its output places, and by the guard, since other colours have to satisfy it with the same colours of the other
//     variables. A variable that no input arc binds may be chosen anew: it is enough to satisfy the guard with one that
//     is in the same classes of the output places.
//   - A place that no transition changes, whatever its binding, holds what it held at first. Arcs from there are a part
//     of the guard.
//   - Colours that may not occur in a place at all are no matter, nor are bindings that need them.
//
// Terms with differences, variables of products, sorts of more than a million colours, and guards on too many bindings
// keep apart what they are about. In nets with inhibitor arcs nothing is merged. Cost: linear in the sizes of the sorts
// for each place and variable, times the rounds of the refinement, within a fixed number of steps; when they are spent,
// nothing is merged.
func Coarsen(ctx context.Context, n *coloured.Net, keep Keep) (*Coarsening, error) {
	c := &coarsener{net: n, ctx: ctx, guards: &guardian{net: n}, room: mostCells}
	c.evaluator.net, c.evaluator.env = n, make([]int64, len(n.Variables))
	c.evaluator.room = func(int, int64) bool { return true }
	c.first = make([]int, 1, len(n.Places)+1)
	for p := range n.Places {
		for _, s := range components(n, nil, n.Places[p].Sort) {
			x := slot{size: n.Sorts[s].Size}
			if c.take(x.size) {
				x.possible = make([]bool, x.size)
			}
			c.slots = append(c.slots, x)
		}
		c.first = append(c.first, len(c.slots))
	}
	for t := range n.Transitions {
		c.moves = append(c.moves, c.move(&n.Transitions[t]))
	}
	if slices.ContainsFunc(n.Transitions, func(t coloured.Transition) bool { return len(t.Inhibit) > 0 }) {
		return c.identity(), nil
	}
	c.reach()
	c.still()
	for i := range c.slots {
		c.slots[i].begin()
	}
	c.keep(keep)
	c.constrain()
	for _, m := range c.moves {
		if !m.dead {
			c.cluster(m)
			for _, g := range m.groups {
				g.begin()
			}
		}
	}
	c.keepBindings(keep)
	c.refine()
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if c.over() || c.evaluator.err != nil {
		for i := range c.slots {
			c.slots[i].discrete()
		}
		return c.identity(), nil
	}
	return c.result(keep), nil
}

// A coarsener is a Coarsening in the making.
type coarsener struct {
	net       *coloured.Net
	ctx       context.Context
	guards    *guardian
	evaluator evaluator
	first     []int
	slots     []slot
	moves     []*move
	constant  []bool // by place: no transition changes it
	grown     bool
	room      int64 // cells of tables that may still be made
	steps     int64
}

const (
	mostColoursOfSlot = 1 << 20
	mostCells         = 1 << 26 // bytes of tables by colour, roughly
	mostSteps         = 1 << 31
)

// take reports whether there is room for tables of a sort with so many colours.
func (c *coarsener) take(size int64) bool {
	const cells = 8 // bytes of a colour
	if size > mostColoursOfSlot || size*cells > c.room {
		return false
	}
	c.room -= size * cells
	return true
}

// over reports whether the work has to end.
func (c *coarsener) over() bool { return c.steps > mostSteps || c.ctx.Err() != nil }
