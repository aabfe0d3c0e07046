package dd

// marks are the nodes that the running collection has reached: a bit for each four words of the arena, since no record
// is shorter. The bits of a store fit the processor's caches where the headers of the nodes, which are read for most
// entries of the computed table and most arcs, do not.
type marks []uint32

// newMarks returns marks for the nodes of s, none of which is reached.
func newMarks(s *Store, memory *Scratch) marks { return memory.Take(int(s.top>>7) + 1) }

// add marks n and reports whether it had no mark.
func (m marks) add(n Node) bool {
	word, bit := &m[n>>7], uint32(1)<<(n>>2&31)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}

// lacks reports whether n is a node without a mark. Terminals, and the free blocks that a sweep asks for, have none.
func (m marks) lacks(n Node) bool { return n >= firstNode && m[n>>7]>>(n>>2&31)&1 == 0 }
