package dd

// A nodeSet is a set of nodes of one store: a bit for each four words of the arena, since no record is shorter. Only
// the parts of the arena that have a node in the set have a page, so a small set costs little in a large store.
type nodeSet []*[setPage]uint64

const (
	setPage  = 512 // words
	pageBits = 15  // log2 of the bits of a page
)

// newNodeSet returns an empty set for the nodes that s has.
func newNodeSet(s *Store) nodeSet { return make(nodeSet, s.top>>2>>pageBits+1) }

// add adds n and reports whether it is new.
func (t nodeSet) add(n Node) bool {
	i := n >> 2
	page := t[i>>pageBits]
	if page == nil {
		page = new([setPage]uint64)
		t[i>>pageBits] = page
	}
	word, bit := &page[i>>6%setPage], uint64(1)<<(i&63)
	if *word&bit != 0 {
		return false
	}
	*word |= bit
	return true
}
