//go:build unix

package host

import (
	"os"
	"runtime"
	"syscall"
)

// The peak memory of an ended process, on Unix.

// PeakMemory returns the most memory that an ended process had resident, in bytes; 0 if unknown. Linux counts what this
// process had when it started that one, so the result is never less than that; package measure keeps it low.
func PeakMemory(p *os.ProcessState) int64 {
	u, ok := p.SysUsage().(*syscall.Rusage)
	if !ok {
		return 0
	}
	if runtime.GOOS == "darwin" || runtime.GOOS == "ios" {
		return int64(u.Maxrss) // bytes there, kibibytes elsewhere
	}
	return int64(u.Maxrss) * 1024
}
