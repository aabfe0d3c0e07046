package dd

import (
	"runtime"
	"testing"
)

// A store asks Go's collector for dead roots when they are worth it: not where the heap of the program is far larger
// than what the store has got since the last run.
func TestLargeHeapIsLeftAlone(t *testing.T) {
	if maxArena < 4*startCollect {
		t.Skip("the arena is too small for collections of its own")
	}
	asked := func() int {
		runtime.GC()
		s := New(Options{})
		defer s.Close()
		for i := range 3 * startCollect / 2 / 1000 {
			p := s.Grow(1000)
			for j := range 1000 {
				s.Put(p+j, Unit)
			}
			s.Protect(s.Make(1, i, p)) // and the root is not referenced
		}
		if s.stats.Collections == 0 {
			t.Error("no collection")
		}
		return s.golang.asked
	}
	if got := asked(); got == 0 {
		t.Error("Go's collector was not asked for a small heap")
	}
	large := make([]byte, 100<<20)
	if got := asked(); got != 0 {
		t.Errorf("Go's collector was asked %d times for a large heap", got)
	}
	runtime.KeepAlive(large)
}
