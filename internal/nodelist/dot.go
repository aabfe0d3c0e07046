package nodelist

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// Drawings of diagrams for Graphviz.

// A Drawing is a diagram with the labels that its drawing shows.
type Drawing struct {
	Title  string                        // printed above it, where several stand side by side
	Levels int                           // their number
	Level  func(level int) string        // the name of a level; nil: its number
	Local  func(level, value int) string // the label of a local value; nil: the value

	Nodes    []Node
	Root     uint32
	Terminal string // the label of the terminal, of which only one is drawn

	Valued bool   // arcs have values
	Value  uint32 // of the edge to the root
}

// WriteDOT draws a diagram for Graphviz, with a row for each level. Arcs of a node with the same child and the same
// value are one edge, labelled by all their local values and, after a colon, the value. Edges that skip levels are
// dashed.
func WriteDOT(w io.Writer, name string, d Drawing) error {
	p := dotPrinter{Drawing: d, w: bufio.NewWriter(w)}
	p.line("digraph %s {", name)
	p.print()
	p.line("}")
	return p.w.Flush() // it returns the first error of all writes
}

// WriteClusters draws several diagrams side by side for Graphviz.
func WriteClusters(w io.Writer, name string, list ...Drawing) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "digraph %s {\n", name)
	for i, d := range list {
		p := dotPrinter{Drawing: d, w: out, prefix: fmt.Sprintf("d%d_", i+1)}
		p.line("subgraph cluster%d {", i+1)
		p.line("  label=%s;", quote(d.Title))
		p.print()
		p.line("}")
	}
	fmt.Fprintln(out, "}")
	return out.Flush()
}

type dotPrinter struct {
	Drawing
	w      *bufio.Writer
	prefix string   // of the names of nodes
	order  []uint32 // names, high levels first, each level in the order of the list
	index  []int    // by name: its place in order
}

func (p *dotPrinter) line(format string, args ...any) { fmt.Fprintf(p.w, format+"\n", args...) }

func (p *dotPrinter) level(name uint32) int {
	if name < 2 {
		return 0
	}
	return p.Nodes[name-2].Level
}

func (p *dotPrinter) print() {
	if p.Level == nil {
		p.Level = strconv.Itoa
	}
	p.line("  node [shape=circle, width=0.3, label=\"\"];")
	p.line("  %sroot [shape=point];", p.prefix)
	p.line("  %sterminal [shape=box, label=%s];", p.prefix, quote(p.Terminal))
	p.number()
	p.rows()
	root := dotEdge{child: p.Root, value: p.Value}
	if p.Valued && p.Root != 0 {
		root.labels = []string{fmt.Sprint(p.Value)}
	}
	p.edge(p.prefix+"root", p.Levels+1, root)
	for _, name := range p.order {
		for _, e := range p.edges(name) {
			if p.Valued {
				e.labels = []string{fmt.Sprintf("%s: %d", strings.Join(e.labels, ", "), e.value)}
			}
			p.edge(p.name(name), p.level(name), e)
		}
	}
}

// number arranges the nodes in the order of the drawing.
func (p *dotPrinter) number() {
	for i := range p.Nodes {
		p.order = append(p.order, uint32(i)+2)
	}
	slices.SortStableFunc(p.order, func(a, b uint32) int { return p.level(b) - p.level(a) })
	p.index = make([]int, len(p.Nodes)+2)
	for i, name := range p.order {
		p.index[name] = i
	}
}

// name returns the name of a node in the drawing; the root is n0.
func (p *dotPrinter) name(name uint32) string {
	if name < 2 {
		return p.prefix + "terminal"
	}
	return fmt.Sprint(p.prefix, "n", p.index[name])
}

// rows prints the nodes level by level, and to their left a column with the names of the levels, which keeps the rows
// apart.
func (p *dotPrinter) rows() {
	names := make([]string, 0, p.Levels+1)
	rest := p.order
	for k := p.Levels; k >= 1; k-- {
		row := []string{fmt.Sprint(p.prefix, "level", k)}
		p.line("  %s [shape=plaintext, label=%s];", row[0], quote(p.Level(k)))
		for len(rest) > 0 && p.level(rest[0]) == k {
			row = append(row, p.name(rest[0]))
			rest = rest[1:]
		}
		p.line("  { rank=same; %s; }", strings.Join(row, "; "))
		names = append(names, row[0])
	}
	p.line("  %s -> %sterminal [style=invis];", strings.Join(names, " -> "), p.prefix)
}

// A dotEdge gathers the arcs of a node to one child with one value.
type dotEdge struct {
	child, value uint32
	labels       []string
}

// edges returns the edges of a node in the drawing, in the order of their first local values. Arcs to the same child
// with the same value become one edge with several labels; arcs to the empty terminal are left out.
func (p *dotPrinter) edges(name uint32) []dotEdge {
	n := p.Nodes[name-2]
	arc := func(i int) (e dotEdge) {
		if e.child = n.Children[i]; p.Valued {
			e.value = n.Values[i]
		}
		return e
	}
	var list []dotEdge
	for i := 0; i < len(n.Children); {
		e, from := arc(i), i
		same := func(o dotEdge) bool { return o.child == e.child && o.value == e.value }
		for i < len(n.Children) && same(arc(i)) {
			i++
		}
		if e.child == 0 {
			continue
		}
		at := slices.IndexFunc(list, same)
		if at < 0 {
			at = len(list)
			list = append(list, e)
		}
		list[at].labels = append(list[at].labels, p.locals(n, from, i)...)
	}
	return list
}

// locals returns the labels of the local values of a node of index from to end−1.
func (p *dotPrinter) locals(n Node, from, end int) (list []string) {
	for i := from; i < end; {
		to := i + 1 // the end of a run of consecutive values
		for to < end && n.Local(to) == n.Local(to-1)+1 {
			to++
		}
		if p.Local == nil && to > i+2 {
			list = append(list, fmt.Sprintf("%d–%d", n.Local(i), n.Local(to-1)))
			i = to
		}
		for ; i < to; i++ {
			if p.Local == nil {
				list = append(list, strconv.Itoa(n.Local(i)))
			} else {
				list = append(list, p.Local(n.Level, n.Local(i)))
			}
		}
	}
	return list
}

// edge prints an edge of a node of level k.
func (p *dotPrinter) edge(from string, k int, e dotEdge) {
	attrs := "label=" + quote(strings.Join(e.labels, ", "))
	if e.child != 0 && p.level(e.child) < k-1 {
		attrs += ", style=dashed"
	}
	p.line("  %s -> %s [%s];", from, p.name(e.child), attrs)
}

var escapes = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "\n", `\n`)

func quote(text string) string { return `"` + escapes.Replace(text) + `"` }
