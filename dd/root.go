package dd

// A Root keeps a node, and what lies below it, from being collected: as long as the Root is referenced, or until it is
// released as often as Protect has returned it. A node has one Root at a time, so two roots of a store that are not
// released are the same pointer exactly if they have the same node. Go's collector finds out that a Root is no longer
// referenced. It knows nothing of the memory of the store and may be in no hurry; see goCollector for when a store asks
// for a run, and when it only uses the findings of the last one. Any goroutine may drop a Root: nothing is done then.
//
// It has no pointers, so Go's collector need not look into it: what holds a Root holds its store, too. It has 16
// bytes, since what is smaller shares its memory with others, and the last of them would decide.
type Root struct {
	node Node
	held uint64 // how often Protect has returned it, less what is released
}

// released is the node of a Root that was released: no handle, and words near it are outside of every arena.
const released Node = 1<<32 - 512

// Node returns the handle that the root protects. The root must not be released.
func (r *Root) Node() Node { return r.node }

// Released reports whether the root has ended.
func (r *Root) Released() bool { return r.node == released }

// Protect returns the root of n. Cost: some ten nanoseconds if n has one, some fifty more if not.
func (s *Store) Protect(n Node) *Root {
	r := s.roots.find(n)
	if r == nil {
		r = &Root{node: n, held: 1}
		s.roots.add(r)
	} else {
		r.held++
	}
	return r
}

// Unprotect takes back one result of Protect. With the last one the protection ends at once, even if copies of the Root
// are left, and Released reports true from then on. Without this call Go's collector ends the protection. It panics if
// the root is released already.
func (s *Store) Unprotect(r *Root) {
	if r.held == 0 {
		panic("dd: Unprotect: the root is released already")
	}
	if r.held--; r.held == 0 {
		s.roots.remove(r.node)
		r.node = released
	}
}
