package dd

import (
	"slices"
	"time"

	"brim/internal/invariants"
)

// Garbage collection: mark what the work stack and roots reach, drop results of the computed table that name dead
// nodes, and sweep the arena, which takes dead nodes out of the unique table and into free lists. Nodes never move.

// Collect frees every node that no Root and no word of the work stack reaches. Handles of surviving nodes do not
// change. Cost: O(arena + tables), and a run of Go's collector if there are roots that were not released.
func (s *Store) Collect() {
	if !s.collectAsking() {
		s.collect()
	}
}

// collectAsking is collect after a run of Go's collector. It does nothing and returns false if there are no roots at
// all.
func (s *Store) collectAsking() bool {
	if s.roots.n == 0 {
		return false
	}
	s.askGo()
	s.collect()
	return true
}

// A Collection describes a garbage collection to Options.OnCollect.
type Collection struct {
	Number int           // 1 for the first
	Done   bool          // false when it begins; what it leaves is not known then
	Took   time.Duration // without the runs of Go's collector that came before it

	Nodes, NodesLeft int   // garbage included
	Bytes, BytesLeft int64 // of these nodes
	Roots, RootsLeft int   // protected nodes, also those whose roots are no longer referenced
}

// tell has OnCollect called.
func (s *Store) tell(c Collection) {
	if s.onCollect == nil {
		return
	}
	if s.telling {
		panic("dd: Collect: called from within OnCollect")
	}
	s.telling = true
	defer func() { s.telling = false }()
	s.onCollect(c)
}

// collect is Collect with the roots that Go's collector has found to be dead by itself.
func (s *Store) collect() {
	start := time.Now()
	s.notePeak()
	c := Collection{Number: s.stats.Collections + 1, Nodes: s.nodes, Bytes: 4 * int64(s.live), Roots: s.roots.n}
	s.tell(c)
	s.stats.Collections++
	s.sinceCollect = 0
	allKnown := s.goRan()
	var memory Scratch
	defer memory.Close()
	m := newMarks(s, &memory)
	s.marked = 0
	s.markStack(m)
	s.rooted = -s.marked
	for _, e := range s.roots.list {
		s.mark(m, e.node)
	}
	s.rooted += s.marked
	if s.marked < s.nodes {
		s.filterCache(m)
	}
	s.sweep(m)
	if !s.hurried && len(s.cache)/entryWords > amplyCached*s.nodes {
		s.stats.Evictions += int64(s.evicted)
		s.evicted = 0
	}
	s.kept = s.live
	if allKnown {
		s.fresh = s.live
	}
	c.Done, c.Took = true, time.Since(start)
	c.NodesLeft, c.BytesLeft, c.RootsLeft = s.nodes, 4*int64(s.live), s.roots.n
	s.stats.Freed += int64(c.Nodes - c.NodesLeft)
	s.stats.CollectTime += c.Took
	s.tell(c)
	if invariants.Enabled {
		if err := s.Check(); err != nil {
			panic(err)
		}
	}
}

// Collections returns how many collections there were. Handles without protection may be reused after each.
func (s *Store) Collections() int { return s.stats.Collections }

// markStack marks what the work stack reaches.
func (s *Store) markStack(m marks) {
	words := s.stack.words[:s.sp]
	if s.stride == 1 {
		for _, n := range words {
			s.mark(m, n)
		}
		return
	}
	// Values of arcs lie among the handles. A word is a handle if a record starts there; a value that
	// looks like one costs some garbage that is kept.
	words = slices.Clone(words)
	slices.Sort(words)
	words = slices.Compact(words)
	for n := uint32(firstNode); n < s.top; n += s.recordSize(n) {
		for len(words) > 0 && words[0] < n {
			words = words[1:]
		}
		if len(words) == 0 {
			return
		}
		if words[0] == n && s.arena.words[n+wordLevel] != freeLevel {
			s.mark(m, n)
		}
	}
}

// mark marks n and the nodes below it. It recurs for all children but the last one, which may be the rest of a list.
func (s *Store) mark(m marks, n Node) {
	for n >= firstNode && m.add(n) {
		s.marked++
		arcs := s.Arcs(n)
		end := len(arcs) - s.stride
		last := Empty // runs of equal nodes are common
		for i := 0; i < end; i += s.stride {
			if c := arcs[i]; c != last {
				if last = c; m.lacks(c) {
					s.mark(m, c)
				}
			}
		}
		n = arcs[end]
	}
}

