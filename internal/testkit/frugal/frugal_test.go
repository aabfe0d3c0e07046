package frugal

import (
	"testing"
	"time"
)

var kept []byte

// quiet notes failures instead of failing.
type quiet struct {
	testing.TB
	failed bool
}

func (q *quiet) Helper()               {}
func (q *quiet) Errorf(string, ...any) { q.failed = true }

func TestCheck(t *testing.T) {
	for _, c := range []struct {
		size int
		most uint64
		want bool
	}{{1 << 20, 4 << 20, false}, {1 << 24, 4 << 20, true}} {
		q := &quiet{TB: t}
		Check(q, c.most, func() { kept = make([]byte, c.size) })
		if q.failed != c.want {
			t.Errorf("%d bytes, limit %d: failed is %v", c.size, c.most, q.failed)
		}
	}
}

func TestCheckCPU(t *testing.T) {
	if cpuTime() == 0 {
		t.Skip("the CPU time of the process is not known here")
	}
	CheckCPU(t, time.Minute, func() { time.Sleep(time.Millisecond) })
	q := &quiet{TB: t}
	CheckCPU(q, 0, func() {
		for before := cpuTime(); cpuTime() < before+10*time.Millisecond; {
		}
	})
	if !q.failed {
		t.Error("10 ms are taken for none")
	}
}
