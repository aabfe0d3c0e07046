//go:build darwin || dragonfly || freebsd || linux || netbsd || openbsd

package bench

import (
	"os"
	"syscall"
)

// This file locks a file of records, on systems that have flock.

// lock keeps other processes from locking f until it is closed or this process ends.
func lock(f *os.File) error { return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB) }
