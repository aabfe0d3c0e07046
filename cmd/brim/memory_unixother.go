//go:build unix && !linux && !darwin

package main

// machineMemory is not known here.
func machineMemory() int64 { return 0 }

// residentNow returns the memory of the process in bytes; here the most it ever was.
func residentNow() int64 { return residentPeak() }

// rssUnit is the unit of Rusage.Maxrss in bytes.
const rssUnit = 1024
