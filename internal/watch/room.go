package watch

import (
	"runtime/debug"
	"runtime/metrics"
	"sync"
)

// The limit of memory is that of the process as the system counts it. Diagrams and tables of states are limited by what
// the rest leaves of that; Go's collector works harder near it (heapLimit); and a watch ends what passes it
// nevertheless (watch.do).

const (
	// bytes that diagrams or tables may have in any case, so that the limit that ends them is theirs
	leastRoom = 1 << 20
	// one part in so many of the limit is left for what comes afterwards, and for what cannot be foreseen
	reserve = 16
)

// Room is how many bytes diagrams or tables that are to begin may have. 0 is no limit.
func (l Limits) Room() int64 {
	if l.Memory == 0 {
		return 0
	}
	most := l.Memory
	if Resident() > most/4 {
		debug.FreeOSMemory() // what reading left behind
	}
	return RoomBeside(most-most/reserve, 0)
}

// RoomBeside is how many bytes something that has held bytes now may have in all, so that the process keeps to most. 0
// is no limit.
func RoomBeside(most, held int64) int64 {
	if most == 0 {
		return 0
	}
	return max(most-max(Resident()-held, 0), leastRoom)
}

// A heapLimit keeps Go's heap within what all other memory, diagrams above all, leaves of the limit of the process.
type heapLimit struct {
	mu          sync.Mutex
	holders     int   // works that run under a limit
	before, now int64 // limits of the Go runtime; now is 0 as long as it is that of before
}

// heap is that of the process, since Go has one limit: works that run at the same time share it, and the last one that
// ends sets it back.
var heap heapLimit

// hold begins a time in which the limit is adapted, until release.
func (h *heapLimit) hold() {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.holders++
}

// adapt sets the limit of Go's heap. resident is the memory of the process now, most its limit.
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

// release sets the limit back to what it was, unless others hold it.
func (h *heapLimit) release() {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.holders--; h.holders == 0 && h.now != 0 {
		debug.SetMemoryLimit(h.before)
		h.now = 0
	}
}

// goMemory returns the memory that the Go runtime has from the system, in bytes.
func goMemory() int64 {
	s := []metrics.Sample{{Name: "/memory/classes/total:bytes"}, {Name: "/memory/classes/heap/released:bytes"}}
	metrics.Read(s)
	return int64(s[0].Value.Uint64() - s[1].Value.Uint64())
}
