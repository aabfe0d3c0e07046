// Package picture draws nets, and the traces of witnesses as sequence diagrams.
package picture

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"brim/internal/naming"
	"brim/internal/quantity"
	"brim/petri"
)

// Net draws a net for Graphviz. With levels, the lowest first, the places of a level share a row and transitions
// hang below their highest place.
func Net(w io.Writer, names naming.Names, levels [][]int) error {
	net := names.Net
	n := &netPrinter{net: net, w: bufio.NewWriter(w)}
	n.begin(net.Name)
	for p := range net.Places {
		n.line("  p%d [shape=ellipse, label=%s];", p, dotQuote(placeLabel(names.PlaceCall(p), net.Places[p].Initial)))
	}
	for t := range net.Transitions {
		n.transition(t, names.TransitionCall(t))
	}
	if levels != nil {
		n.rows(levels)
	}
	for t := range net.Transitions {
		n.arcs(t)
	}
	n.line("}")
	return n.w.Flush() // it keeps the first error of all writes
}

type netPrinter struct {
	net *petri.Net
	w   *bufio.Writer
}

func (n *netPrinter) line(format string, args ...any) { fmt.Fprintf(n.w, format+"\n", args...) }

func (n *netPrinter) begin(name string) {
	n.line("digraph %s {", dotQuote(name))
	n.line("  node [fontname=\"Helvetica\", fontsize=11];")
	n.line("  edge [fontname=\"Helvetica\", fontsize=9, arrowsize=0.7];")
}

func (n *netPrinter) transition(t int, label string) {
	n.line("  t%d [shape=box, height=0.3, style=filled, fillcolor=\"gray92\", label=%s];", t, dotQuote(label))
}

// placeLabel is the name and the tokens below it, as dots if they are few.
func placeLabel(name string, tokens int64) string {
	switch {
	case tokens == 0:
		return name
	case tokens <= 5:
		return name + "\n" + strings.TrimSpace(strings.Repeat("● ", int(tokens)))
	}
	return name + "\n" + quantity.Int(tokens)
}

// rows arranges the picture by levels: the places of a level in one row and, below them, the transitions whose highest
// place is on that level. A column with the numbers of the levels keeps the rows apart.
func (n *netPrinter) rows(levels [][]int) {
	levelOf := make([]int, len(n.net.Places))
	for i, places := range levels {
		for _, p := range places {
			levelOf[p] = i
		}
	}
	hanging := make([][]string, len(levels)) // the transitions by top level
	for t := range n.net.Transitions {
		tr := &n.net.Transitions[t]
		top := 0
		for _, arcs := range [][]petri.Arc{tr.Pre, tr.Post, tr.Inhibit} {
			for _, a := range arcs {
				top = max(top, levelOf[a.Place])
			}
		}
		if len(levels) > 0 {
			hanging[top] = append(hanging[top], fmt.Sprint("t", t))
		}
	}
	var column []string
	row := func(name, label string, nodes []string) {
		n.line("  %s [shape=plaintext, label=%s];", name, dotQuote(label))
		n.line("  { rank=same; %s; %s; }", name, strings.Join(nodes, "; "))
		column = append(column, name)
	}
	for i, places := range slices.Backward(levels) {
		var nodes []string
		for _, p := range places {
			nodes = append(nodes, fmt.Sprint("p", p))
		}
		row(fmt.Sprint("level", i+1), fmt.Sprint("level ", i+1), nodes)
		if len(hanging[i]) > 0 {
			row(fmt.Sprint("events", i+1), "", hanging[i])
		}
	}
	n.line("  %s [style=invis, constraint=true];", strings.Join(column, " -> "))
	n.line("  edge [constraint=false];") // of the edges below: they must not move the rows
}

// arcs draws the arcs of transition t.
func (n *netPrinter) arcs(t int) {
	tr := &n.net.Transitions[t]
	read := map[petri.Arc]bool{} // an input and an output arc of one weight
	for _, a := range tr.Pre {
		read[a] = slices.Contains(tr.Post, a)
	}
	for _, a := range tr.Pre {
		if read[a] {
			n.line("  p%d -> t%d [dir=none%s];", a.Place, t, weightLabel(a))
		} else {
			n.line("  p%d -> t%d%s;", a.Place, t, attributes(weightLabel(a)))
		}
	}
	for _, a := range tr.Inhibit {
		n.line("  p%d -> t%d [arrowhead=odot%s];", a.Place, t, weightLabel(a))
	}
	for _, a := range tr.Post {
		if !read[a] {
			n.line("  t%d -> p%d%s;", t, a.Place, attributes(weightLabel(a)))
		}
	}
}

// weightLabel is the attribute for a weight of more than 1, behind a comma.
func weightLabel(a petri.Arc) string {
	if a.Weight == 1 {
		return ""
	}
	return fmt.Sprintf(", label=\"%d\"", a.Weight)
}

func attributes(list string) string {
	if list == "" {
		return ""
	}
	return " [" + strings.TrimPrefix(list, ", ") + "]"
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func dotQuote(text string) string { return `"` + dotEscapes.Replace(text) + `"` }
