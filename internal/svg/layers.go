package svg

import "slices"

// A layout is a graph whose edges run from layer to layer: long edges are cut by bends.
type layout struct {
	*graph
	layers [][]*spot // from the top, each from left to right
	routes []route
	aside  []*node   // texts in a column on the left
	middle []float64 // y by layer
}

// A spot is a place within a layer: a node's, or of a bend in an edge.
type spot struct {
	node     *node // nil at a bend
	label    *edge // at a bend: the edge whose label stands here
	layer    int
	at       int // position in the layer
	up, down []*spot
	x        float64
	width    float64
}

// A route is the way of an edge: from its upper end over the bends to its lower end.
type route struct {
	*edge
	spots []*spot // downwards; two spots of one layer for an edge within a layer
}

// flat reports whether the ends are on one layer.
func (r *route) flat() bool { return r.spots[0].layer == r.spots[len(r.spots)-1].layer }

// layered puts the nodes on layers. If edges have labels, there are layers for them between those of the nodes.
func (g *graph) layered() *layout {
	g.rank()
	step := 1
	if slices.ContainsFunc(g.edges, (*edge).labelled) {
		step = 2
	}
	l := &layout{graph: g}
	deepest := 0
	for _, n := range g.nodes {
		n.layer *= step
		deepest = max(deepest, n.layer)
	}
	l.layers = make([][]*spot, deepest+1)
	spots := make([]*spot, len(g.nodes))
	for i, n := range g.nodes {
		if n.aside() {
			l.aside = append(l.aside, n)
		} else {
			spots[i] = l.spot(n, n.layer, n.width)
		}
	}
	for _, e := range g.edges {
		if from, to := spots[e.from.index], spots[e.to.index]; from != nil && to != nil && !e.hidden() {
			l.route(e, from, to)
		}
	}
	return l
}

// route leads an edge from one spot to another.
func (l *layout) route(e *edge, from, to *spot) {
	if from.layer > to.layer {
		from, to = to, from
	}
	r := route{e, []*spot{from}}
	if from.layer != to.layer {
		last := from
		middle := (from.layer + to.layer) / 2
		middle += 1 - middle%2 // layers of labels are odd
		for layer := from.layer + 1; layer < to.layer; layer++ {
			bend := l.spot(nil, layer, 4)
			if e.labelled() && layer == middle {
				bend.label, bend.width = e, textWidth(e.attributes["label"], e.fontSize())
			}
			join(last, bend)
			r.spots = append(r.spots, bend)
			last = bend
		}
		join(last, to)
	}
	r.spots = append(r.spots, to)
	l.routes = append(l.routes, r)
}

func (l *layout) spot(n *node, layer int, width float64) *spot {
	s := &spot{node: n, layer: layer, at: len(l.layers[layer]), width: width}
	l.layers[layer] = append(l.layers[layer], s)
	return s
}

func join(above, below *spot) {
	above.down = append(above.down, below)
	below.up = append(below.up, above)
}

// rank sets the layers: longest paths from the top, over edges of which a depth-first search turns those back that
// close a circle. Nodes of one row count as one.
func (g *graph) rank() {
	class := make([]int, len(g.nodes))
	for i := range class {
		class[i] = i
	}
	for _, row := range g.rows {
		for _, n := range row {
			class[n.index] = class[row[0].index]
		}
	}
	next := make([][]int, len(g.nodes))
	for _, e := range g.edges {
		a, b := class[e.from.index], class[e.to.index]
		if a != b && e.constrains() && !slices.Contains(next[a], b) {
			next[a] = append(next[a], b)
		}
	}
	forward, order := acyclic(next)
	layer := make([]int, len(g.nodes))
	for _, a := range order {
		for _, b := range forward[a] {
			layer[b] = max(layer[b], layer[a]+1)
		}
	}
	hasUp := make([]bool, len(g.nodes))
	for _, list := range forward {
		for _, b := range list {
			hasUp[b] = true
		}
	}
	for _, a := range order { // what nothing holds up moves down to its successors
		if !hasUp[a] && len(forward[a]) > 0 {
			lowest := layer[forward[a][0]]
			for _, b := range forward[a] {
				lowest = min(lowest, layer[b])
			}
			layer[a] = lowest - 1
		}
	}
	for i, n := range g.nodes {
		n.layer = layer[class[i]]
	}
}

// acyclic turns back the edges that close circles and returns the rest with a topological order.
func acyclic(next [][]int) (forward [][]int, order []int) {
	const (
		unseen = iota
		open
		done
	)
	state := make([]int, len(next))
	forward = make([][]int, len(next))
	var visit func(a int)
	visit = func(a int) {
		state[a] = open
		for _, b := range next[a] {
			if state[b] == open {
				forward[b] = append(forward[b], a)
				continue
			}
			if state[b] == unseen {
				visit(b)
			}
			forward[a] = append(forward[a], b)
		}
		state[a] = done
		order = append(order, a)
	}
	for a := range next {
		if state[a] == unseen {
			visit(a)
		}
	}
	slices.Reverse(order)
	return forward, order
}
