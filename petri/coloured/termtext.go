package coloured

import (
	"maps"
	"slices"
	"strconv"
	"strings"
)

// TermText writes a term for people: 2'(x,y++) + all. Constants stand as ColourText writes them, variables by their
// names, n times a term as n'term, once as term, the block that has a colour as the partition's name with the colour in
// brackets.
func (n *Net) TermText(t *Term) string {
	w := termWriter{net: n}
	w.term(t, inTuple)
	return string(w.text)
}

// GuardText writes a guard for people, in the notation of formulas: x != y & (p < 3 | p = q++).
func (n *Net) GuardText(g *Guard) string {
	w := termWriter{net: n}
	w.guard(g, inNothing)
	return string(w.text)
}

// MultisetText writes a multiset of colours of a sort for people: 2'3 + 5.
func (n *Net) MultisetText(sort int, m Multiset) string {
	if len(m) == 0 {
		return noColours
	}
	return strings.Join(n.MultisetTerms(sort, m), " + ")
}

// MultisetTerms writes the colours in a multiset for people, each with how often it is there, in the order of the sort:
// 2'3 and 5, or if it has each colour of several equally often 2'all.
func (n *Net) MultisetTerms(sort int, m Multiset) (list []string) {
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
	net  *Net
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
func (w *termWriter) term(t *Term, in int) {
	switch t.Op {
	case Colour:
		w.write(w.net.ColourText(t.Sort, t.Value))
	case Bound:
		w.write(w.net.VariableText(int(t.Value)))
	case Successor, Predecessor:
		w.term(t.Args[0], inTimes)
		w.write(map[Op]string{Successor: "++", Predecessor: "--"}[t.Op])
	case BlockOf:
		w.write(w.net.SortText(t.Sort))
		w.tuple(t.Args)
	case Tuple:
		w.tuple(t.Args)
	case All:
		w.write("all")
	case Times:
		if t.Value == 1 {
			w.term(t.Args[0], in)
			return
		}
		w.brackets(in == inTimes, func() {
			w.write(strconv.FormatInt(t.Value, 10), "'")
			w.term(t.Args[0], inTimes)
		})
	case Sum, Difference:
		w.sum(t, in)
	}
}

// tuple writes terms with commas between them.
func (w *termWriter) tuple(terms []*Term) {
	for i, t := range terms {
		w.write(map[bool]string{true: "(", false: ","}[i == 0])
		w.term(t, inTuple)
	}
	w.write(")")
}

// sum writes a sum or difference. Both are read from the left.
func (w *termWriter) sum(t *Term, in int) {
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
			if i == 0 || t.Op == Sum && a.Op == Sum {
				inner = inTuple
			}
			if i > 0 {
				w.write(map[Op]string{Sum: " + ", Difference: " - "}[t.Op])
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
var connectives = map[Test]struct {
	text, none string
	strength   int
}{
	And:   {" & ", "true", inAnd},
	Or:    {" | ", "false", inOr},
	Imply: {" -> ", "", inImply},
}

var comparisons = map[Test]string{
	Equal: " = ", Unequal: " != ", Less: " < ", LessEqual: " <= ", Greater: " > ", GreaterEqual: " >= ",
}

// guard writes a guard, in brackets where it needs them.
func (w *termWriter) guard(g *Guard, in int) {
	switch g.Test {
	case True:
		w.write("true")
	case Not:
		w.write("!")
		w.guard(g.Args[0], inNot)
	case And, Or, Imply:
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
func (w *termWriter) connected(g *Guard, in int) {
	op := connectives[g.Test]
	switch len(g.Args) {
	case 0:
		w.write(op.none)
		return
	case 1:
		w.guard(g.Args[0], in)
		return
	}
	again := in == inImply && g.Test == Imply // only the other two may be read from either side
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
func (n *Net) SortDefinition(s int) string {
	x := &n.Sorts[s]
	switch x.Kind {
	case Finite:
		return n.constantsText(s)
	case Cyclic:
		return "cyclic " + n.constantsText(s)
	case Range:
		return strconv.FormatInt(x.Low, 10) + ".." + strconv.FormatInt(x.High, 10)
	case Product:
		var parts []string
		for _, p := range x.Parts {
			text := n.SortText(p)
			if n.Sorts[p].Kind == Product && text == n.SortDefinition(p) {
				text = "(" + text + ")"
			}
			parts = append(parts, text)
		}
		return strings.Join(parts, " × ")
	case Partition:
		return n.constantsText(s) + " of " + n.SortText(x.Base)
	}
	return "dot"
}

// constantsText lists the constants of a sort.
func (n *Net) constantsText(s int) string {
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
