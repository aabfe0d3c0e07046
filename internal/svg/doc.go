// Package svg draws small layered graphs, for users without Graphviz. It reads the part of the DOT language that
// this project writes and lays out in the manner of Sugiyama: layers along the edges, an order within each
// layer with few crossings, then coordinates.
//
// Understood are nodes and edges with the attributes label, shape (ellipse, circle, box, point, plaintext), style
// (filled, dashed, invis), fillcolor, arrowhead (normal, none, odot), dir (forward, none), constraint and
// fontsize, defaults for them, and rank=same. Clusters (subgraphs whose name begins so) stand side by side under
// their labels, each laid out by itself; nothing may lead from one to another. Everything else is ignored. The pictures
// are good up to some sixty nodes and readable up to some hundred.
//
// Equal texts give equal pictures.
package svg

import "bytes"

// Render returns the picture of a graph in the DOT language. The error is about the text.
func Render(dot []byte) ([]byte, error) {
	g, err := parse(dot)
	if err != nil {
		return nil, err
	}
	graphs := g.clusters
	if len(g.nodes) > 0 || len(graphs) == 0 {
		graphs = append([]*graph{g}, graphs...)
	}
	var parts []*layout
	for _, g := range graphs {
		parts = append(parts, g.laidOut())
	}
	var buf bytes.Buffer
	write(&buf, parts)
	return buf.Bytes(), nil
}

// laidOut gives all nodes of g, those of its clusters aside, their places.
func (g *graph) laidOut() *layout {
	for _, n := range g.nodes {
		n.measure()
	}
	l := g.layered()
	l.reduceCrossings()
	l.place()
	return l
}
