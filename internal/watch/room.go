package watch

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The memory limit applies to the process as the system counts it. Diagrams and tables of states may use what the rest
// of the process leaves of it; Go's collector works harder near it (heapLimit); and work that passes it nevertheless is
// ended by its Watch (Watch.Do).

const (
	// leastRoom is how many bytes diagrams or tables may have in any case, so that they end by their own limit.
	leastRoom = 1 << 20
	// reserve is the part of the limit, one in reserve, kept for later work and for errors of the estimate.
	reserve = 16
)

// Room returns how many bytes diagrams or tables that are about to begin may use; 0 means no limit.
func (l Limits) Room() int64 {
	if l.Memory == 0 {
		return 0
	}
	most := l.Memory
	if Resident() > most/4 {
		debug.FreeOSMemory() // the garbage that reading left behind
	}
	return RoomBeside(most-most/reserve, 0)
}

// RoomBeside returns how many bytes a structure that now has held bytes may have in all so that the process stays below
// most; 0 means no limit.
func RoomBeside(most, held int64) int64 {
	if most == 0 {
		return 0
	}
	return max(most-max(Resident()-held, 0), leastRoom)
}

// A heapLimit keeps Go's heap within the part of the limit that other memory, above all that of diagrams, leaves.
type heapLimit struct {
	mu          sync.Mutex
	holders     int   // the number of runs under a limit
	before, now int64 // limits of the Go runtime; now is 0 as long as before is in force
}

// heap is shared by all runs of the process, since Go's runtime has a single limit; the last run that ends restores it.
var heap heapLimit

// hold begins a period in which the limit is adapted; release ends it.
func (h *heapLimit) hold() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.holders++
}

// adapt sets the limit of Go's heap. resident is the present memory of the process, most its limit.
func (h *heapLimit) adapt(resident, most int64) {
	h.mu.Lock()
	defer h.mu.Unlock()
	want := max(most-most/reserve-(resident-goMemory()), most/reserve)
	if h.now == 0 {
		h.before = debug.SetMemoryLimit(-1)
	}
	if want = min(want, h.before); h.now == 0 || max(want-h.now, h.now-want) > most/64 {
		debug.SetMemoryLimit(want)
		h.now = want
	}
}

// release restores the old limit unless other runs hold it.
func (h *heapLimit) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.holders--; h.holders == 0 && h.now != 0 {
		debug.SetMemoryLimit(h.before)
		h.now = 0
	}
}

// goMemory returns the memory that the Go runtime has got from the system, in bytes.
func goMemory() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
