package mdd

import "slices"

// A traversal is the list of the nodes of a diagram.
type traversal struct {
	f     *Forest
	root  node
	nodes []node    // without terminals, high levels first, then in the order of discovery; the root is the first
	ids   numbering // the position of a node in nodes
}

// traverse lists the nodes that can be reached from n over nodes of levels ≥ down. Cost: O(arcs).
//
// Nothing may make nodes while the list is in use, unless a Set holds n.
func (f *Forest) traverse(n node, down int) *traversal {
	d := &traversal{f: f, root: n, ids: newNumbering()}
	d.visit(n, down)
	for i := 0; i < len(d.nodes); i++ {
		if f.s.Level(d.nodes[i]) > down {
			for _, c := range f.s.Arcs(d.nodes[i]) {
				d.visit(c, down)
			}
		}
	}
	slices.SortStableFunc(d.nodes, func(a, b node) int { return f.s.Level(b) - f.s.Level(a) })
	for i, n := range d.nodes {
		d.ids.find(uint64(n)).number = uint32(i)
	}
	return d
}

func (d *traversal) visit(n node, down int) {
	if n != empty && n != unit && d.f.s.Level(n) >= down {
		if _, isNew := d.ids.get(uint64(n)); isNew {
			d.nodes = append(d.nodes, n)
		}
	}
}

// position returns where n, which must be in the list, stands in it.
func (d *traversal) position(n node) int { return int(d.ids.find(uint64(n)).number) }
