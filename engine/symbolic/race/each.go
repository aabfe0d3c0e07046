package race

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls f(0) … f(n−1) on all cores, and panics if one of them does. Where the explorer takes turns with another
// task, it calls them one after the other.
func (x *Explorer) each(n int, f func(i int)) {
	workers := min(n, runtime.GOMAXPROCS(0))
	if x.tick != nil {
		workers = 1
	}
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var all sync.WaitGroup
	var panicked atomic.Pointer[any] // the caller's goroutine has those who know what to do with it
	for range workers {
		all.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					panicked.CompareAndSwap(nil, &p)
				}
			}()
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	all.Wait()
	if p := panicked.Load(); p != nil {
		panic(*p)
	}
}
