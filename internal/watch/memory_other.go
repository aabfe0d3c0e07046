//go:build !unix

package watch

import "runtime"

// MachineMemory is not known here.
func MachineMemory() int64 { return 0 }

// Resident returns the memory that Go got from the system.
func Resident() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// ResidentPeak is not known here; memory of the process now is the best guess.
func ResidentPeak() int64 { return Resident() }
