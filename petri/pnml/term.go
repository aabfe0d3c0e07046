package pnml

import (
	"strconv"

	"brim/internal/printable"
	"brim/petri/coloured"
)

// This file gives expressions of coloured nets their meaning: terms and conditions.

// maxExpanded is how many constants the elements of partitions may stand for in a document: each time one is named, it
// is one of each of its constants.
const maxExpanded = 1 << 20

// Elements that are an operation on their subterms, and the operations.
var (
	termOps = map[string]coloured.Op{
		"add": coloured.Sum, "subtract": coloured.Difference, "tuple": coloured.Tuple,
		"successor": coloured.Successor, "predecessor": coloured.Predecessor,
	}
	opTerms = inverse(termOps)
)

// term returns what e means, with open sorts where the Builder finds them.
func (r *reader) term(e *expr) (*coloured.Term, error) { return r.termIn(e, false) }

// termIn is term, in a condition if compared is true: there an element of a partition is a colour of its own.
func (r *reader) termIn(e *expr, compared bool) (*coloured.Term, error) {
	t := &coloured.Term{Sort: coloured.Open}
	r.coloured.lines[t] = e.line
	var err error
	args := e.args
	switch e.element {
	case "variable":
		v, ok := r.coloured.variables[e.words[0]]
		if !ok {
			return nil, unknown(r, e, "variable", r.coloured.variables)
		}
		t.Op, t.Value = coloured.Bound, int64(v.index)
	case "useroperator":
		x, ok := r.coloured.constants[e.words[0]]
		d := r.coloured.sorts[e.words[0]]
		switch {
		case !ok && d != nil && d.element == "namedsort" && d.sort.element == "dot":
			t.Op, t.Sort = coloured.Colour, d.index // TAPAAL calls the colour like its sort
		case !ok:
			return nil, unknown(r, e, "constant", r.coloured.constants)
		case x.members == nil || compared:
			t.Op, t.Sort, t.Value = coloured.Colour, x.sort, x.colour
		default:
			err = r.expand(t, x, e.line)
		}
	case "dotconstant":
		t.Op, t.Sort = coloured.Colour, r.coloured.b.Dot("", "")
	case "finiteintrangeconstant":
		t.Op, args = coloured.Colour, nil
		t.Sort, t.Value, err = r.rangeConstant(e)
	case "all", "empty":
		t.Op, args = coloured.All, nil
		if e.element == "empty" {
			t.Op = coloured.Sum
		}
		t.Sort, err = r.sort(e.args[0], 0)
	case "numberof":
		t.Op, args = coloured.Times, args[1:]
		t.Value, err = r.factor(e.args[0])
	case "partitionelementof":
		t.Op = coloured.BlockOf
		d, ok := r.coloured.sorts[e.words[0]]
		if !ok || d.element != "partition" {
			partitions := map[string]bool{}
			for id, d := range r.coloured.sorts {
				if d.element == "partition" {
					partitions[id] = true
				}
			}
			return nil, unknown(r, e, "partition", partitions)
		}
		t.Sort = d.index
	case "numberconstant":
		err = r.Errorf(e.line, "found <numberconstant>; expected a term of colours, or the first one of <numberof>")
	default:
		t.Op = termOps[e.element]
	}
	if err != nil {
		return nil, err
	}
	for _, a := range args {
		x, err := r.termIn(a, compared)
		if err != nil {
			return nil, err
		}
		t.Args = append(t.Args, x)
	}
	return t, nil
}

// expand makes t one of each constant of an element of a partition.
func (r *reader) expand(t *coloured.Term, x *constant, line int) error {
	c := r.coloured
	of := c.b.Sort(x.sort)
	members := of.Constants[x.colour].Members
	if c.expanded += len(members); c.expanded > maxExpanded {
		return r.Errorf(line, "the elements of partitions stand for more than %d constants; expected fewer",
			maxExpanded)
	}
	t.Op = coloured.Sum
	for _, m := range members {
		t.Args = append(t.Args, &coloured.Term{Op: coloured.Colour, Sort: of.Base, Value: m})
	}
	c.lines[t.Args[0]] = line // if one is of a wrong sort, the first is
	return nil
}

func (r *reader) rangeConstant(e *expr) (sort int, colour int64, err error) {
	value, err := r.integer(e, 0)
	if err != nil {
		return 0, 0, err
	}
	if sort, err = r.sort(e.args[0], 0); err != nil {
		return 0, 0, err
	}
	s := r.coloured.b.Sort(sort)
	if s.Kind != coloured.Range || value < s.Low || value > s.High {
		expected := "a range of integers as its sort"
		if s.Kind == coloured.Range {
			expected = "an integer from " + strconv.FormatInt(s.Low, 10) + " to " + strconv.FormatInt(s.High, 10)
		}
		return 0, 0, r.Errorf(e.line, "the value of <finiteintrangeconstant> is %d; expected %s", value, expected)
	}
	return sort, value - s.Low, nil
}

// factor returns the number of a numberof.
func (r *reader) factor(e *expr) (int64, error) {
	if e.element != "numberconstant" {
		return 0, r.Errorf(e.line, "found <%s> as the number of <numberof>; expected <numberconstant>", e.element)
	}
	n, err := strconv.ParseInt(e.words[0], 10, 64)
	if err != nil || n < 0 {
		return 0, r.Errorf(e.line, "the value of <numberconstant> is %s; expected an integer from 0 to 2^63−1",
			printable.Quote(e.words[0]))
	}
	return n, nil
}

// Elements that are a test, and the tests.
var (
	guardTests = map[string]coloured.Test{
		"and": coloured.And, "or": coloured.Or, "not": coloured.Not, "imply": coloured.Imply,
		"equality": coloured.Equal, "inequality": coloured.Unequal,
		"lessthan": coloured.Less, "lessthanorequal": coloured.LessEqual,
		"greaterthan": coloured.Greater, "greaterthanorequal": coloured.GreaterEqual,
	}
	testGuards = inverse(guardTests)

	partitionTests = map[string]coloured.Test{"ltp": coloured.Less, "gtp": coloured.Greater}
)

func inverse[K, V comparable](m map[K]V) map[V]K {
	out := make(map[V]K, len(m))
	for k, v := range m {
		out[v] = k
	}
	return out
}

// guard returns what a condition means.
func (r *reader) guard(e *expr) (*coloured.Guard, error) {
	test, ok := guardTests[e.element]
	if !ok {
		test = partitionTests[e.element]
	}
	g := &coloured.Guard{Test: test}
	r.coloured.lines[g] = e.line
	if e.element == "booleanconstant" {
		switch e.words[0] {
		case "true":
			g.Test = coloured.True
		case "false":
			g.Test = coloured.Or // of none
		default:
			return nil, r.Errorf(e.line, "the value of <booleanconstant> is %s; expected true or false",
				printable.Quote(e.words[0]))
		}
		return g, nil
	}
	if shapes[e.element].of == aCondition {
		for _, a := range e.args {
			x, err := r.guard(a)
			if err != nil {
				return nil, err
			}
			g.Args = append(g.Args, x)
		}
		return g, nil
	}
	for i, side := range []**coloured.Term{&g.Left, &g.Right} {
		t, err := r.termIn(e.args[i], true)
		if err != nil {
			return nil, err
		}
		*side = t
	}
	return g, nil
}
