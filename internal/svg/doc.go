// Package svg draws small layered graphs, for users without Graphviz. It reads the part of the DOT language that
// this project writes and lays out in the manner of Sugiyama: layers along the edges, an order within each
// layer with few crossings, then coordinates.
//
// Understood are nodes and edges with the attributes label, shape (ellipse, circle, box, point, plaintext), style
// (filled, dashed, invis), fillcolor, arrowhead (normal, none, odot), dir (forward, none), constraint and
// fontsize, defaults for them, and rank=same. Everything else is ignored. The pictures are good up to some
// sixty nodes and readable up to some hundred.
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
	l := g.layered()
	l.reduceCrossings()
	l.place()
	var buf bytes.Buffer
	l.write(&buf)
	return buf.Bytes(), nil
}
