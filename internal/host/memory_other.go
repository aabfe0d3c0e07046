//go:build !unix

package host

import "os"

// The peak memory of a process is unknown on other systems than Unix.

// PeakMemory returns 0: it is not known here.
func PeakMemory(*os.ProcessState) int64 { return 0 }
