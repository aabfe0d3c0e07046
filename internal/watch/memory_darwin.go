package watch

import "golang.org/x/sys/unix"

// The memory of the machine and of the process on macOS.

// MachineMemory returns the memory of the machine in bytes, 0 if unknown.
func MachineMemory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}

// Resident returns the memory of the process in bytes; on this system its peak is all that is known.
func Resident() int64 { return ResidentPeak() }

// rssUnit is the unit of Rusage.Maxrss in bytes.
const rssUnit = 1
