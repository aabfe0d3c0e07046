//go:build !unix

package watch

import "runtime"

// MachineMemory returns 0: it is not known on this system.
func MachineMemory() int64 { return 0 }

// Resident returns the memory that Go got from the system.
func Resident() int64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys)
}

// ResidentPeak returns the present memory of the process, since the peak is not known on this system.
func ResidentPeak() int64 { return Resident() }
