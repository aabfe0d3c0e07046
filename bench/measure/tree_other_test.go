//go:build !linux

package measure

import (
	"os/exec"
	"time"
)

// What the tests of runs need on other systems than Linux.

func (*system) plain()        {}
func (*system) isPlain() bool { return true }

func detach(*exec.Cmd) {}

// cpuTime is that of the clock here: a process that computes all the time has half of it at least.
func cpuTime() time.Duration { return time.Since(began) / 2 }

var began = time.Now()
