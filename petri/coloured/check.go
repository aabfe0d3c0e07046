package coloured

import (
	"fmt"
	"slices"
)

// A checker copies terms and guards, filling sorts in, and stops at the first fault, of which it tells the Builder.
type checker struct {
	b        *Builder
	where    string // for messages
	constant bool   // there are no variables
}

// fail notes a fault of a part of a term.
func (c *checker) fail(t *Term, format string, args ...any) (*Term, bool) {
	c.b.failAt(t, nil, "%s: %s", c.where, fmt.Sprintf(format, args...))
	return nil, false
}

// term checks t as a multiset over a sort, and returns it with the sorts of all its parts filled in and constants in a
// common form; ok is false after a mistake, which is recorded.
func (c *checker) term(t *Term, sort int) (*Term, bool) {
	b := c.b
	if t == nil {
		return c.fail(t, "a term is missing")
	}
	s := &b.net.Sorts[sort]
	out := &Term{Op: t.Op, Sort: sort, Value: t.Value}
	arity, ok := 1, true
	switch t.Op {
	case Sum:
		if arity = len(t.Args); arity > 0 {
			break
		}
		fallthrough
	case Colour, All:
		arity = 0
		if t.Sort != Open && !b.isSort(c.where, t.Sort) {
			return nil, false
		}
		switch {
		case t.Sort != Open && !b.Same(t.Sort, sort):
			return c.mismatch(t, t.Sort, sort)
		case t.Op == Colour && (t.Value < 0 || t.Value >= s.Size):
			return c.fail(t, "found the colour %d; %s has the colours 0 to %d", t.Value, b.sortText(sort), s.Size-1)
		case t.Op == Colour:
			return b.constant(sort, t.Value), true
		}
	case Bound:
		arity = 0
		switch {
		case t.Value < 0 || t.Value >= int64(len(b.net.Variables)):
			return c.fail(t, "there is no variable %d", t.Value)
		case c.constant:
			return c.fail(t, "found the variable %s; expected an initial marking without variables",
				quote(b.net.Variables[t.Value].ID))
		case !b.Same(b.net.Variables[t.Value].Sort, sort):
			return c.mismatch(t, b.net.Variables[t.Value].Sort, sort)
		}
	case Successor, Predecessor:
		if s.Kind != Cyclic && s.Kind != Range {
			return c.fail(t, "%s has no %v; expected a cyclic enumeration or a range of integers", b.sortText(sort),
				t.Op)
		}
	case BlockOf:
		if t.Sort != Open && (!b.isSort(c.where, t.Sort) || !b.Same(t.Sort, sort)) {
			return c.mismatch(t, t.Sort, sort)
		}
		if s.Kind != Partition {
			return c.fail(t, "%s is no partition; expected one", b.sortText(sort))
		}
		sort = s.Base // of the argument
	case Tuple:
		return c.tuple(t, sort)
	case Times:
		if t.Value < 0 {
			return c.fail(t, "found the factor %d; expected 0 or more", t.Value)
		}
	case Difference:
		arity = max(1, len(t.Args))
	default:
		return c.fail(t, "there is no operation %d", t.Op)
	}
	if len(t.Args) != arity {
		return c.fail(t, "found %v of %d terms; expected %d", t.Op, len(t.Args), arity)
	}
	if t.Op == Successor || t.Op == Predecessor || t.Op == BlockOf {
		if ok = c.single(t.Args[0]); !ok {
			return nil, false
		}
	}
	out.Args, ok = c.terms(t.Args, func(int) int { return sort })
	return out, ok
}

// constant returns a colour as a term.
func (b *Builder) constant(sort int, colour int64) *Term {
	s := &b.net.Sorts[sort]
	if s.Kind != Product {
		return &Term{Op: Colour, Sort: sort, Value: colour}
	}
	args := make([]*Term, len(s.Parts))
	for i := len(args) - 1; i >= 0; i-- {
		size := b.net.Sorts[s.Parts[i]].Size
		args[i] = b.constant(s.Parts[i], colour%size)
		colour /= size
	}
	return &Term{Op: Tuple, Sort: sort, Args: args}
}

// terms copies arguments, each with the sort that it must have.
func (c *checker) terms(args []*Term, sort func(i int) int) (out []*Term, ok bool) {
	for i, a := range args {
		x, ok := c.term(a, sort(i))
		if !ok {
			return nil, false
		}
		out = append(out, x)
	}
	return out, true
}

