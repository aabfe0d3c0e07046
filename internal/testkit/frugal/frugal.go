// Package frugal checks how much memory and CPU time a call takes. Only tests import it.
package frugal

import (
	"runtime/metrics"
	"testing"
	"time"
)

// Check runs fn and fails the test if that allocates more than most bytes in all, whether they stay in use or not. What
// other goroutines allocate counts, too.
func Check(t testing.TB, most uint64, fn func()) {
	t.Helper()
	before := allocated()
	fn()
	if took := allocated() - before; took > most {
		t.Errorf("%d bytes were allocated; expected %d at most", took, most)
	}
}

// CheckCPU runs fn and fails the test if the process takes more than most CPU time meanwhile. Unlike the time of the
// clock, that does not depend on what else the machine does.
func CheckCPU(t testing.TB, most time.Duration, fn func()) {
	t.Helper()
	before := cpuTime()
	fn()
	if took := cpuTime() - before; took > most {
		t.Errorf("%v of CPU time; expected %v at most", took, most)
	}
}

// allocated returns how many bytes the process has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
