package picture

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"unicode/utf8"

	"brim/petri/coloured"
	"brim/petri/coloured/notation"
)

// Pictures of coloured nets.

// Coloured draws a coloured net for Graphviz: below the name of a place its sort and what it holds at first, below that
// of a transition its guard, along arcs their terms, and in a corner what sorts and variables there are.
func Coloured(w io.Writer, net *coloured.Net) error {
	n := &colouredPrinter{netPrinter{w: bufio.NewWriter(w)}, net}
	n.begin(net.Name)
	n.declarations()
	for p := range net.Places {
		n.line("  p%d [shape=ellipse, label=%s];", p, dotQuote(n.place(p)))
	}
	for t := range net.Transitions {
		label := net.TransitionAlias(t)
		if g := net.Transitions[t].Guard; g != nil {
			label += "\n[" + broken(notation.Guard(net, g), guardBreaks) + "]"
		}
		n.transition(t, label)
	}
	for t := range net.Transitions {
		n.arcs(t)
	}
	n.line("}")
	return n.w.Flush() // it keeps the first error of all writes
}

type colouredPrinter struct {
	netPrinter
	net *coloured.Net
}

// Of what is written beside nodes and arcs: the columns of a line, and how many lines there are.
const (
	longLine  = 32
	mostLines = 6
)

// Where long texts are broken into lines.
var (
	termBreaks  = []string{" + ", " - "}
	guardBreaks = []string{" & ", " | ", " -> "}
)

// declarations draws a note with the sorts that have names, and with the variables.
func (n *colouredPrinter) declarations() {
	var lines []string
	for s := range n.net.Sorts {
		if x := &n.net.Sorts[s]; x.ID != "" && x.Kind != coloured.Dot {
			lines = append(lines, n.net.SortText(s)+" = "+notation.SortDefinition(n.net, s))
		}
	}
	for v := range n.net.Variables {
		lines = append(lines, n.net.VariableText(v)+": "+n.net.SortText(n.net.Variables[v].Sort))
	}
	if lines == nil {
		return
	}
	const most = 30
	if left := len(lines) - most; left > 0 {
		lines = append(lines[:most], fmt.Sprintf("… %d more", left))
	}
	text := dotEscapes.Replace(strings.Join(lines, "\n"))
	n.line(`  declarations [shape=note, fontsize=9, label="%s\l"];`, strings.ReplaceAll(text, `\n`, `\l`))
}

// place labels a place.
func (n *colouredPrinter) place(p int) string {
	x := &n.net.Places[p]
	name := n.net.PlaceAlias(p)
	if tokens, ok := n.plain(x.Sort, x.Initial); ok {
		return placeLabel(name, tokens)
	}
	label := name + "\n" + n.net.SortText(x.Sort)
	if x.Initial != nil {
		label += "\n" + broken(notation.Term(n.net, x.Initial), termBreaks)
	}
	return label
}

// plain returns how many tokens a term is, nil for none, if it is of a sort with one colour.
func (n *colouredPrinter) plain(sort int, t *coloured.Term) (tokens int64, ok bool) {
	switch {
	case n.net.Sorts[sort].Kind != coloured.Dot:
		return 0, false
	case t == nil:
		return 0, true
	}
	m, err := n.net.Evaluate(t, make([]int64, len(n.net.Variables))) // variables of such a sort have one colour
	return m[0], err == nil
}

// arcs draws the arcs of transition t. One that takes what it gives back has no head.
func (n *colouredPrinter) arcs(t int) {
	tr := &n.net.Transitions[t]
	given := map[int]string{} // by place
	for _, a := range tr.Post {
		given[a.Place] = n.along(a)
	}
	for _, a := range tr.Pre {
		text := n.along(a)
		if back, ok := given[a.Place]; ok && back == text {
			delete(given, a.Place)
			n.line("  p%d -> t%d [dir=none%s];", a.Place, t, labelled(text))
		} else {
			n.line("  p%d -> t%d%s;", a.Place, t, attributes(labelled(text)))
		}
	}
	for _, a := range tr.Post {
		if text, ok := given[a.Place]; ok {
			n.line("  t%d -> p%d%s;", t, a.Place, attributes(labelled(text)))
		}
	}
	for _, a := range tr.Inhibit {
		n.line("  p%d -> t%d [arrowhead=odot%s];", a.Place, t, labelled(n.along(a)))
	}
}

// along writes the term of an arc, nothing for one token without colour.
func (n *colouredPrinter) along(a coloured.Arc) string {
	switch tokens, ok := n.plain(a.Term.Sort, a.Term); {
	case !ok:
		return notation.Term(n.net, a.Term)
	case tokens == 1:
		return ""
	default:
		return fmt.Sprint(tokens)
	}
}

// labelled is the attribute for a text along an arc, behind a comma.
func labelled(text string) string {
	if text == "" {
		return ""
	}
	return ", label=" + dotQuote(broken(text, termBreaks))
}

// broken breaks a long text into lines, behind one of the separators where there is one in time, and leaves out the end
// of a very long one.
func broken(text string, separators []string) string {
	var lines []string
	for utf8.RuneCountInString(text) > longLine {
		if len(lines) == mostLines-1 {
			lines = append(lines, "…")
			return strings.Join(lines, "\n")
		}
		at := breakOf(text, separators)
		if at == len(text) {
			break
		}
		lines = append(lines, strings.TrimRight(text[:at], " "))
		text = text[at:]
	}
	return strings.Join(append(lines, text), "\n")
}

// breakOf returns where a line that begins with text ends: behind the last separator that fits, or else the first one.
func breakOf(text string, separators []string) int {
	at, columns := len(text), 0
	for i := range text {
		for _, s := range separators {
			if i == 0 || !strings.HasPrefix(text[i:], s) {
				continue
			}
			if end := i + len(s); columns+len(s)-1 <= longLine || at == len(text) {
				at = end
			}
		}
		if columns++; columns > longLine && at < len(text) {
			break
		}
	}
	return at
}
