//go:build !unix

package host

import "os"

// PeakMemory returns 0: it is not known here.
func PeakMemory(*os.ProcessState) int64 { return 0 }