// sweep walks all records and gathers the free blocks anew, neighbours merged. Where few nodes died it takes each of
// these out of its chain of the unique table; where many did it makes the table anew. The chains as such lead all over
// the arena.
func (s *Store) sweep(m marks) {
	w := s.arena.words
	anew := 2*s.marked < s.nodes
	if anew {
		clear(s.buckets)
	}
	s.free.reset()
	s.live, s.nodes = 0, 0
	hole := uint32(0) // start of the run of free records before n; 0 if there is none
	n := uint32(firstNode)
	for n < s.top {
		size := s.recordSize(n)
		if !m.lacks(n) {
			if anew {
				s.link(n)
			}
			s.nodes++
			s.live += int(size)
			if hole != 0 {
				poison(w[hole:n])
				s.free.add(w, hole, n-hole)
				hole = 0
			}
		} else {
			if !anew && w[n+wordLevel] != freeLevel {
				s.unlink(n)
			}
			if hole == 0 {
				hole = n
			}
		}
		n += size
	}
	if hole != 0 {
		poison(w[hole:n])
		s.top = hole
	}
}

// poison overwrites freed words in builds with the tag "invariants", so that code that still reads them fails.
func poison(w []uint32) {
	if invariants.Enabled {
		for i := range w {
			w[i] = 1<<32 - 1
		}
	}
}

// recordSize returns the words of the record or free block at n.
func (s *Store) recordSize(n uint32) uint32 {
	w := s.arena.words
	if w[n+wordLevel] == freeLevel {
		return w[n+wordCount]
	}
	size := w[n+wordCount] * uint32(s.stride)
	if w[n+wordFirst] >= sparseBit {
		size += w[n+wordCount]
	}
	return headerWords + size
}

// collectFor makes room for size words, and ends the operation if a limit leaves none. It collects, a second time after
// a run of Go's collector if that promises more, and sets the number of live words at which the next collection comes:
// twice those in use, less under a limit of memory.
func (s *Store) collectFor(size int) {
	forced := s.sinceCollect == s.collectEvery // by a test, which cannot afford a run of Go's collector each time
	pressed := s.guard.Nodes > 0 && s.nodes >= s.guard.Nodes || s.guard.Memory > 0 && s.collectAt >= s.room()
	poor := s.collectAt / 2
	s.hurried = forced || pressed
	defer func() { s.hurried = false }()
	s.collect()
	if !forced && s.live > poor && s.worthAsking() || s.overLimit(size, 16) != nil {
		s.collectAsking()
	}
	if err := s.overLimit(size, 16); err != nil {
		s.Exceed(err)
	}
	if pressed && s.overLimit(size, 2) != nil {
		s.pressed++
	}
	if s.pressed > maxPressed {
		s.collectAsking()
		if err := s.overLimit(size, 2); err != nil {
			s.Exceed(err)
		}
		s.pressed = 0
	}
	s.collectAt = max(startCollect, 2*s.live, len(s.cache))
	if s.guard.Memory > 0 {
		s.collectAt = min(s.collectAt, s.room())
	}
}

// A Guard ends by its limit after maxPressed collections that were forced by the limit and freed less than half of it:
// the store would thrash, as each collection loses results that have to be computed again.
const maxPressed = 32

// overLimit returns the error if another size words leave no more than one part-th of what a limit allows.
func (s *Store) overLimit(size, part int) *LimitError {
	g := &s.guard
	if g.Nodes > 0 && s.nodes >= g.Nodes-g.Nodes/part {
		return &LimitError{Kind: "nodes", At: int64(s.nodes), Max: int64(g.Nodes)}
	}
	if room := s.room(); g.Memory > 0 && s.live+size > room-room/part {
		return &LimitError{Kind: "memory", At: s.bytes(), Max: g.Memory}
	}
	return nil
}

// notePeak updates the largest numbers of nodes and bytes.
func (s *Store) notePeak() {
	s.stats.PeakNodes = max(s.stats.PeakNodes, s.nodes)
	s.stats.PeakBytes = max(s.stats.PeakBytes, s.bytes())
}

// room returns how many words of records the memory limit allows.
func (s *Store) room() int {
	return int(s.guard.Memory/4) - (len(s.buckets) + len(s.cache) + s.stackPeak)
}
