package svg

import "slices"

const (
	nodeGap  = 22.0 // between neighbours in a layer
	bendGap  = 12.0 // beside a bend
	layerGap = 38.0 // between layers
	margin   = 12.0
)

// place gives coordinates to all spots and nodes: each spot moves towards the mean of its neighbours, as far as its
// layer lets it, in several sweeps.
func (l *layout) place() {
	for _, layer := range l.layers {
		x := 0.0
		for i, s := range layer {
			if i > 0 {
				x += distance(layer[i-1], s)
			}
			s.x = x
		}
	}
	for i := range 2 * sweeps {
		if i%2 == 0 {
			for k := 1; k < len(l.layers); k++ {
				settle(l.layers[k], func(s *spot) []*spot { return s.up })
			}
		} else {
			for k := len(l.layers) - 2; k >= 0; k-- {
				settle(l.layers[k], func(s *spot) []*spot { return s.down })
			}
		}
	}
	l.shift()
	l.stack()
}

// shift moves everything to the right of the column of texts, and the texts into it.
func (l *layout) shift() {
	column := 0.0
	for _, n := range l.aside {
		n.x = margin + n.width/2
		column = max(column, n.width+nodeGap)
	}
	left := 0.0
	for _, layer := range l.layers {
		for _, s := range layer {
			left = min(left, s.x-s.width/2)
		}
	}
	for _, layer := range l.layers {
		for _, s := range layer {
			s.x += margin + column - left
			if s.node != nil {
				s.node.x = s.x
			}
		}
	}
}

// stack puts the layers below each other.
func (l *layout) stack() {
	l.middle = make([]float64, len(l.layers))
	tallest := make([]float64, len(l.layers))
	for _, n := range l.nodes {
		tallest[n.layer] = max(tallest[n.layer], n.height)
	}
	y := margin
	for k, layer := range l.layers {
		if k == 0 && slices.ContainsFunc(l.routes, func(r route) bool { return r.flat() }) {
			y += layerGap // such edges go over the layer
		}
		l.middle[k] = y + tallest[k]/2
		for _, s := range layer {
			if s.node != nil {
				s.node.y = l.middle[k]
			}
		}
		y += tallest[k] + layerGap
	}
	for _, n := range l.aside {
		n.y = l.middle[n.layer]
	}
}

// distance is the least distance of the centres of two neighbours.
func distance(a, b *spot) float64 {
	gap := nodeGap
	if a.node == nil || b.node == nil {
		gap = bendGap
	}
	return a.width/2 + gap + b.width/2
}

// A block is a run of spots of a layer that touch, with the sum of where they would like the first one to be.
type block struct {
	spots []*spot
	sum   float64
	first float64
}

// settle moves the spots of a layer as near as possible to the means of their neighbours: where two would overlap they
// are joined into a block, which stands at the mean of its spots' wishes.
func settle(layer []*spot, beside func(*spot) []*spot) {
	var blocks []block
	for _, s := range layer {
		wish := s.x
		if list := beside(s); len(list) > 0 {
			sum := 0.0
			for _, o := range list {
				sum += o.x
			}
			wish = sum / float64(len(list))
		}
		b := block{[]*spot{s}, wish, wish}
		for len(blocks) > 0 {
			last := &blocks[len(blocks)-1]
			offset := last.length() + distance(last.spots[len(last.spots)-1], b.spots[0])
			if b.first >= last.first+offset {
				break
			}
			last.sum += b.sum - offset*float64(len(b.spots))
			last.spots = append(last.spots, b.spots...)
			last.first = last.sum / float64(len(last.spots))
			b, blocks = *last, blocks[:len(blocks)-1]
		}
		blocks = append(blocks, b)
	}
	for _, b := range blocks {
		x := b.first
		for i, s := range b.spots {
			if i > 0 {
				x += distance(b.spots[i-1], s)
			}
			s.x = x
		}
	}
}

// length is the distance of the first and the last centre of the block.
func (b *block) length() float64 {
	x := 0.0
	for i := 1; i < len(b.spots); i++ {
		x += distance(b.spots[i-1], b.spots[i])
	}
	return x
}
