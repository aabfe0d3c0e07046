package randcoloured

import (
	"slices"
	"strings"

	"brim/petri/coloured"
)

// Which constructs occur in a coloured net.

// Names lists what Constructs may say.
var Names = []string{
	"sort dot", "sort finite", "sort cyclic", "sort range", "sort range below zero", "sort product",
	"sort product of products", "sort partition",
	"variable of dot", "variable of finite", "variable of cyclic", "variable of range", "variable of product",
	"variable of product of products",
	"initial none", "initial numberof", "initial add", "initial subtract", "initial all", "initial tuple",
	"initial tuple of multisets",
	"arc constant", "arc variable", "arc successor", "arc predecessor", "arc tuple", "arc tuple of multisets",
	"arc tuple of tuple",
	"arc numberof", "arc numberof none", "arc numberof of multiset", "arc add", "arc add of none", "arc add of one",
	"arc add of equal terms", "arc add of variables",
	"arc subtract", "arc all", "arc all of product", "arc all in tuple",
	"input all", "input subtract", "output all", "output subtract", "input successor", "input add",
	"input tuple of multisets",
	"inhibitor constant", "inhibitor variable", "inhibitor numberof", "inhibitor add", "inhibitor subtract",
	"inhibitor all", "variable only on inhibitor arcs",
	"guard true", "guard and", "guard or", "guard not", "guard imply", "guard equality", "guard inequality",
	"guard lessthan", "guard lessthanorequal", "guard greaterthan", "guard greaterthanorequal",
	"guard block equality", "guard gtp", "guard ltp", "guard of products", "guard tuple", "guard successor",
	"guard predecessor", "guard of no variable",
	"variable only on output arcs", "variable only in guard", "transition without input", "transition without output",
	"transition without arcs",
	"transition without variables", "transition without guard",
	"name with bracket", "name with comma", "name with blank", "name with quote", "names of constants equal", "alias",
}

// Constructs returns which of Names occur in net.
func Constructs(net *coloured.Net) map[string]bool {
	c := &census{net: net, has: map[string]bool{}}
	c.sorts()
	for i := range net.Places {
		p := &net.Places[i]
		c.names(p.Name, p.Alias)
		c.note("alias", p.Alias != "")
		c.note("initial none", p.Initial == nil)
		c.terms(p.Initial, "initial")
	}
	for i := range net.Transitions {
		c.transition(&net.Transitions[i])
	}
	return c.has
}

type census struct {
	net *coloured.Net
	has map[string]bool
}

func (c *census) note(construct string, yes bool) {
	if yes {
		c.has[construct] = true
	}
}

func (c *census) kind(sort int) coloured.Kind { return c.net.Sorts[sort].Kind }

func (c *census) nested(sort int) bool {
	return slices.ContainsFunc(c.net.Sorts[sort].Parts, func(s int) bool { return c.kind(s) == coloured.Product })
}

var kinds = map[coloured.Kind]string{
	coloured.Dot: "dot", coloured.Finite: "finite", coloured.Cyclic: "cyclic", coloured.Range: "range",
	coloured.Product: "product", coloured.Partition: "partition",
}

func (c *census) sorts() {
	names := map[string]bool{}
	for i := range c.net.Sorts {
		s := &c.net.Sorts[i]
		c.note("sort "+kinds[s.Kind], true)
		c.note("sort range below zero", s.Kind == coloured.Range && s.Low < 0)
		c.note("sort product of products", c.nested(i))
		for _, x := range s.Constants {
			c.names(x.ID, x.Name)
			c.note("names of constants equal", x.Name != "" && names[x.Name])
			names[x.Name] = true
		}
	}
	for _, v := range c.net.Variables {
		c.note("variable of "+kinds[c.kind(v.Sort)], true)
		c.note("variable of product of products", c.nested(v.Sort))
	}
}

func (c *census) names(names ...string) {
	for _, name := range names {
		c.note("name with bracket", strings.ContainsAny(name, "()"))
		c.note("name with comma", strings.Contains(name, ","))
		c.note("name with blank", strings.Contains(name, " "))
		c.note("name with quote", strings.ContainsAny(name, `"'`))
	}
}

// transition notes which constructs occur in a transition: in its names, arcs and guard, and whether variables occur
// only on output arcs or only in the guard.
func (c *census) transition(t *coloured.Transition) {
	c.names(t.Name, t.Alias)
	c.note("alias", t.Alias != "")
	c.note("transition without input", len(t.Pre) == 0)
	c.note("transition without output", len(t.Post) == 0)
	c.note("transition without arcs", t.ArcCount() == 0)
	c.note("transition without variables", len(t.Variables) == 0)
	c.note("transition without guard", t.Guard == nil)
	in, out, tested := map[int64]bool{}, map[int64]bool{}, map[int64]bool{}
	for _, a := range t.Pre {
		c.terms(a.Term, "arc")
		c.terms(a.Term, "input")
		variablesOf(a.Term, in)
	}
	for _, a := range t.Post {
		c.terms(a.Term, "arc")
		c.terms(a.Term, "output")
		variablesOf(a.Term, out)
	}
	below := map[int64]bool{}
	for _, a := range t.Inhibit {
		c.terms(a.Term, "inhibitor")
		variablesOf(a.Term, below)
	}
	if t.Guard != nil {
		c.guard(t.Guard)
		guardVariables(t.Guard, tested)
	}
	for _, v := range t.Variables {
		v := int64(v)
		c.note("variable only on output arcs", out[v] && !in[v] && !tested[v] && !below[v])
		c.note("variable only on inhibitor arcs", below[v] && !in[v] && !out[v] && !tested[v])
		c.note("variable only in guard", tested[v] && !in[v] && !out[v] && !below[v])
	}
}

