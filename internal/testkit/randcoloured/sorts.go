package randcoloured

import (
	"slices"

	"brim/petri/coloured"
)

// Random sorts.

// declare declares sorts of all kinds: some simple ones, products of them and of products, and partitions.
func (g *generator) declare() {
	for range g.many(3) {
		g.simple()
	}
	for range g.rng.IntN(3) {
		g.product()
	}
	if g.chance(40) {
		g.partition()
	}
}

func (g *generator) simple() {
	id, name := g.id("S"), g.label("S")
	switch g.rng.IntN(8) {
	case 0:
		g.Dot(id, name)
		g.sorts = append(g.sorts, sort{kind: coloured.Dot, size: 1})
	case 1, 2:
		list := g.constants(g.many(4))
		g.Finite(id, name, list)
		g.sorts = append(g.sorts, sort{kind: coloured.Finite, size: int64(len(list))})
	case 3, 4, 5:
		list := g.constants(g.many(4))
		g.Cyclic(id, name, list)
		g.sorts = append(g.sorts, sort{kind: coloured.Cyclic, size: int64(len(list))})
	case 6, 7:
		low := g.rng.Int64N(4) - 2
		high := low + int64(g.many(4)) - 1
		g.Range(id, name, low, high)
		g.sorts = append(g.sorts, sort{kind: coloured.Range, size: high - low + 1, low: low, high: high})
	}
}

func (g *generator) constants(n int) (list []coloured.Constant) {
	for range n {
		list = append(list, coloured.Constant{ID: g.id("c"), Name: g.label("c")})
	}
	return list
}

// product declares a product of two or three sorts, if some random tries find one that has not too many colours.
func (g *generator) product() {
	for range 6 {
		var parts []int
		size := int64(1)
		for range 2 + g.rng.IntN(2) {
			part := g.anySort()
			parts = append(parts, part)
			size *= g.sorts[part].size
		}
		if last := len(g.sorts) - 1; g.sorts[last].kind == coloured.Product && g.chance(50) {
			size = size / g.sorts[parts[0]].size * g.sorts[last].size
			parts[0] = last
		}
		if size <= mostColours {
			g.Product(g.id("P"), g.label("P"), parts...)
			g.sorts = append(g.sorts, sort{kind: coloured.Product, size: size, parts: parts})
			return
		}
	}
}

// partition declares a partition of a simple sort into blocks that are not empty.
func (g *generator) partition() {
	var simple []int
	for s := range g.sorts {
		if k := g.sorts[s].kind; k == coloured.Finite || k == coloured.Cyclic || k == coloured.Range {
			simple = append(simple, s)
		}
	}
	if len(simple) == 0 {
		return
	}
	base := simple[g.rng.IntN(len(simple))]
	blocks := g.constants(g.many(int(g.sorts[base].size)))
	for i, colour := range g.rng.Perm(int(g.sorts[base].size)) {
		at := i // each block gets one before any gets two
		if at >= len(blocks) {
			at = g.rng.IntN(len(blocks))
		}
		blocks[at].Members = append(blocks[at].Members, int64(colour))
	}
	for i := range blocks {
		slices.Sort(blocks[i].Members)
	}
	g.Partition(g.id("B"), g.label("B"), base, blocks)
	g.sorts = append(g.sorts, sort{kind: coloured.Partition, size: int64(len(blocks)), base: base, blocks: blocks})
}

// anySort draws a sort that is no partition.
func (g *generator) anySort() int {
	for {
		if s := g.rng.IntN(len(g.sorts)); g.sorts[s].kind != coloured.Partition {
			return s
		}
	}
}

// same reports whether two sorts are equal: dots, ranges and products are whatever they are called.
func (g *generator) same(a, b int) bool {
	x, y := &g.sorts[a], &g.sorts[b]
	if a == b || x.kind != y.kind {
		return a == b
	}
	switch x.kind {
	case coloured.Dot:
		return true
	case coloured.Range:
		return x.low == y.low && x.high == y.high
	case coloured.Product:
		return slices.EqualFunc(x.parts, y.parts, g.same)
	}
	return false
}
