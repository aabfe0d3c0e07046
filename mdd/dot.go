package mdd

import (
	"bufio"
	"fmt"
	"io"
	"runtime"
	"slices"
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
	d := a.f.traverse(a.node())
	if len(d.Nodes) > o.MaxNodes {
		return fmt.Errorf("mdd: WriteDOT: the diagram has %d nodes, more than the limit of %d", len(d.Nodes), o.MaxNodes)
	}
	out := bufio.NewWriter(w)
	p := dotPrinter{traversal: d, o: o, w: out}
	p.print()
	runtime.KeepAlive(a)
	return out.Flush() // it keeps the first error of all writes
}

type dotPrinter struct {
	*traversal
	o     DOTOptions
	w     *bufio.Writer
	order []uint32 // codes, high levels first, each level in the order of discovery
	index []int    // by code: its place in order
}

func (p *dotPrinter) line(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

func (p *dotPrinter) print() {
	p.line("digraph mdd {")
	p.line("  node [shape=circle, width=0.3, label=\"\"];")
	p.line("  root [shape=point];")
	p.line("  terminal [shape=box, label=\"%d\"];", min(p.Root, 1))
	p.number()
	p.rows()
	p.edge("root", p.f.levels+1, dotEdge{child: p.Root})
	for _, code := range p.order {
		for _, e := range p.edges(code) {
			p.edge(p.name(code), p.Level(code), e)
		}
	}
	p.line("}")
}

// number puts the nodes in the order of the drawing.
func (p *dotPrinter) number() {
	for code := uint32(2); code < p.Codes(); code++ {
		p.order = append(p.order, code)
	}
	slices.SortStableFunc(p.order, func(a, b uint32) int { return p.Level(b) - p.Level(a) })
	p.index = make([]int, p.Codes())
	for i, code := range p.order {
		p.index[code] = i
	}
}

// name returns the name of a node in the drawing; the root is n0.
func (p *dotPrinter) name(code uint32) string {
	if code < 2 {
		return "terminal"
	}
	return fmt.Sprint("n", p.index[code])
}

// rows prints the nodes level by level, beside a column of names that holds the rows apart.
func (p *dotPrinter) rows() {
	names := make([]string, 0, p.f.levels+1)
	rest := p.order
	for k := p.f.levels; k >= 1; k-- {
		row := []string{fmt.Sprint("level", k)}
		p.line("  level%d [shape=plaintext, label=%s];", k, dotQuote(p.o.Level(k)))
		for len(rest) > 0 && p.Level(rest[0]) == k {
			row = append(row, p.name(rest[0]))
			rest = rest[1:]
		}
		p.line("  { rank=same; %s; }", strings.Join(row, "; "))
		names = append(names, row[0])
	}
	p.line("  %s -> terminal [style=invis];", strings.Join(names, " -> "))
}

// A dotEdge gathers the arcs of a node to one child.
type dotEdge struct {
	child  uint32
	labels []string
}

// edges returns the edges of a node in the order of their first values.
func (p *dotPrinter) edges(code uint32) []dotEdge {
	first, kids := p.Arcs(code)
	var list []dotEdge
	for i := 0; i < len(kids); {
		c, from := kids[i], i
		for i < len(kids) && kids[i] == c {
			i++
		}
		if c == 0 {
			continue
		}
		at := slices.IndexFunc(list, func(e dotEdge) bool { return e.child == c })
		if at < 0 {
			at = len(list)
			list = append(list, dotEdge{child: c})
		}
		list[at].labels = append(list[at].labels, p.values(p.Level(code), first+from, first+i-1)...)
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

// edge prints an edge of a node of level k.
func (p *dotPrinter) edge(from string, k int, e dotEdge) {
	attrs := "label=" + dotQuote(strings.Join(e.labels, ", "))
	if e.child != 0 && p.Level(e.child) < k-1 {
		attrs += ", style=dashed"
	}
	p.line("  %s -> %s [%s];", from, p.name(e.child), attrs)
}

var dotEscapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func dotQuote(text string) string { return `"` + dotEscapes.Replace(text) + `"` }
