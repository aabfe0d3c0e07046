package unfold

import (
	"slices"

	"brim/petri/coloured"
)

// A condition is a guard made ready: without negations, and with tuples compared part by part.
type condition struct {
	test        coloured.Test // And, Or, or a comparison; True is an And of nothing, false an Or of nothing
	args        []*condition
	left, right operand
	variables   []int // ascending
}

// An operand is one side of a comparison.
type operand struct {
	variable int     // what it depends on, or unbound: then it is value
	shift    int64   // it is the shift-th successor of the variable's colour in a sort of size colours
	size     int64   //
	blocks   []int64 // or the block of this, by colour; nil for none
	value    int64
	term     *coloured.Term // or what only an evaluator knows; nil for none
}

// A guardian makes conditions of the guards of a net.
type guardian struct {
	net    *coloured.Net
	blocks map[int][]int64 // by partition
}

// condition returns the guard, or its negation if it is not wanted.
func (g *guardian) condition(guard *coloured.Guard, wanted bool) *condition {
	c := &condition{test: coloured.And}
	if guard == nil {
		guard = &coloured.Guard{Test: coloured.True}
	}
	switch guard.Test {
	case coloured.Not:
		return g.condition(guard.Args[0], !wanted)
	case coloured.True, coloured.And, coloured.Or, coloured.Imply:
		if guard.Test == coloured.Or || guard.Test == coloured.Imply {
			c.test = coloured.Or
		}
		for i, a := range guard.Args {
			c.args = append(c.args, g.condition(a, wanted != (guard.Test == coloured.Imply && i == 0)))
		}
		if !wanted {
			c.test = coloured.And + coloured.Or - c.test
		}
	default:
		c = g.comparison(guard, wanted)
	}
	for _, a := range c.args {
		c.variables = append(c.variables, a.variables...)
	}
	slices.Sort(c.variables)
	c.variables = slices.Compact(c.variables)
	return c
}

func (g *guardian) comparison(guard *coloured.Guard, wanted bool) *condition {
	relation := guard.Test
	if !wanted {
		relation = negated[relation]
	}
	left, right := guard.Left, guard.Right
	if (relation == coloured.Equal || relation == coloured.Unequal) && left.Op == coloured.Tuple &&
		right.Op == coloured.Tuple {
		c := &condition{test: coloured.And}
		if relation == coloured.Unequal {
			c.test = coloured.Or
		}
		for i := range left.Args {
			parts := &coloured.Guard{Test: relation, Left: left.Args[i], Right: right.Args[i]}
			c.args = append(c.args, g.condition(parts, true))
		}
		return c
	}
	return &condition{
		test: relation, left: g.operand(left), right: g.operand(right),
		variables: appendVariables(appendVariables(nil, left), right),
	}
}

// operand returns one side of a comparison in the simplest form it has: a constant, a variable shifted by successors
// and predecessors, the block of such a variable in a partition, or otherwise the term itself.
func (g *guardian) operand(t *coloured.Term) operand {
	switch t.Op {
	case coloured.Colour:
		return operand{variable: unbound, value: t.Value}
	case coloured.Bound:
		return operand{variable: int(t.Value), size: g.net.Sorts[t.Sort].Size}
	case coloured.Successor, coloured.Predecessor:
		if o := g.operand(t.Args[0]); o.term == nil && o.blocks == nil {
			by, size := int64(1), g.net.Sorts[t.Sort].Size
			if t.Op == coloured.Predecessor {
				by = size - 1
			}
			if o.variable == unbound {
				o.value = next(o.value, by, size)
			} else {
				o.shift = next(o.shift, by, size)
			}
			return o
		}
	case coloured.BlockOf:
		o := g.operand(t.Args[0])
		if o.term == nil && o.blocks == nil && o.variable != unbound && o.size <= mostBlocks {
			o.blocks = g.blocksOf(t.Sort)
			return o
		}
	case coloured.Times, coloured.Sum: // of one colour
		if len(t.Args) == 1 && (t.Op == coloured.Sum || t.Value == 1) {
			return g.operand(t.Args[0])
		}
	}
	return operand{variable: unbound, term: t}
}

// mostBlocks is how many colours a sort may have whose partitions become tables; without one, blocks are searched.
const mostBlocks = 1 << 20

// blocksOf returns the block of each colour in a partition.
func (g *guardian) blocksOf(sort int) []int64 {
	if b, ok := g.blocks[sort]; ok {
		return b
	}
	s := &g.net.Sorts[sort]
	blocks := make([]int64, g.net.Sorts[s.Base].Size)
	for i := range blocks {
		blocks[i] = unbound
	}
	for b := range s.Constants {
		for _, c := range s.Constants[b].Members {
			blocks[c] = int64(b)
		}
	}
	if g.blocks == nil {
		g.blocks = map[int][]int64{}
	}
	g.blocks[sort] = blocks
	return blocks
}

// of returns the operand's colour, and false while its variable is unbound or only an evaluator could tell.
func (o *operand) of(env []int64) (int64, bool) {
	switch {
	case o.term != nil:
		return 0, false
	case o.variable == unbound:
		return o.value, true
	case env[o.variable] == unbound:
		return 0, false
	}
	c := next(env[o.variable], o.shift, o.size)
	if o.blocks != nil {
		c = o.blocks[c]
	}
	return c, true
}

// size returns how many parts the condition has, 0 for nil.
func (c *condition) size() int64 {
	if c == nil {
		return 0
	}
	n := int64(1)
	for _, a := range c.args {
		n += a.size()
	}
	return n
}

// holds reports whether the condition holds; all its variables are bound.
func (c *condition) holds(e *evaluator) bool {
	switch c.test {
	case coloured.And:
		for _, a := range c.args {
			if !a.holds(e) {
				return false
			}
		}
		return true
	case coloured.Or:
		for _, a := range c.args {
			if a.holds(e) {
				return true
			}
		}
		return false
	}
	left, ok := c.left.of(e.env)
	if !ok {
		left = e.colour(c.left.term)
	}
	right, ok := c.right.of(e.env)
	if !ok {
		right = e.colour(c.right.term)
	}
	return holds(c.test, left, right)
}

// appendVariables appends the variables of a term to an ascending list.
func appendVariables(list []int, t *coloured.Term) []int {
	if t.Op == coloured.Bound {
		if i, ok := slices.BinarySearch(list, int(t.Value)); !ok {
			list = slices.Insert(list, i, int(t.Value))
		}
	}
	for _, a := range t.Args {
		list = appendVariables(list, a)
	}
	return list
}
