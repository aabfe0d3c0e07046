// Package frugal checks how much memory a call takes. Only tests import it.
package frugal

import (
	"runtime/metrics"
	"testing"
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

// allocated returns how many bytes the process has allocated so far.
func allocated() uint64 {
	sample := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	metrics.Read(sample)
	return sample[0].Value.Uint64()
}
