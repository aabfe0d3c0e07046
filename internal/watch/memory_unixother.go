//go:build unix && !linux && !darwin

package watch

// MachineMemory returns 0: it is not known on this system.
func MachineMemory() int64 { return 0 }

// Resident returns the memory of the process in bytes; on this system its peak is all that is known.
func Resident() int64 { return ResidentPeak() }

// rssUnit is the unit of Rusage.Maxrss in bytes.
const rssUnit = 1024