// terms notes which constructs occur in the term t and in its subterms. where is the first word of their names:
// initial, arc, input, output or inhibitor.
func (c *census) terms(t *coloured.Term, where string) {
	if t == nil {
		return
	}
	note := func(what string, yes bool) {
		if name := where + " " + what; yes && slices.Contains(Names, name) {
			c.has[name] = true
		}
	}
	many := slices.ContainsFunc(t.Args, func(a *coloured.Term) bool { return !single(a) })
	note("constant", t.Op == coloured.Colour)
	note("variable", t.Op == coloured.Bound)
	note("successor", t.Op == coloured.Successor)
	note("predecessor", t.Op == coloured.Predecessor)
	note("tuple", t.Op == coloured.Tuple)
	note("tuple of multisets", t.Op == coloured.Tuple && many)
	note("all", t.Op == coloured.All)
	note("all of product", t.Op == coloured.All && c.kind(t.Sort) == coloured.Product)
	note("numberof", t.Op == coloured.Times)
	note("numberof none", t.Op == coloured.Times && t.Value == 0)
	note("numberof of multiset", t.Op == coloured.Times && many)
	note("add", t.Op == coloured.Sum)
	note("add of none", t.Op == coloured.Sum && len(t.Args) == 0)
	note("add of one", t.Op == coloured.Sum && len(t.Args) == 1)
	note("subtract", t.Op == coloured.Difference)
	for i, a := range t.Args {
		note("tuple of tuple", t.Op == coloured.Tuple && a.Op == coloured.Tuple)
		note("all in tuple", t.Op == coloured.Tuple && a.Op == coloured.All)
		for _, b := range t.Args[:i] {
			note("add of equal terms", t.Op == coloured.Sum && equal(a, b))
			note("add of variables", t.Op == coloured.Sum && a.Op == coloured.Bound && b.Op == coloured.Bound &&
				a.Value != b.Value)
		}
		c.terms(a, where)
	}
}

// single reports whether t is one colour by its form.
func single(t *coloured.Term) bool {
	switch t.Op {
	case coloured.Colour, coloured.Bound, coloured.Successor, coloured.Predecessor, coloured.BlockOf:
		return true
	case coloured.Tuple:
		return !slices.ContainsFunc(t.Args, func(a *coloured.Term) bool { return !single(a) })
	}
	return false
}

func equal(a, b *coloured.Term) bool {
	return a.Op == b.Op && a.Sort == b.Sort && a.Value == b.Value && slices.EqualFunc(a.Args, b.Args, equal)
}

func variablesOf(t *coloured.Term, seen map[int64]bool) {
	if t.Op == coloured.Bound {
		seen[t.Value] = true
	}
	for _, a := range t.Args {
		variablesOf(a, seen)
	}
}

func guardVariables(g *coloured.Guard, seen map[int64]bool) {
	for _, a := range g.Args {
		guardVariables(a, seen)
	}
	if g.Left != nil {
		variablesOf(g.Left, seen)
		variablesOf(g.Right, seen)
	}
}

var tests = map[coloured.Test]string{
	coloured.True: "true", coloured.And: "and", coloured.Or: "or", coloured.Not: "not", coloured.Imply: "imply",
	coloured.Equal:   "equality",
	coloured.Unequal: "inequality", coloured.Less: "lessthan", coloured.LessEqual: "lessthanorequal",
	coloured.Greater:      "greaterthan",
	coloured.GreaterEqual: "greaterthanorequal",
}

func (c *census) guard(g *coloured.Guard) {
	c.note("guard "+tests[g.Test], true)
	for _, a := range g.Args {
		c.guard(a)
	}
	if g.Left == nil {
		return
	}
	blocks := c.kind(g.Left.Sort) == coloured.Partition
	c.note("guard block equality", blocks && g.Test == coloured.Equal)
	c.note("guard gtp", blocks && g.Test == coloured.Greater)
	c.note("guard ltp", blocks && g.Test == coloured.Less)
	c.note("guard of products", c.kind(g.Left.Sort) == coloured.Product)
	seen := map[int64]bool{}
	guardVariables(g, seen)
	c.note("guard of no variable", len(seen) == 0)
	for _, t := range []*coloured.Term{g.Left, g.Right} {
		c.note("guard tuple", t.Op == coloured.Tuple)
		c.note("guard successor", t.Op == coloured.Successor)
		c.note("guard predecessor", t.Op == coloured.Predecessor)
	}
}
