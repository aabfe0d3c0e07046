package coloured

import "slices"

// A condition is a guard made ready: without negations, and with tuples compared part by part.
type condition struct {
	test        Test // And, Or, or a comparison; True is an And of nothing, false an Or of nothing
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
	term     *Term // or what only an evaluator knows; nil for none
}

// A guardian makes conditions of the guards of a net.
type guardian struct {
	net    *Net
	blocks map[int][]int64 // by partition
}

// condition returns the guard, or its negation if it is not wanted.
func (g *guardian) condition(guard *Guard, wanted bool) *condition {
	c := &condition{test: And}
	if guard == nil {
		guard = &Guard{Test: True}
	}
	switch guard.Test {
	case Not:
		return g.condition(guard.Args[0], !wanted)
	case True, And, Or, Imply:
		if guard.Test == Or || guard.Test == Imply {
			c.test = Or
		}
		for i, a := range guard.Args {
			c.args = append(c.args, g.condition(a, wanted != (guard.Test == Imply && i == 0)))
		}
		if !wanted {
			c.test = And + Or - c.test
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

func (g *guardian) comparison(guard *Guard, wanted bool) *condition {
	relation := guard.Test
	if !wanted {
		relation = negated(relation)
	}
	left, right := guard.Left, guard.Right
	if (relation == Equal || relation == Unequal) && left.Op == Tuple && right.Op == Tuple {
		c := &condition{test: And}
		if relation == Unequal {
			c.test = Or
		}
		for i := range left.Args {
			parts := &Guard{Test: relation, Left: left.Args[i], Right: right.Args[i]}
			c.args = append(c.args, g.condition(parts, true))
		}
		return c
	}
	return &condition{
		test: relation, left: g.operand(left), right: g.operand(right),
		variables: appendVariables(appendVariables(nil, left), right),
	}
}

func (g *guardian) operand(t *Term) operand {
	switch t.Op {
	case Colour:
		return operand{variable: unbound, value: t.Value}
	case Bound:
		return operand{variable: int(t.Value), size: g.net.Sorts[t.Sort].Size}
	case Successor, Predecessor:
		if o := g.operand(t.Args[0]); o.term == nil && o.blocks == nil {
			by, size := int64(1), g.net.Sorts[t.Sort].Size
			if t.Op == Predecessor {
				by = size - 1
			}
			if o.variable == unbound {
				o.value = next(o.value, by, size)
			} else {
				o.shift = next(o.shift, by, size)
			}
			return o
		}
	case BlockOf:
		o := g.operand(t.Args[0])
		if o.term == nil && o.blocks == nil && o.variable != unbound && o.size <= mostBlocks {
			o.blocks = g.blocksOf(t.Sort)
			return o
		}
	case Times, Sum: // of one colour
		if len(t.Args) == 1 && (t.Op == Sum || t.Value == 1) {
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
	case And:
		for _, a := range c.args {
			if !a.holds(e) {
				return false
			}
		}
		return true
	case Or:
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

// domain returns the colours that an unbound variable of a sort of the given size may have, by what is bound: all for
// which the condition holds, and perhaps more.
func (c *condition) domain(variable int, env []int64, size int64) spans {
	switch c.test {
	case And:
		all := allColours(size)
		for _, a := range c.args {
			if len(all) == 0 {
				break
			}
			if d := a.domain(variable, env, size); len(d) != 1 || d[0] != (span{0, size - 1}) {
				all = all.and(d)
			}
		}
		return all
	case Or:
		var some spans
		for _, a := range c.args {
			d := a.domain(variable, env, size)
			if len(d) == 1 && d[0] == (span{0, size - 1}) {
				return d
			}
			some = append(some, d...)
		}
		return tidied(some)
	}
	left, leftKnown := c.left.of(env)
	right, rightKnown := c.right.of(env)
	switch {
	case leftKnown && rightKnown:
		if !holds(c.test, left, right) {
			return nil
		}
	case rightKnown && c.left.variable == variable:
		return c.left.solve(c.test, right)
	case leftKnown && c.right.variable == variable:
		return c.right.solve(mirrored(c.test), left)
	}
	return allColours(size)
}

// solve returns the colours of the operand's variable for which the operand stands in a relation to bound.
func (o *operand) solve(relation Test, bound int64) spans {
	if o.blocks == nil {
		return compared(relation, bound, o.size).shifted((o.size-o.shift)%o.size, o.size)
	}
	var some spans
	for c, b := range o.blocks {
		if holds(relation, b, bound) {
			some = append(some, span{int64(c), int64(c)})
		}
	}
	return tidied(some).shifted((o.size-o.shift)%o.size, o.size)
}

// expected estimates how many colours of a variable the condition leaves, if a colour were drawn for each variable
// that is bound: a number for choosing what to bind next, and nothing else.
func (c *condition) expected(variable int, bound []bool, size float64) float64 {
	switch c.test {
	case And:
		least, factor := size, 1.0
		for _, a := range c.args {
			if x := a.expected(variable, bound, size); slices.Contains(a.variables, variable) {
				least = min(least, x)
			} else {
				factor *= x / size
			}
		}
		return least * factor
	case Or:
		sum := 0.0
		for _, a := range c.args {
			sum += a.expected(variable, bound, size)
		}
		return min(sum, size)
	}
	for _, v := range c.variables {
		if v != variable && !bound[v] {
			return size
		}
	}
	switch mine, theirs := &c.left, &c.right; {
	case c.left.term != nil || c.right.term != nil || c.left.blocks != nil || c.right.blocks != nil:
		return size
	case len(c.variables) == 0:
		if !holds(c.test, c.left.value, c.right.value) {
			return 0
		}
	case !slices.Contains(c.variables, variable):
		switch {
		case theirs.variable == unbound:
			return size * mine.solve(c.test, theirs.value).count() / float64(mine.size)
		case mine.variable == unbound:
			return size * theirs.solve(mirrored(c.test), mine.value).count() / float64(theirs.size)
		case c.test == Equal:
			return size / float64(mine.size)
		}
	case mine.variable == variable && theirs.variable == variable:
	case c.test == Equal:
		return 1
	case mine.variable == variable && theirs.variable == unbound:
		return mine.solve(c.test, theirs.value).count()
	case theirs.variable == variable && mine.variable == unbound:
		return theirs.solve(mirrored(c.test), mine.value).count()
	}
	return size
}

// appendVariables appends the variables of a term to an ascending list.
func appendVariables(list []int, t *Term) []int {
	if t.Op == Bound {
		if i, ok := slices.BinarySearch(list, int(t.Value)); !ok {
			list = slices.Insert(list, i, int(t.Value))
		}
	}
	for _, a := range t.Args {
		list = appendVariables(list, a)
	}
	return list
}
