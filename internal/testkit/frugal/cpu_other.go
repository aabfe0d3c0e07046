//go:build !unix

package frugal

import "time"

// cpuTime returns 0: the CPU time of the process is not known on this system.
func cpuTime() time.Duration { return 0 }
