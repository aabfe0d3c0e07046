package dd

import (
	"cmp"
	"slices"
	"time"
)

// Counters of a store, and of the computed table for each operation.

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
	Work       int64
	Lookups    int64 // in the computed table, see Operations
	Hits       int64 // lookups that found a result
	Evictions  int64 // results that another one replaced
	CacheSize  int   // entries of the computed table
	CacheBytes int64 // of these entries, among Bytes
	Roots      int   // protected nodes, without those whose roots are known to be unreferenced

	Collections int           // garbage collections
	CollectTime time.Duration // that these took
	Freed       int64         // nodes that they freed
	GoRuns      int           // runs of Go's collector that the store asked for
	GoTime      time.Duration // that these took
}

// Stats returns the counters. Cost: O(operations).
func (s *Store) Stats() Stats {
	st := s.stats
	st.Nodes = s.nodes
	st.PeakNodes = max(st.PeakNodes, s.nodes)
	st.Arcs = (s.live - headerWords*s.nodes) / s.stride
	st.Bytes = s.bytes()
	st.PeakBytes = max(st.PeakBytes, st.Bytes)
	st.CacheSize = len(s.cache) / entryWords
	st.CacheBytes = 4 * int64(len(s.cache))
	st.Evictions += int64(s.evicted)
	st.Work = s.work / workUnit
	st.Roots = s.roots.n
	st.GoRuns, st.GoTime = s.golang.asked, s.golang.waiting
	for _, q := range s.asked {
		st.Lookups += q.answered + q.not
		st.Hits += q.answered
	}
	return st
}

// bytes returns the memory in use: the arena up to its top, and the tables.
func (s *Store) bytes() int64 {
	return 4 * int64(int(s.top)+len(s.buckets)+len(s.cache)+s.stackPeak)
}

// questions counts the lookups of one operation in the computed table, those that found a result and those that did
// not.
type questions struct{ answered, not int64 }

// An OpStats has the lookups in the computed table of the operations of one name.
type OpStats struct {
	Name    string
	Lookups int64
	Hits    int64 // results that did not have to be computed again
}

// Operations returns the lookups of each operation, those with most lookups first. Their sums are the Lookups and Hits
// of Stats.
func (s *Store) Operations() []OpStats {
	var list []OpStats
	at := map[string]int{}
	add := func(name string, q questions) {
		if q == (questions{}) {
			return
		}
		i, ok := at[name]
		if !ok {
			i, at[name] = len(list), len(list)
			list = append(list, OpStats{Name: name})
		}
		list[i].Lookups += q.answered + q.not
		list[i].Hits += q.answered
	}
	for op, q := range s.asked {
		add(s.ops[op].name, q)
	}
	for name, q := range s.past {
		add(name, q)
	}
	slices.SortFunc(list, func(a, b OpStats) int {
		return cmp.Or(cmp.Compare(b.Lookups, a.Lookups), cmp.Compare(a.Name, b.Name))
	})
	return list
}

// ended adds the counters of an operation, whose number is given out again, to those of the past.
func (s *Store) ended(op Op) {
	q, name := s.asked[op], s.ops[op].name
	s.asked[op] = questions{}
	s.stats.Lookups += q.answered + q.not
	s.stats.Hits += q.answered
	if s.past == nil {
		s.past = map[string]questions{}
	}
	p := s.past[name]
	s.past[name] = questions{p.answered + q.answered, p.not + q.not}
}
