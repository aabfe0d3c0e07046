//go:build unix

package frugal

import (
	"syscall"
	"time"
)

// cpuTime returns the CPU time that the process has taken so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
