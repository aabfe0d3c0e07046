package measure

import (
	"os"
	"runtime/debug"

	"brim/internal/watch"
)

// forgetPeak gives free memory back and has the system forget what this process had more at some time.
//
// A process that is started has the memory of this one until it executes its program, and the system counts that as its
// own: the most that this process had, and not what it has now.
func forgetPeak() {
	debug.FreeOSMemory()
	_ = os.WriteFile("/proc/self/clear_refs", []byte("5"), 0) // a system that cannot: the floor is higher
}

// peak returns the most memory that this process had since forgetPeak, in bytes; 0 if unknown.
func peak() int64 { return watch.ResidentPeak() }
