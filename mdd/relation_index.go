package mdd

import "math/bits"

// A relIndex is the hash table by which equal relation nodes become one. It has handles only; the nodes lie in
// relations.nodes. With Go's map the relation of dphil:10000 takes 27 ms instead of 19, and 28 MB instead of 19.
//
// Open addressing, linear probing, a power of two of slots, at most half of them taken. 0 is a free slot, since the
// identity is never looked up.
type relIndex []rel

// find returns the slot of n, or the free one where it belongs.
func (x relIndex) find(nodes []relNode, n *relNode) *rel {
	mask := len(x) - 1
	for i := int(n.hash()) & mask; ; i = (i + 1) & mask {
		if id := x[i]; id == 0 || nodes[id] == *n {
			return &x[i]
		}
	}
}

// grown returns an index of the nodes with room for as many more.
func (x relIndex) grown(nodes []relNode) relIndex {
	next := make(relIndex, max(16, 2*len(x)))
	for id := 1; id < len(nodes); id++ {
		*next.find(nodes, &nodes[id]) = rel(id)
	}
	return next
}

// hash returns the hash of a relation node by its content.
func (n *relNode) hash() uint64 {
	pair := func(a, b int32) uint64 { return uint64(uint32(a))<<32 | uint64(uint32(b)) }
	hi, lo := bits.Mul64(pair(n.level, int32(n.next))^0x9e3779b97f4a7c15, pair(n.min, n.below)^0xbf58476d1ce4e5b9)
	hi, lo = bits.Mul64(hi^lo^pair(n.delta, n.local), 0x94d049bb133111eb+uint64(n.kind)<<1)
	return hi ^ lo
}
