package dd

import (
	"runtime"
	"runtime/metrics"
	"time"
)

// What a store knows of Go's collector, which alone finds roots and operations that nobody holds.
//
// A run of it costs time for each object of the whole program, so a store does not ask for one without need. It asks
// where a limit would end an operation, and where operations have run out. Besides it asks as if its nodes lay on Go's
// heap and GOGC were 100: after a collection that brought little, if the nodes have grown, since all roots that nobody
// held were known, by as much as was live then, on Go's heap or in the store. So a program with a large heap is not
// held up by a small store, and that heap and the store together grow to twice of what is in use. Runs that come for
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

// askGo has Go's collector look for what nobody holds.
func (s *Store) askGo() {
	start := time.Now()
	s.roots.letGo()
	runtime.GC()
	s.golang.asked++
	s.golang.waiting += time.Since(start)
}

// goRan drops the roots that Go's collector has found to be held by nobody, if it has run since the last time, and lets
// the others be found by its next run. It reports whether it has run and could find all of them.
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

// worthAsking reports whether there is so much more in the store than after the last run of Go's collector that it is
// worth another one.
func (s *Store) worthAsking() bool {
	if s.roots.n == 0 || s.live < 2*s.fresh {
		return false
	}
	_, heap := s.golang.last()
	return 4*int64(s.live-s.fresh) >= heap
}
