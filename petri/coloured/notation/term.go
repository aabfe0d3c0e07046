package notation

import (
	"errors"
	"maps"
	"slices"
	"strconv"
	"strings"

	"brim/petri/coloured"
)

// Term writes a term for people: 2'(x,y++) + all. Constants stand as ColourText writes them, variables by their
// names, n times a term as n'term, once as term, the block that has a colour as the partition's name with the colour in
// brackets.
func Term(n *coloured.Net, t *coloured.Term) string {
	w := termWriter{net: n}
	w.term(t, inTuple)
	return string(w.text)
}

// Guard writes a guard for people, in the notation of formulas: x != y & (p < 3 | p = q++).
func Guard(n *coloured.Net, g *coloured.Guard) string {
	w := termWriter{net: n}
	w.guard(g, inNothing)
	return string(w.text)
}

// Explain adds the text of the guard or term at fault to a *coloured.FireError; it returns any other error unchanged.
func Explain(err error) error {
	e, ok := err.(*coloured.FireError)
	switch {
	case !ok:
	case e.Guard != nil:
		return errors.New(e.Message(Guard(e.Net, e.Guard)))
	case e.Arc != nil:
		return errors.New(e.Message(Term(e.Net, e.Arc.Term)))
	}
	return err
}

// Multiset writes a multiset of colours of a sort for people: 2'3 + 5.
func Multiset(n *coloured.Net, sort int, m coloured.Multiset) string {
	if len(m) == 0 {
		return noColours
	}
	return strings.Join(MultisetTerms(n, sort, m), " + ")
}

// MultisetTerms writes the colours in a multiset for people, each with how often it is there, in the order of the sort:
// 2'3 and 5, or if it has each colour of several equally often 2'all.
func MultisetTerms(n *coloured.Net, sort int, m coloured.Multiset) (list []string) {
	times := func(k int64, text string) string {
		if k == 1 {
			return text
		}
		return strconv.FormatInt(k, 10) + "'" + text
	}
	colours := slices.Sorted(maps.Keys(m))
	uneven := func(c int64) bool { return m[c] != m[colours[0]] }
	if size := n.Sorts[sort].Size; size > 1 && int64(len(m)) == size && !slices.ContainsFunc(colours, uneven) {
		return []string{times(m[colours[0]], "all")}
	}
	for _, c := range colours {
		list = append(list, times(m[c], n.ColourText(sort, c)))
	}
	return list
}

// noColours is the empty multiset.
const noColours = "empty"

// A termWriter writes terms and guards.
type termWriter struct {
	net  *coloured.Net
	text []byte
}

func (w *termWriter) write(texts ...string) {
	for _, s := range texts {
		w.text = append(w.text, s...)
	}
}

// What a term stands in, from the weakest to the strongest: inNothing or in a tuple, behind a sign, behind a factor or
// before a successor.
const (
	inTuple = iota
	inSum
	inTimes
)

// term writes a term, in brackets where it needs them.
func (w *termWriter) term(t *coloured.Term, in int) {
	switch t.Op {
	case coloured.Colour:
		w.write(w.net.ColourText(t.Sort, t.Value))
	case coloured.Bound:
		w.write(w.net.VariableText(int(t.Value)))
	case coloured.Successor, coloured.Predecessor:
		w.term(t.Args[0], inTimes)
		w.write(map[coloured.Op]string{coloured.Successor: "++", coloured.Predecessor: "--"}[t.Op])
	case coloured.BlockOf:
		w.write(w.net.SortText(t.Sort))
		w.tuple(t.Args)
	case coloured.Tuple:
		w.tuple(t.Args)
	case coloured.All:
		w.write("all")
	case coloured.Times:
		if t.Value == 1 {
			w.term(t.Args[0], in)
			return
		}
		w.brackets(in == inTimes, func() {
			w.write(strconv.FormatInt(t.Value, 10), "'")
			w.term(t.Args[0], inTimes)
		})
	case coloured.Sum, coloured.Difference:
		w.sum(t, in)
	}
}

// tuple writes terms with commas between them.
func (w *termWriter) tuple(terms []*coloured.Term) {
	for i, t := range terms {
		w.write(map[bool]string{true: "(", false: ","}[i == 0])
		w.term(t, inTuple)
	}
	w.write(")")
}

