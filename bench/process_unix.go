//go:build unix && !linux

package bench

import (
	"os/exec"
	"syscall"
)

// isolate keeps the interrupts of the terminal away from the process. If this process is killed, that one goes on until its limit.
func isolate(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }
