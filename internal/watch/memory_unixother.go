//go:build unix && !linux && !darwin

package watch

// MachineMemory is not known here.
func MachineMemory() int64 { return 0 }

// Resident returns the memory of the process in bytes; here the most it ever was.
func Resident() int64 { return ResidentPeak() }

// rssUnit is the unit of Rusage.Maxrss in bytes.
const rssUnit = 1024
