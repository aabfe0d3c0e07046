//go:build !unix

package main

import "runtime"

// machineMemory is not known here.
func machineMemory() int64 { return 0 }

// residentNow returns the memory that Go got from the system.
func residentNow() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// residentPeak is not known here; memory of the process now is the best guess.
func residentPeak() int64 { return residentNow() }
