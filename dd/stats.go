package dd

import (
	"cmp"
	"slices"
	"time"
)

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
	Lookups    int64 // questions to the computed table, see Operations
	Hits       int64 // answers from it
	Evictions  int64 // results that another one replaced
	CacheSize  int   // entries of the computed table
	CacheBytes int64 // of these entries, among Bytes
	Roots      int   // nodes that are protected, those among them that nobody is known not to hold included

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

// questions counts those to the computed table about one operation.
type questions struct{ answered, not int64 }

// An OpStats tells what was asked of the computed table about the operations of one name.
type OpStats struct {
	Name    string
	Lookups int64 // questions
	Hits    int64 // answers: results that did not have to be made again
}

// Operations tells of each operation that was asked for, those asked for most often first. The sums are the Lookups and
// Hits of Stats.
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

// ended moves what was asked about an operation, whose number is given again, to the past.
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