// tuple is term for tuples. A tuple of one argument is the argument.
func (c *checker) tuple(t *Term, sort int) (*Term, bool) {
	s := &c.b.net.Sorts[sort]
	switch {
	case len(t.Args) == 1:
		return c.term(t.Args[0], sort)
	case s.Kind != Product:
		return c.fail(t, "found a tuple of %d terms; expected one term of %s", len(t.Args), c.b.sortText(sort))
	case len(t.Args) != len(s.Parts):
		return c.fail(t, "found a tuple of %d terms; expected %d for %s", len(t.Args), len(s.Parts), c.b.sortText(sort))
	}
	parts := slices.Clone(s.Parts) // a guard may add sorts
	args, ok := c.terms(t.Args, func(i int) int { return parts[i] })
	return &Term{Op: Tuple, Sort: sort, Args: args}, ok
}

func (c *checker) mismatch(t *Term, sort, expected int) (*Term, bool) {
	return c.fail(t, "%s is of %s; expected %s", c.b.describe(t), c.b.sortText(sort), c.b.sortText(expected))
}

// single reports whether t is one colour.
func (c *checker) single(t *Term) bool {
	if t == nil {
		_, ok := c.fail(t, "a term is missing")
		return ok
	}
	switch t.Op {
	case Colour, Bound, Successor, Predecessor, BlockOf:
		return true
	case Tuple:
		return !slices.ContainsFunc(t.Args, func(a *Term) bool { return !c.single(a) })
	}
	_, ok := c.fail(t, "found %s; expected one colour", c.b.describe(t))
	return ok
}

// guard returns g with all sorts filled in, or false.
func (c *checker) guard(g *Guard) (*Guard, bool) {
	fail := func(format string, args ...any) (*Guard, bool) {
		c.b.failAt(nil, g, "%s: %s", c.where, fmt.Sprintf(format, args...))
		return nil, false
	}
	if g == nil {
		return fail("a part of the guard is missing")
	}
	if g.Test < True || g.Test > GreaterEqual {
		return fail("there is no test %d", g.Test)
	}
	if g.Test >= Equal {
		return c.comparison(g)
	}
	arity := len(g.Args)
	switch g.Test {
	case True:
		arity = 0
	case Not:
		arity = 1
	case Imply:
		arity = 2
	}
	if len(g.Args) != arity {
		return fail("found %v of %d conditions; expected %d", g.Test, len(g.Args), arity)
	}
	out := &Guard{Test: g.Test}
	if g.Test == And && arity == 0 {
		out.Test = True
	}
	for _, a := range g.Args {
		x, ok := c.guard(a)
		if !ok {
			return nil, false
		}
		out.Args = append(out.Args, x)
	}
	return out, true
}

// comparison returns g with the sorts of its sides filled in; ok is false after a mistake. Both sides must be single
// colours of one sort, which at least one of them determines; for < and the like the sort must have an order.
func (c *checker) comparison(g *Guard) (*Guard, bool) {
	if !c.single(g.Left) || !c.single(g.Right) {
		return nil, false
	}
	sort := c.sortOf(g.Left)
	if sort == Open {
		sort = c.sortOf(g.Right)
	}
	if c.b.err != nil {
		return nil, false
	}
	if sort != Open {
		sort = c.b.sorts.same[sort] // of tuples nothing says which of the products with these parts is meant
	}
	problem := ""
	switch {
	case sort == Open:
		problem = "the sort of both sides is open; expected a side whose sort is known"
	case g.Test >= Less && c.b.net.Sorts[sort].Kind == Product:
		problem = fmt.Sprintf("%s has no order; expected sides of an enumeration or a range", c.b.sortText(sort))
	}
	if problem != "" {
		c.b.failAt(nil, g, "%s: %s", c.where, problem)
		return nil, false
	}
	left, ok := c.term(g.Left, sort)
	if !ok {
		return nil, false
	}
	right, ok := c.term(g.Right, sort)
	return &Guard{Test: g.Test, Left: left, Right: right}, ok
}

// sortOf returns the sort of a term that is one colour, or Open if only its place tells.
func (c *checker) sortOf(t *Term) int {
	switch t.Op {
	case Colour, BlockOf:
		if t.Sort == Open || c.b.isSort(c.where, t.Sort) {
			return t.Sort
		}
	case Bound:
		if t.Value >= 0 && t.Value < int64(len(c.b.net.Variables)) {
			return c.b.net.Variables[t.Value].Sort
		}
	case Successor, Predecessor:
		if len(t.Args) == 1 && c.single(t.Args[0]) {
			return c.sortOf(t.Args[0])
		}
	case Tuple:
		var parts []int
		for _, a := range t.Args {
			parts = append(parts, c.sortOf(a))
		}
		switch {
		case len(parts) == 1:
			return parts[0]
		case len(parts) > 1 && !slices.Contains(parts, Open):
			return c.b.Product("", "", parts...)
		}
	}
	return Open
}
