package dd

// Stats are plain counters of a store since it was made.
type Stats struct {
	Nodes     int   // nodes in the store now, garbage included
	PeakNodes int   // the most there ever were
	Arcs      int   // arcs of these nodes
	Bytes     int64 // memory of arena, unique table, computed table and work stack now
	PeakBytes int64 // the most it ever was
	Makes     int64 // calls of Make
	Created   int64 // nodes that these created; the others found theirs
	// work done, in units of some 40 ns: a miss of the computed table is 4, a hit 1/4, a word on the work stack 1/8
	Work        int64
	Lookups     int64 // questions to the computed table
	Hits        int64 // answers from it
	Evictions   int64 // results that another one replaced
	CacheSize   int   // entries of the computed table
	Collections int   // garbage collections
}

// Stats returns the counters.
func (s *Store) Stats() Stats {
	st := s.stats
	st.Nodes = s.nodes
	st.PeakNodes = max(st.PeakNodes, s.nodes)
	st.Arcs = (s.live - headerWords*s.nodes) / s.stride
	st.Bytes = s.bytes()
	st.PeakBytes = max(st.PeakBytes, st.Bytes)
	st.CacheSize = len(s.cache) / entryWords
	st.Evictions += int64(s.evicted)
	st.Work = s.work / workUnit
	return st
}

// bytes returns the memory in use: the arena up to its top, and the tables.
func (s *Store) bytes() int64 {
	return 4 * int64(int(s.top)+len(s.buckets)+len(s.cache)+s.stackPeak)
}
