package dd

// markBit in the level word marks a record as reachable during a collection.
const markBit = 1 << 31

// Collect frees every node that no Root and no word of the work stack reaches.
// Handles of surviving nodes do not change. Cost: O(arena + tables).
func (s *Store) Collect() {
	s.notePeak()
	s.stats.Collections++
	s.sinceCollect = 0
	s.dropDeadRoots()
	for n := range s.roots {
		s.mark(n)
	}
	for _, n := range s.stack.words[:s.sp] {
		s.mark(n)
	}
	w := s.arena.words
	s.filterCache(func(n Node) bool { return n < firstNode || w[n+wordLevel]&markBit != 0 })
	s.unlinkDead()
	s.sweep()
}

func (s *Store) mark(n Node) {
	w := s.arena.words
	if n < firstNode || w[n+wordLevel]&markBit != 0 {
		return
	}
	w[n+wordLevel] |= markBit
	arcs := s.Arcs(n)
	for i := 0; i < len(arcs); i += s.stride {
		if c := arcs[i]; c >= firstNode && w[c+wordLevel]&markBit == 0 {
			s.mark(c)
		}
	}
}

// unlinkDead takes unmarked nodes out of the unique table.
func (s *Store) unlinkDead() {
	w := s.arena.words
	for b := range s.buckets {
		at := &s.buckets[b]
		for n := *at; n != 0; n = w[n] {
			if w[n+wordLevel]&markBit != 0 {
				*at = n
				at = &w[n]
			}
		}
		*at = 0
	}
}

// sweep walks all records, clears the marks and gathers the free blocks anew, neighbours merged.
func (s *Store) sweep() {
	w := s.arena.words
	s.free.reset()
	s.live, s.nodes = 0, 0
	hole := uint32(0) // start of the run of free records before n; 0 if there is none
	n := uint32(firstNode)
	for n < s.top {
		size := s.recordSize(n)
		if w[n+wordLevel]&markBit != 0 && w[n+wordLevel] != freeLevel {
			w[n+wordLevel] &^= markBit
			s.nodes++
			s.live += int(size)
			if hole != 0 {
				s.free.add(w, hole, n-hole)
				hole = 0
			}
		} else if hole == 0 {
			hole = n
		}
		n += size
	}
	if hole != 0 {
		s.top = hole
	}
}

// recordSize returns the words of the record or free block at n.
func (s *Store) recordSize(n uint32) uint32 {
	w := s.arena.words
	if w[n+wordLevel] == freeLevel {
		return w[n+wordCount]
	}
	return headerWords + w[n+wordCount]*uint32(s.stride)
}

// collectFor makes room for size words, and ends the operation if a limit leaves none.
func (s *Store) collectFor(size int) {
	s.Collect()
	g := &s.guard
	if g.Nodes > 0 && s.nodes > g.Nodes-g.Nodes/16 {
		s.exceed(&LimitError{Kind: "nodes", At: int64(s.nodes), Max: int64(g.Nodes)})
	}
	s.collectAt = max(startCollect, s.live*2)
	if g.Memory > 0 {
		room := s.room()
		if s.live+size > room-room/16 {
			s.exceed(&LimitError{Kind: "memory", At: s.bytes(), Max: g.Memory})
		}
		s.collectAt = min(s.collectAt, room)
	}
}

func (s *Store) notePeak() {
	s.stats.PeakNodes = max(s.stats.PeakNodes, s.nodes)
	s.stats.PeakBytes = max(s.stats.PeakBytes, s.bytes())
}

// room returns how many words of records the memory limit allows.
func (s *Store) room() int {
	return int(s.guard.Memory/4) - (len(s.buckets) + len(s.cache) + s.stackPeak)
}