// sum writes a sum or difference. Both are read from the left.
func (w *termWriter) sum(t *coloured.Term, in int) {
	switch len(t.Args) {
	case 0:
		w.write(noColours)
		return
	case 1:
		w.term(t.Args[0], in)
		return
	}
	w.brackets(in != inTuple, func() {
		for i, a := range t.Args {
			inner := inSum
			if i == 0 || t.Op == coloured.Sum && a.Op == coloured.Sum {
				inner = inTuple
			}
			if i > 0 {
				w.write(map[coloured.Op]string{coloured.Sum: " + ", coloured.Difference: " - "}[t.Op])
			}
			w.term(a, inner)
		}
	})
}

func (w *termWriter) brackets(needed bool, inside func()) {
	if needed {
		w.write("(")
	}
	inside()
	if needed {
		w.write(")")
	}
}

// What a guard stands in, from the weakest operator to the strongest.
const (
	inNothing = iota
	inImply
	inOr
	inAnd
	inNot
)

// connectives are the operators between guards: their text, that of no arguments, and how strong they are.
var connectives = map[coloured.Test]struct {
	text, none string
	strength   int
}{
	coloured.And:   {" & ", "true", inAnd},
	coloured.Or:    {" | ", "false", inOr},
	coloured.Imply: {" -> ", "", inImply},
}

var comparisons = map[coloured.Test]string{
	coloured.Equal: " = ", coloured.Unequal: " != ", coloured.Less: " < ", coloured.LessEqual: " <= ",
	coloured.Greater: " > ", coloured.GreaterEqual: " >= ",
}

// guard writes a guard, in brackets where it needs them.
func (w *termWriter) guard(g *coloured.Guard, in int) {
	switch g.Test {
	case coloured.True:
		w.write("true")
	case coloured.Not:
		w.write("!")
		w.guard(g.Args[0], inNot)
	case coloured.And, coloured.Or, coloured.Imply:
		w.connected(g, in)
	default:
		w.brackets(in == inNot, func() {
			w.term(g.Left, inTuple)
			w.write(comparisons[g.Test])
			w.term(g.Right, inTuple)
		})
	}
}

// connected writes guards with a connective between them. That of no arguments is a constant, that of one the argument.
func (w *termWriter) connected(g *coloured.Guard, in int) {
	op := connectives[g.Test]
	switch len(g.Args) {
	case 0:
		w.write(op.none)
		return
	case 1:
		w.guard(g.Args[0], in)
		return
	}
	again := in == inImply && g.Test == coloured.Imply // only the other two may be read from either side
	w.brackets(in > op.strength || again, func() {
		for i, a := range g.Args {
			if i > 0 {
				w.write(op.text)
			}
			w.guard(a, op.strength)
		}
	})
}

// SortDefinition says how a sort is made: 1..5, cyclic {red, green}, philosopher × fork. Of many constants it has the
// first few.
func SortDefinition(n *coloured.Net, s int) string {
	x := &n.Sorts[s]
	switch x.Kind {
	case coloured.Finite:
		return constantsText(n, s)
	case coloured.Cyclic:
		return "cyclic " + constantsText(n, s)
	case coloured.Range:
		return strconv.FormatInt(x.Low, 10) + ".." + strconv.FormatInt(x.High, 10)
	case coloured.Product:
		var parts []string
		for _, p := range x.Parts {
			text := n.SortText(p)
			if n.Sorts[p].Kind == coloured.Product && text == SortDefinition(n, p) {
				text = "(" + text + ")"
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, " × ")
	case coloured.Partition:
		return constantsText(n, s) + " of " + n.SortText(x.Base)
	}
	return "dot"
}

// constantsText lists the constants of a sort.
func constantsText(n *coloured.Net, s int) string {
	const most = 8
	size := n.Sorts[s].Size
	var list []string
	for c := range min(size, most) {
		if size > most && c == most-2 {
			list = append(list, "…")
			c = size - 1
		}
		list = append(list, n.ColourText(s, c))
		if c == size-1 {
			break
		}
	}
	return "{" + strings.Join(list, ", ") + "}"
}
