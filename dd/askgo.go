package dd

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// A goCollector decides when a store asks for a run of Go's garbage collector, which alone finds out that a root or an
// operation is no longer referenced.
//
// A run costs time for each object of the whole program, so a store does not ask for one without need. It asks where a
// limit would end an operation, and where operations have run out. Besides it asks as if its nodes lay on Go's heap and
// GOGC were 100: after a collection that brought little, if the nodes have grown, since all unreferenced roots were
// last known, by as much as was live then, on Go's heap or in the store. So a small store does not hold up a program
// with a large heap, and that heap and the store together grow to at most twice what is in use. Runs that come for
// other reasons are as good: each collection looks at what the last one has found, and lets the young roots be found by
// the next one.
type goCollector struct {
	runs    uint64 // up to when the roots were last looked at
	sample  [2]metrics.Sample
	asked   int           // how often the store has asked
	waiting time.Duration // for the runs that it asked for
}

// last returns how many runs have ended, and the bytes that the last one left on the heap.
func (g *goCollector) last() (runs uint64, heap int64) {
	if g.sample[0].Name == "" {
		g.sample[0].Name, g.sample[1].Name = "/gc/cycles/total:gc-cycles", "/gc/heap/live:bytes"
	}
	metrics.Read(g.sample[:])
	return g.sample[0].Value.Uint64(), int64(g.sample[1].Value.Uint64())
}

// askGo runs Go's collector, which finds roots that are no longer referenced.
func (s *Store) askGo() {
	start := time.Now()
	s.roots.letGo()
	runtime.GC()
	s.golang.asked++
	s.golang.waiting += time.Since(start)
}

// goRan drops the roots that Go's collector has found unreachable, if it has run since the last call, and lets the
// others be found by its next run. It reports whether it has run and could find all of them.
func (s *Store) goRan() (all bool) {
	if s.roots.n == 0 {
		return false
	}
	if runs, _ := s.golang.last(); runs != s.golang.runs {
		s.golang.runs = runs
		s.roots.look()
		all = len(s.roots.young) == 0
	}
	s.roots.letGo()
	return all
}

// rootShare is the part of the nodes that roots alone must hold, and could lose, for a run of Go's collector.
const rootShare = 8

// worthAsking reports whether the store has grown enough since the last run of Go's collector to be worth another run,
// and roots hold enough of what it has beside the work stack.
func (s *Store) worthAsking() bool {
	if s.roots.n == 0 || rootShare*s.rooted < s.nodes || s.live < 2*s.fresh {
		return false
	}
	_, heap := s.golang.last()
	return 4*int64(s.live-s.fresh) >= heap
}
