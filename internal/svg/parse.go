package svg

import (
	"bytes"
	"fmt"
	"maps"
	"strconv"
	"strings"

	"gonum.org/v1/gonum/graph/formats/dot"
	"gonum.org/v1/gonum/graph/formats/dot/ast"
)

// A graph is what is drawn.
type graph struct {
	nodes    []*node
	edges    []*edge
	byID     map[string]*node
	rows     [][]*node // nodes that share a layer
	clusters []*graph  // subgraphs that are drawn by themselves
	title    string    // of a cluster
}

func newGraph() *graph { return &graph{byID: map[string]*node{}} }

type attributes map[string]string

// A node is drawn around x, y.
type node struct {
	attributes
	index         int
	lines         []string // of the label
	width, height float64
	x, y          float64
	layer         int
}

type edge struct {
	attributes
	from, to *node
}

// parse reads a graph.
func parse(text []byte) (g *graph, err error) {
	file, err := dot.Parse(bytes.NewReader(text))
	if err != nil {
		return nil, fmt.Errorf("svg: %w", err)
	}
	if len(file.Graphs) != 1 {
		return nil, fmt.Errorf("svg: %d graphs, expected one", len(file.Graphs))
	}
	g = newGraph()
	g.statements(file.Graphs[0].Stmts, scope{attributes{}, attributes{}})
	return g, nil
}

// A scope holds the defaults for nodes and edges.
type scope struct{ node, edge attributes }

// statements reads a list of statements. It returns the nodes named in them and whether they share a layer.
func (g *graph) statements(list []ast.Stmt, s scope) (named []*node, same bool) {
	s = scope{maps.Clone(s.node), maps.Clone(s.edge)}
	for _, stmt := range list {
		switch stmt := stmt.(type) {
		case *ast.AttrStmt:
			switch stmt.Kind {
			case ast.NodeKind:
				s.node.set(stmt.Attrs)
			case ast.EdgeKind:
				s.edge.set(stmt.Attrs)
			}
		case *ast.Attr:
			same = same || stmt.Key == "rank" && unquote(stmt.Val) == "same"
		case *ast.NodeStmt:
			n := g.node(stmt.Node.ID, s)
			n.set(stmt.Attrs)
			named = append(named, n)
		case *ast.EdgeStmt:
			named = append(named, g.chain(stmt, s)...)
		case *ast.Subgraph:
			if strings.HasPrefix(unquote(stmt.ID), "cluster") {
				g.cluster(stmt, s)
				continue
			}
			inner, sameLayer := g.statements(stmt.Stmts, s)
			if sameLayer {
				g.rows = append(g.rows, inner)
			}
			named = append(named, inner...)
		}
	}
	return named, same
}

// cluster reads a cluster. Its nodes are its own.
func (g *graph) cluster(sub *ast.Subgraph, s scope) {
	c := newGraph()
	c.statements(sub.Stmts, s)
	for _, stmt := range sub.Stmts {
		if a, ok := stmt.(*ast.Attr); ok && a.Key == "label" {
			c.title = unquote(a.Val)
		}
	}
	g.clusters = append(append(g.clusters, c), c.clusters...)
}

// chain reads a -> b -> c.
func (g *graph) chain(stmt *ast.EdgeStmt, s scope) (named []*node) {
	last := g.vertex(stmt.From, s)
	named = append(named, last...)
	for e := stmt.To; e != nil; e = e.To {
		next := g.vertex(e.Vertex, s)
		for _, from := range last {
			for _, to := range next {
				edge := &edge{maps.Clone(s.edge), from, to}
				edge.set(stmt.Attrs)
				g.edges = append(g.edges, edge)
			}
		}
		named = append(named, next...)
		last = next
	}
	return named
}

// vertex returns the nodes at one end of an edge.
func (g *graph) vertex(v ast.Vertex, s scope) []*node {
	switch v := v.(type) {
	case *ast.Node:
		return []*node{g.node(v.ID, s)}
	case *ast.Subgraph:
		nodes, _ := g.statements(v.Stmts, s)
		return nodes
	}
	return nil
}

// node returns the node of the given name, made with the defaults if it is new.
func (g *graph) node(id string, s scope) *node {
	id = unquote(id)
	n := g.byID[id]
	if n == nil {
		n = &node{attributes: maps.Clone(s.node), index: len(g.nodes)}
		if _, ok := n.attributes["label"]; !ok {
			n.attributes["label"] = id
		}
		g.byID[id] = n
		g.nodes = append(g.nodes, n)
	}
	return n
}

func (a attributes) set(list []*ast.Attr) {
	for _, attr := range list {
		a[unquote(attr.Key)] = unquote(attr.Val)
	}
}

func (a attributes) has(key, word string) bool {
	for w := range strings.SplitSeq(a[key], ",") {
		if strings.TrimSpace(w) == word {
			return true
		}
	}
	return false
}

func (a attributes) number(key string, otherwise float64) float64 {
	if x, err := strconv.ParseFloat(a[key], 64); err == nil && x > 0 && x < 1000 {
		return x
	}
	return otherwise
}

func (a attributes) fontSize() float64 { return a.number("fontsize", 14) }

// constrains reports whether the ends of e are to be on different layers.
func (e *edge) constrains() bool { return e.attributes["constraint"] != "false" }

func (e *edge) labelled() bool { return e.attributes["label"] != "" && !e.hidden() }

// aside reports whether n is a mere text, as for the names of rows.
func (n *node) aside() bool { return n.attributes["shape"] == "plaintext" }

func (e *edge) hidden() bool { return e.has("style", "invis") }

// unquote undoes the quotes of the DOT language. Line ends in labels, \n, \l and \r, become real ones.
func unquote(s string) string {
	if len(s) < 2 || s[0] != '"' || s[len(s)-1] != '"' {
		return s
	}
	return unescape.Replace(s[1 : len(s)-1])
}

var unescape = strings.NewReplacer(`\\`, `\`, `\"`, `"`, `\n`, "\n", `\l`, "\n", `\r`, "\n")

// measure sets the size of a node from its label and shape.
func (n *node) measure() {
	const inch = 72
	if label := n.attributes["label"]; label != "" {
		n.lines = strings.Split(label, "\n")
	}
	size := n.fontSize()
	for _, line := range n.lines {
		n.width = max(n.width, textWidth(line, size))
	}
	n.height = 1.25 * size * float64(len(n.lines))
	switch n.attributes["shape"] {
	case "point":
		n.width, n.height, n.lines = 8, 8, nil
	case "plaintext", "none":
	case "circle":
		d := max(n.width+8, n.height, n.number("width", 0.75)*inch)
		n.width, n.height = d, d
	case "box", "rect":
		n.width, n.height = max(n.width+16, n.number("width", 0.5)*inch), max(n.height+8, n.number("height", 0.35)*inch)
	default:
		n.width, n.height = max(1.3*n.width+8, n.number("width", 0.6)*inch), max(1.35*n.height, n.number("height", 0.4)*inch)
	}
}

// textWidth estimates the width of a text in a sans-serif font.
func textWidth(s string, size float64) float64 { return 0.58 * size * float64(len([]rune(s))) }
