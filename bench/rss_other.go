//go:build !unix

package bench

import "os"

// residentPeak is not known here.
func residentPeak(*os.ProcessState) int64 { return 0 }
