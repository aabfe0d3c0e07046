package mdd

import (
	"bufio"
	"fmt"
	"io"
	"runtime"
	"strconv"
	"strings"
)

// DOTOptions say how WriteDOT draws. The zero value is right for most uses.
type DOTOptions struct {
	Level    func(level int) string        // the name of a level; nil: its number
	Value    func(level, value int) string // the label of a local value; nil: the value
	MaxNodes int                           // more are an error; 0 stands for 500
}

// WriteDOT draws the diagram of a for Graphviz: a row for each level, arcs to the same child as
// one edge with all its values, edges that skip levels dashed. Equal sets give equal texts.
//
// It fails if the diagram has more nodes than the options allow, before it writes anything, or if w does.
func (a Set) WriteDOT(w io.Writer, o DOTOptions) error {
	if o.MaxNodes == 0 {
		o.MaxNodes = 500
	}
	if o.Level == nil {
		o.Level = strconv.Itoa
	}
	d := a.f.traverse(a.node(), 1)
	if len(d.nodes) > o.MaxNodes {
		return fmt.Errorf("mdd: WriteDOT: the diagram has %d nodes, more than the limit of %d", len(d.nodes), o.MaxNodes)
	}
	out := bufio.NewWriter(w)
	p := dotPrinter{d, o, out}
	p.print()
	runtime.KeepAlive(a)
	return out.Flush() // it keeps the first error of all writes
}

type dotPrinter struct {
	*traversal
	o DOTOptions
	w *bufio.Writer
}

func (p *dotPrinter) line(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

func (p *dotPrinter) print() {
	p.line("digraph mdd {")
	p.line("  node [shape=circle, width=0.3, label=\"\"];")
	p.line("  root [shape=point];")
	p.line("  terminal [shape=box, label=\"%d\"];", min(p.root, unit))
	p.rows()
	p.edge("root", p.f.levels+1, p.root, "")
	for i, n := range p.nodes {
		k := p.f.s.Level(n)
		for _, e := range p.edges(n) {
			p.edge(fmt.Sprint("n", i), k, e.child, strings.Join(e.labels, ", "))
		}
	}
	p.line("}")
}

// rows prints the nodes level by level, beside a column of names that holds the rows apart.
func (p *dotPrinter) rows() {
	names := make([]string, 0, p.f.levels+1)
	next := 0
	for k := p.f.levels; k >= 1; k-- {
		row := []string{fmt.Sprint("level", k)}
		p.line("  level%d [shape=plaintext, label=%s];", k, dotQuote(p.o.Level(k)))
		for next < len(p.nodes) && p.f.s.Level(p.nodes[next]) == k {
			row = append(row, fmt.Sprint("n", next))
			next++
		}
		p.line("  { rank=same; %s; }", strings.Join(row, "; "))
		names = append(names, row[0])
	}
	p.line("  %s -> terminal [style=invis];", strings.Join(names, " -> "))
}

// A dotEdge gathers the arcs of a node to one child.
type dotEdge struct {
	child  node
	labels []string
}

// edges returns the edges of n in the order of their first values.
func (p *dotPrinter) edges(n node) []dotEdge {
	k, first, arcs := p.f.s.Level(n), p.f.s.First(n), p.f.s.Arcs(n)
	var list []dotEdge
	index := map[node]int{}
	for i := 0; i < len(arcs); {
		c, from := arcs[i], i
		for i < len(arcs) && arcs[i] == c {
			i++
		}
		if c == empty {
			continue
		}
		at, ok := index[c]
		if !ok {
			at = len(list)
			index[c] = at
			list = append(list, dotEdge{child: c})
		}
		list[at].labels = append(list[at].labels, p.values(k, first+from, first+i-1)...)
	}
	return list
}

// values returns the labels of the local values lo … hi of level k.
func (p *dotPrinter) values(k, lo, hi int) []string {
	if p.o.Value == nil && hi > lo+1 {
		return []string{fmt.Sprintf("%d–%d", lo, hi)}
	}
	var list []string
	for v := lo; v <= hi; v++ {
		if p.o.Value == nil {
			list = append(list, strconv.Itoa(v))
		} else {
			list = append(list, p.o.Value(k, v))
		}
	}
	return list
}

// edge prints the edge from a node of level k to child.
func (p *dotPrinter) edge(from string, k int, child node, label string) {
	to := "terminal"
	if child > unit {
		to = fmt.Sprint("n", p.position(child))
	}
	attrs := "label=" + dotQuote(label)
	if child != empty && p.f.s.Level(child) < k-1 {
		attrs += ", style=dashed"
	}
	p.line("  %s -> %s [%s];", from, to, attrs)
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func dotQuote(text string) string { return `"` + dotEscapes.Replace(text) + `"` }
