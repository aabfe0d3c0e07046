//go:build unix && !linux

package watch

import "syscall"

// ResidentPeak returns the peak memory of the process in bytes.
func ResidentPeak() int64 {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return int64(u.Maxrss) * rssUnit
}
