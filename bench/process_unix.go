//go:build unix && !linux

package bench

import (
	"os/exec"
	"syscall"
)

// isolate keeps the interrupts of the terminal away from the process. If this process is killed, that one goes on
// until its limit. What the process has started ends with it at the end of its context.
func isolate(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
