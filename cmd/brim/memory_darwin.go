package main

import "golang.org/x/sys/unix"

// machineMemory returns the memory of the machine in bytes, 0 if unknown.
func machineMemory() int64 {
	n, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(n)
}

// residentNow returns the memory of the process in bytes; here the most it ever was.
func residentNow() int64 { return residentPeak() }

// rssUnit is the unit of Rusage.Maxrss in bytes.
const rssUnit = 1
