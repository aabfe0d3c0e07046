package unfold

import (
	"slices"

	"brim/petri/coloured"
)

// domain returns the colours that an unbound variable of a sort of the given size may have, by what is bound: all for
// which the condition holds, and perhaps more.
func (c *condition) domain(variable int, env []int64, size int64) spans {
	switch c.test {
	case coloured.And:
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
	case coloured.Or:
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
		return c.right.solve(mirrored[c.test], left)
	}
	return allColours(size)
}

// solve returns the colours of the operand's variable for which the operand stands in a relation to bound.
func (o *operand) solve(relation coloured.Test, bound int64) spans {
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
	case coloured.And:
		least, factor := size, 1.0
		for _, a := range c.args {
			if x := a.expected(variable, bound, size); slices.Contains(a.variables, variable) {
				least = min(least, x)
			} else {
				factor *= x / size
			}
		}
		return least * factor
	case coloured.Or:
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
			return size * theirs.solve(mirrored[c.test], mine.value).count() / float64(theirs.size)
		case c.test == coloured.Equal:
			return size / float64(mine.size)
		}
	case mine.variable == variable && theirs.variable == variable:
	case c.test == coloured.Equal:
		return 1
	case mine.variable == variable && theirs.variable == unbound:
		return mine.solve(c.test, theirs.value).count()
	case theirs.variable == variable && mine.variable == unbound:
		return theirs.solve(mirrored[c.test], mine.value).count()
	}
	return size
}
