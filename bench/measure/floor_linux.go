package measure

import (
	"os"
	"runtime/debug"

	"brim/internal/watch"
)

// This file keeps the memory of this process small when a run begins, since Linux counts it as memory of the run.

// Ready makes Use.Floor of the next runs low: it gives free memory back and has the system forget what this process had
// more at some time. That takes some milliseconds, so it comes before the time of a run begins.
//
// A process that is started has the memory of this one until it executes its program, and the system counts that as its
// own: the most that this process had, and not what it has now.
func Ready() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // a system that cannot: the floor is higher
}

// peak returns the most memory that this process had since Ready, in bytes; 0 if unknown.
func peak() int64 { return watch.ResidentPeak() }
