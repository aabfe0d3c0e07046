package symbolic

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// each calls f(0) … f(n−1) on all cores. Where the explorer takes turns with another task, it calls them one after
// the other.
func (x *explorer) each(n int, f func(i int)) {
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
	for range workers {
		all.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				f(i)
			}
		})
	}
	all.Wait()
}
